"""What a seat infers about its own cards if its team follows a convention for hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agonist.core import Seat
from agonist.games.hanabi.cards import COLORS, RANKS, Card
from agonist.games.hanabi.public_state import Known, PublicState
from agonist.games.hanabi.rules import Hanabi, View


@dataclass(slots=True)
class Held:
    """A card in a hand: whether a hint has touched it, and the cards that the hint promised it to be."""

    touched: bool = False
    promised: frozenset[Card] | None = None


@dataclass(slots=True)
class Promises:
    """The promises for each card during a match."""

    table: PublicState
    held: list[list[Held]] = field(default_factory=list)


def promises(game: Hanabi, view: View) -> Promises:
    """The promises of all hints so far; they are the same for all players, since hints and plays are
    public."""
    now = Promises(game.new().table)
    for event in view.log:
        match event:
            case ("dealt", size):
                now.held = [[Held() for _ in range(size)] for _ in range(game.seats)]
            case ("hinted", _, to, value, places):
                place, cards = promise(now, to, value, places)
                if cards:
                    now.held[to][place].promised = cards
                for touched in places:
                    now.held[to][touched].touched = True
            case ("played" | "discarded", seat, place, *_):
                del now.held[seat][place]
            case ("drew", seat, _):
                now.held[seat].append(Held())
        now.table = now.table.after(event)
    return now


def promise(now: Promises, to: Seat, value: str, places: Sequence[int]) -> tuple[int, frozenset[Card]]:
    """The card that a hint would point at, and the fitting cards that it may therefore be.

    It points at the newest card not touched before, or else at the newest. There is no promise if no card can
    fit, or if a rank is named while the team has all tokens, when a hint may be given only because nothing
    else is useful.
    """
    hand = now.held[to]
    place = max(places, key=lambda n: (not hand[n].touched, n))
    if value in RANKS and now.table.tokens == now.table.max_tokens:
        return place, frozenset()
    known = now.table.known[to][place].after(value, touched=True)
    return place, frozenset(card for card in fitting(now.table) if known.allows(card))


def fitting(table: PublicState) -> list[Card]:
    """The next card of each colour that is not complete, unless all of its kind are lost."""
    following = [
        f"{COLORS[n]}{table.place(height + 1)}"
        for n, height in enumerate(table.fireworks)
        if height < table.ranks
    ]
    return [card for card in following if table.discards.count(card) < table.copies(card)]


def unseen(game: Hanabi, view: View) -> Counter[Card]:
    """The cards that this seat has not seen: its own and the deck."""
    table = view.table
    seen = Counter(table.discards)
    seen.update(card for hand in view.hands for card in hand if card)
    seen.update(
        f"{COLORS[n]}{table.place(at)}" for n, top in enumerate(table.fireworks) for at in range(1, top + 1)
    )
    return Counter(game.cards) - seen


def possible(left: Counter[Card], known: Known, held: Held) -> Counter[Card]:
    """The cards that a card may be, with the number left of each; the promise counts unless it excludes
    everything."""
    cards = Counter({card: number for card, number in left.items() if known.allows(card)})
    likely = Counter({card: number for card, number in cards.items() if card in (held.promised or ())})
    return likely or cards


def worth(table: PublicState, card: Card) -> float:
    """The points that depend on this card: with the last copy, it and all later cards of its colour are
    lost.

    Each other copy is assumed to make the loss ten times less likely.
    """
    height, place = table.fireworks[COLORS.index(card[0])], table.place(int(card[1]))
    between = (f"{card[0]}{table.place(before)}" for before in range(height + 1, place))
    if place <= height or any(table.discards.count(c) == table.copies(c) for c in between):
        return 0
    others = table.copies(card) - table.discards.count(card) - 1
    return float((table.ranks - place + 1) * 0.1**others)
