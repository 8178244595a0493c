"""Heads-up no-limit Texas hold'em with five actions.

The rules are the rulebook's. LLMArena's games (Chen et al., 2024) were played in an engine that differs in
two points. Both are options, and `PRESETS["llmarena"]` has the published game.

`positions`. `standard`: the dealer posts the small blind, acts first before the flop and last after it.
`llmarena`: the dealer posts the big blind, and the other player acts first on every street.

`raises`. `standard`: a raise of half the pot (or of the pot) first calls, then adds half of (or all of) the
pot after the call, as players mean it; no such raise is smaller than the raise before it, as no-limit rules
demand. `llmarena`: the raiser moves exactly half of the pot (rounded down) or the pot as it is before they
act, including the call. So a raise may be tiny, and before the flop the first player cannot raise half the
pot (1 of 3 chips is only a call): their first choices are fold, call, raise pot and all in.

Folding is legal even when checking is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    UsageError,
    add_event,
    events_for,
    option,
    player_name,
)
from agonist.games.texas_holdem.cards import DECK, Card, from_high, made_hand, place, without

Stage: TypeAlias = Literal["dealer", "hole", "flop", "turn", "river", "bet", "over"]
"""The next step: a question to chance, a bet, or nothing."""

Action: TypeAlias = Literal["fold", "check_call", "raise_half_pot", "raise_pot", "all_in"]

DEALT: Final = {"flop": 3, "turn": 1, "river": 1}
"""The number of community cards that each street adds."""

NEXT_STREET: Final[Mapping[int, Stage]] = {0: "flop", 3: "turn", 4: "river"}
"""The street that follows, by the number of community cards so far."""

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {"positions": "standard", "raises": "standard"},
    "llmarena": {"positions": "llmarena", "raises": "llmarena"},
}
"""The rulebook's rules, which are the defaults, and those of the paper's engine, as options."""


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody at the table sees."""

    stage: Stage = "dealer"
    hand: int = 1
    dealer: Seat | None = None
    mover: Seat | None = None
    """The seat that must act now."""
    waiting: int = 0
    """The number of players who must still act before the betting of this street can end."""
    board: tuple[Card, ...] = ()
    paid: tuple[int, int] = (0, 0)
    """The chips that each seat has put into the pot in this hand."""
    folded: Seat | None = None
    shown: bool = False
    """Whether this hand ended in a showdown."""
    results: tuple[tuple[int, int], ...] = ()
    """The net chips of each hand that is over."""

    @property
    def pot(self) -> int:
        return sum(self.paid)

    @property
    def to_call(self) -> int:
        """The chips that the mover needs to stay in."""
        return 0 if self.mover is None else self.paid[1 - self.mover] - self.paid[self.mover]


@dataclass(frozen=True, slots=True)
class State:
    """The table, and the cards that lie face down."""

    table: PublicState = PublicState()
    hole: tuple[tuple[Card, ...], ...] = ((), ())
    """Two cards for each seat, from high to low; none before the deal."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows; for `seat=None`, a bystander."""

    seat: Seat | None
    table: PublicState
    hole: tuple[tuple[Card, ...], ...]
    """The cards of each seat that this one may see."""
    log: tuple[Event, ...]


@dataclass(frozen=True)
class TexasHoldem(Game[State, View]):
    """Scores are net chips, summed over the hands; every hand starts with new stacks.

    `hands`: hands in a match. The first dealer is drawn; then the players alternate.
    """

    name: ClassVar[str] = "texas_holdem"
    title: ClassVar[str] = "Texas Hold'em"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        hidden=True,
        constant_sum=True,
        abilities=("numerical reasoning", "risk assessment", "opponent modelling"),
        sources=("LLMArena (Chen et al., 2024)",),
    )

    seats: int = 2
    stacks: int = 100
    """Chips that each player has at the start of a hand; more than the big blind."""
    small_blind: int = option(1, low=1)
    """Chips of the small blind; at most the big blind."""
    big_blind: int = option(2, low=1)
    """Chips of the big blind."""
    hands: int = option(1, low=1)
    """Hands in a match; the dealer alternates."""
    positions: Literal["standard", "llmarena"] = "standard"
    """Who posts which blind and acts first: heads-up rules, or LLMArena's engine."""
    raises: Literal["standard", "llmarena"] = "standard"
    """Which raises are allowed: heads-up rules, or LLMArena's engine."""
    pot_goes_to: Literal["best", "worst"] = "best"
    """Which of two hands wins a showdown."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.small_blind > self.big_blind:
            raise UsageError(
                f"{self.name}: small_blind is from 1 to big_blind ({self.big_blind}), not {self.small_blind}"
            )
        if self.stacks <= self.big_blind:
            raise UsageError(
                f"{self.name}: stacks is more than big_blind ({self.big_blind}), not {self.stacks}"
            )

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        table = state.table
        match table.stage:
            case "over":
                return {}
            case "bet":
                assert table.mover is not None
                return {table.mover: Choice(legal_actions(self, table), about="action")}
            case "dealer":
                return {CHANCE: Draw((0, 1), about="dealer")}
            case "hole":
                return {CHANCE: Shuffle(DECK, 4, about="hole")}
            case street:
                rest = without((*table.board, *state.hole[0], *state.hole[1]))
                return {CHANCE: Shuffle(rest, DEALT[street], about=street)}

    def act(self, state: State, moves: Moves) -> State:
        table = state.table
        match table.stage:
            case "bet":
                assert table.mover is not None
                return bet(self, state, table.mover, moves[table.mover])
            case "dealer":
                return replace(state, table=replace(table, stage="hole", dealer=moves[CHANCE]))
            case "hole":
                return deal(self, state, moves[CHANCE])
            case street:
                cards = from_high(moves[CHANCE])
                log = add_event(state.log, street, cards)
                return open_betting(
                    self, replace(state, table=replace(table, board=table.board + cards), log=log)
                )

    def observe(self, state: State, seat: Seat | None) -> View:
        hole = tuple(
            cards if owner == seat or state.table.shown else () for owner, cards in enumerate(state.hole)
        )
        return View(seat, state.table, hole, events_for(state.log, seat))

    @property
    def score_range(self) -> tuple[float, float]:
        return -float(self.stacks * self.hands), float(self.stacks * self.hands)

    def outcome(self, state: State) -> Outcome | None:
        table = state.table
        if table.stage != "over":
            return None
        scores = self.paid(state)
        if self.hands > 1:
            return Outcome(scores, f"{self.hands} hands are over")
        if table.folded is not None:
            return Outcome(scores, f"{player_name(table.folded)} folded")
        return Outcome(scores, "showdown" if any(scores) else "showdown, and the pot is split")

    def paid(self, state: State) -> tuple[float, ...]:
        return tuple(sum(net[seat] for net in state.table.results) for seat in (0, 1))


def posts_small_blind(game: TexasHoldem, dealer: Seat) -> Seat:
    return dealer if game.positions == "standard" else 1 - dealer


def first_to_act(game: TexasHoldem, table: PublicState) -> Seat:
    """Before the flop the small blind; after it the player who is not the dealer."""
    assert table.dealer is not None
    return 1 - table.dealer if table.board else posts_small_blind(game, table.dealer)


def chips_moved(game: TexasHoldem, table: PublicState, seat: Seat, action: Action) -> int:
    """The chips that this action would move from the player into the pot."""
    call = max(table.paid) - table.paid[seat]
    match action:
        case "fold":
            return 0
        case "check_call":
            return call
        case "all_in":
            return game.stacks - table.paid[seat]
        case "raise_half_pot":
            return table.pot // 2 if game.raises == "llmarena" else call + (table.pot + call) // 2
        case "raise_pot":
            return table.pot if game.raises == "llmarena" else call + (table.pot + call)


def legal_actions(game: TexasHoldem, table: PublicState) -> tuple[Action, ...]:
    """The legal actions. A raise must be affordable and put in more than a call; nobody raises a player who
    is all in."""
    seat = table.mover
    assert seat is not None
    if table.paid[1 - seat] == game.stacks:
        return ("fold", "check_call")
    left, call = game.stacks - table.paid[seat], table.to_call
    sizes: tuple[Action, ...] = ("raise_half_pot", "raise_pot")
    raises = (size for size in sizes if call < chips_moved(game, table, seat, size) <= left)
    return ("fold", "check_call", *raises, "all_in")


def deal(game: TexasHoldem, state: State, cards: Sequence[Card]) -> State:
    """Deal two cards to Player 1 and two to Player 2, and post the blinds."""
    table = state.table
    assert table.dealer is not None
    hole = (from_high(cards[:2]), from_high(cards[2:]))
    small = posts_small_blind(game, table.dealer)
    paid = tuple(game.small_blind if seat == small else game.big_blind for seat in (0, 1))
    log = add_event(state.log, "hand", table.hand, table.dealer)
    for seat in (0, 1):
        log = add_event(log, "hole", hole[seat], to=[seat])
    log = add_event(log, "blind", "small", small, paid[small])
    log = add_event(log, "blind", "big", 1 - small, paid[1 - small])
    return open_betting(game, State(replace(table, paid=(paid[0], paid[1])), hole, log))


def open_betting(game: TexasHoldem, state: State) -> State:
    """Begin the betting on a new street; if everybody is all in, deal the next cards or go to the
    showdown."""
    table = state.table
    if min(table.paid) == game.stacks:
        return close_betting(game, state)
    return replace(state, table=replace(table, stage="bet", mover=first_to_act(game, table), waiting=2))


def bet(game: TexasHoldem, state: State, seat: Seat, action: Action) -> State:
    table, other = state.table, 1 - seat
    chips = chips_moved(game, table, seat, action)
    log = add_event(state.log, "acts", seat, action, chips)
    if action == "fold":
        return settle(game, replace(state, table=replace(table, folded=seat), log=log))
    mine, others = table.paid[seat] + chips, table.paid[other]
    paid = (mine, others) if seat == 0 else (others, mine)
    waiting = 1 if mine > others else table.waiting - 1
    state = replace(state, table=replace(table, paid=paid, mover=other, waiting=waiting), log=log)
    return state if waiting else close_betting(game, state)


def close_betting(game: TexasHoldem, state: State) -> State:
    table = state.table
    if len(table.board) == 5:
        return settle(game, state)
    return replace(state, table=replace(table, stage=NEXT_STREET[len(table.board)], mover=None, waiting=0))


def settle(game: TexasHoldem, state: State) -> State:
    """Give the pot to the player who is left or has the better hand, or split it; then the next hand, or the
    end.

    Chips that the other has not called go back to their owner, so no more than the smaller bet is won.
    """
    table, log = state.table, state.log
    if table.folded is None:
        hands = [(cards, made_hand((*cards, *table.board))) for cards in state.hole]
        places = [place((*cards, *table.board)) for cards in state.hole]
        sign = (places[1] > places[0]) - (places[1] < places[0])
        sign = -sign if game.pot_goes_to == "worst" else sign
        log = add_event(log, "showdown", tuple(hands))
    else:
        sign = 1 if table.folded == 1 else -1
    if spare := max(table.paid) - min(table.paid):
        log = add_event(log, "returned", table.paid.index(max(table.paid)), spare)
    net = sign * min(table.paid)
    results = (*table.results, (net, -net))
    log = add_event(log, "result", net)
    if len(results) < game.hands:
        assert table.dealer is not None
        following = PublicState("hole", table.hand + 1, 1 - table.dealer, results=results)
        return State(following, log=log)
    shown = table.folded is None
    table = replace(table, stage="over", mover=None, waiting=0, shown=shown, results=results)
    return replace(state, table=table, log=log)
