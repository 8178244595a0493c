"""A move of a stored match as a person types it, for what is played on from there."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from agonist.core import CHANCE, InvalidAnswer, Seat, UsageError, player_name
from agonist.core.views_and_asks_as_json import tuples
from agonist.games import find_kit
from agonist.kit import guarded
from agonist.players.player import Question, SeatContext
from agonist.players.simple import typed_at

if TYPE_CHECKING:
    from agonist.api.loaded_match import LoadedMatch


def typed_move(loaded: LoadedMatch, step: int, seat: Seat | None, text: str) -> dict[Seat, Any]:
    """The move that a text means in the state after these steps, by its seat.

    `seat`: -1 for chance, whose text is JSON; `None` for the only one that is asked there. Raises
    `UsageError` for a step without questions, a seat that is not asked, and a text that is no legal move.
    """
    if not 0 <= step < len(loaded.states):
        raise UsageError(f"match {loaded.number} has the steps 0 to {len(loaded.states) - 1}, not {step}")
    game, state = loaded.record.game, loaded.states[step]
    asks = game.turn(state)
    if not asks:
        raise UsageError(f"match {loaded.number} is over after {step} steps: there is no move to change")
    if seat is None and len(asks) == 1:
        (seat,) = asks
    who = " and ".join("-1 (chance)" if each == CHANCE else str(each) for each in asks)
    if seat is None or seat not in asks:
        raise UsageError(
            f"after {step} steps of match {loaded.number}, --move is of seat {who}: name it by --seat"
        )
    context = SeatContext(guarded(find_kit(loaded.fixture.game)), game, seat, "", lambda _call: None)
    try:
        if seat == CHANCE:
            action = _drawn(text)
        else:
            action = typed_at(context, Question(game.observe(state, seat), asks[seat], Random(0)), text)
        asks[seat].check(action)
    except InvalidAnswer as why:
        name = "chance" if seat == CHANCE else player_name(seat)
        raise UsageError(
            f"{name} cannot play {text!r} after {step} steps of match {loaded.number}: {why}"
        ) from None
    return {seat: action}


def _drawn(text: str) -> Any:
    """What chance draws, from JSON or as it stands.

    >>> _drawn("[4, [1, 2]]"), _drawn("6"), _drawn("heads"), _drawn("4h")
    ((4, (1, 2)), 6, 'heads', '4h')
    """
    try:
        return tuples(json.loads(text))
    except (ValueError, RecursionError):
        return text
