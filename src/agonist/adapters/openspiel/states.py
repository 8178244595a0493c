"""A state as the actions that led to it. The library's own state is kept beside it, and not a part of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from sys import getrefcount
from typing import Any, Final, TypeAlias, TypeVar

import pyspiel

from agonist.core import Ask, Seat, UsageError

Parameters: TypeAlias = tuple[tuple[str, Any], ...]
"""Those parameters of a game that differ from the library's own values, by name."""

Action: TypeAlias = int | tuple[int, ...]
"""One action of the library, of a player or of chance; or one of each player, where all act at once."""


_T = TypeVar("_T", bound=Hashable)
_Each = TypeVar("_Each", bound=Hashable)
_Made = TypeVar("_Made")

FEW: Final = 6
"""The options of the smallest games."""

FATAL: Final = frozenset(("universal_poker",))
"""Games whose wrong parameters end the whole program."""

TRIAL: Final = """
import json, sys, pyspiel
state = pyspiel.load_game(sys.argv[1], json.loads(sys.argv[2])).new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[-1])
state.returns()
"""


class _Kept:
    """What is kept beside a history, since making it takes long: neither compared, copied nor stored."""

    __slots__ = ("asks", "before", "labels", "spiel")

    asks: Mapping[Seat, Ask] | None
    before: History | None
    """The history one action shorter, until the library's state is made from its state."""
    labels: dict[Seat, Mapping[int, str]]
    """For each seat that is asked, its options in words."""
    spiel: Any
    """The library's state, which is never changed after it has been put here; `None`: not made yet."""


@dataclass(frozen=True, slots=True)
class History(_Kept):
    """All actions so far, in the game of this name with these parameters."""

    name: str
    parameters: Parameters = ()
    actions: tuple[Action, ...] = ()


_NAME, _PARAMETERS, _ACTIONS, _ASKS, _BEFORE, _SPIEL = (
    getattr(History, slot).__set__ for slot in ("name", "parameters", "actions", "asks", "before", "spiel")
)


def spiel_of(history: History) -> Any:
    """The library's state; replayed if the history was copied or read."""
    try:
        spiel = history.spiel
    except AttributeError:
        spiel = replayed(history, len(history.actions))
        _SPIEL(history, spiel)
        return spiel
    if spiel is None:
        before = history.before
        assert before is not None
        _BEFORE(history, None)
        spiel = before.spiel
        # If nobody else has the shorter history (two references: ours, and the call's), its state is free.
        if getrefcount(before) > 2:
            spiel = spiel.clone()
        apply(spiel, history.actions[-1])
        _SPIEL(history, spiel)
    return spiel


def begun(name: str, parameters: Parameters, game: Any) -> History:
    """The empty history of one of the library's games."""
    return _made(name, parameters, (), None, game.new_initial_state())


def after(history: History, action: Action) -> History:
    """The history with one more action."""
    spiel_of(history)
    return _made(history.name, history.parameters, (*history.actions, action), history, None)


def _made(
    name: str, parameters: Parameters, actions: tuple[Action, ...], before: History | None, spiel: Any
) -> History:
    """A history with what is kept beside it, which its constructor does not know."""
    history: History = object.__new__(History)
    _NAME(history, name)
    _PARAMETERS(history, parameters)
    _ACTIONS(history, actions)
    _ASKS(history, None)
    _BEFORE(history, before)
    _SPIEL(history, spiel)
    return history


def kept_asks(history: History) -> Mapping[Seat, Ask] | None:
    """Who is asked for what, if it is known already."""
    try:
        return history.asks
    except AttributeError:
        return None


def keep_asks(history: History, asks: Mapping[Seat, Ask]) -> None:
    _ASKS(history, asks)


def kept_if_few(make: Callable[[_T, tuple[_Each, ...]], _Made]) -> Callable[[_T, tuple[_Each, ...]], _Made]:
    """The same function, which keeps what it makes of tuples of up to `FEW`: in the smallest games the same
    ones come again and again. Longer ones are mostly new, and keeping them takes longer than making them.
    """
    kept = lru_cache(maxsize=4096)(make)

    def made(what: _T, many: tuple[_Each, ...]) -> _Made:
        return make(what, many) if len(many) > FEW else kept(what, many)

    return made


def replayed(history: History, steps: int) -> Any:
    """A new state of the library's after so many of the actions."""
    spiel = loaded(history.name, history.parameters).new_initial_state()
    for action in history.actions[:steps]:
        apply(spiel, action)
    return spiel


def apply(spiel: Any, action: Action) -> None:
    """Change a state of the library's by one action."""
    if type(action) is tuple:
        spiel.apply_actions(list(action))
    else:
        spiel.apply_action(action)


@lru_cache(maxsize=512)
def loaded(name: str, parameters: Parameters) -> Any:
    """The library's game. Raises `UsageError` where it refuses the parameters."""
    given = ", ".join(f"{key}={value}" for key, value in parameters) or "its own parameters"
    if name in FATAL and parameters:
        _try_elsewhere(name, parameters, given)
    try:
        game = pyspiel.load_game(name, dict(parameters))
        state = game.new_initial_state()  # some look at their parameters only now
        if not state.is_terminal() and not (state.is_simultaneous_node() or state.legal_actions()):
            raise ValueError("there is no first move")
        return game
    except (pyspiel.SpielError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
        why = str(error).partition("\n")[0]
        if why.startswith("/"):  # before the reason stands the line of the library's source
            why = why.partition(" ")[2]
        raise UsageError(f"openspiel:{name} refuses {given}: {why}") from error


def _try_elsewhere(name: str, parameters: Parameters, given: str) -> None:
    """Load a game and play it to its end in a process of its own. Raises `UsageError` if that dies."""
    program = [sys.executable, "-c", TRIAL, name, json.dumps(dict(parameters))]
    tried = subprocess.run(program, capture_output=True, text=True, check=False)
    if tried.returncode:
        why = (tried.stderr.strip().splitlines() or ["it crashes"])[-1]
        raise UsageError(f"openspiel:{name} refuses {given}: {why}")
