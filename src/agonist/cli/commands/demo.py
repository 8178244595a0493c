"""`agonist demo`: a tour of the platform, without a key or a network."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlsplit

import typer

from agonist import api
from agonist.cli.commands.leaderboard import leaderboard
from agonist.cli.interruption import interruptible, without_password
from agonist.cli.options import Database
from agonist.cli.output_file import write
from agonist.cli.progress import live_line, progress_callback
from agonist.cli.streams import only_data
from agonist.core import AgonistError
from agonist.core.plurals import counted
from agonist.models.mock_endpoint import PORT
from agonist.players import parse_player
from agonist.run_config import RunConfig

if TYPE_CHECKING:
    from agonist.models.mock_endpoint import Endpoint

TARGETS: Final = (
    "tictactoe",
    "connect_four",
    "hanabi",
    "texas_holdem?hands=3",
    "bargain",
    "undercover",
    "prisoners_dilemma",
    "guess_average?rounds=5&seats=6",
    "public_goods?rounds=5&seats=6",
    "el_farol?rounds=5&seats=6",
    "pirate_game?seats=6",
    "battle_royale?seats=6",
)
"""One game of each kind, all so short that the demo takes a minute or two."""

BUILT_IN: Final = ("random", "reference")
MODEL: Final = "endpoint/sensible"

LATENCY: Final = 0.02
"""Seconds that the demo's model waits before it answers."""


def demo(
    db: Database = "demo.db",
    report: Annotated[Path, typer.Option(help="Where the report is written.")] = Path("report.html"),
    matches: Annotated[int, typer.Option(help="Matches for each table of players and game.")] = 6,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
) -> int:
    """Play a dozen games with built-in players and a model behind a local HTTP endpoint; write a report."""
    same = demo_command(db, report, matches, seed)
    unfinished = unfinished_demo(db, matches, seed)
    with local_endpoint(unfinished[1] if unfinished else PORT) as (endpoint, model):
        print(
            f"A scripted model answers at {endpoint.url}. It plays against built-in players.", file=sys.stderr
        )
        with only_data(), interruptible(db, command=same) as on_start, live_line() as status:
            config, on_change = RunConfig(concurrency=32), progress_callback(status)
            if unfinished is not None and unfinished[1] == endpoint.port:
                run, _ = unfinished
                done = api.resume(run, db=db, config=config, on_change=on_change, on_start=on_start)
            else:
                done = api.run(
                    TARGETS,
                    [*BUILT_IN, model],
                    matches=matches,
                    seed=seed,
                    db=db,
                    config=config,
                    on_change=on_change,
                    on_start=on_start,
                )
        requests = endpoint.requests
    leaderboard(db=db)
    with only_data():
        page = api.report_page(done.run, db=db)
    write(report, page)
    print(
        f"{done.progress.finished} matches, {counted(requests, 'request')} to the model.\n"
        f"Stored in {without_password(db)}. The page with plots and replays: {report.absolute()}\n\n"
        "Now with your own model. Put its key into the environment and type:\n"
        "  export OPENAI_API_KEY=…\n"
        "  agonist run tictactoe connect_four --player openai/gpt-5-mini --opponent random --quick"
        " --budget-usd 1\n"
        "or with any OpenAI-compatible server, such as a local one:\n"
        "  agonist run tictactoe --player 'vllm/my-model?base_url=http://127.0.0.1:8000/v1'"
        " --opponent reference --quick"
    )
    return done.exit_code


def demo_command(db: str, report: Path, matches: int, seed: int) -> str:
    """The command with these options, which continues a demo that was stopped.

    >>> demo_command("demo.db", Path("report.html"), 60, 0)
    'agonist demo --matches 60'
    """
    places = {"db": without_password(db), "report": str(report), "matches": str(matches), "seed": str(seed)}
    usual = {"db": "demo.db", "report": "report.html", "matches": "6", "seed": "0"}
    options = [f"--{name} {quote(text)}" for name, text in places.items() if text != usual[name]]
    return " ".join(["agonist demo", *options])


def unfinished_demo(db: str, matches: int, seed: int) -> tuple[str, int] | None:
    """The newest demo of this size and seed in this database, and the port of its model; `None` if it
    finished.
    """
    from agonist.store import Store, StoreError

    try:
        with Store.open(db, must_exist=True) as store:
            runs = store.runs()
    except StoreError:
        return None
    for run in reversed(runs):
        plan = run.plan
        if (plan.get("targets"), plan.get("matches"), plan.get("seed")) != ([*TARGETS], matches, seed):
            continue
        address = parse_player(plan.get("specs", {}).get(MODEL, MODEL)).options.get("base_url", "")
        return None if run.status == "finished" else (run.id, urlsplit(address).port or PORT)
    return None


@contextmanager
def local_endpoint(port: int) -> Iterator[tuple[Endpoint, str]]:
    """An endpoint on this port, or on any free one if it is taken, and the model's specification."""
    from agonist.models.mock_endpoint import Endpoint

    with ExitStack() as stack:
        try:
            endpoint = stack.enter_context(Endpoint("sensible", latency=LATENCY, port=port))
        except AgonistError:
            endpoint = stack.enter_context(Endpoint("sensible", latency=LATENCY))
        yield endpoint, MODEL if endpoint.port == PORT else f"{MODEL}?base_url={endpoint.url}"
