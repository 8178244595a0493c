"""Drawing a hand of gin rummy that a seat cannot tell from the true one, which is all that the library draws.

The other's hidden cards came to them one by one, dealt or from the stock. Each card that they have shown came
before they showed it; the rest may be any cards that the seat has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from agonist.adapters.openspiel.games.gin_rummy.seat_knowledge import MELDS, UPCARD
from agonist.adapters.openspiel.sampling import resampled
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.adapters.openspiel.views import Seen
from agonist.core import Seat
from agonist.kit import CannotSample


class Course(NamedTuple):
    """What a seat knows of a match. Times are places in its history.

    `slots`: when the other got a card that the seat did not see. `shown`: cards that they turned out to have
    got so, each with the time of that, in order. `unseen`: the cards that the seat has not seen.
    """

    slots: list[int]
    shown: list[tuple[int, int]]
    unseen: list[int]


def drawn(game: Any, view: Seen, rng: Random) -> History:
    """A state that this view does not rule out, all equally likely. Raises `CannotSample`."""
    if view.seat is None or (true := view.truth) is None:
        raise CannotSample("a copied view has lost what is needed to draw a state")
    if not spiel_of(true).is_player_node():
        return resampled(true, game.tells, view.seat, rng)
    course = _course(game, true, view.seat)
    actions, free = list(true.actions), list(course.slots)
    for time, card in course.shown:
        before = [slot for slot in free if slot < time]
        slot = before[int(rng.random() * len(before))]
        free.remove(slot)
        actions[slot] = card
    for slot, card in zip(free, rng.sample(course.unseen, len(free)), strict=True):
        actions[slot] = card
    return History(true.name, true.parameters, tuple(actions))


def _course(game: Any, true: History, seat: Seat) -> Course:
    spiel, each = spiel_of(true), game.options["hand_size"]
    other, slots, shown = 1 - seat, list[int](), list[tuple[int, int]]()
    open_cards: set[int] = set()
    """Cards of the other's hand that the seat has seen."""
    seen: set[int] = set()
    drawer, upcard = seat, -1
    for time, (who, action) in enumerate((step.player, step.action) for step in spiel.full_history()):
        if who < 0:
            to = time // each if time <= 2 * each else drawer  # Player 1 is dealt to first, the upcard last
            if to == other:
                slots.append(time)
            else:
                seen.add(action)
            upcard = action if time == 2 * each else upcard
            continue
        drawer = who
        if who == other and action == UPCARD:
            open_cards.add(upcard)
        cards = list(_cards(game, action))
        if who == other:
            shown += [(time, card) for card in cards if card not in open_cards]
            open_cards -= set(cards)
        if action < UPCARD:
            upcard = action
    if spiel.knocked()[other]:
        shown += [(len(true.actions), card) for card in sorted(set(spiel.hands()[other]) - open_cards)]
    seen |= {card for _, card in shown}
    deck = range(game.options["num_suits"] * game.options["num_ranks"])
    return Course(slots, shown, [card for card in deck if card not in seen])


def _cards(game: Any, action: Any) -> Iterator[int]:
    """The cards that an action shows."""
    if action < UPCARD:
        yield action
    elif action >= MELDS:
        cards: Sequence[int] = game.utils.int_to_meld[action - MELDS]
        yield from map(int, cards)
