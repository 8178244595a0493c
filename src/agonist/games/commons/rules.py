"""A commons: everyone harvests from one stock, which regrows by as much as is left.

The numbers and the order of a month are those of GovSim (Piatti et al., 2024, and its code): five players, a
stock of 100 that doubles every month up to 100, private harvests at the same time, which are then shown to
all, talk, 12 months, and a collapse below 5. The options are design principles of long-lived commons (Ostrom,
1990): limits that the users set themselves, monitoring, graduated sanctions, and talk; players who fine each
other pay and take what they do in Fehr and Gächter (2000).

GovSim draws a lot for each unit if more is asked for than there is. Here, everyone takes a unit in turn,
about what lots give on average. It lets agents talk as long as they want; here everyone speaks once a month,
with a pledge for the next harvest. Who takes or speaks first moves on by one seat each month.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    Amount,
    Ask,
    Choice,
    Log,
    Moves,
    Outcome,
    RoundGame,
    RoundView,
    Seat,
    Speech,
    Traits,
    UsageError,
    add_event,
    counted,
    events_for,
    form,
    nearest_fraction,
    option,
)
from agonist.games.commons.stock import regrown, shared_out, sustainable

Phase: TypeAlias = Literal["quota", "harvest", "inspect", "fine", "talk", "over"]

NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class State:
    """The stock, all harvests, and where the month stands."""

    phase: Phase
    stock: int
    played: int = 0
    """Months that are over."""
    quota: int | None = None
    """The limit for each player in this month, if there is one."""
    harvests: tuple[tuple[int, ...], ...] = ()
    """What each seat got, month by month."""
    costs: tuple[int, ...] = ()
    """What each seat has paid for inspections and fines, and in fines."""
    offences: tuple[int, ...] = ()
    """How often each seat was found to have taken more than the limit."""
    to_speak: tuple[Seat, ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View(RoundView):
    """What a seat knows.

    Events for all: `("quota", month, votes, limit)`, `("harvest", month, amount of each seat)` or
    `("total", month, amount)`, `("inspected", month, who, whom, amount)`, `("fined", month, who, whom)`,
    `("offence", month, seat, how many, fine)`, `("regrew", month, left, stock)`, `("collapsed", month,
    left)`, `("said", month, seat, pledge, text)`. For one seat: `("own", month, amount)`.
    """

    phase: Phase
    stock: int
    quota: int | None
    costs: tuple[int, ...]
    offences: tuple[int, ...]
    to_speak: tuple[Seat, ...]


@dataclass(frozen=True)
class Commons(RoundGame[State, View]):
    """The score is all that a player has harvested, less what they paid for inspections and fines.

    `quota="agreed"`: before a harvest everyone names a limit for each player, and the median holds (of an
    even number, the lower of the two in the middle); players can break it. `"binding"`: they can't.
    `monitoring="open"`: all harvests are shown. `"paid"`: only their total is; everyone may then pay
    to have one player's shown to all. `"none"`: only the total.
    `sanctions="peer"`: everyone may pay to fine one player. `"graduated"`: whoever is seen to have taken more
    than the limit pays, each time more.
    """

    name: ClassVar[str] = "commons"
    title: ClassVar[str] = "Commons"
    sizes: ClassVar[Sequence[int]] = range(2, 11)

    seats: int = 5
    rounds: int = option(12, low=1, high=100)
    """Months, if the stock lasts so long."""
    told_rounds: bool = False
    story: Literal["none", "fishery", "pasture", "pollution"] = "none"
    """What the stock, a unit and a harvest stand for: the three stories of GovSim, under the same rules."""
    capacity: int = option(100, low=10, high=1000)
    """The stock at first, and the most that it can regrow to."""
    growth: float = option(2, low=1, high=10)
    """By how much what is left is multiplied each month (the nearest fraction with a denominator of up to
    1000)."""
    collapse: int = option(5, low=1, high=100)
    """If less than this is left after a harvest, the stock is lost and the game ends. At most the
    capacity."""
    talk: bool = True
    """Whether players talk after each harvest and pledge what they will take."""
    talk_first: bool = False
    """Whether players talk before the first harvest, too."""
    max_words: int = option(60, low=1, high=1000)
    """Words in the longest speech."""
    quota: Literal["none", "agreed", "binding"] = "none"
    """Whether players agree on a limit before each harvest, and whether it can be broken."""
    monitoring: Literal["open", "paid", "none"] = "open"
    """Who sees what each player harvested."""
    sanctions: Literal["none", "peer", "graduated"] = "none"
    """Whether players fine each other, or the rules fine whoever breaks the limit (needs quota="agreed" and
    monitoring)."""
    inspection_cost: int = option(1, low=0, high=100)
    """What an inspection costs, with monitoring="paid"."""
    fine_cost: int = option(1, low=0, high=100)
    """What it costs to fine somebody, with sanctions="peer"."""
    fine: int = option(3, low=0, high=100)
    """What a fine takes away; with sanctions="graduated" the first, the second takes twice as much and so
    on."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.collapse > self.capacity:
            raise UsageError(
                f"commons: a stock of {self.capacity} cannot collapse below {self.collapse}; "
                "set collapse lower"
            )
        if self.sanctions == "graduated" and (self.quota != "agreed" or self.monitoring == "none"):
            raise UsageError(
                "commons: sanctions='graduated' punishes whoever is seen to break a limit, so it needs "
                "quota='agreed' and monitoring='open' or 'paid'"
            )

    @property
    def traits(self) -> Traits:
        return Traits(
            simultaneous=True,
            hidden=self.monitoring != "open",
            talk=self.talk and (self.talk_first or self.rounds > 1),
            abilities=("cooperation", "communication", "strategic planning", "numerical reasoning"),
            sources=("GovSim (Piatti et al., 2024)", "Ostrom, 1990", "Fehr and Gächter, 2000"),
        )

    @property
    def factor(self) -> Fraction:
        """The growth, exactly."""
        return nearest_fraction(self.growth)

    def threshold(self, stock: int) -> int:
        """The most that all together can take so that the stock regrows to what it was."""
        return sustainable(stock, self.factor, self.capacity)

    def new(self) -> State:
        nothing = (0,) * self.seats
        state = State("harvest", self.capacity, costs=nothing, offences=nothing)
        return self._begun(state, talk=self.talk and self.talk_first)

    def _begun(self, state: State, *, talk: bool) -> State:
        """The beginning of a month, with or without talk about its harvest."""
        if not talk:
            return replace(state, phase=self._first_phase)
        speakers = tuple((self.first(state.played) + step) % self.seats for step in range(self.seats))
        return replace(state, phase="talk", to_speak=speakers)

    @property
    def _first_phase(self) -> Phase:
        return "harvest" if self.quota == "none" else "quota"

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        everyone = range(self.seats)
        match state.phase:
            case "quota":
                return dict.fromkeys(everyone, Amount(0, state.stock, about="quota"))
            case "harvest":
                return dict.fromkeys(
                    everyone, Amount(0, self.most(state.stock, state.quota), about="harvest")
                )
            case "inspect" | "fine":
                return {
                    seat: Choice((NOBODY, *(other for other in everyone if other != seat)), about=state.phase)
                    for seat in everyone
                }
            case "talk":
                pledge = Amount(0, state.stock)
                say = Speech(self.max_words, optional=True)
                return {state.to_speak[0]: form("talk", pledge=pledge, say=say)}
            case "over":
                return {}

    def most(self, stock: int, quota: int | None) -> int:
        """The most that one player can ask for."""
        return min(stock, quota) if quota is not None and self.quota == "binding" else stock

    def first(self, played: int) -> Seat:
        """Who takes or speaks first after so many months."""
        return played % self.seats

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "quota":
                votes = tuple(moves[seat] for seat in range(self.seats))
                limit = sorted(votes)[(self.seats - 1) // 2]
                log = add_event(state.log, "quota", state.played + 1, votes, limit)
                return replace(state, phase="harvest", quota=limit, log=log)
            case "harvest":
                requests = tuple(moves[seat] for seat in range(self.seats))
                return self._harvested(state, shared_out(requests, state.stock, self.first(state.played)))
            case "inspect":
                return self._inspected(state, moves)
            case "fine":
                return self._regrown(self._fined(state, moves))
            case "talk":
                pledge, text = moves[state.to_speak[0]]
                log = add_event(state.log, "said", state.played, state.to_speak[0], pledge, text)
                rest = state.to_speak[1:]
                return replace(state, to_speak=rest, phase="talk" if rest else self._first_phase, log=log)
            case "over":
                raise AssertionError(moves)

    def _harvested(self, state: State, taken: tuple[int, ...]) -> State:
        month, log = state.played + 1, state.log
        if self.monitoring == "open":
            log = add_event(log, "harvest", month, taken)
        else:
            log = add_event(log, "total", month, sum(taken))
            for seat, amount in enumerate(taken):
                log = add_event(log, "own", month, amount, to=[seat])
        state = replace(state, stock=state.stock - sum(taken), harvests=(*state.harvests, taken), log=log)
        if self.monitoring == "paid":
            return replace(state, phase="inspect")
        return self._judged(state, range(self.seats))

    def _inspected(self, state: State, moves: Moves) -> State:
        month, log, costs = state.played + 1, state.log, list(state.costs)
        shown = sorted((seat, whom) for seat, whom in moves.items() if whom != NOBODY)
        for seat, whom in shown:
            costs[seat] += self.inspection_cost
            log = add_event(log, "inspected", month, seat, whom, state.harvests[-1][whom])
        state = replace(state, costs=tuple(costs), log=log)
        return self._judged(state, sorted({whom for _, whom in shown}))

    def _judged(self, state: State, seen: Sequence[Seat]) -> State:
        """After the harvests of these seats have been seen."""
        if self.sanctions == "peer":
            return replace(state, phase="fine")
        if self.sanctions == "graduated":
            assert state.quota is not None
            costs, offences, log = list(state.costs), list(state.offences), state.log
            for seat in seen:
                if state.harvests[-1][seat] > state.quota:
                    offences[seat] += 1
                    fine = offences[seat] * self.fine
                    costs[seat] += fine
                    log = add_event(log, "offence", state.played + 1, seat, offences[seat], fine)
            state = replace(state, costs=tuple(costs), offences=tuple(offences), log=log)
        return self._regrown(state)

    def _fined(self, state: State, moves: Moves) -> State:
        costs, log = list(state.costs), state.log
        for seat, whom in sorted(moves.items()):
            if whom != NOBODY:
                costs[seat] += self.fine_cost
                costs[whom] += self.fine
                log = add_event(log, "fined", state.played + 1, seat, whom)
        return replace(state, costs=tuple(costs), log=log)

    def _regrown(self, state: State) -> State:
        """The end of a month: the stock collapses or regrows, and players talk about the next harvest."""
        month, left = state.played + 1, state.stock
        state = replace(state, played=month, quota=None)
        if left < self.collapse:
            return replace(state, phase="over", log=add_event(state.log, "collapsed", month, left))
        if month == self.rounds:
            return replace(state, phase="over")
        stock = regrown(left, self.factor, self.capacity)
        state = replace(state, stock=stock, log=add_event(state.log, "regrew", month, left, stock))
        return self._begun(state, talk=self.talk)

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(
            seat, state.played, events_for(state.log, seat), state.phase, state.stock, state.quota,
            state.costs, state.offences, state.to_speak,
        )  # fmt: skip

    @property
    def score_range(self) -> tuple[float, float]:
        month = self.inspection_cost if self.monitoring == "paid" else 0
        if self.sanctions == "peer":
            month += self.fine_cost + (self.seats - 1) * self.fine
        graduated = self.fine * self.rounds * (self.rounds + 1) // 2 if self.sanctions == "graduated" else 0
        return -float(self.rounds * month + graduated), float(self.rounds * self.capacity)

    def paid(self, state: State) -> tuple[float, ...]:
        gains = totals(state.harvests) or (0,) * self.seats
        return tuple(float(gain - cost) for gain, cost in zip(gains, state.costs, strict=True))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        if state.stock < self.collapse:
            reason = f"the stock collapsed in month {state.played}"
        else:
            reason = f"the stock lasted {counted(self.rounds, 'month')}"
        return Outcome(self.paid(state), reason)


def totals(harvests: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """What each seat has harvested in these months."""
    return tuple(map(sum, zip(*harvests, strict=True)))
