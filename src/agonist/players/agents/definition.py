"""What an agent is made of: how it is made, what it is asked with, and which options it takes."""

from __future__ import annotations

import copy
import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from agonist.core import UsageError, nearest
from agonist.kit.options import typed_value
from agonist.players.player import Player

QUESTION: Final = ("question", "view", "ask")
"""Parameters of an agent that answers with an action."""

TEXT: Final = ("observation", "news")
"""Parameters of one that answers with text, if it has none of the others."""

GIVEN: Final = (*QUESTION, *TEXT, "legal", "rng", "complaint", "rules", "context")
"""All that an agent can ask for, by the name of a parameter."""


_ABOUT: Final = frozenset(GIVEN) - {"context", "rules"}
"""Those that are about a question: a function that wants one of them is asked, and makes no agent."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function of an agent, and which arguments it wants: parameter → what it is given."""

    function: Callable[..., Any]
    wants: Mapping[str, str]

    @property
    def text(self) -> bool:
        """Whether the function answers with text."""
        return not set(QUESTION) & set(self.wants.values())

    def arguments(self, give: Callable[[str], Any]) -> dict[str, Any]:
        """The arguments, each made when it is wanted."""
        return {parameter: give(what) for parameter, what in self.wants.items()}


@dataclass(frozen=True, slots=True)
class Definition:
    """An agent as a specification names it.

    `stateless`: a function that is asked itself; else `make` gives an agent for each seat and match, and
    takes the context where `wants_context`. A `Player` is given the `SeatContext` that players are made
    with (`is_player`), any other agent its own `AgentContext`.
    """

    name: str
    make: Callable[..., Any]
    stateless: bool
    wants_context: bool
    is_player: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    home: Path | None = None


def define(name: str, target: Any, options: Mapping[str, Any]) -> Definition:
    """The agent in a class, a function or an object; options are text or values, checked by its signature.

    Raises `UsageError` for options it does not take, and for what can answer nothing.
    """
    home = _home(target)
    if not (inspect.isclass(target) or inspect.isroutine(target) or _is_partial(target)):
        if options:
            raise UsageError(f"{name}: an object takes no options: it is made already")
        asked(name, target)
        return Definition(
            name, lambda: _copied(name, target), stateless=False, wants_context=False, home=home
        )
    if inspect.isclass(target):
        _check_class(name, target)
    parameters = _parameters(target)
    answers = not inspect.isclass(target) and bool(
        _ABOUT & set(parameters) or _first_text(parameters, options)
    )
    first = _first_text(parameters, options) if answers else None
    taken = {key: each for key, each in parameters.items() if key not in GIVEN and key != first}
    values = _typed(name, target, taken, options)
    is_player = inspect.isclass(target) and issubclass(target, Player)
    return Definition(name, target, answers, "context" in parameters, is_player, values, home)


def is_agent(target: Any) -> bool:
    """Whether an object given as a player is an agent; other functions and classes make a `Player`.

    >>> is_agent(lambda observation: "1"), is_agent(lambda context: None), is_agent(Player)
    (True, False, False)
    """
    if isinstance(target, str):
        return False
    if inspect.isclass(target):
        return not issubclass(target, Player)
    if inspect.isroutine(target) or _is_partial(target):
        parameters = _parameters(target)
        return bool(_ABOUT & set(parameters) or _first_text(parameters, {}))
    return True


def asked(name: str, agent: Any) -> Call:
    """The function by which an agent is asked: its `answer`, or what calling it does."""
    if inspect.isroutine(agent) or _is_partial(agent):
        return call_of(name, agent)
    if callable(getattr(agent, "answer", None)):
        return call_of(f"{name}.answer", agent.answer)
    if callable(agent):
        return call_of(name, agent)
    raise UsageError(f"{name}: {type(agent).__name__} {_NO_WAY}")


def call_of(name: str, function: Callable[..., Any], known: Sequence[str] = GIVEN) -> Call:
    """What a function wants of what is known; raises `UsageError` for a parameter that is none of it.

    The first parameter of a function that is asked a question is the observation, whatever its name, if
    nothing else is about the question.
    """
    parameters = _parameters(function)
    first = None if known is not GIVEN or set(parameters) & _ABOUT else next(iter(parameters), None)
    wants = {}
    for key, parameter in parameters.items():
        if key in known:
            wants[key] = key
        elif key == first and parameter.default is parameter.empty:
            wants[key] = "observation"
        elif parameter.default is parameter.empty:
            raise UsageError(f"{name}: {nearest('argument', key, known)}")
    return Call(function, wants)


_NO_WAY: Final = "has neither a method answer(question) nor __call__(observation)"


def _check_class(name: str, target: type) -> None:
    if not callable(getattr(target, "answer", None)) and not any(
        "__call__" in vars(kind) for kind in target.__mro__
    ):
        raise UsageError(f"{name} {_NO_WAY}")


def _parameters(target: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    try:
        found = inspect.signature(target).parameters
    except (TypeError, ValueError):  # some classes written in C have none
        return {}
    skipped = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {key: each for key, each in found.items() if each.kind not in skipped}


def _first_text(parameters: Mapping[str, inspect.Parameter], options: Mapping[str, Any]) -> str | None:
    """The first parameter, if it stands for the observation under a name of the user's own."""
    key = next(iter(parameters), None)
    if key is None or key in options or key in GIVEN:
        return None
    plain = parameters[key].annotation in (str, "str") and parameters[key].default is inspect.Parameter.empty
    return key if plain else None


def _typed(
    name: str, target: Any, taken: Mapping[str, inspect.Parameter], options: Mapping[str, Any]
) -> dict[str, Any]:
    hints = _hints(target)
    values = {}
    for key, given in options.items():
        if key not in taken:
            raise UsageError(nearest(f"option of {name}", key, taken))
        default = taken[key].default
        guess = type(default) if isinstance(default, bool | int | float | str) else Any
        wanted = hints.get(key, guess)
        values[key] = given if wanted is Any else typed_value(name, key, given, wanted)
    for key, parameter in taken.items():
        if parameter.default is parameter.empty and key not in values:
            raise UsageError(f"{name} needs the option {key}: {name}?{key}=…")
    return values


def _hints(target: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(target.__init__ if inspect.isclass(target) else target)
    except (NameError, TypeError, AttributeError):  # names that only a type checker sees
        return {}


def _copied(name: str, target: Any) -> Any:
    try:
        return copy.deepcopy(target)
    except Exception as error:  # noqa: BLE001  copying runs code of the object
        raise UsageError(
            f"{name}: each match needs an agent of its own, and this object cannot be copied "
            f"({type(error).__name__}: {error}); give its class, or a function that makes one"
        ) from None


def _home(target: Any) -> Path | None:
    kind = target if inspect.isclass(target) or inspect.isroutine(target) else type(target)
    try:
        return Path(inspect.getfile(kind)).resolve().parent
    except (TypeError, OSError):
        return None


def _is_partial(target: Any) -> bool:
    return hasattr(target, "func") and hasattr(target, "keywords")
