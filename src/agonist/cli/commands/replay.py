"""The command `replay`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agonist.cli.options import Database
from agonist.cli.streams import only_data
from agonist.core import UsageError, counted
from agonist.games import find_kit
from agonist.kit import guarded
from agonist.kit.skinned_kit import skinned
from agonist.match import Record
from agonist.match.own_wordings import own_wording
from agonist.match.record import check_record, game_of
from agonist.reports.match_text import as_seen, in_words, verify
from agonist.reports.sent_pictures import compare, write_pictures

if TYPE_CHECKING:
    from agonist.match import Step
    from agonist.store import StoredMatch


def replay(
    match: Annotated[str, typer.Argument(help="The number of a match, as reports list it.")],
    seat: Annotated[
        int | None, typer.Option(help="Show what this seat (0, 1, …) was sent and wrote.")
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
    from agonist.store import Reader

    with Reader.open(db) as store:
        stored = store.match(match)
        steps = store.steps(stored.id)
    with only_data():
        text, code = _match_text(stored, steps, seat, verify_it)
        drawn = "" if pictures is None else _write_pictures(stored, steps, pictures)
    print("\n".join(filter(None, [text, drawn])))
    return code


def _match_text(
    stored: StoredMatch, steps: Sequence[Step], seat: int | None, verify_it: bool
) -> tuple[str, int]:
    """A match in words, and the exit code."""
    fixture = stored.fixture
    kit = skinned(find_kit(fixture.game), fixture.wording.split("+"))
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    if verify_it:
        differences = verify(kit, stored, steps)
        end = f"Match {stored.id}: {{}}, {counted(len(steps), 'move')}"
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
    text = in_words(kit, record, fixture.players, steps)
    if wording := own_wording(fixture.wording):
        text = f"Played in the wording {wording}.\n\n{text}"
    if parent := fixture.parent:
        begun = counted(parent["step"], "step")
        text = f"Played on from match {parent['match']} after {begun}.\n\n{text}"
    return text, 0


def _write_pictures(stored: StoredMatch, steps: Sequence[Step], folder: Path) -> str:
    """Draw the pictures that models were sent, and say where they are."""
    fixture = stored.fixture
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    check_record(game, tuple(step.moves for step in steps if step.moves))
    kit = skinned(find_kit(fixture.game), fixture.wording.split("+"))
    paths = write_pictures(guarded(kit), game, steps, folder)
    if not paths:
        return f"Match {stored.id}: no model was sent a picture (see=image)"
    return f"Match {stored.id}: {counted(len(paths), 'picture')} in {folder}"
