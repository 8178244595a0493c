"""States that fit a view: the places of the other player's cards, what they found, and the order of piles are
sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Shuffle, log_of
from agonist.games.arctic_scavengers.cards import (
    JUNKYARD,
    START,
    Cards,
    in_order,
    without,
)
from agonist.games.arctic_scavengers.rounds import NOBODY, NOTHING
from agonist.games.arctic_scavengers.rules import ArcticScavengers, Seen, View
from agonist.games.arctic_scavengers.state import Area, Buried, State

PRIVATE = ("peek", "cards", "found", "kept_card")
"""Events that only one seat observes."""


def sample_state(game: ArcticScavengers, view: View, rng: Random) -> State:
    """A state with this view.

    The other player's cards that were shown are kept; their places in the piles are sampled, even where
    earlier rounds would restrict them.
    """
    table, log = view.table, log_of(view.log, view.seat, PRIVATE)
    contested = _contested(game, view, rng)
    if table.phase in ("initiator", "extra", "contested"):
        return State(table, contested=contested, log=log)
    unseen = _mixed((_buried_pool(view) - Counter(b.card for b in table.junkyard if b.card)).elements(), rng)
    areas = []
    for seat, area in enumerate(view.areas):
        if seat == view.seat:
            areas.append(_known_area(area))
        else:
            declared = table.declared.cards if table.declared and table.declared.seat == seat else ()
            areas.append(_other(area, unseen[: area.secrets], declared, rng))
            unseen = unseen[area.secrets :]
    rest = iter(unseen)
    mine = (view.seat == 0, view.seat == 1)
    junkyard = tuple(Buried(b.card, mine) if b.card else Buried(next(rest)) for b in table.junkyard)
    return State(replace(table, junkyard=junkyard), (areas[0], areas[1]), contested, log)


def _known_area(area: Seen) -> Area:
    return Area(
        area.deck or (), area.hand or (), area.played, area.discard or (), area.public, area.secret or ()
    )


def _other(area: Seen, secret: Cards, declared: Cards, rng: Random) -> Area:
    """The cards of the other player, in piles of the visible sizes."""
    hand = area.hand if area.hand is not None else declared
    hidden = _mixed(without(area.public + secret, area.played + hand), rng)
    in_deck, in_hand, _ = area.sizes
    drawn = in_hand - len(hand)
    return Area(
        deck=in_order(hidden[:in_deck]),
        hand=in_order(hand + hidden[in_deck : in_deck + drawn]),
        played=area.played,
        discard=in_order(hidden[in_deck + drawn :]),
        public=area.public,
        secret=in_order(secret),
    )


def _buried_pool(view: View) -> Counter[str]:
    """The cards in the junkyard, and those taken from it unseen."""
    pool = Counter(JUNKYARD)
    owned = [Counter(START), Counter(START)]
    for event in view.log:
        match event:
            case ("trashed", seat, cards):
                pool.update(cards)
                owned[seat].subtract(cards)
            case ("fought", _, _, None, card):
                pool[card] += 1
            case ("fought", _, _, winner, card):
                owned[winner][card] += 1
            case ("hired", seat, card, _):
                owned[seat][card] += 1
            case ("kept_card", card):
                pool[card] -= 1
    for seat, area in enumerate(view.areas):
        if seat != view.seat:
            # Known cards that came from nowhere else were found in the junkyard.
            found = Counter(area.public)
            found.subtract(owned[seat])
            pool.subtract(found)
    return +pool


def _contested(game: ArcticScavengers, view: View, rng: Random) -> Cards:
    """The remaining contested cards; the initiator knows the next one."""
    if not view.contested:
        return ()
    gone = [event[4] for event in view.log if event[0] == "fought"]
    first = (view.next_contested,) if view.next_contested else ()
    known = Counter((*gone, *first))
    left = Counter((*game.sure, *game.extra)) - known
    sure = Counter(game.sure) - known
    extra = _mixed((left - sure).elements(), rng)
    missing = view.contested - len(first) - sure.total()
    return (*first, *_mixed((*sure.elements(), *extra[:missing]), rng))


def _mixed(cards: Iterable[str], rng: Random) -> Cards:
    things = tuple(cards)
    return Shuffle(things, len(things)).sample(rng)


def passes(view: View, ask: Ask) -> Any:
    """Stops, does not interrupt, keeps nothing, and removes the first card if it must remove one."""
    del view
    if not isinstance(ask, Choice):
        return ("stop",)
    return next((option for option in (NOBODY, NOTHING) if option in ask.choices), ask.choices[0])
