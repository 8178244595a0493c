"""Air, Land & Sea: eighteen cards, three theaters, and a war to twelve points.

The rules are those of the revised rulebook (Perry and Crain, Arcane Wonders, 2020). GameBench (Costarelli et
al., 2024) plays the whole game, but its code differs from the rulebook in many places; here the rulebook
holds. Disrupt is an instant ability, and each player chooses their own card for it. Abilities take effect in
the order in which they came up, each completely before the next, even if the card is flipped before its turn
comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from agonist.core import (
    CHANCE,
    Ask,
    Draw,
    Event,
    Game,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Traits,
    add_event,
    events_for,
    option,
)
from agonist.games.air_land_sea.battle import VICTORY, deal, resolve, settle
from agonist.games.air_land_sea.cards import CARDS, THEATERS, Card
from agonist.games.air_land_sea.choices import ask
from agonist.games.air_land_sea.field import Field
from agonist.games.air_land_sea.state import PublicState, State, masked, top_of, with_table


@dataclass(frozen=True, slots=True)
class View:
    """All but the other hand, the deck, and cards that lie facedown and were never seen.

    Events: `("row", theaters)`, `("first", seat)`, `("battle", number, theaters, 1st player)`, `("hand",
    cards)` to its owner, `("deployed" or "improvised" or "reinforced", seat, card, theater)` with the card
    `None` where it is facedown, and then `("card", card)` to its owner, `("destroyed", seat, by which
    ability)`, `("flipped", by, owner, theater, card, up)` with the card `None` where it is not known,
    `("moved", seat, card, from, to)`, `("took_back", seat, card, theater)`, `("stayed", seat, kind)`, `("no
    use", seat, kind)` of an ability that nothing can be done with, `("air_drop", seat)`, `("withdrew", seat,
    cards left)`, `("controls", seats in the order of the row)`, `("won", seat, points)`. Private copies with
    the card come last: `("card", card)`.
    """

    seat: Seat | None
    table: PublicState
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, int]
    deck_size: int
    drawn: Card | None
    """The card drawn by Reinforce, for the player who is about to place it."""
    log: tuple[Event, ...]


@dataclass(frozen=True)
class AirLandSea(Game[State, View]):
    """Control most theaters when all cards are played, or withdraw in time. Scores are victory points."""

    name: ClassVar[str] = "air_land_sea"
    title: ClassVar[str] = "Air, Land & Sea"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        hidden=True,
        abilities=("abstract strategy", "hidden information", "risk", "planning"),
        sources=("Air, Land & Sea, revised rulebook (2020)", "GameBench (Costarelli et al., 2024)"),
    )

    seats: int = 2
    to_win: int = option(12, low=1, high=60)
    """Victory points that win the war."""
    control: Literal["stronger", "weaker"] = "stronger"
    """Which side controls a theater."""

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, float(self.to_win - 1 + VICTORY)

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        table = state.table
        match table.phase:
            case "theaters":
                return {CHANCE: Shuffle(THEATERS, 3, about="theaters")}
            case "first":
                return {CHANCE: Draw((0, 1), about="first")}
            case "deal":
                return {CHANCE: Shuffle(CARDS, len(CARDS), about="deal")}
            case "battle":
                step = table.todo[0]
                return {step.seat: ask(table, state.hands[step.seat], step)}
            case "over":
                return {}

    def act(self, state: State, moves: Moves) -> State:
        table = state.table
        match table.phase:
            case "theaters":
                table = replace(
                    table, field=Field(tuple(moves[CHANCE]), weaker=self.control == "weaker"), phase="first"
                )
                return replace(state, table=table, log=add_event(state.log, "row", table.field.row))
            case "first":
                table = replace(table, first=moves[CHANCE], phase="deal")
                return replace(state, table=table, log=add_event(state.log, "first", table.first))
            case "deal":
                return deal(state, moves[CHANCE])
            case "battle":
                step = table.todo[0]
                state = with_table(state, todo=table.todo[1:])
                return settle(resolve(state, step, moves[step.seat]), self.to_win)
            case "over":
                raise AssertionError(moves)

    def observe(self, state: State, seat: Seat | None) -> View:
        table, todo = state.table, state.table.todo
        placing = bool(todo) and todo[0].kind == "reinforce" and todo[0].seat == seat
        return View(
            seat=seat,
            table=replace(
                table,
                field=masked(table.field, seat),
                destroyed=tuple(
                    d if d.seen or d.owner == seat else replace(d, card=None) for d in table.destroyed
                ),
            ),
            hand=() if seat is None else state.hands[seat],
            hand_sizes=(len(state.hands[0]), len(state.hands[1])),
            deck_size=len(state.deck) + len(table.destroyed),
            drawn=top_of(state) if placing else None,
            log=events_for(state.log, seat),
        )

    def outcome(self, state: State) -> Outcome | None:
        points = state.table.points
        if state.table.phase != "over":
            return None
        winner = 0 if points[0] >= self.to_win else 1
        reason = f"Player {winner + 1} has {points[winner]} victory points and wins the war"
        return Outcome(tuple(points), reason)
