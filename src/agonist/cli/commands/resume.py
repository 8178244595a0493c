"""The command `resume`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.interruption import interruptible
from agonist.cli.log_file import LogFile, logged
from agonist.cli.options import (
    CONCURRENCY,
    CacheFile,
    Concurrency,
    Database,
    Dollars,
    Json,
    KeepGoing,
    RequestRate,
    Requests,
    TokenRate,
    Tokens,
)
from agonist.cli.people import at_once, person, with_terminal
from agonist.cli.progress import following, live_line
from agonist.cli.request_options import Header, given_again
from agonist.cli.run_ending import show_ending
from agonist.cli.streams import only_data
from agonist.core import UsageError
from agonist.run_config import RunConfig


def resume(
    run: Annotated[
        str,
        typer.Argument(help="A run, the beginning of its id, or latest.", autocompletion=completion.runs),
    ],
    db: Database = "agonist.db",
    concurrency: Concurrency = CONCURRENCY,
    budget_usd: Dollars = None,
    budget_tokens: Tokens = None,
    budget_requests: Requests = None,
    rpm: RequestRate = None,
    tpm: TokenRate = None,
    cache: CacheFile = None,
    header: Header = None,
    keep_going: KeepGoing = False,
    log: LogFile = None,
    as_json: Json = False,
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
    config = RunConfig(
        budget_usd,
        budget_tokens,
        budget_requests,
        cache,
        at_once(concurrency, everyone),
        rpm,
        tpm,
        keep_going=keep_going,
    )
    again = given_again(
        concurrency=concurrency, rpm=rpm, tpm=tpm, cache=cache, header=header, keep_going=keep_going, log=log
    )
    with (
        only_data() as out,
        logged(log),
        interruptible(db, again) as on_start,
        live_line(person=person(everyone)) as status,
    ):
        report = api.resume(
            run,
            db=db,
            config=with_terminal(config, sys.stderr if as_json else out, header, status),
            on_change=following(status),
            on_start=on_start,
        )
    return show_ending(report, db, as_json, again)
