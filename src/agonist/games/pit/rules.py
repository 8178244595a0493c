"""Pit: all players trade hidden cards at the same time, until one has cornered the market.

The rules are those of Parker Brothers' game with the values of its deluxe edition. GameBench (Costarelli et
al., 2024) plays it turn by turn with corners of six cards; its code swaps cards that nobody has, and unequal
numbers of them. Here all call at the same time: in a tick everyone answers once. A call that meets no other
of the same number stays open for a tick, so that it can be accepted. Chance decides the order in which calls
are heard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Event,
    Game,
    Log,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Traits,
    add_event,
    events_for,
    menu,
    option,
)
from agonist.games.pit.cards import (
    BEAR,
    BULL,
    SUIT,
    VALUES,
    Cards,
    best_corner,
    bundles,
    corner,
    in_order,
    penalty,
)

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"gamebench": {"seats": 4, "corner": 6}}
"""GameBench's corner of six cards; its two agents hold every other seat."""

Phase: TypeAlias = Literal["deal", "trade", "swap", "corner", "over"]


@dataclass(frozen=True, slots=True)
class Offer:
    """Facedown cards offered to one seat or to anyone (`None`)."""

    seat: Seat
    cards: Cards
    to: Seat | None = None

    @property
    def call(self) -> Call:
        """The public part of the offer."""
        return Call(self.seat, len(self.cards), self.to)


@dataclass(frozen=True, slots=True)
class Call:
    """A number of cards that a seat wants to swap, with anyone or with one seat."""

    seat: Seat
    number: int
    to: Seat | None


@dataclass(frozen=True, slots=True)
class State:
    """The hands, the offers and the points."""

    phase: Phase = "deal"
    hands: tuple[Cards, ...] = ()
    offers: tuple[Offer, ...] = ()
    """Offers by seat, new or open since the last tick."""
    declared: tuple[Seat, ...] = ()
    """The seats that declared a corner in this tick."""
    hand: int = 0
    """The number of hands dealt."""
    tick: int = 0
    """The number of finished ticks of this hand."""
    points: tuple[int, ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """The viewer's cards, and what was called at the table.

    Events: `("dealt", hand, seats with ten cards)`, `("cards", own cards)`, `("called", tick, (seat, number,
    to) …)`, `("swapped", tick, seat, seat, number)`, `("gave_got", tick, given, to, got)` to each of the two,
    `("cornered", seat, suit, value, points of the hand by seat)`, `("stopped", tick)` when a hand ends
    without a corner.
    """

    seat: Seat | None
    phase: Phase
    cards: Cards
    held_out: Cards
    """The cards of the viewer's open call."""
    open: tuple[Call, ...]
    """The calls of the last tick without a partner."""
    hand: int
    tick: int
    points: tuple[int, ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Pit(Game[State, View]):
    """Swap cards unseen until one player has a whole suit. The score is the points of all hands."""

    name: ClassVar[str] = "pit"
    title: ClassVar[str] = "Pit"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = range(3, 9)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("negotiation", "inference from trades", "risk"),
        sources=("Pit, rules of the deluxe edition", "GameBench (Costarelli et al., 2024)"),
    )

    seats: int = 4
    corner: int = option(SUIT, low=4, high=SUIT)
    """Cards of one suit that make a corner; the wild card stands for one of them."""
    bull_and_bear: bool = True
    """Whether Bull and Bear are in the pack; two players then hold ten cards."""
    wild: Literal["Bull", "Bear"] = "Bull"
    """Which of the two stands for a card of a corner, or doubles it; who holds the other cannot corner."""
    to_win: int = option(500, low=1, high=10_000)
    """The points with which a player ends the match."""
    ticks: int = option(40, low=1, high=500)
    """Ticks after which a hand without a corner ends."""
    hands: int = option(30, low=1, high=500)
    """Hands after which the match ends in any case."""

    @property
    def suits(self) -> Cards:
        """One suit a player."""
        return tuple(VALUES)[: self.seats]

    @property
    def pack(self) -> Cards:
        animals = (BULL, BEAR) if self.bull_and_bear else ()
        return (*(suit for suit in self.suits for _ in range(SUIT)), *animals)

    def new(self) -> State:
        return State(points=(0,) * self.seats)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "deal":
                return {CHANCE: Shuffle(self.pack, len(self.pack), about="deal")}
            case "trade":
                return {seat: self._trade(state, seat) for seat in range(self.seats)}
            case "swap":
                callers = tuple(offer.seat for offer in state.offers)
                return {CHANCE: Shuffle(callers, len(callers), about="order")}
            case "corner":
                return {CHANCE: Draw(state.declared, about="first_to_corner")}
            case "over":
                return {}

    def _trade(self, state: State, seat: Seat) -> Ask:
        hand = state.hands[seat]
        ways = bundles(hand)
        matching = tuple(
            (call.seat, cards)
            for call in calls(state.offers)
            if call.seat != seat and call.to in (None, seat)
            for cards in ways
            if len(cards) == call.number
        )
        verbs: dict[str, Mapping[str, Ask]] = {
            "wait": {},
            "offer": {"cards": Choice(ways)},
            "accept": {"accept": Choice(matching)},
        }
        if corner(hand, self.corner, self.wild):
            verbs["corner"] = {}
        return menu("trade", **verbs)

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "deal":
                return self._deal(state, moves[CHANCE])
            case "trade":
                return self._hear(state, moves)
            case "swap":
                return self._after(swap(state, moves[CHANCE]))
            case "corner":
                return self._corner(state, moves[CHANCE])
            case "over":
                raise AssertionError(moves)

    def _deal(self, state: State, cards: Cards) -> State:
        """Nine cards each; with Bull and Bear, the first two after the dealer, who changes, get a tenth."""
        tens = tuple((state.hand + n) % self.seats for n in range(2)) if self.bull_and_bear else ()
        hands, at = [], 0
        for seat in range(self.seats):
            size = SUIT + (seat in tens)
            hands.append(in_order(cards[at : at + size]))
            at += size
        log = add_event(state.log, "dealt", state.hand + 1, tuple(sorted(tens)))
        for seat, hand in enumerate(hands):
            log = add_event(log, "cards", hand, to=[seat])
        return replace(
            state, phase="trade", hands=tuple(hands), offers=(), hand=state.hand + 1, tick=0, log=log
        )

    def _hear(self, state: State, moves: Moves) -> State:
        """Play a tick: corners come before swaps; without a corner, all offers look for a partner."""
        state = replace(state, tick=state.tick + 1)
        declared = tuple(seat for seat, move in sorted(moves.items()) if move[0] == "corner")
        if len(declared) == 1:
            return self._corner(state, declared[0])
        if declared:
            return replace(state, phase="corner", declared=declared)
        offers = tuple(held_out(state, moves))
        log = add_event(state.log, "called", state.tick, tuple((o.seat, len(o.cards), o.to) for o in offers))
        state = replace(state, offers=offers, log=log)
        if any(agree(one, other) for one in offers for other in offers):
            return replace(state, phase="swap")
        return self._after(state)

    def _after(self, state: State) -> State:
        if state.tick < self.ticks:
            return replace(state, phase="trade")
        return self._next(replace(state, log=add_event(state.log, "stopped", state.tick)))

    def _corner(self, state: State, winner: Seat) -> State:
        """The winner gets the value of the corner; all others pay for Bull and Bear."""
        suit, value = best_corner(state.hands[winner], self.corner, self.wild)
        gains = tuple(
            (value if seat == winner else 0) - penalty(held, won=seat == winner)
            for seat, held in enumerate(state.hands)
        )
        points = tuple(old + gain for old, gain in zip(state.points, gains, strict=True))
        log = add_event(state.log, "cornered", winner, suit, value, gains)
        return self._next(replace(state, points=points, log=log))

    def _next(self, state: State) -> State:
        over = max(state.points) >= self.to_win or state.hand >= self.hands
        return replace(state, phase="over" if over else "deal", hands=(), offers=(), declared=())

    def observe(self, state: State, seat: Seat | None) -> View:
        mine = next((offer.cards for offer in state.offers if offer.seat == seat), ())
        return View(
            seat=seat,
            phase=state.phase,
            cards=state.hands[seat] if seat is not None and state.hands else (),
            held_out=mine,
            open=tuple(calls(state.offers)),
            hand=state.hand,
            tick=state.tick,
            points=state.points,
            log=events_for(state.log, seat),
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        if max(state.points) >= self.to_win:
            return Outcome(state.points, f"{self.to_win} points were reached")
        return Outcome(
            state.points, "the only hand was played" if self.hands == 1 else f"{self.hands} hands were played"
        )


def calls(offers: Sequence[Offer]) -> Iterator[Call]:
    """The public parts of some offers."""
    return (offer.call for offer in offers)


def held_out(state: State, moves: Moves) -> Iterator[Offer]:
    """All offers in this tick, by seat; a player who waits keeps an open offer unchanged."""
    before = {offer.seat: offer for offer in state.offers}
    for seat, move in sorted(moves.items()):
        match move:
            case ("offer", cards):
                yield Offer(seat, cards)
            case ("accept", (other, cards)):
                yield Offer(seat, cards, other)
            case ("wait",):
                if seat in before:
                    yield before[seat]
            case other:
                raise AssertionError(other)


def agree(one: Offer, other: Offer) -> bool:
    """Whether two offers can be swapped: equal numbers, and neither is for somebody else."""
    return (
        one.seat != other.seat
        and len(one.cards) == len(other.cards)
        and one.to in (None, other.seat)
        and other.to in (None, one.seat)
    )


def swap(state: State, order: Sequence[Seat]) -> State:
    """Swap in this order: each seat with the first later one that agrees and has not swapped yet."""
    offers = {offer.seat: offer for offer in state.offers}
    hands, log = list(state.hands), state.log
    for seat in order:
        mine = offers.get(seat)
        if mine is None:
            continue
        partner = next((offers[s] for s in order if s in offers and agree(mine, offers[s])), None)
        if partner is None:
            continue
        for give, get in ((mine, partner), (partner, mine)):
            del offers[give.seat]
            rest = Counter(hands[give.seat]) - Counter(give.cards)
            hands[give.seat] = in_order((*rest.elements(), *get.cards))
            log = add_event(log, "gave_got", state.tick, give.cards, get.seat, get.cards, to=[give.seat])
        log = add_event(log, "swapped", state.tick, mine.seat, partner.seat, len(mine.cards))
    return replace(state, hands=tuple(hands), offers=tuple(offers.values()), log=log)
