"""The command `analyse`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from agonist.cli import completion
from agonist.cli.estimates import ERASED
from agonist.cli.options import Database, Json
from agonist.cli.run_options import Seed
from agonist.cli.streams import only_data
from agonist.core import UsageError
from agonist.core.duration import parse_duration
from agonist.models.errors import BudgetSpent

if TYPE_CHECKING:
    from agonist.metrics.match_analysis import Analysis


def analyse(
    match: Annotated[
        list[str] | None, typer.Argument(help="The number of a match, as reports list it; or several.")
    ] = None,
    *,
    run: Annotated[
        str, typer.Option(help="All finished matches of this run.", autocompletion=completion.runs)
    ] = "",
    by: Annotated[
        str,
        typer.Option(
            help="Who is supposed to play on from each position: equilibrium, reference, baseline or random; "
            "auto: an equilibrium where the game is small enough, else its reference player."
        ),
    ] = "auto",
    rollouts: Annotated[
        int, typer.Option(help="How often each position is played on from; none where values are exact.")
    ] = 100,
    moves: Annotated[
        bool | None, typer.Option("--moves/--no-moves", help="Whether moves are judged. [of a single match]")
    ] = None,
    seed: Seed = 0,
    max_time: Annotated[str, typer.Option(help="How long it may take, such as 10m.")] = "10m",
    db: Database = "agonist.db",
    as_json: Json = False,
) -> int:
    """Take results apart into luck and skill, and find the moves that cost most."""
    from agonist.api.match_analysis import analyse
    from agonist.metrics.match_analysis import without_luck
    from agonist.reports.luck_and_skill_tables import of_match, of_players
    from agonist.reports.terminal_tables import lone_table
    from agonist.store import Reader

    numbers = list(match or ())
    if run:
        with Reader.open(db) as store:
            numbers += [str(one.id) for one in store.matches(run) if one.status == "finished"]
    numbers = list(dict.fromkeys(numbers))
    if not numbers:
        raise UsageError("which match? agonist analyse 1, or all of a run: agonist analyse --run latest")
    found: list[Analysis] = []
    with only_data(), _progress(max_time, len(numbers)) as progress:
        for nth, number in enumerate(numbers):
            judged = len(numbers) == 1 if moves is None else moves
            one = analyse(
                number, db=db, by=by, rollouts=rollouts, moves=judged, seed=seed, on_value=progress(nth)
            )
            found.append(one)
        adjusted = without_luck(found) if len(found) > 1 else []
        tables = [of_players(adjusted, found)] if adjusted else of_match(found[0])
    if as_json:
        whole = {"matches": [one.as_dict() for one in found], "players": [one.as_dict() for one in adjusted]}
        print(json.dumps(whole))
        return 0
    print("\n".join(lone_table(table) for table in tables), end="")
    return 0


@contextmanager
def _progress(max_time: str, matches: int) -> Iterator[Callable[[int], Callable[[int, int], None]]]:
    """Show how far it is, and stop when the time is over."""
    try:
        until = time.monotonic() + parse_duration(max_time)
    except UsageError as why:
        raise UsageError(f"--max-time {why}") from None
    live = sys.stderr.isatty()

    def of_match(match: int) -> Callable[[int, int], None]:
        def step(nth: int, most: int) -> None:
            where = f"value {nth} of at most {most}" + (
                f", match {match + 1} of {matches}" if matches > 1 else ""
            )
            if time.monotonic() > until:
                raise BudgetSpent(
                    f"the time of {max_time} (--max-time) is over at {where}: allow more, or give fewer "
                    "--rollouts, --no-moves, or a quicker player as --by random"
                )
            if live:
                print(f"{ERASED}Playing on: {where} …", end="", file=sys.stderr, flush=True)

        return step

    try:
        yield of_match
    finally:
        if live:
            print(ERASED, end="", file=sys.stderr, flush=True)
