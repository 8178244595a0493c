"""States that fit a view: the cards of the others are sampled."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from agonist.core import Ask, Event, Seat, Shuffle, log_of
from agonist.games.pit.cards import SUIT, Cards, bundles, in_order
from agonist.games.pit.rules import Call, Offer, Pit, State, View

PRIVATE = ("cards", "gave_got")
"""Events that only the seats concerned observe."""


def sample_state(game: Pit, view: View, rng: Random) -> State:
    """A state with this view: the unknown cards are dealt again.

    Only direct conclusions are kept: cards that were given to someone who has not swapped since are still
    there, and a player who calls a number has that many cards to offer.
    """
    log = log_of(view.log, view.seat, PRIVATE)
    if not view.hand or view.phase in ("deal", "over"):
        return State(view.phase, hand=view.hand, tick=view.tick, points=view.points, log=log)
    certain = {seat: _cards_given(view, seat) for seat in range(game.seats) if seat != view.seat}
    left = Counter(game.pack) - Counter(view.cards)
    for cards in certain.values():
        left -= Counter(cards)
    rest = tuple(left.elements())
    sizes = _sizes(game, view)
    while True:
        unseen = Shuffle(rest, len(rest), "rest").sample(rng)
        hands = []
        for seat in range(game.seats):
            missing = sizes[seat] - len(certain.get(seat, ())) if seat != view.seat else 0
            drawn, unseen = unseen[:missing], unseen[missing:]
            hands.append(view.cards if seat == view.seat else in_order((*certain[seat], *drawn)))
        offers = [_offer(view, call, hands[call.seat], rng) for call in view.open]
        if all(offers):
            real_offers = tuple(offer for offer in offers if offer)
            return State(
                view.phase,
                tuple(hands),
                real_offers,
                hand=view.hand,
                tick=view.tick,
                points=view.points,
                log=log,
            )


def _offer(view: View, call: Call, hand: Cards, rng: Random) -> Offer | None:
    """A bundle of this hand that fits a call; `None` if there is none."""
    if call.seat == view.seat:
        return Offer(call.seat, view.held_out, call.to)
    ways = [cards for cards in bundles(hand) if len(cards) == call.number]
    return Offer(call.seat, ways[int(rng.random() * len(ways))], call.to) if ways else None


def _sizes(game: Pit, view: View) -> list[int]:
    """The number of cards of each seat, which swaps do not change."""
    tens = next(event[2] for event in reversed(view.log) if event[0] == "dealt")
    return [SUIT + (seat in tens) for seat in range(game.seats)]


def _cards_given(view: View, seat: Seat) -> Cards:
    """The cards that this seat got in its last swap, if it was with the viewer."""
    for event in reversed(this_hand(view.log)):
        match event:
            case ("swapped", _, *pair, _) if seat in pair:
                if view.seat not in pair:
                    return ()
            case ("gave_got", _, given, to, _) if to == seat:
                return tuple(given)
    return ()


def this_hand(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events since the last deal."""
    start = max((nth for nth, event in enumerate(log) if event[0] == "dealt"), default=0)
    return log[start:]


def passes(view: View, ask: Ask) -> Any:
    """To wait."""
    del view, ask
    return ("wait",)
