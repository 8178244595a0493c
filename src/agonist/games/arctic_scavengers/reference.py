"""A heuristic player: weighs what each action yields against the chances in the skirmish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from statistics import fmean
from typing import Any, Final

from agonist.core import Ask, Choice, Menu, Shuffle
from agonist.games.arctic_scavengers.card_teams import payments, teams, worth
from agonist.games.arctic_scavengers.cards import CATALOG, Cards, in_order, people, without
from agonist.games.arctic_scavengers.possible_states import sample_state
from agonist.games.arctic_scavengers.rounds import NOBODY, NOTHING
from agonist.games.arctic_scavengers.rules import ArcticScavengers, View

TRIALS: Final = 12
"""The number of sampled hands of the other player, of cards that are drawn and of cards in the junkyard."""

LASTING: Final = 0.3
"""The people that one more strength of a card is worth in each later round."""

HORIZON: Final = 6
"""Later rounds that count; after them, other cards do as well."""

USUAL_STRENGTH: Final = 0.9
"""The strength of a usual card, whose place in the hand another card takes."""

HELPS: Final = {"Group Leaders": 2.5, "Scout": 2.5, "Sniper Team": 2.0, "Saboteur": 1.8, "Hunter": 1.8,
                "Sled Team": 2.0, "Medkit": 1.0, "Pills": 0.5}  # fmt: skip
"""The strength of cards that do more than fight, as if they fought."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a player expects of this round and of the rest of the game."""

    left: int
    """Rounds after this one."""
    stake: float
    """The worth of the card that is fought for; 0 without a skirmish."""
    rivals: Sequence[Cards]
    """Hands that the other player may fight with."""
    draws: Cards
    """The cards that may be drawn, in random order."""
    junkyard: Cards
    """The cards that may be in the junkyard, in random order."""
    sign: int
    """1, or -1 where the weaker hand wins a skirmish."""

    def value(self, name: str) -> float:
        """The worth of owning a card, in people at the end."""
        card = CATALOG[name]
        strength = max(HELPS.get(name, -inf), self.sign * (card.fight or 0))
        more = strength - self.sign * USUAL_STRENGTH
        return card.people + LASTING * max(0, min(self.left - 1, HORIZON)) * more

    def fight(self, hand: Cards) -> float:
        """What these cards are worth in the skirmish, from `-stake` to `stake`."""
        if not self.stake:
            return 0.0
        won = 0
        for rival in self.rivals:
            theirs = (self.strength(self.weakened(rival, hand)), people(rival))
            mine = (self.strength(self.weakened(hand, rival)), people(hand))
            won += (mine > theirs) - (mine < theirs)
        return self.stake * won / len(self.rivals)

    def strength(self, hand: Cards) -> int:
        """What these cards do to win a skirmish."""
        return self.sign * worth(hand, "fight")

    def weakened(self, hand: Cards, rival: Cards) -> Cards:
        """A hand without the cards that a rival's Sniper Teams and Saboteurs remove."""
        for user, kinds in (("Sniper Team", ("person", "leader", "sniper")), ("Saboteur", ("tool",))):
            for _ in range(rival.count(user)):
                left = [without(hand, (name,)) for name in hand if CATALOG[name].kind in kinds]
                hand = min(left, key=self.strength, default=hand)
        return hand

    def of_digging(self, number: int) -> float:
        """What digging through so many cards is worth."""
        step = max(1, number)
        piles = [self.junkyard[at : at + step] for at in range(0, len(self.junkyard) - step + 1, step)]
        return fmean([max(0.0, *map(self.value, pile)) for pile in piles[:TRIALS]] or [0.0])


def by_prospects(game: ArcticScavengers, view: View, ask: Ask, rng: Random) -> Any:
    """The action that yields most: people hired, cards dug up, and the chances in the skirmish with those who
    are left."""
    assert view.seat is not None
    if isinstance(ask, Menu):
        return _gather(view, ask, _prospects(game, view, rng))
    assert isinstance(ask, Choice)
    if ask.about == "keep":
        prospects = _prospects(game, view, rng)
        return max(ask.choices, key=lambda card: 0.0 if card == NOTHING else prospects.value(str(card)))
    if ask.about == "interrupt":
        # In a round without a skirmish there is no better use for these cards.
        return NOBODY if view.table.round > game.quiet else ask.choices[-1]
    theirs, strength = view.areas[1 - view.seat].hand or (), _prospects(game, view, rng).strength
    targets: Sequence[Any] = ask.choices
    return min(targets, key=lambda card: (strength(without(theirs, (card,))), -CATALOG[card].people))


def _prospects(game: ArcticScavengers, view: View, rng: Random) -> Prospects:
    assert view.seat is not None
    samples = [sample_state(game, view, rng) for _ in range(TRIALS)]
    area, fighting = view.areas[view.seat], view.table.round > game.quiet and view.contested > 0
    prospects = Prospects(
        left=max(0, game.quiet - view.table.round) + view.contested - fighting,
        stake=0.0,
        rivals=[state.areas[1 - view.seat].hand for state in samples],
        draws=(*_mixed(area.deck, rng), *_mixed(area.discard, rng)),
        junkyard=tuple(b.card for state in samples[:3] for b in state.table.junkyard if b.card),
        sign=-1 if game.skirmish == "weaker" else 1,
    )
    if not fighting:
        return prospects
    return replace(prospects, stake=max(0.0, fmean(prospects.value(s.contested[0]) for s in samples)))


def _mixed(cards: Cards | None, rng: Random) -> Cards:
    return Shuffle(cards, len(cards)).sample(rng) if cards else ()


def _gather(view: View, ask: Menu, prospects: Prospects) -> Any:
    assert view.seat is not None
    hand = view.areas[view.seat].hand or ()
    found: list[tuple[float, Any]] = [(prospects.fight(hand), ("stop",))]
    for name, cost in choices(ask, "hire"):
        found.append((prospects.value(name) + prospects.fight(without(hand, cost)), ("hire", (name, cost))))
    if "hire" not in view.table.used:
        hunts = choices(ask, "hunt")
        found += [(_hunt(view, hand, team, prospects), ("hunt", team)) for team in hunts]
    for team in choices(ask, "dig"):
        gain = prospects.of_digging(worth(team, "dig"))
        found.append((gain + prospects.fight(without(hand, team)), ("dig", team)))
    for team in choices(ask, "draw"):
        drawn = in_order((*without(hand, team), *prospects.draws[: worth(team, "draw")]))
        found.append((_potential(view, drawn, prospects), ("draw", team)))
    junk = tuple(name for name in hand if prospects.value(name) < 0)
    if junk and "trash" in dict(ask.verbs):
        gain = -sum(map(prospects.value, junk))
        found.append((gain + prospects.fight(without(hand, junk)), ("trash", junk)))
    # Of equally good actions the first, so that nobody is sent without a reason.
    return max(found, key=lambda each: round(each[0], 6))[1]


def _hunt(view: View, hand: Cards, team: Cards, prospects: Prospects) -> float:
    """The worth of the best hire that a hunt makes possible, and of those who are left."""
    food, rest = view.table.food + worth(team, "hunt"), without(hand, team)
    hires = [
        prospects.value(name) + prospects.fight(without(rest, cost))
        for name, count in view.table.supply
        if count
        for cost in payments(name, food, rest)
    ]
    return max(hires, default=prospects.fight(rest))


def _potential(view: View, hand: Cards, prospects: Prospects) -> float:
    """The worth of a hand if it fights, or hunts first."""
    if "hire" in view.table.used or "hunt" in view.table.used:
        return prospects.fight(hand)
    hunts = [_hunt(view, hand, team, prospects) for team in teams(hand, "hunt")]
    return max([prospects.fight(hand), *hunts])


def choices(ask: Menu, verb: str) -> Sequence[Any]:
    """The choices of a verb; empty if it is not in the menu."""
    form = dict(ask.verbs).get(verb)
    if form is None:
        return ()
    ((_, part),) = form.parts
    return part.choices if isinstance(part, Choice) else ()
