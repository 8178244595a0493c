"""Playing TextArena's environments, each copied before an answer, so that any position can be kept.

Environments draw from Python's global random generator, and some from NumPy's. Each position keeps the
states of both: they are set while an environment works, and put back after. So nothing else that draws
changes a match, and matches change nothing else.
"""

from __future__ import annotations

import copy
import random
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from threading import RLock
from typing import Any, Final

import numpy as np
from textarena.core import Env, ObservationType, Wrapper

from agonist.adapters.textarena.environments import Environment
from agonist.core import AgonistError, Event, GameError, Seat
from agonist.core.source_places import error_line

POSITIONS: Final = 1024
"""Positions kept for each game with its options; others are reached again by playing the answers."""

INVALID: Final = -1.0
"""The score of an invalid move where an environment gives none: TextArena's usual reward, which is 1 for
the others."""

PATIENCE: Final = 12
"""Times in a row that a seat may say nothing where that is refused: some environments would ask forever, and
Catan takes the turn away after ten."""

_GENERATORS: Final = RLock()
"""Held while the global generators are an environment's."""


@dataclass(frozen=True, slots=True)
class History:
    """The state of a game: the seed, once chance has given it, and every answer since."""

    seed: int | None = None
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A position of an environment.

    `told`: by seat, all that it was told so far: `("said", seat, text)` by a player, `("told", text)` and
    `("board", text)` by the game. `public`: what all seats were told at once. `refused`: why the
    environment refused the answer that led here; empty if it took it. `idle`: how often in a row it
    refused silence from the same seat. `shown`: what the mover is shown besides, for this turn only.
    `scores` and `reason` are set when it is over.
    """

    env: Any
    generators: tuple[Any, Any]
    mover: Seat
    told: tuple[tuple[Event, ...], ...]
    public: tuple[Event, ...] = ()
    refused: str = ""
    shown: str = ""
    scores: tuple[float, ...] = ()
    reason: str = ""
    idle: int = 0


class Positions:
    """The positions of one game with its options; safe to use from several threads."""

    def __init__(self, environment: Environment, options: Mapping[str, Any], seats: int) -> None:
        self._environment, self._options, self._seats = environment, options, seats
        self._kept: OrderedDict[History, Position] = OrderedDict()

    def at(self, history: History) -> Position:
        """The position after these answers. Raises `GameError` if the environment's code fails."""
        with _GENERATORS:
            before = len(history.answers)
            while before and History(history.seed, history.answers[:before]) not in self._kept:
                before -= 1
            start = History(history.seed, history.answers[:before])
            position = self._kept.get(start) or self._keep(start, self._first(history.seed))
            for nth in range(before, len(history.answers)):
                position = self._next(position, history.answers[nth])
                self._keep(History(history.seed, history.answers[: nth + 1]), position)
            return position

    def refusal(self, history: History, answer: str) -> str:
        """Why the environment refuses this answer; empty if it takes it."""
        try:
            return self.at(History(history.seed, (*history.answers, answer))).refused
        except GameError as error:
            return str(error)

    def _keep(self, history: History, position: Position) -> Position:
        self._kept[history] = position
        self._kept.move_to_end(history)
        if len(self._kept) > POSITIONS:
            self._kept.popitem(last=False)
        return position

    def _first(self, seed: int | None) -> Position:
        with self._drawing():
            random.seed(seed)
            np.random.seed(seed if seed is None or seed < 2**32 else [seed % 2**32, seed >> 32])
            env = self._environment.make(**self._options)
            env.reset(num_players=self._seats, seed=seed)
            # An answer that is refused isn't played, so the match says how often a player may try.
            bare(env).state.error_allowance = 0
            return self._position(env, None)

    def _next(self, position: Position, answer: str) -> Position:
        with self._drawing():
            env = copy.deepcopy(position.env)
            state = bare(env).state
            refusals: list[str] = []
            set_invalid_move = state.set_invalid_move

            def refuse(*given: Any, **named: Any) -> Any:
                words = [each for each in (*given, *named.values()) if isinstance(each, str)]
                refusals.append(_clause(" ".join(words)) or "it is no valid move")
                return set_invalid_move(*given, **named)

            state.set_invalid_move = refuse
            random.setstate(position.generators[0])
            np.random.set_state(position.generators[1])
            env.step(answer)
            del state.set_invalid_move
            after = self._position(env, position, " ".join(refusals))
        silent = bool(after.refused) and not answer.strip() and after.mover == position.mover
        idle = position.idle + 1 if silent and not after.reason else 0
        if idle < PATIENCE:
            return replace(after, idle=idle)
        scores = tuple(INVALID if seat == after.mover else -INVALID for seat in range(self._seats))
        return replace(after, scores=scores, reason=after.refused, idle=idle)

    def _position(self, env: Any, before: Position | None, refused: str = "") -> Position:
        state, hidden = bare(env).state, self._environment.hidden
        told = tuple(
            tuple(_event(*each) for each in state.observations[seat] if each[2] not in hidden)
            for seat in range(self._seats)
        )
        old = before.told if before else ((),) * self._seats
        public = before.public if before else ()
        public += _common([new[len(known) :] for new, known in zip(told, old, strict=True)])
        generators = random.getstate(), np.random.get_state()
        ending = self._ending(state) if state.done else ()
        mover = int(state.current_player_id)
        return Position(env, generators, mover, told, public, refused, _shown(env), *ending)

    def _ending(self, state: Any) -> tuple[tuple[float, ...], str]:
        """The scores and the reason at the end."""
        rewards = state.rewards or {}
        reasons = [str(info["reason"]) for info in state.game_info.values() if info.get("reason") is not None]
        reason = next(filter(None, map(_clause, reasons)), "the environment is done")
        scores = tuple(rewards.get(seat, 0) for seat in range(self._seats))
        if all(isinstance(score, int | float) for score in scores):
            return tuple(score + 0 for score in scores), reason
        # Three puzzles mistake the reason for the reward where a move is invalid.
        mistaken = next(score for score in scores if not isinstance(score, int | float))
        return (INVALID,) * self._seats, _clause(str(mistaken))

    @contextmanager
    def _drawing(self) -> Iterator[None]:
        """Lets an environment have the global generators; its errors become a `GameError`."""
        generators = random.getstate(), np.random.get_state()
        try:
            yield
        except AgonistError:
            raise
        except Exception as error:  # a library's code may raise anything
            name = self._environment.id
            raise GameError(f"the code of TextArena's {name} fails: {error_line(error)}") from error
        finally:
            random.setstate(generators[0])
            np.random.set_state(generators[1])


def _event(sender: Any, text: Any, kind: Any) -> Event:
    if isinstance(sender, ObservationType):
        # Three puzzles give these in another order.
        sender, text, kind = text, kind, sender
    if sender >= 0:
        return "said", sender, str(text).strip()
    return "board" if kind is ObservationType.GAME_BOARD else "told", str(text).strip()


def _clause(text: str) -> str:
    """A sentence without its full stop, as reasons are written."""
    return text.strip().removesuffix(".").strip()


def _shown(env: Any) -> str:
    """What an environment adds to the messages of a turn, if it adds any."""
    if type(bare(env)).get_observation is Env.get_observation or bare(env).state.done:
        return ""
    state = bare(env).state
    told = len(state.observations[state.current_player_id])
    _, seen = copy.deepcopy(bare(env)).get_observation()
    return "\n".join(str(text).strip() for _, text, _ in seen[told:])


def _common(told: Sequence[tuple[Event, ...]]) -> tuple[Event, ...]:
    """The events that every seat was told, in the order in which the first was.

    >>> _common([(("told", "Begin."), ("told", "You have a king.")), (("told", "Begin."),)])
    (('told', 'Begin.'),)
    """
    left = reduce(and_, map(Counter, told))
    shown = []
    for event in told[0]:
        if left[event]:
            left[event] -= 1
            shown.append(event)
    return tuple(shown)


def bare(env: Any) -> Any:
    """An environment without its wrappers."""
    while isinstance(env, Wrapper):
        env = env.env
    return env
