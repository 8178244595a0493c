"""Verifying a stored match: replayed with the rules, it must end in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agonist.core import CHANCE, AgonistError, Game, IllegalAction, player_name
from agonist.kit import Kit
from agonist.match import Chance, Step, checked_game
from agonist.match.match_and_steps import ending_of_forfeit
from agonist.match.record import forfeited
from agonist.match.stepping import legal
from agonist.reports.safe_text import on_one_line
from agonist.reports.turn_by_turn import record_of
from agonist.store import StoredMatch
from agonist.store.runs.serialization import printable as as_stored


def verify(kit: Kit, stored: StoredMatch, steps: Sequence[Step]) -> list[str]:
    """Every difference between a stored match and a replay of its moves; empty if there is none.

    The checks: who was asked, that each move was legal, that chance moved as the seed says, and the end
    (scores, ranks, teams, reason, forfeits, seats with a fallback move).
    """
    try:
        record = record_of(stored, steps, lambda _name: kit)
        found = list(_moves(record.game, stored, steps))
        if not found:
            found += _end(record.game, stored, steps)
    except AgonistError as error:
        return [f"it cannot be played again: {error}"]
    return [on_one_line(line) for line in found]


def _moves(game: Game[Any, Any], stored: StoredMatch, steps: Sequence[Step]) -> Iterator[str]:
    """Differences in the moves, up to the first move that the rules refuse."""
    chance = Chance.of_match(stored.fixture.seed, stored.fixture.script)
    state = checked_game.new(game)
    for nth, step in enumerate(steps, start=1):
        if not step.moves and stored.forfeits and nth == len(steps):
            return
        asks = checked_game.turn(game, state)
        try:
            moves = legal(asks, step.moves)
        except IllegalAction as why:
            yield f"move {nth}: {why}"
            return
        if CHANCE in asks and (drawn := chance.pick(asks[CHANCE])) != moves[CHANCE]:
            yield f"move {nth}: chance gives {drawn!r} by the seed, and the record has {moves[CHANCE]!r}"
        state = checked_game.act(game, state, step.moves)


def _end(game: Game[Any, Any], stored: StoredMatch, steps: Sequence[Step]) -> Iterator[str]:
    if stored.status != "finished":
        yield f"the match is not finished: it is {stored.status}"
        return
    outcome = None
    state = checked_game.new(game)
    for step in steps:
        state = checked_game.act(game, state, step.moves) if step.moves else state
    if stored.forfeits:
        outcome = forfeited(game, state, stored.forfeits, ending_of_forfeit(steps))
    elif not checked_game.turn(game, state):
        outcome = checked_game.outcome(game, state)
    if stored.forfeits:
        if (
            outcome
            and stored.scores != outcome.scores
            and stored.scores == _forfeited_alone(game, stored.forfeits)
        ):
            return
        lost = steps[-1].fallback if steps and not steps[-1].moves else ()
        if set(stored.forfeits) - set(lost):
            yield f"forfeits: {_seats(stored.forfeits)} is stored, and no step says so"
    if outcome is None:
        yield "the rules say that the match goes on, and it is stored as finished"
        return
    fallback = tuple(sorted({seat for step in steps for seat in step.fallback}))
    for what, stored_value, right in (
        ("scores", stored.scores, outcome.scores),
        ("ranks", stored.ranks, outcome.ranks),
        ("teams", stored.teams, outcome.teams),
        ("reason", stored.reason, as_stored(outcome.reason)),
        ("fallback seats", stored.fallback, fallback),
    ):
        if stored_value != right:
            yield f"{what}: {stored_value!r} is stored, and the moves lead to {right!r}"


def _forfeited_alone(game: Game[Any, Any], seats: Sequence[int]) -> tuple[float, ...]:
    """The scores as in databases up to version 3, where only one seat lost if several forfeited, or a seat of
    a team."""
    others = 1.0 if game.seats == 2 else 0.0
    return tuple(-1.0 if seat in seats else others for seat in range(game.seats))


def _seats(seats: Any) -> str:
    named = ("chance" if seat == CHANCE else player_name(seat) for seat in sorted(seats))
    return " and ".join(named) or "nobody"
