"""`agonist demo`: a tour of the platform, without a key or a network."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from agonist import api
from agonist.cli.following import following
from agonist.cli.interruption import interruptible, shown
from agonist.cli.live import live_line
from agonist.cli.options import Database
from agonist.cli.output import write
from agonist.cli.streams import only_data
from agonist.cli.tables import leaderboard
from agonist.core import AgonistError
from agonist.models.endpoint import PORT
from agonist.run_config import RunConfig

if TYPE_CHECKING:
    from agonist.models.endpoint import Endpoint

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
"""A game of each kind, all short enough to be seen in a minute or two."""

LATENCY: Final = 0.02
"""Seconds that the demo's model thinks."""


def demo(
    db: Database = "demo.db",
    report: Annotated[Path, typer.Option(help="Where the report is written.")] = Path("report.html"),
    matches: Annotated[int, typer.Option(help="Matches for each table of players and game.")] = 6,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
) -> int:
    """Play a dozen games with built-in players and a model behind a local HTTP endpoint; write a report."""

    with local_endpoint() as (endpoint, model):
        print(
            f"A scripted model answers at {endpoint.url}. It plays against built-in players.", file=sys.stderr
        )
        with only_data(), interruptible(db) as on_start, live_line() as status:
            done = api.run(
                TARGETS,
                ["random", "reference", model],
                matches=matches,
                seed=seed,
                db=db,
                config=RunConfig(concurrency=32),
                on_change=following(status),
                on_start=on_start,
            )
        requests = endpoint.requests
    leaderboard(db=db)
    with only_data():
        page = api.report_page(done.run, db=db)
    write(report, page)
    print(
        f"{done.progress.finished} matches, {requests} requests to the model.\n"
        f"Stored in {shown(db)}. The page with plots and replays: {report.absolute()}\n\n"
        "Now with a model of yours. Put its key into the environment and type:\n"
        "  export OPENAI_API_KEY=…\n"
        "  agonist run tictactoe connect_four --player openai/gpt-5-mini --opponent random --quick"
        " --budget-usd 1\n"
        "or with any OpenAI-compatible server, such as a local one:\n"
        "  agonist run tictactoe --player 'vllm/my-model?base_url=http://127.0.0.1:8000/v1'"
        " --opponent reference --quick"
    )
    return done.exit_code


@contextmanager
def local_endpoint() -> Iterator[tuple[Endpoint, str]]:
    """An endpoint on the usual port, or any other if that is taken, and the model's specification."""
    from agonist.models.endpoint import Endpoint

    with ExitStack() as stack:
        try:
            usual = stack.enter_context(Endpoint("sensible", latency=LATENCY, port=PORT))
        except AgonistError:
            other = stack.enter_context(Endpoint("sensible", latency=LATENCY))
            yield other, f"endpoint/sensible?base_url={other.url}"
        else:
            yield usual, "endpoint/sensible"
