"""Battle royale: in turn, each player shoots at another one, until one is left.

Game 7 of γ-Bench (Huang et al., 2024): the duel of three, or truel, with more players. Where the paper and
its code differ, an answer is only a target, as in the paper. So a player cannot both miss on purpose and name
a target, and cannot name themselves or a player who is out.
"""

from __future__ import annotations

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
    Traits,
    UsageError,
    counted,
    option,
    player_name,
)

NOBODY: Final = "nobody"
"""The target of a player who misses on purpose."""

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "gamabench": {"seats": 10, "base_hit_rate": 35, "interval": 5, "shot_cap": 20, "told_rounds": False},
}
"""The paper's rules as options. The end after 20 shots is only in its code, and players are not told."""


@dataclass(frozen=True, slots=True)
class State:
    """The players who are left, whose turn it is, and their target while chance decides whether they hit.

    Events: `("shot", number, shooter, target or "nobody", whether it hit)`.
    """

    alive: tuple[Seat, ...]
    shooter: Seat = 0
    aim: Seat | None = None
    log: tuple[Event, ...] = ()

    @property
    def fallen(self) -> tuple[Seat, ...]:
        """The players who are out, in the order in which they left."""
        return tuple(event[3] for event in self.log if event[4])


@dataclass(frozen=True)
class BattleRoyale(Game[State, State]):
    """Seat i has a hit rate of `base_hit_rate` + i · `interval` percent; players shoot in this order.

    Nothing is hidden, so the view is the state. Since all players could miss on purpose forever, the game
    also ends after `shot_cap` shots, misses on purpose included; without `told_rounds`, players are told only
    that there is a limit. 100 is far more than ten players who want to win need. The score is one point for
    each player who was out before, and half a point for each other player who is still in at the end.
    """

    name: ClassVar[str] = "battle_royale"
    title: ClassVar[str] = "Battle Royale"
    sizes: ClassVar[Sequence[int]] = range(2, 27)
    traits: ClassVar[Traits] = Traits(
        constant_sum=True,
        abilities=("strategic planning", "opponent modelling"),
        sources=("γ-Bench (Huang et al., 2024)", "Kilgour, 1975"),
    )

    seats: int = 10
    base_hit_rate: int = option(35, low=1)
    """The hit rate of the first seat, in percent."""
    interval: int = option(5, low=0)
    """The increase of the hit rate from seat to seat, in percentage points, up to 100 percent."""
    shot_cap: int = option(100, low=1)
    """The number of shots, misses on purpose included, after which the game ends."""
    told_rounds: bool = True
    wins: Literal["last", "first"] = "last"
    """Who wins: the last one left, or the first one out, who has one point for each player out later."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if (highest := self.hit_rate(self.seats - 1)) > 100:
            raise UsageError(
                f"{self.name}: base_hit_rate + {self.seats - 1} × interval is the highest hit rate and "
                f"at most 100 percent, not {highest}"
            )

    def hit_rate(self, seat: Seat) -> int:
        """The seat's hit rate, in percent."""
        return self.base_hit_rate + self.interval * seat

    def new(self) -> State:
        return State(tuple(range(self.seats)))

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if state.aim is not None:
            rate = self.hit_rate(state.shooter)
            return {CHANCE: Draw(("hit", "miss"), (rate, 100 - rate), about="hit")}
        if self.is_over(state):
            return {}
        return {state.shooter: Choice((NOBODY, *opponents(state)), about="target")}

    def act(self, state: State, moves: Moves) -> State:
        if state.aim is not None:
            return after_shot(state, state.aim, hit=moves[CHANCE] == "hit")
        target = moves[state.shooter]
        return after_shot(state, target, hit=False) if target == NOBODY else replace(state, aim=target)

    def observe(self, state: State, seat: Seat | None) -> State:
        del seat
        return state

    def outcome(self, state: State) -> Outcome | None:
        if not self.is_over(state):
            return None
        points = {seat: float(before) for before, seat in enumerate(state.fallen)}
        left = len(state.alive)
        points |= dict.fromkeys(state.alive, self.seats - left + (left - 1) / 2)
        if self.wins == "first":
            points = {seat: self.seats - 1 - each for seat, each in points.items()}
        reason = f"after {counted(len(state.log), 'shot')} {left} players are left"
        if left == 1:
            reason = f"{player_name(state.alive[0])} is the last one left"
        return Outcome(tuple(points[seat] for seat in range(self.seats)), reason)

    def is_over(self, state: State) -> bool:
        return len(state.alive) == 1 or len(state.log) >= self.shot_cap


def opponents(state: State) -> tuple[Seat, ...]:
    """The players at whom the shooter can shoot."""
    return tuple(seat for seat in state.alive if seat != state.shooter)


def after_shot(state: State, target: Seat | str, *, hit: bool) -> State:
    """The state after a shot: it is announced, a player who was hit is out, and the turn passes on."""
    log = (*state.log, ("shot", len(state.log) + 1, state.shooter, target, hit))
    alive = tuple(seat for seat in state.alive if not (hit and seat == target))
    return State(alive, next_shooter(alive, state.shooter), None, log)


def next_shooter(alive: Sequence[Seat], last: Seat) -> Seat:
    """The next in order among the players who are left; after the last one comes the first.

    >>> next_shooter((0, 2, 5), 2), next_shooter((0, 2, 5), 5)
    (5, 0)
    """
    return min((seat for seat in alive if seat > last), default=alive[0])
