"""Hanabi: all players build the same fireworks, see every hand but their own, and have few hints.

The rules are the rulebook's (Bauza, 2010). Where it leaves something open, they follow the Hanabi Learning
Environment (Bard et al., 2020): players cannot discard while the team has all information tokens, a hint must
match a card, and completing a colour returns a token unless the team has all. LLMArena (Chen et al., 2024)
plays the small game that is the default here; its paper says three lives, its code has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Event,
    Game,
    Log,
    Menu,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Traits,
    UsageError,
    add_event,
    events_for,
    menu,
    option,
)
from agonist.games.hanabi.cards import COLORS, RANKS, Card, pack
from agonist.games.hanabi.public_state import PublicState

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "llmarena": {"seats": 2, "colors": 2, "ranks": 5, "hand_size": 2, "tokens": 3, "lives": 1},
    "full": {"colors": 5, "ranks": 5, "hand_size": None, "tokens": 8, "lives": 3},
}
"""The game of LLMArena and the game of the rulebook, which is for 2 to 5 players."""

Hint: TypeAlias = tuple[Seat, str]
"""The seat that gets the hint, and a colour (`R`) or a rank (`3`)."""


@dataclass(frozen=True, slots=True)
class State:
    """The table, and all cards in order."""

    table: PublicState
    deck: tuple[Card, ...] = ()
    """The remaining cards, the next one first; also empty before the shuffle."""
    hands: tuple[tuple[Card, ...], ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows; for `seat=None`, a bystander, who sees no hand.

    Events for all: `("dealt", cards a hand)`, `("hinted", seat, to, colour or rank, places)`,
    `("discarded", seat, place, card)`, `("played", seat, place, card, whether it fits)`,
    `("drew", seat, cards left)`, `("over",)`; for all but the owner of the cards: `("hand", seat, cards)`,
    `("drawn", seat, card)`.
    """

    seat: Seat | None
    table: PublicState
    hands: tuple[tuple[Card | None, ...], ...]
    """The cards of each seat; `None` for those that this one may not see. All are shown at the end."""
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Hanabi(Game[State, View]):
    """All players have the same score: the height of all fireworks.

    `hand_size`: `None` means the rulebook's, 5 cards with up to three players and 4 with more. `tokens`:
    information tokens. `bomb`: the score after the last life is lost, nothing or the height.
    """

    name: ClassVar[str] = "hanabi"
    title: ClassVar[str] = "Hanabi"
    sizes: ClassVar[Sequence[int]] = range(2, 6)
    traits: ClassVar[Traits] = Traits(
        hidden=True,
        abilities=("cooperation", "theory of mind", "deduction"),
        sources=("LLMArena (Chen et al., 2024)", "Hanabi Learning Environment (Bard et al., 2020)"),
    )

    seats: int = 2
    colors: int = option(2, low=1, high=len(COLORS))
    """Colors of fireworks."""
    ranks: int = option(5, low=1, high=len(RANKS))
    """Cards of each color, from 1 up to this."""
    hand_size: int | None = option(2, low=1)
    """Cards in a hand, at most so many that all players have them; none: the rulebook's, 5 with up to three
    players and 4 with more."""
    tokens: int = option(3, low=1)
    """Information tokens."""
    lives: int = option(1, low=1)
    """The number of mistakes that ends the game."""
    bomb: Literal["zero", "keep"] = "zero"
    """The score after the last life is lost: 0 (`zero`), or the height of the fireworks (`keep`)."""

    order: Literal["up", "down"] = "up"
    """How fireworks are built: from rank 1 up, or down from the highest rank, which is most common then."""

    def __post_init__(self) -> None:
        super().__post_init__()
        cards = len(self.cards)
        if self.cards_each > cards // self.seats:
            raise UsageError(
                f"{self.name}: hand_size is from 1 to {cards // self.seats} (there are {cards} cards for "
                f"{self.seats} players), not {self.cards_each}"
            )

    @property
    def cards_each(self) -> int:
        """The number of cards in a hand."""
        return (5 if self.seats <= 3 else 4) if self.hand_size is None else self.hand_size

    @property
    def cards(self) -> tuple[Card, ...]:
        """The pack."""
        return pack(self.colors, self.ranks, down=self.order == "down")

    @property
    def best(self) -> int:
        """The highest possible score."""
        return self.colors * self.ranks

    def new(self) -> State:
        return State(
            PublicState(
                seats=self.seats,
                ranks=self.ranks,
                max_tokens=self.tokens,
                fireworks=(0,) * self.colors,
                tokens=self.tokens,
                lives=self.lives,
                deck=len(self.cards),
                down=self.order == "down",
            )
        )

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if not state.hands:
            return {CHANCE: Shuffle(self.cards, len(self.cards), about="deck")}
        return {} if state.table.end else {state.table.mover: ask(state.table, state.hands)}

    def act(self, state: State, moves: Moves) -> State:
        if not state.hands:
            return deal(self, state, moves[CHANCE])
        seat = state.table.mover
        match moves[seat]:
            case ("hint", (to, value)):
                places = tuple(n for n, card in enumerate(state.hands[to]) if value in card)
                state = happen(state, "hinted", seat, to, value, places)
            case ("discard", place):
                state = draw(happen(state, "discarded", seat, place, state.hands[seat][place]), seat, place)
            case ("play", place):
                card = state.hands[seat][place]
                fits = state.table.fits(card)
                state = draw(happen(state, "played", seat, place, card, fits), seat, place)
            case other:
                raise AssertionError(other)
        return happen(state, "over") if state.table.end else state

    def observe(self, state: State, seat: Seat | None) -> View:
        open_to_all = state.table.end is not None
        hands = tuple(
            hand if open_to_all or (seat is not None and owner != seat) else (None,) * len(hand)
            for owner, hand in enumerate(state.hands)
        )
        return View(seat, state.table, hands, events_for(state.log, seat))

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, float(self.colors * self.ranks)

    def outcome(self, state: State) -> Outcome | None:
        table = state.table
        if not table.end:
            return None
        points = score(self, table)
        reason = {
            "lives": f"the last life was lost with fireworks of height {table.height} in all",
            "complete": "all fireworks are complete",
            "turns": "the deck is empty and everyone has had the last turn",
        }[table.end]
        return Outcome((points,) * self.seats, reason, self.teams(state))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return (tuple(range(self.seats)),)


def score(game: Hanabi, table: PublicState) -> int:
    """The points that all players get."""
    return 0 if table.end == "lives" and game.bomb == "zero" else table.height


def ask(table: PublicState, hands: Sequence[Sequence[Card | None]]) -> Menu:
    """The legal actions of the player to move, whose own cards need not be known (`None`)."""
    cards = Choice(tuple(range(len(hands[table.mover]))))
    return menu(
        "move",
        play={"card": cards},
        discard={"card": cards if table.tokens < table.max_tokens else Choice(())},
        hint={"hint": Choice(hints(table, hands) if table.tokens else ())},
    )


def hints(table: PublicState, hands: Sequence[Sequence[Card | None]]) -> tuple[Hint, ...]:
    """Every hint that touches a card: to the next player first, colours before ranks."""
    values = COLORS[: len(table.fireworks)] + RANKS[: table.ranks]
    others = [(table.mover + step) % table.seats for step in range(1, table.seats)]
    return tuple(
        (to, value) for to in others for value in values if any(value in card for card in hands[to] if card)
    )


def happen(state: State, *event: Any) -> State:
    """The state after a public event."""
    return replace(state, table=state.table.after(event), log=add_event(state.log, *event))


def deal(game: Hanabi, state: State, deck: Sequence[Card]) -> State:
    """Deal the first cards of the deck to Player 1, the next to Player 2, and so on."""
    size = game.cards_each
    hands = tuple(tuple(deck[at : at + size]) for at in range(0, size * game.seats, size))
    state = replace(happen(state, "dealt", size), hands=hands, deck=tuple(deck[size * game.seats :]))
    log = state.log
    for seat, hand in enumerate(hands):
        log = add_event(log, "hand", seat, hand, to=_all_but(game.seats, seat))
    return replace(state, log=log)


def draw(state: State, seat: Seat, place: int) -> State:
    """Remove the card at this place of a hand; a new one is added at the end, unless the game or the deck is
    over."""
    hand = (*state.hands[seat][:place], *state.hands[seat][place + 1 :])
    state = replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
    if not state.deck or state.table.end:
        return state
    card, *rest = state.deck
    hands = (*state.hands[:seat], (*hand, card), *state.hands[seat + 1 :])
    state = replace(happen(state, "drew", seat, len(rest)), hands=hands, deck=tuple(rest))
    return replace(state, log=add_event(state.log, "drawn", seat, card, to=_all_but(len(hands), seat)))


def _all_but(seats: int, seat: Seat) -> list[Seat]:
    return [other for other in range(seats) if other != seat]
