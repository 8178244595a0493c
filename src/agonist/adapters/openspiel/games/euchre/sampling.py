"""Drawing a hand of euchre that a seat cannot tell from the true one.

The library's own draws leave the cards that nobody has, and the dealer's discard, where they truly are.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.euchre.seat_knowledge import CARDS, DEALT, SEATS, Hand, suit_of
from agonist.adapters.openspiel.sampling import resampled
from agonist.adapters.openspiel.states import History, loaded, spiel_of
from agonist.adapters.openspiel.views import Seen
from agonist.core import Seat
from agonist.kit import CannotSample

EACH: Final = 5
TRIALS: Final = 5_000


def drawn(game: Any, view: Seen, rng: Random) -> History:
    """A state that this view does not rule out, all equally likely. Raises `CannotSample`."""
    if view.seat is None or (true := view.truth) is None:
        raise CannotSample("a copied view has lost what is needed to draw a state")
    if not spiel_of(true).is_player_node():
        return resampled(true, game.tells, view.seat, rng)
    hand: Hand = view.facts
    after = [action for action in true.actions[DEALT + 2 :] if isinstance(action, int)]
    known = _known(hand, view.seat)
    seen = {card for cards in known for card in cards} | {hand.upcard}
    unseen = [card for card in range(CARDS) if card not in seen]
    discard = _place_of_discard(hand, after)
    voids = _voids(hand)
    for _ in range(TRIALS):
        rng.shuffle(unseen)
        at, dealt = 0, list[list[int]]()
        for cards in known:
            dealt.append([*cards, *unseen[at : at + EACH - len(cards)]])
            at += EACH - len(cards)
        if discard is not None and hand.discard is None and hand.dealer is not None:
            after[discard] = dealt[hand.dealer][-1]
        if any(suit_of(card, hand.trumps) in voids[who] for who, card in _held(hand, dealt, after, discard)):
            continue
        deal = [dealt[((hand.dealer or 0) + nth) % SEATS][nth // SEATS] for nth in range(DEALT)]
        actions = (hand.dealer or 0, *deal, hand.upcard or 0, *after)
        if _is_legal(true, actions):
            return History(true.name, true.parameters, actions)
    raise CannotSample(f"{TRIALS:,} trials found no other hands")


def _known(hand: Hand, seat: Seat) -> list[list[int]]:
    """The cards of each seat's first five that this seat knows of."""
    played: list[list[int]] = [[] for _ in range(SEATS)]
    for trick in hand.tricks:
        for who, card in trick.cards:
            played[who].append(card)
    played[seat] += [*hand.hand, *([] if hand.discard is None else [hand.discard])]
    return [sorted(card for card in cards if card != hand.upcard) for cards in played]


def _place_of_discard(hand: Hand, after: Sequence[int]) -> int | None:
    """Where the dealer's discard is among the actions after the deal; `None` if there is none yet."""
    ordered = hand.trumps is not None and len(hand.bids) <= SEATS
    return len(hand.bids) if ordered and len(after) > len(hand.bids) else None


def _voids(hand: Hand) -> list[set[int]]:
    """The suits that each seat has shown not to have."""
    found: list[set[int]] = [set() for _ in range(SEATS)]
    for trick in hand.tricks:
        led = suit_of(trick.cards[0][1], hand.trumps)
        for who, card in trick.cards:
            if suit_of(card, hand.trumps) != led:
                found[who].add(led)
    return found


def _held(
    hand: Hand, dealt: Sequence[Sequence[int]], after: Sequence[int], discard: int | None
) -> list[tuple[Seat, int]]:
    """Who would hold which cards now, the upcard left out."""
    gone = {card for trick in hand.tricks for _, card in trick.cards}
    if discard is not None:
        gone.add(after[discard])
    return [(who, card) for who, cards in enumerate(dealt) for card in cards if card not in gone]


def _is_legal(true: History, actions: Sequence[Any]) -> bool:
    spiel = loaded(true.name, true.parameters).new_initial_state()
    for action in actions:
        if action not in spiel.legal_actions():
            return False
        spiel.apply_action(action)
    return True
