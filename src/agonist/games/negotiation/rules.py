"""Negotiation over several issues, by parties with private points, an alternative, and a clock.

The families of scorable negotiation games (Susskind, 1985; Abdelnabi et al., 2023) and of integrative
bargaining (Pruitt, 1981): each party has private points for the options of each issue, and a BATNA (best
alternative to a negotiated agreement), which it gets without a deal. Issues weigh differently, so all can
gain if each gives way where it matters less (logrolling). With `agreement="all_but_one"` the roles and votes
are those of Abdelnabi et al.: Player 1 proposes first and last, Player 2 has a veto, and of six parties five
are enough. Offers alternate as in Rubinstein (1982), with points that shrink or talks that may break off.

Bargain, after LLMArena, is another game: there two players divide a pool of items, what one doesn't get goes
to the other, and without a deal both have nothing. Here each party has an alternative of its own, parties may
want the same on an issue, and there are up to six of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Event,
    Form,
    Game,
    Log,
    Moves,
    Outcome,
    Seat,
    Speech,
    Split,
    Traits,
    UsageError,
    add_event,
    counted,
    events_for,
    form,
    option,
    ranked,
)
from agonist.games.negotiation.deal_values import ISSUES, WHOLE, Deal, Table, points, tables_of

Phase: TypeAlias = Literal["tables", "propose", "answer", "clock", "over"]

MOST_DEALS: Final = 20_000
"""More possible deals than this are refused, since indicators and the reference look at all of them."""

STEP: Final = 5
"""Weights of issues are multiples of this many points."""

NONE: Final = "none"
"""No claim."""


@dataclass(frozen=True, slots=True)
class State:
    """The tables, the last proposal, and where the round stands."""

    phase: Phase = "tables"
    tables: tuple[Table, ...] = ()
    round: int = 1
    deal: Deal | None = None
    """The last proposal; at the end, the deal, if there is one."""
    agreed: bool = False
    broken: bool = False
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows; at the end, all tables.

    Events: `("table", weights, favourites, BATNA)` to each seat alone; to all `("proposed", round, seat,
    deal, claim, text)`, `("answered", round, seat, vote, claim, text)`, `("deal", round)`, `("went on",
    round)`, `("broke off", round)`, `("no deal", round)`.
    """

    seat: Seat | None
    phase: Phase
    tables: tuple[Table | None, ...]
    round: int
    deal: Deal | None
    agreed: bool
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Negotiation(Game[State, View]):
    """The score is the points of the deal, or the BATNA without one; who gains most over their BATNA wins.

    A round is a proposal, which everyone else accepts or rejects at the same time. Proposers take turns.
    """

    name: ClassVar[str] = "negotiation"
    title: ClassVar[str] = "Negotiation"
    sizes: ClassVar[Sequence[int]] = range(2, 7)

    seats: int = 2
    issues: int = option(4, low=1, high=len(ISSUES))
    """Issues that a deal settles."""
    choices: int = option(4, low=2, high=101)
    """Options of each issue. There can be up to 20,000 deals in all."""
    preferences: Literal["mixed", "opposed"] = "mixed"
    """Whether each party's favourite options are drawn, or are the first options for Players 1, 3 and 5 and
    the last for the others."""
    agreement: Literal["all", "all_but_one"] = "all"
    """Who must accept: everyone, or all but one, among them Player 1, who proposes first and last, and
    Player 2 (3 players or more)."""
    rounds: int = option(10, low=1, high=100)
    """Rounds until the talks end without a deal."""
    discount: int = option(0, low=0, high=99)
    """Percent of its points that a deal loses with every round after the first; a BATNA loses nothing."""
    breakdown: int = option(0, low=0, high=99)
    """The chance in percent that the talks break off for good after a round without a deal."""
    batna_low: int = option(20, low=0, high=WHOLE)
    """The lowest BATNA that is drawn."""
    batna_spread: int = option(30, low=0, high=WHOLE)
    """How much higher the highest is; none is above 100."""
    talk: bool = True
    """Whether players may say something with proposals and answers, and claim which issue matters most to
    them."""
    max_words: int = option(60, low=1, high=1000)
    """Words in the longest message."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.agreement == "all_but_one" and self.seats < 3:
            raise UsageError("negotiation: agreement='all_but_one' is for 3 players or more")
        if self.choices**self.issues > MOST_DEALS:
            raise UsageError(
                f"negotiation: {self.issues} issues of {self.choices} options make more than "
                f"{MOST_DEALS:,} deals; set issues or choices lower"
            )

    @property
    def traits(self) -> Traits:
        return Traits(
            simultaneous=self.seats > 2,
            hidden=True,
            talk=self.talk,
            abilities=("negotiation", "opponent modelling", "numerical reasoning", "communication"),
            sources=("Susskind, 1985", "Abdelnabi et al., 2023", "Pruitt, 1981", "Rubinstein, 1982"),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the issues."""
        return ISSUES[: self.issues]

    @property
    def batna_high(self) -> int:
        """The highest BATNA that is drawn."""
        return min(WHOLE, self.batna_low + self.batna_spread)

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "tables":
                return {CHANCE: self.draw}
            case "propose":
                issues = dict.fromkeys(self.names, Choice(tuple(range(1, self.choices + 1))))
                return {self.proposer(state.round): form("proposal", **issues, **self._words)}
            case "answer":
                vote = Choice(("accept", "reject"), about="vote")
                ask = form("answer", vote=vote, **self._words) if self.talk else vote
                return dict.fromkeys(self.others(state.round), ask)
            case "clock":
                weights = (100 - self.breakdown, self.breakdown)
                return {CHANCE: Draw(("go on", "break off"), weights, about="clock")}
            case "over":
                return {}

    @property
    def draw(self) -> Form:
        """What chance draws for each party: its weights, its favourites and its BATNA."""
        names, options = self.names, tuple(range(1, self.choices + 1))
        weights = Split(names, WHOLE, low=STEP, step=STEP)
        batna = Draw(tuple(range(self.batna_low, self.batna_high + 1)))
        parts: list[tuple[str, Ask]] = []
        for party in range(1, self.seats + 1):
            ends = (1,) if party % 2 else (self.choices,)
            favourite = Draw(options if self.preferences == "mixed" else ends)
            parts.append((f"weights_{party}", weights))
            parts.append((f"favourites_{party}", Form(tuple((name, favourite) for name in names))))
            parts.append((f"batna_{party}", batna))
        return Form(tuple(parts), about="tables")

    @property
    def _words(self) -> dict[str, Ask]:
        if not self.talk:
            return {}
        return {"claim": Choice((NONE, *self.names)), "say": Speech(self.max_words, optional=True)}

    def proposer(self, number: int) -> Seat:
        """Who proposes in a round."""
        if self.agreement == "all_but_one" and number == self.rounds:
            return 0
        return (number - 1) % self.seats

    def others(self, number: int) -> tuple[Seat, ...]:
        """Who answers in a round."""
        return tuple(seat for seat in range(self.seats) if seat != self.proposer(number))

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "tables":
                return self._dealt(state, moves[CHANCE])
            case "propose":
                return self._propose(state, moves[self.proposer(state.round)])
            case "answer":
                return self._answer(state, moves)
            case "clock" if moves[CHANCE] == "break off":
                return self._end(replace(state, broken=True), "broke off")
            case "clock":
                log = add_event(state.log, "went on", state.round)
                return replace(state, phase="propose", round=state.round + 1, log=log)
        raise AssertionError(moves)

    def _dealt(self, state: State, drawn: Sequence[Any]) -> State:
        tables = tables_of(drawn, self.choices)
        log = state.log
        for seat, table in enumerate(tables):
            log = add_event(log, "table", table.weights, table.favourites, table.batna, to=[seat])
        return replace(state, phase="propose", tables=tables, log=log)

    def _propose(self, state: State, answer: tuple[Any, ...]) -> State:
        deal, said = tuple(answer[: self.issues]), answer[self.issues :] or (NONE, "")
        log = add_event(state.log, "proposed", state.round, self.proposer(state.round), deal, *said)
        return replace(state, phase="answer", deal=deal, log=log)

    def _answer(self, state: State, moves: Moves) -> State:
        log, accepting = state.log, {self.proposer(state.round)}
        for seat in self.others(state.round):
            vote, *said = moves[seat] if self.talk else (moves[seat], NONE, "")
            log = add_event(log, "answered", state.round, seat, vote, *said)
            if vote == "accept":
                accepting.add(seat)
        state = replace(state, log=log)
        if self.enough(accepting):
            return self._end(replace(state, agreed=True), "deal")
        if state.round == self.rounds:
            return self._end(state, "no deal")
        if self.breakdown:
            return replace(state, phase="clock")
        return replace(state, phase="propose", round=state.round + 1)

    def enough(self, accepting: set[Seat]) -> bool:
        """Whether a deal is made if these seats accept it, its proposer among them."""
        if self.agreement == "all":
            return len(accepting) == self.seats
        return len(accepting) >= self.seats - 1 and accepting >= {0, 1}

    def _end(self, state: State, kind: str) -> State:
        return replace(state, phase="over", log=add_event(state.log, kind, state.round))

    def observe(self, state: State, seat: Seat | None) -> View:
        shown = state.phase == "over"
        tables = tuple(table if shown or owner == seat else None for owner, table in enumerate(state.tables))
        return View(
            seat, state.phase, tables, state.round, state.deal, state.agreed, events_for(state.log, seat)
        )

    def left(self, number: int) -> Fraction:
        """The share of its points that a deal in this round is worth."""
        return Fraction(100 - self.discount, 100) ** (number - 1)

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, float(WHOLE)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        batnas = [table.batna for table in state.tables]
        if not state.agreed or state.deal is None:
            reason = "the talks broke off" if state.broken else "no deal"
            return Outcome(
                tuple(map(float, batnas)),
                f"{reason} in {counted(state.round, 'round')}",
                places=(1,) * self.seats,
            )
        left = self.left(state.round)
        scores = tuple(float(points(table.rows, state.deal) * left) for table in state.tables)
        places = ranked([batna - score for score, batna in zip(scores, batnas, strict=True)])
        return Outcome(scores, f"a deal in round {state.round}", places=places)
