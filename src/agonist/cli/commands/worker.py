"""The command `worker`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Final

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.body_and_header_options import Header
from agonist.cli.interruption import without_password
from agonist.cli.log_file import LogFile
from agonist.cli.options import Database
from agonist.cli.run_ending import Quiet
from agonist.cli.run_options import with_run_options
from agonist.cli.run_session import run_session
from agonist.core import UsageError
from agonist.store.runs.run_workers import ALIVE_SECONDS

SITE: Final = "agonist.cli.site"
MATCHES: Final = 16
"""Matches of a site that a worker plays at once; of a run, as many as `agonist run` plays."""

LEASE: Final = 30.0
"""Seconds of the lease of a match of a site."""


@with_run_options(
    *("run", "db", "matches", "lease", "private_addresses", "requests_per_minute", "tokens_per_minute"),
    *("cache", "header", "keep_going", "log", "quiet"),
)
def worker(
    *,
    run: Annotated[
        str | None,
        typer.Option(
            help="Play this run, with all who play it already, until nothing is left: its id, the beginning "
            "of one, or latest. Without it: the matches of a site.",
            autocompletion=completion.runs,
        ),
    ] = None,
    db: Database = "agonist.db",
    matches: Annotated[
        int | None,
        typer.Option(help=f"Matches to play at once [{MATCHES}; of a run 64].", min=1, max=10_000),
    ] = None,
    lease: Annotated[
        float | None,
        typer.Option(
            help="Seconds after which other workers take over the matches of a worker that is gone "
            f"[{LEASE:g}; of a run {ALIVE_SECONDS:g}].",
            min=0.5,
            max=3600,
        ),
    ] = None,
    private_addresses: Annotated[
        bool,
        typer.Option("--private-addresses", help="Members' agents may be on this machine or in its network."),
    ] = False,
    header: Header = None,
    log: LogFile = None,
    quiet: Quiet = False,
    **options: Any,
) -> int:
    """Play a run, or the matches of a site, on PostgreSQL: start any number, on any machines."""
    if run is None:
        return _for_site()(db, matches or MATCHES, lease or LEASE, private_addresses=private_addresses)
    # Clusters end jobs by this: what is played is given back, as after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    if matches is not None:
        options["concurrency"] = matches
    with run_session(options, (), db=db, header=header, log=log, as_json=False, quiet=quiet) as session:
        status = api.join_run(
            run, db=db, config=session.config, lease=lease, on_change=session.on_change, on_start=_started(db)
        )
    print(f"Run {status.run} is {status.status}.")
    if status.exit_code:
        raise status.reasons[0]
    return 0


def _started(db: str) -> Callable[[str], None]:
    return lambda run: print(f"Plays run {run} in {without_password(db)}.", flush=True)


def _for_site() -> Callable[..., int]:
    if find_spec(SITE) is None:
        raise UsageError("which run? Name it by --run; sites need the whole of Agonist")
    return import_module(f"{SITE}.worker").work_for_site  # type: ignore[no-any-return]
