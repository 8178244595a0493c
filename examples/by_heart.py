"""Agents that show what re-skins measure: two know games by heart, one reads the rules.

From this folder, type:
agonist run 'reskins?games=prisoners_dilemma' --player by_heart:by_heart --player by_heart:by_rules
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from agonist.core import Ask, Choice, uniform
from agonist.games import find_kit
from agonist.kit import Kit
from agonist.players import AgentContext


def by_heart(view: Any, ask: Ask, rng: Random, rules: str, context: AgentContext) -> Any:
    """The best move of the usual game, whatever the rules say; under other names a random one."""
    kit, game = find_kit(context.game.name), context.game
    if kit.skins is None or not any(re.search(rf"\b{word}\b", rules) for word in kit.skins.words):
        return uniform(ask, rng)
    sizes = ("seats", "rounds", "rows", "columns")
    same = {name: value for name in sizes if (value := getattr(game, name, None)) is not None}
    options = ask.options()
    if any(each.exchanged for each in kit.counterfactuals):
        return by_old_names(kit, view, ask, rng, rules, game)
    with suppress(ArithmeticError):  # the usual game has no such position
        move = kit.reference(kit.game(**same), as_usual(context.game.name, view), ask, rng)
        if options is None or move in options:
            return move
    return uniform(ask, rng)


def by_old_names(kit: Kit, view: Any, ask: Ask, rng: Random, rules: str, game: Any) -> Any:
    """What the best move of the usual game is called, where names may be exchanged in pairs."""
    exchanged = rules != kit.words.rules(game)
    say = kit.counterfactuals[0].swap(0).say if exchanged else str
    called = {say(kit.words.label(view, ask.about, option)): option for option in ask.options() or ()}
    if exchanged and (card := CARDS.get(game.name)):
        view, ask = as_called(view, card), Choice(tuple(map(card, ask.options() or ())), about=ask.about)
    best = kit.words.label(view, ask.about, kit.reference(game, view, ask, rng))
    return called[best] if best in called else rng.choice(list(called.values()))


CARDS: Mapping[str, Callable[[int], int]] = {
    "openspiel:hearts": lambda card: card - card % 4 + 3 - card % 4,
    "openspiel:euchre": lambda card: card + {2: 12, 5: -12}.get(card // 4, 0),
}
"""By the game, what a card is called where names are exchanged: in Hearts of another suit, in Euchre an ace
for a jack."""


def as_called(view: Any, card: Callable[[int], int]) -> Any:
    """A view in which each card is what it is called, not what it counts as."""

    def each(cards: Sequence[Any]) -> tuple[Any, ...]:  # in a trick of Euchre, beside who played it
        return tuple((one[0], card(one[1])) if isinstance(one, tuple) else card(one) for one in cards)

    hand = view.facts
    cards = {name: each(getattr(hand, name)) for name in ("hand", "passed") if hasattr(hand, name)}
    single = {
        name: card(one) for name in ("upcard", "discard") if (one := getattr(hand, name, None)) is not None
    }
    tricks = tuple(trick._replace(cards=each(trick.cards)) for trick in hand.tricks)
    return replace(view, facts=hand._replace(**cards, **single, tricks=tricks))


def as_usual(name: str, view: Any) -> Any:
    """A view in which the rules of the table are the usual ones, whatever they are."""
    match name:
        case "hanabi":
            return replace(view, table=replace(view.table, down=False))
        case "air_land_sea":
            field = replace(view.table.field, weaker=False)
            return replace(view, table=replace(view.table, field=field))
    return view


def by_name(legal: list[str], rng: Random, answer: str = "Defect") -> str:
    """The answer with the name that is good in the usual game; a random one if none has this name."""
    return answer if answer in legal else rng.choice(legal)


def by_rules(rules: str, legal: list[str]) -> str:
    """In the Prisoner's Dilemma, what the numbers in the rules make the better choice."""
    together, _ = re.findall(r"(?:All|Both) (\w+): (?:every|each) player scores (\d+)", rules)
    alone = re.search(r"the \w+ scores (\d+)|that player scores (\d+)", rules)
    assert alone is not None
    choice, points = together
    (other,) = (each for each in legal if each != choice)
    return other if int(alone[1] or alone[2]) > int(points) else choice
