"""A heuristic player with conventions, for a team of the same player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypeAlias

from agonist.core import Ask, Seat
from agonist.games.hanabi.beliefs import Held, fitting, possible, promise, promises, unseen, worth
from agonist.games.hanabi.cards import Card
from agonist.games.hanabi.rules import Hanabi, Hint, View, hints

Cards: TypeAlias = Counter[Card]

SAVE: Final = 1
"""The least worth of a card for a hint that saves it."""


def by_convention(game: Hanabi, view: View, ask: Ask, rng: Random) -> Any:
    """Plays a card that must fit; else points at a card that fits; else saves a card, discards or gives
    another hint.

    A hint promises that the newest card that it touches for the first time (else the newest) fits now, unless
    that is impossible, or the team has all tokens and a rank is named. All hints given here keep that
    promise.
    """
    del ask, rng
    return _Turn(game, view).move()


class _Turn:
    """What the player to move knows and infers."""

    def __init__(self, game: Hanabi, view: View) -> None:
        assert view.seat is not None
        self.game, self.me, self.table, self.hands = game, view.seat, view.table, view.hands
        self.now = promises(game, view)
        self.left = unseen(game, view)
        self.fitting = frozenset(fitting(self.table))
        self.hand = self.beliefs(self.me)
        self.legal_hints = hints(self.table, self.hands) if self.table.tokens else ()

    def move(self) -> Any:
        table = self.table
        if sure := [n for n, cards in enumerate(self.hand) if self.fits(cards)]:
            return ("play", min(sure, key=lambda n: min(table.place(int(card[1])) for card in self.hand[n])))
        if hint := self.pointing_hint():
            return ("hint", hint)
        if (place := self.last_chance()) is not None:
            return ("play", place)
        if hint := self.saving_hint():
            return ("hint", hint)
        full = table.tokens == table.max_tokens
        if (full or table.turns is not None) and (hint := self.idle_hint()):
            return ("hint", hint)
        return ("play", 0) if full else ("discard", self.discard(self.hand))

    def beliefs(self, seat: Seat, hint: Hint | None = None) -> list[Cards]:
        """For a seat, what each of its cards may be, after one more hint if given.

        Another seat sees the mover's cards, but here they are unknown: what is certain here is certain for
        that seat too.
        """
        left = self.left + Counter(card for card in self.hands[seat] if card)
        hints = list(self.table.known[seat])
        held = list(self.now.held[seat])
        if hint:
            _, value = hint
            places = self.places(hint)
            hints = [known.after(value, n in places) for n, known in enumerate(hints)]
            place, cards = promise(self.now, seat, value, places)
            if cards:
                held[place] = Held(touched=True, promised=cards)
        return [possible(left, *pair) for pair in zip(hints, held, strict=True)]

    def places(self, hint: Hint) -> list[int]:
        to, value = hint
        return [n for n, card in enumerate(self.hands[to]) if card and value in card]

    def fits(self, cards: Cards) -> bool:
        return bool(cards) and cards.keys() <= self.fitting

    def last_chance(self) -> int | None:
        """The card that most likely fits, when an error costs nothing."""
        table = self.table
        free = table.lives > 1 or (self.game.bomb == "keep" and table.turns == 1)
        if table.turns is None or not free:
            return None
        chances = [sum(cards[card] for card in self.fitting) / cards.total() for cards in self.hand]
        return chances.index(max(chances)) if any(chances) else None

    def discard(self, beliefs: Sequence[Cards]) -> int:
        """The card with the least expected loss, the oldest if several are equal."""

        def cost(cards: Cards) -> float:
            return sum(worth(self.table, card) * n for card, n in cards.items()) / cards.total()

        return min(range(len(beliefs)), key=lambda place: cost(beliefs[place]))

    def honest(self, hint: Hint) -> bool:
        place, cards = promise(self.now, hint[0], hint[1], self.places(hint))
        return not cards or self.hands[hint[0]][place] in cards

    def pointing_hint(self) -> Hint | None:
        """The hint that tells another player best which card fits."""
        best, chosen = 0.0, None
        awaited = {card for cards in self.hand if len(cards) <= 2 for card in cards}
        sure: dict[Seat, list[bool]] = {}
        for to in range(self.table.seats):
            if to != self.me:
                sure[to] = [self.fits(cards) for cards in self.beliefs(to)]
                awaited |= {c for c, known in zip(self.hands[to], sure[to], strict=True) if known and c}
        for hint in filter(self.honest, self.legal_hints):
            to = hint[0]
            if not self.has_turn(to):
                continue
            after = [self.fits(cards) for cards in self.beliefs(to, hint)]
            fresh = {
                card
                for card, old, new in zip(self.hands[to], sure[to], after, strict=True)
                if new and not old and card not in awaited
            }
            steps = (to - self.me) % self.table.seats
            value = len(fresh) - 0.5 * any(sure[to]) - 0.01 * steps + 0.001 * len(self.places(hint))
            if fresh and value > best:
                best, chosen = value, hint
        return chosen

    def has_turn(self, seat: Seat) -> bool:
        return self.table.turns is None or (seat - self.me) % self.table.seats < self.table.turns

    def saving_hint(self) -> Hint | None:
        """A hint that keeps the next player from discarding the last copy of a card."""
        to = (self.me + 1) % self.table.seats
        before = self.beliefs(to)
        if not self.legal_hints or self.table.turns is not None or any(map(self.fits, before)):
            return None
        lost = self.loss(to, before)
        if lost < SAVE:
            return None
        saving = [h for h in self.legal_hints if h[0] == to and self.honest(h)]
        best = min(saving, key=lambda h: self.loss(to, self.beliefs(to, h)), default=None)
        return best if best and self.loss(to, self.beliefs(to, best)) < lost else None

    def loss(self, seat: Seat, beliefs: Sequence[Cards]) -> float:
        card = self.hands[seat][self.discard(beliefs)]
        return worth(self.table, card) if card else 0

    def idle_hint(self) -> Hint | None:
        """The hint without a false promise that rules out the most kinds of card."""

        def told(hint: Hint) -> int:
            before, after = self.beliefs(hint[0]), self.beliefs(hint[0], hint)
            return sum(map(len, before)) - sum(map(len, after))

        return max(filter(self.honest, self.legal_hints), key=told, default=None)
