"""A heuristic player: hunts for the best hire, and digs with people who do not fight."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from agonist.core import Ask, Choice, Menu
from agonist.games.arctic_scavengers.cards import CATALOG, Cards, without
from agonist.games.arctic_scavengers.rounds import NOBODY, NOTHING
from agonist.games.arctic_scavengers.rules import ArcticScavengers, View
from agonist.games.arctic_scavengers.teams import payments, worth

HIRED: Final = {
    "Thugs": 9.0,
    "Sniper Team": 5.0,
    "Group Leaders": 5.0,
    "Scout": 4.0,
    "Hunter": 2.5,
    "Brawler": 2.5,
    "Saboteur": 2.2,
    "Scavenger": 1.5,
}
"""The worth of each mercenary to this player."""

FOUND: Final = {
    "Tribe Family (5)": 9.0, "Tribe Family (4)": 8.0, "Field Crew": 8.0, "Tribe Family (3)": 7.0,
    "Sled Team": 6.0, "Wolf Pack": 5.5, "Medkit": 5.0, "Grenade": 4.5, "Pickaxe": 4.0, "Spear": 4.0,
    "Shovel": 4.0, "Net": 3.5, "Multitool": 3.0, "Pills": 3.0,
}  # fmt: skip
"""The worth of a card in the junkyard; cards that are not listed are left there."""

HOPELESS: Final = 3
"""A hand with at most this fighting strength digs instead."""


def by_needs(game: ArcticScavengers, view: View, ask: Ask, rng: Random) -> Any:
    """Takes the best affordable hire, hunting for it first; people that are not needed dig, and the rest
    fight."""
    del rng
    assert view.seat is not None
    if isinstance(ask, Menu):
        return _gather(game, view, ask)
    assert isinstance(ask, Choice)
    match ask.about:
        case "keep":
            return max(ask.choices, key=lambda card: 0.5 if card == NOTHING else FOUND.get(str(card), 0.0))
        case "interrupt":
            # In a round without a skirmish there is no better use for these cards.
            return NOBODY if view.table.round > game.quiet else ask.choices[-1]
    theirs = view.areas[1 - view.seat].hand or ()

    def left(target: Any) -> tuple[int, int]:
        return worth(without(theirs, (target,)), "fight"), -CATALOG[target].people

    return min(ask.choices, key=left)


def _gather(game: ArcticScavengers, view: View, ask: Menu) -> Any:
    assert view.seat is not None
    hand = view.areas[view.seat].hand or ()
    fighting = view.table.round > game.quiet and worth(hand, "fight") > HOPELESS
    for team in choices(ask, "draw"):
        if all(CATALOG[name].draw == 2 for name in team):
            return ("draw", team)
    hires = choices(ask, "hire")
    now = max((HIRED[name] for name, _ in hires), default=0.0)
    if "hire" not in view.table.used:
        best, team = _hunt(view, hand, choices(ask, "hunt"), fighting=fighting)
        if best > now:
            return ("hunt", team)
    if hires:
        return ("hire", max(hires, key=lambda hire: (HIRED[hire[0]], -len(hire[1]))))
    digs = [team for team in choices(ask, "dig") if not fighting or not _lost(hand, team)]
    if digs:
        return ("dig", max(digs, key=lambda team: (worth(team, "dig"), -len(team))))
    junk = tuple(name for name in hand if name == "Junk")
    if junk and "trash" in dict(ask.verbs):
        return ("trash", junk)
    draws = [team for team in choices(ask, "draw") if not fighting]
    return ("draw", max(draws, key=len)) if draws else ("stop",)


def _hunt(view: View, hand: Cards, teams: Sequence[Cards], *, fighting: bool) -> tuple[float, Cards]:
    """The best hire that a hunt makes possible, and the team with the least cost for the skirmish."""
    best: tuple[float, int, int] = (0.0, 0, 0)
    chosen: Cards = ()
    for team in teams:
        food = view.table.food + worth(team, "hunt")
        rest = without(hand, team)
        rank = max(
            (HIRED[n] for n, count in view.table.supply if count and payments(n, food, rest)), default=0.0
        )
        value = (rank, -_lost(hand, team) if fighting else 0, -len(team))
        if rank and value > best:
            best, chosen = value, team
    return best[0], chosen


def _lost(hand: Cards, team: Cards) -> int:
    """The fighting strength lost if a team is sent elsewhere."""
    return worth(hand, "fight") - worth(without(hand, team), "fight")


def choices(ask: Menu, verb: str) -> Sequence[Any]:
    """The choices of a verb; empty if it is not in the menu."""
    form = dict(ask.verbs).get(verb)
    if form is None:
        return ()
    ((_, part),) = form.parts
    return part.choices if isinstance(part, Choice) else ()
