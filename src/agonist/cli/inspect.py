"""Commands that look closely: `replay`, `check-game`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from agonist.cli.options import Database
from agonist.contract import CLAUSES, check_game
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.match import Record
from agonist.match.record import game_of
from agonist.reports.match_text import as_seen, in_words, verify
from agonist.store import Store


def replay(
    match: Annotated[str, typer.Argument(help="The number of a match, as reports list it.")],
    seat: Annotated[
        int | None, typer.Option(help="Show what this seat (0, 1, …) was told and wrote.")
    ] = None,
    verify_it: Annotated[bool, typer.Option("--verify", help="Play it by the rules and compare.")] = False,
    db: Database = "agonist.db",
) -> int:
    """Show a match again, move by move."""
    with Store.open(db, must_exist=True) as store:
        stored = store.match(match)
        steps = store.steps(stored.id)
    fixture = stored.fixture
    kit = find_kit(fixture.game)
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    if verify_it:
        differences = verify(kit, stored, steps)
        for difference in differences:
            print(difference)
        print(f"Match {stored.id}: {'verified' if not differences else 'differs'}, {len(steps)} moves")
        return 1 if differences else 0
    if seat is not None:
        if seat not in range(game.seats):
            raise UsageError(f"match {stored.id} has the seats 0 to {game.seats - 1}, not {seat}")
        print(as_seen(kit, game, steps, seat))
        return 0
    record = Record(fixture.game, game, tuple(step.moves for step in steps if step.moves), stored.forfeits)
    print(in_words(kit, record, fixture.players, steps))
    return 0


def check(
    name: Annotated[str, typer.Argument(help="A game of ours, or module:KIT for your own.")],
    matches: Annotated[int, typer.Option(help="Random matches to check the contract on.")] = 5,
) -> int:
    """Check that a game keeps the contract: replays, hidden information, words, answers."""
    kit = find_kit(name)
    breaches = check_game(kit, range(matches))
    for breach in breaches:
        where = "" if breach.seed is None else f" (match {breach.seed})"
        print(f"{breach.clause}{where}: {breach.why}", file=sys.stderr)
    if breaches:
        broken = len({breach.clause for breach in breaches})
        print(f"{kit.name}: {broken} clauses of the contract do not hold")
        return 1
    print(f"{kit.name}: all {len(CLAUSES)} clauses of the contract hold on {matches} random matches")
    return 0
