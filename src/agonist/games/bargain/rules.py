"""Bargaining over hats, balls and apples, which are worth different amounts to the two players.

The game of LLMArena (Chen et al., 2024), after the data of Lewis et al. (2017): 5 to 7 items, 1 to 5 of each
kind; values from 0 to 10, with which all items together are worth 10 to each player; every kind is worth
something to at least one player, and at least one kind to both.

It differs from the published engine in two points. There, Player 1 can say `deal` before there is any plan,
and loses by it; here there must be a plan. There, the last round ends before Player 2's answer is read; here
that answer counts, so the last plan can be accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from agonist.core import (
    CHANCE,
    Amount,
    Ask,
    Draw,
    Event,
    Form,
    Game,
    Log,
    Menu,
    Moves,
    Outcome,
    Seat,
    Speech,
    Traits,
    add_event,
    counted,
    events_for,
    form,
    option,
    player_name,
)
from agonist.games.bargain.goods import KINDS, POOLS, Counts, Values, rest, total, value_pairs


@dataclass(frozen=True, slots=True)
class Plan:
    """The proposer's seat, and what the proposer keeps; the other gets the rest."""

    seat: Seat
    keeps: Counts


@dataclass(frozen=True, slots=True)
class PublicState:
    """What both sides see."""

    pool: Counts | None = None
    turns: int = 0
    """Turns that are over; Player 1 has the even ones."""
    plan: Plan | None = None
    """The last plan."""
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The table, and what each item is worth to each side (empty before they are drawn)."""

    table: PublicState = PublicState()
    values: tuple[Values, ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows; `values` are its own until the end, and `None` for those it may not see.

    Events: `("pool", counts)`, `("values", own values)` to their owner, `("proposed", round, seat, kept,
    message)`, `("deal", round, seat)`, `("closed",)` when no round is left.
    """

    seat: Seat | None
    table: PublicState
    values: tuple[Values | None, ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Bargain(Game[State, View]):
    """Player 1 begins; a round is one turn of each player. Without a deal both score 0.

    `score`: `difference`, the value to the player minus the value to the other, as published; or `own_value`,
    the value to the player. `max_words`: of a message.
    """

    name: ClassVar[str] = "bargain"
    title: ClassVar[str] = "Bargain"
    sizes: ClassVar[Sequence[int]] = (2,)
    # Not declared constant-sum, since with score=own_value the sum varies.
    seats: int = 2
    rounds: int = option(10, low=1)
    score: Literal["difference", "own_value"] = "difference"
    """`difference`: the value to the player minus the other's, as published; `own_value`: the value only."""
    max_words: int = option(50, low=1)

    @property
    def traits(self) -> Traits:
        return Traits(
            hidden=True,
            talk=True,
            constant_sum=self.score == "difference",
            abilities=("negotiation", "opponent modelling", "numerical reasoning"),
            sources=("LLMArena (Chen et al., 2024)", "Lewis et al., 2017"),
        )

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        table = state.table
        if table.pool is None:
            return {CHANCE: Draw(POOLS, about="pool")}
        if not state.values:
            return {CHANCE: Draw(value_pairs(table.pool), about="values")}
        return {} if over(self, table) else {mover(table): self.ask(table.pool, table.plan)}

    def ask(self, pool: Counts, plan: Plan | None) -> Menu:
        amounts = {f"keep_{kind}": Amount(0, count) for kind, count in zip(KINDS, pool, strict=True)}
        propose = form(message=Speech(self.max_words, optional=True), **amounts)
        deal = (("deal", Form(())),) if plan else ()
        return Menu((("propose", propose), *deal), about="offer")

    def act(self, state: State, moves: Moves) -> State:
        table, log = state.table, state.log
        if table.pool is None:
            pool = moves[CHANCE]
            return State(replace(table, pool=pool), log=add_event(log, "pool", pool))
        if not state.values:
            for seat, values in enumerate(moves[CHANCE]):
                log = add_event(log, "values", values, to=[seat])
            return State(table, moves[CHANCE], log)
        seat, number = mover(table), round_of(table)
        match moves[seat]:
            case ("propose", message, *kept):
                hats, balls, apples = kept
                plan = Plan(seat, (hats, balls, apples))
                table = replace(table, turns=table.turns + 1, plan=plan)
                log = add_event(log, "proposed", number, seat, plan.keeps, message)
            case ("deal",):
                table = replace(table, turns=table.turns + 1, agreed=True)
                log = add_event(log, "deal", number, seat)
            case other:
                raise AssertionError(other)
        if over(self, table) and not table.agreed:
            log = add_event(log, "closed")
        return replace(state, table=table, log=log)

    def observe(self, state: State, seat: Seat | None) -> View:
        shown = over(self, state.table)
        values = tuple(own if shown or owner == seat else None for owner, own in enumerate(state.values))
        return View(seat, state.table, values, events_for(state.log, seat))

    @property
    def score_range(self) -> tuple[float, float]:
        return (0.0 if self.score == "own_value" else -10.0), 10.0

    def outcome(self, state: State) -> Outcome | None:
        table = state.table
        if not over(self, table):
            return None
        if not table.agreed or table.plan is None:
            return Outcome((0, 0), f"no deal in {counted(self.rounds, 'round')}")
        worth = worths(table, state.values)
        scores = worth if self.score == "own_value" else (worth[0] - worth[1], worth[1] - worth[0])
        return Outcome(
            scores, f"{player_name(1 - table.plan.seat)} accepted in round {(table.turns + 1) // 2}"
        )


def mover(table: PublicState) -> Seat:
    return table.turns % 2


def round_of(table: PublicState) -> int:
    """The round that the next turn belongs to."""
    return table.turns // 2 + 1


def over(game: Bargain, table: PublicState) -> bool:
    return table.agreed or table.turns == 2 * game.rounds


def share(table: PublicState, seat: Seat) -> Counts:
    """The items that a seat gets by the last plan."""
    assert table.pool is not None
    assert table.plan is not None
    return table.plan.keeps if table.plan.seat == seat else rest(table.pool, table.plan.keeps)


def worths(table: PublicState, values: Sequence[Values]) -> tuple[int, int]:
    """The value of the last plan to each side."""
    return total(share(table, 0), values[0]), total(share(table, 1), values[1])
