"""The clause of the contract on illegal actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from agonist.contract.sample_matches import Sample, expect
from agonist.core import CHANCE, Ask, Form, IllegalAction, Menu, Seat, player_name
from agonist.core.plain_values import shown
from agonist.core.random_choice import is_among, taken_from
from agonist.match import step

STATES: Final = 12
"""The most states of a match in which illegal actions are tried."""

OF_OTHER_STATES: Final = 6
"""How many actions of other states are tried in each."""

NO_ACTIONS: Final[Sequence[Any]] = (None, 3.5, float("nan"), b"1", {}, {"action": 1}, object(), 10**16)
"""What no record can hold, or no question asks for unless it lists it."""

NO_OPTIONS: Final[Sequence[Any]] = (
    True,
    -1,
    10**9,
    "",
    "no such thing",
    "\ud800",
    (),
    ("no", "such", "verb"),
    ((),),
)
"""What a question may ask for, and seldom does."""


def illegal_actions_are_refused(sample: Sample) -> None:
    """Actions of a wrong type, out of range, of another state, too few or too many, or of a seat that is not
    asked, raise `IllegalAction` and nothing else."""
    rng = sample.rng("illegal")
    played = list(dict.fromkeys(action for moves in sample.record.moves for action in moves.values()))
    turns = list(enumerate(zip(sample.states, sample.record.moves, strict=False)))
    for nth, (state, moves) in taken_from(turns, min(STATES, len(turns)), rng):
        asks = sample.game.turn(state)
        tried: list[tuple[str, Any]] = list(_other_seats(sample, moves))
        for seat, ask in asks.items():
            others = taken_from(played, min(OF_OTHER_STATES, len(played)), rng)
            tried += (
                (f"{_name(seat)} plays {shown(action)}", {**moves, seat: action})
                for action in _illegal(ask, moves[seat], others)
            )
        for what, odd in tried:
            _refused(sample, state, odd, f"at move {nth} {what}")
    for moves in ({}, sample.record.moves[-1]):
        _refused(sample, sample.states[-1], moves, f"at the end somebody plays {shown(moves)}")


def _refused(sample: Sample, state: Any, moves: Any, what: str) -> None:
    try:
        step(sample.game, state, moves)
    except IllegalAction:
        return
    expect(holds=False, why=f"{what}, and it is not refused")


def _other_seats(sample: Sample, moves: Mapping[Seat, Any]) -> Iterator[tuple[str, Any]]:
    some = next(iter(moves.values()))
    yield "there is no dictionary of actions", some
    for seat in moves:
        yield f"{_name(seat)} plays nothing", {s: action for s, action in moves.items() if s != seat}
    for other in (CHANCE, *range(sample.game.seats + 1), "0", None):
        if other not in moves:
            yield f"{shown(other)} plays, who is not asked,", {**moves, other: some}


def _illegal(ask: Ask, played: Any, others: Sequence[Any]) -> Iterator[Any]:
    """Illegal answers, known to be so without the question's own check: by the list of its options if it has
    one."""
    options = ask.options()
    spoilt = [part for no in NO_ACTIONS for part in _with_a_part(played, no)]
    sized = [(*played, 1), played[:-1]] if isinstance(ask, Form | Menu) else []
    if options is None:
        yield from (*NO_ACTIONS, *spoilt, *sized)
        return
    for action in (*NO_ACTIONS, *NO_OPTIONS, *spoilt, *sized, *others):
        if not is_among(action, options):
            yield action


def _with_a_part(action: Any, part: Any) -> Iterator[Any]:
    """The action with one of its parts replaced, for each of them."""
    if isinstance(action, tuple):
        for at in range(len(action)):
            yield (*action[:at], part, *action[at + 1 :])


def _name(seat: Seat) -> str:
    return "chance" if seat == CHANCE else player_name(seat)
