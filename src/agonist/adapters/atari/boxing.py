"""Atari Boxing with a deterministic clock: both answer, and hold their joysticks for a fixed number of
frames.

Thinking time makes no difference here, so a match can be replayed. `live.fight` plays in real time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from threading import RLock
from typing import ClassVar, Final

from agonist.adapters.atari.boxing_env import ACTIONS, BoxersView, MakeEnv, Ring, opponent, pettingzoo_ring
from agonist.core import (
    CHANCE,
    Amount,
    Ask,
    Choice,
    Game,
    Moves,
    Outcome,
    Seat,
    Traits,
    option,
    player_name,
)
from agonist.kit import Kit, Words
from agonist.text import Prompts

SEEDS: Final = Amount(0, 2**31 - 1, about="seed")
JOYSTICK: Final = Choice(ACTIONS, about="joystick")

COLOURS: Final = ("white", "black")
NEAR: Final = 30
"""The horizontal reach of a punch in pixels, for the reference player."""
LEVEL: Final = 6
"""The vertical reach of a punch in pixels, for the reference player."""

RINGS: Final = 64
VIEWS: Final = 4096
"""Environments kept open, and views kept; more concurrent matches only cost time, since moves are
replayed."""


@dataclass(frozen=True, slots=True)
class BoxingState:
    """The seed, once chance has given it, and the joysticks of both in every turn (white's first)."""

    seed: int | None = None
    held: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BoxingView:
    """The ring as a boxer sees it; `seen` is `None` before the fight. A bystander's seat is `None`."""

    seat: Seat | None
    turn: int
    seen: BoxersView | None = None


class Corner:
    """A cache of environments by the actions that they have played; safe to use from several threads."""

    def __init__(self, make_env: MakeEnv) -> None:
        self.make_env = make_env
        self._lock = RLock()
        self._rings: OrderedDict[tuple[int, BoxingState], Ring] = OrderedDict()
        self._seen: OrderedDict[tuple[int, BoxingState], BoxersView] = OrderedDict()

    def seen(self, state: BoxingState, frames: int) -> BoxersView:
        """What both boxers see in a state with a known seed, if each turn lasts this many frames."""
        key = (frames, state)
        with self._lock:
            if key not in self._seen:
                ring = self._ring(state, frames)
                self._seen[key], self._rings[key] = ring.seen, ring
                if len(self._seen) > VIEWS:
                    self._seen.popitem(last=False)
                if len(self._rings) > RINGS:
                    self._rings.popitem(last=False)[1].close()
            return self._seen[key]

    def _ring(self, state: BoxingState, frames: int) -> Ring:
        assert state.seed is not None
        before = BoxingState(state.seed, state.held[:-1])
        ring = self._rings.pop((frames, before), None) if state.held else None
        if ring is not None:
            ring.step(state.held[-1], frames)
            return ring
        ring = Ring(self.make_env, state.seed)
        for held in state.held:
            ring.step(held, frames)
        return ring


@dataclass(frozen=True)
class AtariBoxing(Game[BoxingState, BoxingView]):
    """Player 1 is white. A player's score is the points they made: 1 for a long punch, 2 for a close one."""

    name: ClassVar[str] = "atari_boxing"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        abilities=("spatial reasoning", "reaction"),
        sources=(
            "GameBench (Costarelli et al., 2024)",
            "PettingZoo (Terry et al., 2021)",
            "Boxing (Activision, 1980)",
        ),
    )
    corner: ClassVar[Corner] = Corner(pettingzoo_ring)

    seats: int = 2
    frames: int = option(12, low=1, high=600)
    """Frames for which an answer holds, of 60 in a second."""
    turns: int = option(600, low=1, high=20_000)
    """Turns after which the fight is over, if it is not before."""

    def new(self) -> BoxingState:
        return BoxingState()

    def turn(self, state: BoxingState) -> Mapping[Seat, Ask]:
        if state.seed is None:
            return {CHANCE: SEEDS}
        return {} if self._over(state) else {0: JOYSTICK, 1: JOYSTICK}

    def act(self, state: BoxingState, moves: Moves) -> BoxingState:
        if state.seed is None:
            return BoxingState(moves[CHANCE])
        return BoxingState(state.seed, (*state.held, (moves[0], moves[1])))

    def observe(self, state: BoxingState, seat: Seat | None) -> BoxingView:
        return BoxingView(seat, len(state.held), self._seen(state))

    def outcome(self, state: BoxingState) -> Outcome | None:
        seen = self._seen(state)
        reason = self._over(state)
        return Outcome(seen.points, reason) if seen and reason else None

    def _seen(self, state: BoxingState) -> BoxersView | None:
        return None if state.seed is None else self.corner.seen(state, self.frames)

    def _over(self, state: BoxingState) -> str:
        seen = self._seen(state)
        if seen is None:
            return ""
        return seen.over or (f"{self.turns} turns are over" if len(state.held) == self.turns else "")


class BoxingWords(Words[AtariBoxing, BoxingView]):
    def rules(self, game: AtariBoxing) -> str:
        return self.prompts.fill("rules", frames=game.frames)

    def scene(self, game: AtariBoxing, view: BoxingView) -> str:
        seen = view.seen
        if seen is None:
            return self.prompts.fill("before")
        seat = view.seat or 0
        other = opponent(seat)
        across, down = seen.x[other] - seen.x[seat], seen.y[other] - seen.y[seat]
        return self.prompts.fill(
            "scene",
            turn=view.turn,
            player=player_name(seat),
            colour=COLOURS[seat],
            x=seen.x[seat],
            y=seen.y[seat],
            opponent=player_name(other),
            other_colour=COLOURS[other],
            other_x=seen.x[other],
            other_y=seen.y[other],
            across=f"{abs(across)} to the {'right' if across > 0 else 'left'}",
            down=f"{abs(down)} {'down' if down > 0 else 'up'}",
            points=seen.points[seat],
            other_points=seen.points[other],
            over=f"\n{self.prompts.fill('over', reason=seen.over)}" if seen.over else "",
        )

    def hint(self, view: BoxingView, key: str) -> str:
        return self.prompts.fill("hint")


def rule_of_thumb(game: AtariBoxing, view: BoxingView, ask: Ask, rng: Random) -> str:
    """Walk to the opponent's height and into reach; then punch, and release the button."""
    del game, ask
    assert view.seen is not None
    assert view.seat is not None
    seen, seat, other = view.seen, view.seat, opponent(view.seat)
    across, down = seen.x[other] - seen.x[seat], seen.y[other] - seen.y[seat]
    vertical = "down" if down > LEVEL else "up" if down < -LEVEL else ""
    horizontal = ("right" if across > 0 else "left") if abs(across) > NEAR else ""
    if vertical or horizontal:
        return "-".join(filter(None, (vertical, horizontal)))
    return "punch" if view.turn % 2 == 0 or rng.random() < 0.2 else "wait"


def boxing_kit(make_env: MakeEnv = pettingzoo_ring) -> Kit:
    """The kit of the game; `make_env` makes a parallel environment whose two agents observe the memory."""

    class Boxing(AtariBoxing):
        corner: ClassVar[Corner] = Corner(make_env)

    return Kit(
        game=Boxing,
        words=BoxingWords(Prompts.beside(__file__)),
        reference=rule_of_thumb,
        reference_is="a rule of thumb: walk into reach, then punch",
        passes=lambda _view, _ask: "wait",
        quick_options={"turns": 20, "frames": 4},
    )


KIT: Final = boxing_kit()
