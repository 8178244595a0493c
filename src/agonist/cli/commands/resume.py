"""The command `resume`."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.interruption import interruptible
from agonist.cli.log_file import LogFile, logging_to
from agonist.cli.options import Database, Json
from agonist.cli.people import config_of, person, with_terminal
from agonist.cli.progress import live_line, progress_callback
from agonist.cli.request_options import Header, options_to_resume
from agonist.cli.run_ending import show_ending
from agonist.cli.run_options import with_run_options
from agonist.cli.streams import only_data
from agonist.core import UsageError


@with_run_options(
    *("run", "db", "concurrency", "usd", "tokens", "requests", "requests_per_minute", "tokens_per_minute"),
    *("cache", "header", "keep_going", "log", "as_json"),
)
def resume(
    run: Annotated[
        str,
        typer.Argument(help="A run, the beginning of its id, or latest.", autocompletion=completion.runs),
    ],
    *,
    db: Database = "agonist.db",
    header: Header = None,
    log: LogFile = None,
    as_json: Json = False,
    **options: Any,
) -> int:
    """Continue a run that was interrupted; nothing is played twice."""
    from agonist.store import Store

    with Store.open(db, must_exist=True) as store:
        plan = store.run(run).plan
    if "ladder" in plan:
        raise UsageError(
            f"run {run} is the ladder {plan['ladder']}, which has no end: "
            "agonist serve and agonist worker play it"
        )
    everyone = list(plan.get("specs", {}).values())
    config = config_of(options, everyone)
    again = options_to_resume(options, header, log)
    with (
        only_data() as out,
        logging_to(log),
        interruptible(db, again) as on_start,
        live_line(person=person(everyone)) as status,
    ):
        report = api.resume(
            run,
            db=db,
            config=with_terminal(config, sys.stderr if as_json else out, header, status),
            on_change=progress_callback(status),
            on_start=on_start,
        )
    return show_ending(report, db, as_json, again)
