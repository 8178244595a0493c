"""Arctic Scavengers: hire, dig and fight to build the largest tribe.

The rules are those of the base game for two without headquarters and recon (Gabhart, Rio Grande Games, 2013),
with the designer's answers where the rulebook is silent. GameBench (Costarelli et al., 2024) plays a short
game (`PRESETS`). Its code hires for free, forgets all cards but the last hand, and fights with tools that
nobody carries. An interrupted action counts as not taken, which is our own ruling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Event,
    Game,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Traits,
    events_for,
    option,
)
from agonist.games.arctic_scavengers.cards import CONTESTED, JUNKYARD, ONE_OF_EACH, Cards, people
from agonist.games.arctic_scavengers.rounds import (
    NOTHING,
    drawn,
    gathered,
    gathering,
    interrupted,
    interruptions,
    keep_card,
    removed,
    settle,
    targets_of,
)
from agonist.games.arctic_scavengers.state import (
    Area,
    Buried,
    Pending,
    PublicState,
    State,
    with_event,
    with_table,
)

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"gamebench": {"contested": 6, "quiet": 0, "stays": 1}}
"""GameBench's game: six rounds with a skirmish in each, and the initiator changes every round."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A player's cards as seen by a seat: all of them by the owner, only the numbers by the other."""

    deck: Cards | None
    hand: Cards | None
    discard: Cards | None
    sizes: tuple[int, int, int]
    """Cards in the deck, in the hand and in the discard pile."""
    played: Cards
    public: Cards
    """Cards of this player that both know, wherever they are."""
    secret: Cards | None
    secrets: int
    """The number of this player's cards from the junkyard that were not shown."""


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows.

    Events: `("initiator", seat)`, `("round", number, initiator, whether there is a skirmish)`, `("peek",
    card)` to the initiator, `("reshuffled", seat)`, `("drew", seat, number)`, `("no cards", seat,
    number that was not drawn)`, `("cards", cards)` to who drew, `("declared", seat, action, cards)`,
    `("interrupted", seat, by, target)`, `("food", seat, number)`, `("looked", seat, number)`,
    `("found", cards)` and `("kept_card", card)` to who looked, `("kept", seat,
    whether a card was kept)`, `("hired", seat, card, medicine)`, `("trashed", seat, cards)`, `("stopped",
    seat, cards left)`, `("revealed", hand, hand)`, `("removed", by seat, how, card)`, `("fought", totals,
    people, winner or None, card)`, `("over", people of Player 1, of Player 2)`.
    """

    seat: Seat | None
    table: PublicState
    areas: tuple[Seen, Seen]
    contested: int
    """Cards left to fight for."""
    next_contested: str | None
    """The card of this round's skirmish, for the initiator."""
    log: tuple[Event, ...]


@dataclass(frozen=True)
class ArcticScavengers(Game[State, View]):
    """Hire, dig and fight for the largest tribe. The score is the number of people at the end."""

    name: ClassVar[str] = "arctic_scavengers"
    title: ClassVar[str] = "Arctic Scavengers"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        hidden=True,
        abilities=("deck building", "planning", "resource management", "risk"),
        sources=("Arctic Scavengers, base game (2013)", "GameBench (Costarelli et al., 2024)"),
    )

    seats: int = 2
    contested: int = option(14, low=1, high=len(CONTESTED))
    """Contested cards, one for each round with a skirmish, of the 14 that exist."""
    quiet: int = option(2, low=0, high=10)
    """Rounds without a skirmish before the first one."""
    stays: int = option(3, low=1, high=30)
    """Rounds that the first initiator keeps this role; after them, the players alternate."""
    skirmish: Literal["stronger", "weaker"] = "stronger"
    """Which hand wins a skirmish."""

    @property
    def sure(self) -> Cards:
        """The contested cards of every match: one of each kind, or none if there are fewer."""
        return ONE_OF_EACH if self.contested >= len(ONE_OF_EACH) else ()

    @property
    def extra(self) -> Cards:
        """The contested cards from which the others are drawn: all but the sure ones, or one of each kind if
        none is sure."""
        return tuple((Counter(CONTESTED) - Counter(self.sure)).elements()) if self.sure else ONE_OF_EACH

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.table.phase:
            case "initiator":
                return {CHANCE: Draw((0, 1), about="initiator")}
            case "extra":
                return {CHANCE: Shuffle(self.extra, self.contested - len(self.sure), about="extra")}
            case "contested":
                return {CHANCE: Shuffle(state.contested, len(state.contested), about="contested")}
            case "junkyard":
                return {CHANCE: Shuffle(JUNKYARD, len(JUNKYARD), about="junkyard")}
            case "play":
                step = state.table.todo[0]
                seat = CHANCE if step.kind in ("draw", "shuffle") else step.seat
                return {seat: self._ask(state, step)}
            case "over":
                return {}

    def _ask(self, state: State, step: Pending) -> Ask:
        table = state.table
        match step.kind:
            case "draw":
                deck = state.areas[step.seat].deck
                return Shuffle(deck, min(step.number, len(deck)), about=f"draw_{step.seat + 1}")
            case "shuffle":
                cards = tuple(buried.card for buried in table.junkyard)
                return Shuffle(cards, len(cards), about="junkyard")
            case "gather":
                return gathering(table, state.areas[step.seat])
            case "interrupt":
                assert table.declared is not None
                return Choice(interruptions(table.declared, state.areas[step.seat].hand), about="interrupt")
            case "keep":
                found = dict.fromkeys(buried.card for buried in table.junkyard[: step.number])
                return Choice((*found, NOTHING), about="keep")
            case "snipe" | "disarm":
                return Choice(targets_of(step, state.areas[1 - step.seat].hand), about=step.kind)
            case other:
                raise AssertionError(other)

    def act(self, state: State, moves: Moves) -> State:
        table = state.table
        match table.phase:
            case "initiator":
                state = with_event(
                    with_table(state, phase="extra", initiator=moves[CHANCE]), "initiator", moves[CHANCE]
                )
                if self.contested == len(self.sure):
                    return with_table(replace(state, contested=self.sure), phase="contested")
                return state
            case "extra":
                return with_table(replace(state, contested=(*self.sure, *moves[CHANCE])), phase="contested")
            case "contested":
                return with_table(replace(state, contested=tuple(moves[CHANCE])), phase="junkyard")
            case "junkyard":
                state = shuffled(state, moves[CHANCE])
                return self._settle(with_table(state, phase="play", todo=(Pending("round"),)))
            case "play":
                step = table.todo[0]
                state = with_table(state, todo=table.todo[1:])
                return self._settle(self._resolve(state, step, moves))
            case "over":
                raise AssertionError(moves)

    def _resolve(self, state: State, step: Pending, moves: Moves) -> State:
        match step.kind:
            case "draw":
                return drawn(state, step, tuple(moves[CHANCE]))
            case "shuffle":
                return shuffled(state, moves[CHANCE])
            case "gather":
                return gathered(state, step.seat, moves[step.seat])
            case "interrupt":
                return interrupted(state, step.seat, moves[step.seat])
            case "keep":
                return keep_card(state, step, moves[step.seat])
            case "snipe" | "disarm":
                return removed(state, step, moves[step.seat])
            case other:
                raise AssertionError(other)

    def _settle(self, state: State) -> State:
        return settle(state, self.quiet, self.stays, weaker=self.skirmish == "weaker")

    def observe(self, state: State, seat: Seat | None) -> View:
        table = state.table
        fighting = any(step.kind in ("skirmish", "fight") for step in table.todo)
        junkyard = tuple(
            Buried(b.card if seat is not None and b.seen[seat] else None) for b in table.junkyard
        )
        return View(
            seat=seat,
            table=replace(table, junkyard=junkyard),
            areas=(
                seen(state.areas[0], is_owner=seat == 0, revealed=table.revealed),
                seen(state.areas[1], is_owner=seat == 1, revealed=table.revealed),
            ),
            contested=len(state.contested),
            next_contested=state.contested[0] if fighting and seat == table.initiator else None,
            log=events_for(state.log, seat),
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.table.phase != "over":
            return None
        ours, theirs = (people(area.owned) for area in state.areas)
        if ours == theirs:
            return Outcome((ours, theirs), f"both tribes have {ours} people")
        winner = 1 if ours > theirs else 2
        return Outcome((ours, theirs), f"Player {winner} has the larger tribe, {ours} people to {theirs}")


def shuffled(state: State, cards: Sequence[str]) -> State:
    """The state with the junkyard in a new, unknown order."""
    return with_table(state, junkyard=tuple(Buried(card) for card in cards))


def seen(area: Area, *, is_owner: bool, revealed: bool) -> Seen:
    """A player's cards as seen by the owner or by the other."""
    return Seen(
        deck=area.deck if is_owner else None,
        hand=area.hand if is_owner or revealed else None,
        discard=area.discard if is_owner else None,
        sizes=(len(area.deck), len(area.hand), len(area.discard)),
        played=area.played,
        public=area.public,
        secret=area.secret if is_owner else None,
        secrets=len(area.secret),
    )
