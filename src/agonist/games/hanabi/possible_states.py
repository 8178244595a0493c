"""States that fit a view: the seat's own cards and the deck are sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from random import Random
from typing import Any

from agonist.core import CHANCE, Seat, Shuffle, events_for
from agonist.games.hanabi.cards import Card, in_words
from agonist.games.hanabi.rules import Hanabi, State, View


def sample_state(game: Hanabi, view: View, rng: Random) -> State:
    """The match replayed with a deck that fits everything seen and hinted; all such decks are equally
    likely."""
    if not view.hands:
        return game.new()
    deck, hands = _traced(game, view)
    unseen = game.cards
    left = Counter(unseen) - Counter(deck.values())
    rest = Shuffle(tuple(left.elements()), left.total()).sample(rng)
    held = {
        at: known
        for seat, hand in enumerate(hands)
        for at, known in zip(hand, view.table.known[seat], strict=True)
        if at not in deck
    }
    # Each card is drawn independently, and all again if two are the same, so that all ways to hold them are
    # equally likely.
    fitting = [[nth for nth, card in enumerate(rest) if known.allows(card)] for known in held.values()]
    while True:
        drawn = [nths[int(rng.random() * len(nths))] for nths in fitting]
        if len(set(drawn)) == len(drawn):
            break
    deck |= {at: rest[nth] for at, nth in zip(held, drawn, strict=True)}
    others = iter([card for nth, card in enumerate(rest) if nth not in drawn])
    order = tuple(deck[at] if at in deck else next(others) for at in range(len(unseen)))
    start = game.act(game.new(), {CHANCE: order})
    return reduce(lambda state, move: game.act(state, {state.table.mover: move}), _moves(view), start)


def _traced(game: Hanabi, view: View) -> tuple[dict[int, Card], list[list[int]]]:
    """The cards that this seat has seen by their place in the deck, and the places that each hand holds."""
    seen: dict[int, Card] = {}
    size = game.cards_each
    hands = [list(range(seat * size, seat * size + size)) for seat in range(game.seats)]
    following = size * game.seats
    for event in view.log:
        match event:
            case ("hand", seat, cards):
                seen |= dict(zip(hands[seat], cards, strict=True))
            case ("played" | "discarded", seat, place, card, *_):
                seen[hands[seat].pop(place)] = card
            case ("drew", seat, _):
                hands[seat].append(following)
                following += 1
            case ("drawn", seat, card):
                seen[hands[seat][-1]] = card
    if view.table.end:
        for hand, cards in zip(hands, view.hands, strict=True):
            seen |= {at: card for at, card in zip(hand, cards, strict=True) if card}
    return seen, hands


def _moves(view: View) -> Iterator[Any]:
    for event in view.log:
        match event:
            case ("played", _, place, *_):
                yield ("play", place)
            case ("discarded", _, place, _):
                yield ("discard", place)
            case ("hinted", _, to, value, _):
                yield ("hint", (to, value))


def secrets(game: Hanabi, state: State, seat: Seat) -> tuple[str, ...]:
    """The seat's own cards in words, unless another copy has been seen."""
    del game
    if state.table.end or not state.hands:
        return ()
    seen = set(_cards(events_for(state.log, seat)))
    return tuple(in_words(card) for card in dict.fromkeys(state.hands[seat]) if card not in seen)


def _cards(value: Any) -> Iterator[str]:
    """Every text in one or more events, among them the cards."""
    if isinstance(value, tuple):
        for part in value:
            yield from _cards(part)
    elif isinstance(value, str):
        yield value
