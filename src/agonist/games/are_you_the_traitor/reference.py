"""A heuristic player: waits for others' mistakes, points when sure enough, uses every ring, and declares at
once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from agonist.core import Ask, Choice, Menu, Seat
from agonist.core.random_choice import one_of
from agonist.games.are_you_the_traitor.possible_states import guess_roles
from agonist.games.are_you_the_traitor.rules import AreYouTheTraitor
from agonist.games.are_you_the_traitor.state import SEEKS, View

TRIALS: Final = 60
"""The number of sampled deals of the unknown roles."""

SURE: Final = 0.6
"""The least probability of a call being right, since a wrong call pays the other side."""

LINES: Final = (
    "I am on the side of Good, and in no hurry to point.",
    "Let us hear what the wizards have to say.",
    "A player who points first without a reason is likely wrong.",
    "I keep my role to myself for now.",
)
"""Its messages while it waits, which do not reveal its role."""


def by_odds(game: AreYouTheTraitor, view: View, ask: Ask, rng: Random) -> Any:
    """Point at the likeliest seat if it is likely enough, or if it must point; else talk and wait."""
    match ask.about:
        case "talk" | "stops":
            assert isinstance(ask, Menu)
            return _turn(game, view, ask, rng)
        case "call":
            return _best(_odds(game, view, rng), rng)
        case "counting":
            return _count(view, ask, rng)
        case "question":
            return (ask.sample(rng)[0], "Which side are you on?")
    return one_of(LINES, rng)


def _turn(game: AreYouTheTraitor, view: View, ask: Menu, rng: Random) -> tuple[Any, ...]:
    verbs = [verb for verb, _ in ask.verbs]
    if "stop" in verbs:
        odds = _odds(game, view, rng)
        target = _best(odds, rng)
        if odds[target] >= SURE:
            return ("stop", target)
    has_spoken = any(event[0] == "said" and event[1] == view.seat for event in view.log)
    if "say" in verbs and not has_spoken:
        return ("say", one_of(LINES, rng))
    return ("wait",)


def _odds(game: AreYouTheTraitor, view: View, rng: Random) -> Mapping[Seat, float]:
    """The probability of each seat to have the role that this one looks for."""
    assert view.role is not None
    wanted: Counter[Seat] = Counter()
    for _ in range(TRIALS):
        roles = guess_roles(game.seats, view, rng)
        wanted.update(seat for seat, role in enumerate(roles) if role == SEEKS[view.role])
    return {seat: wanted[seat] / TRIALS for seat in range(game.seats) if seat != view.seat}


def _best(odds: Mapping[Seat, float], rng: Random) -> Seat:
    best = [seat for seat, likely in odds.items() if likely == max(odds.values())]
    return one_of(best, rng)


def _count(view: View, ask: Ask, rng: Random) -> tuple[Any, ...]:
    """Declare as soon as possible; otherwise take from the player with the most cards."""
    assert isinstance(ask, Menu)
    verbs = {verb: dict(form.parts) for verb, form in ask.verbs}
    if "declare" in verbs:
        return ("declare",)
    if "ring" not in verbs:
        return ("pass",)
    victim = verbs["ring"]["victim"]
    assert isinstance(victim, Choice)
    most = max(view.cards[int(str(seat))] for seat in victim.choices)
    rich = [seat for seat in victim.choices if view.cards[int(str(seat))] == most]
    return ("ring", one_of(rich, rng))
