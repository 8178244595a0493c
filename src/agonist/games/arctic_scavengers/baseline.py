"""A player at random among sensible actions: those that yield something and hardly weaken the hand."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.core import Ask, Choice, Menu
from agonist.core.random_choice import one_of
from agonist.games.arctic_scavengers.card_teams import payments, worth
from agonist.games.arctic_scavengers.cards import Cards, without
from agonist.games.arctic_scavengers.reference import choices
from agonist.games.arctic_scavengers.rounds import NOTHING
from agonist.games.arctic_scavengers.rules import ArcticScavengers, View

FEW: Final = 2
"""With so little strength a skirmish is as good as lost; at the start a hand of five has 4 on average."""


def sensible_actions(game: ArcticScavengers, view: View, ask: Ask, rng: Random) -> Any:
    """Any action, except that nobody is thrown away, hunts pay for a hire, those with strength stay for a
    skirmish unless they are too few, and what is found is kept."""
    if not isinstance(ask, Menu):
        assert isinstance(ask, Choice)
        if ask.about == "keep":
            return one_of([card for card in ask.choices if card not in (NOTHING, "Junk")] or [NOTHING], rng)
        return one_of(ask.choices, rng)
    assert view.seat is not None
    hand = view.areas[view.seat].hand or ()
    strength = worth(hand, "fight")
    useless = view.table.round <= game.quiet or strength <= FEW or game.skirmish == "weaker"
    spared = strength if useless else 0
    found: dict[str, list[Any]] = {"hire": [("hire", hire) for hire in choices(ask, "hire")]}
    for verb in ("draw", "dig", "hunt"):
        teams = [team for team in choices(ask, verb) if _lost(hand, team) <= spared]
        if verb == "hunt":
            teams = [team for team in teams if "hire" not in view.table.used and _pays(view, hand, team)]
        found[verb] = [(verb, team) for team in teams]
    return one_of(one_of([answers for answers in found.values() if answers] or [[("stop",)]], rng), rng)


def _lost(hand: Cards, team: Cards) -> int:
    """The strength lost if a team is sent elsewhere."""
    return worth(hand, "fight") - worth(without(hand, team), "fight")


def _pays(view: View, hand: Cards, team: Cards) -> bool:
    """Whether somebody can be hired for what this team hunts."""
    food = view.table.food + worth(team, "hunt")
    return any(count and payments(name, food, hand) for name, count in view.table.supply)
