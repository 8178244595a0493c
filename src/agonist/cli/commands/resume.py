"""The command `resume`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.body_and_header_options import Header
from agonist.cli.log_file import LogFile
from agonist.cli.options import Database, Json
from agonist.cli.run_ending import FailUnder, Quiet, requirements, show_ending
from agonist.cli.run_options import with_run_options
from agonist.cli.run_session import run_session
from agonist.core import UsageError
from agonist.players import parse_player


@with_run_options(
    *("run", "player", "db", "concurrency", "workers", "executor", "ray_address", "adaptive"),
    *("usd", "tokens", "requests", "requests_per_minute", "tokens_per_minute"),
    *("max_time", "cache", "header", "keep_going", "log", "quiet", "fail_under", "as_json"),
)
def resume(
    run: Annotated[
        str,
        typer.Argument(help="A run, the beginning of its id, or latest.", autocompletion=completion.runs),
    ],
    *,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help="A player to add, such as a new checkpoint ckpt@2000=vllm/my-model; repeat it.",
            autocompletion=completion.players,
        ),
    ] = None,
    db: Database = "agonist.db",
    header: Header = None,
    log: LogFile = None,
    quiet: Quiet = False,
    fail_under: FailUnder = None,
    as_json: Json = False,
    **options: Any,
) -> int:
    """Continue a run that was interrupted, or add players to one; nothing is played twice."""
    from agonist.store import Store

    with Store.open(db, must_exist=True) as store:
        plan = store.run(run).plan
    if "ladder" in plan:
        raise UsageError(
            f"run {run} is the ladder {plan['ladder']}, which has no end: "
            "agonist serve and agonist worker play it"
        )
    added = player or []
    everyone = [*plan.get("specs", {}).values(), *added]
    names = [
        *plan.get("players", ()),
        *(parse_player(text).label for text in added),
        *plan.get("opponents", ()),
        *plan.get("seats", {}).values(),
    ]
    required = requirements(fail_under, names)
    with run_session(
        options, everyone, db=db, header=header, log=log, as_json=as_json, quiet=quiet
    ) as session:
        report = api.resume(
            run,
            db=db,
            config=session.config,
            more_players=added,
            on_change=session.on_change,
            on_start=session.on_start,
        )
    return show_ending(report, db, session.again, as_json=as_json, quiet=quiet, required=required)
