"""Commands that look closely: `replay`, `check-game`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from agonist.cli import completion
from agonist.cli.options import Database
from agonist.cli.streams import only_data, say
from agonist.contract import CLAUSES, MATCH_SET_CLAUSES, check_elsewhere, check_game
from agonist.contract.places import place_of
from agonist.core import UsageError, counted
from agonist.games import find_kit
from agonist.kit import guarded, make_game, typed_options
from agonist.match import Record, Step
from agonist.match.record import check_record, game_of
from agonist.reports.match_text import as_seen, in_words, verify
from agonist.reports.printable import on_one_line
from agonist.reports.sent_pictures import compare, write_pictures
from agonist.store import StoredMatch
from agonist.text import parse_spec

NAMES_A_LINE: Final = re.compile(r"line \d+\)")
"""What an error says that knows where it came from."""


def replay(
    match: Annotated[str, typer.Argument(help="The number of a match, as reports list it.")],
    seat: Annotated[
        int | None, typer.Option(help="Show what this seat (0, 1, …) was told and wrote.")
    ] = None,
    verify_it: Annotated[
        bool, typer.Option("--verify", help="Play it by the rules, draw its pictures, and compare.")
    ] = False,
    pictures: Annotated[
        Path | None, typer.Option(help="Draw the pictures that models were sent into this folder.")
    ] = None,
    db: Database = "agonist.db",
) -> int:
    """Show a match again, move by move."""
    from agonist.store import Store

    with Store.open(db, must_exist=True) as store:
        stored = store.match(match)
        steps = store.steps(stored.id)
    with only_data():
        text, code = _shown(stored, steps, seat, verify_it)
        drawn = "" if pictures is None else _drawn(stored, steps, pictures)
    print("\n".join(filter(None, [text, drawn])))
    return code


def _shown(stored: StoredMatch, steps: Sequence[Step], seat: int | None, verify_it: bool) -> tuple[str, int]:
    """A match in words, and the exit code."""
    fixture = stored.fixture
    kit = find_kit(fixture.game)
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    if verify_it:
        differences = verify(kit, stored, steps)
        end = f"Match {stored.id}: {{}}, {len(steps)} moves"
        notes: tuple[str, ...] = ()
        if not differences:
            compared = compare(guarded(kit), game, steps)
            differences, notes = list(compared.differences), compared.notes
            end += f", {counted(compared.pictures, 'picture')}" if compared.pictures else ""
        end = end.format("differs" if differences else "verified")
        return "\n".join([*differences, *notes, end]), 1 if differences else 0
    moves = tuple(step.moves for step in steps if step.moves)
    check_record(game, moves)
    if seat is not None:
        if seat not in range(game.seats):
            raise UsageError(f"match {stored.id} has the seats 0 to {game.seats - 1}, not {seat}")
        return as_seen(kit, game, steps, seat), 0
    record = Record(fixture.game, game, moves, stored.forfeits)
    return in_words(kit, record, fixture.players, steps), 0


def _drawn(stored: StoredMatch, steps: Sequence[Step], folder: Path) -> str:
    """Where the pictures that models were sent have been drawn."""
    fixture = stored.fixture
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    check_record(game, tuple(step.moves for step in steps if step.moves))
    paths = write_pictures(guarded(find_kit(fixture.game)), game, steps, folder)
    if not paths:
        return f"Match {stored.id}: no model was sent a picture (see=image)"
    return f"Match {stored.id}: {counted(len(paths), 'picture')} in {folder}"


def check(
    name: Annotated[
        str,
        typer.Argument(
            help="A game with options, or module:KIT for your own.", autocompletion=completion.games
        ),
    ],
    matches: Annotated[int, typer.Option(min=1, max=1000, help="Random matches to check it on.")] = 5,
) -> int:
    """Check that a game keeps the contract: replays, hidden information, words, answers."""
    game, options = parse_spec(name)
    with only_data():
        kit = find_kit(game)
        kit = replace(kit, small={**kit.small, **typed_options(kit.game, options)})
        make_game(kit.game, kit.small)
        breaches = check_game(kit, range(matches))
        if not any(breach.clause == "plays_to_an_end" for breach in breaches):
            breaches += check_elsewhere({game: options}, min(matches, 3)).values()
    for breach in breaches:
        where = "" if breach.seed is None else f" (match {breach.seed})"
        why = on_one_line(breach.why)
        if not NAMES_A_LINE.search(why) and (place := place_of(kit, breach.clause)):
            why = f"{why} ({place})"
        say(f"{breach.clause}{where}: {why}")
    if breaches:
        broken = len(breaches)
        clauses = "clause" if broken == 1 else "clauses"
        print(f"{game}: {broken} {clauses} of the contract broken")
        return 1
    held = len(CLAUSES) + len(MATCH_SET_CLAUSES) + 1
    print(f"{game}: all {held} clauses of the contract hold on {matches} random matches")
    return 0
