"""The definition of an agent: how it is created, which arguments its functions get, its options."""

from __future__ import annotations

import copy
import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from agonist.core import UsageError, nearest
from agonist.kit.options_from_text import typed_value
from agonist.players.player import Player

QUESTION: Final = ("question", "view", "ask")
"""Parameters of an agent that answers with an action."""

TEXT: Final = ("observation", "news")
"""Parameters of an agent that answers with text, if it has none of the others."""

GIVEN: Final = (*QUESTION, *TEXT, "legal", "rng", "complaint", "rules", "context")
"""All arguments that an agent can get, by the name of the parameter."""


_ABOUT: Final = frozenset(GIVEN) - {"context", "rules"}
"""Arguments about a question: a function with one of them answers questions itself; it does not create an
agent."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function of an agent and its arguments: parameter → name of the argument."""

    function: Callable[..., Any]
    wants: Mapping[str, str]

    @property
    def text(self) -> bool:
        """Whether the function answers with text."""
        return not set(QUESTION) & set(self.wants.values())

    def arguments(self, give: Callable[[str], Any]) -> dict[str, Any]:
        """The arguments; `give` is called only for those that the function has."""
        return {parameter: give(what) for parameter, what in self.wants.items()}


@dataclass(frozen=True, slots=True)
class Definition:
    """An agent as named by a specification.

    `stateless`: a function that answers itself; otherwise `make` creates an agent for each seat and match,
    with the context if `wants_context`. A `Player` (`is_player`) gets the `SeatContext` of built-in players,
    any other agent an `AgentContext`.
    """

    name: str
    make: Callable[..., Any]
    stateless: bool
    wants_context: bool
    is_player: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


def define(name: str, target: Any, options: Mapping[str, Any]) -> Definition:
    """The agent defined by a class, a function or an object; options are checked against its signature.

    Raises `UsageError` for options it does not take, and for objects that cannot answer.
    """
    if not (inspect.isclass(target) or inspect.isroutine(target) or _is_partial(target)):
        if options:
            raise UsageError(f"{name}: options are for classes and functions, and this is an object")
        answer_function(name, target)
        return Definition(name, lambda: _copied(name, target), stateless=False, wants_context=False)
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
    return Definition(name, target, answers, "context" in parameters, is_player, values)


def is_agent(target: Any) -> bool:
    """Whether an object given as a player is an agent; other functions and classes create a `Player`.

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


def answer_function(name: str, agent: Any) -> Call:
    """The function that answers questions: the agent's `answer` method, or its `__call__`."""
    if inspect.isroutine(agent) or _is_partial(agent):
        return call_of(name, agent)
    if callable(getattr(agent, "answer", None)):
        return call_of(f"{name}.answer", agent.answer)
    if callable(agent):
        return call_of(name, agent)
    raise UsageError(f"{name}: {type(agent).__name__} {_NO_WAY}")


def call_of(name: str, function: Callable[..., Any], known: Sequence[str] = GIVEN) -> Call:
    """The arguments that a function needs. Raises `UsageError` for an unknown parameter.

    If no parameter of a function that answers questions is about the question, its first one is the
    observation, whatever its name.
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
    """The first parameter, if it is the observation under another name."""
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
    for key, value in options.items():
        if key not in taken:
            raise UsageError(nearest(f"option of {name}", key, taken))
        default = taken[key].default
        guess = type(default) if isinstance(default, bool | int | float | str) else Any
        wanted = hints.get(key, guess)
        values[key] = value if wanted is Any else typed_value(name, key, value, wanted)
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


def _is_partial(target: Any) -> bool:
    return hasattr(target, "func") and hasattr(target, "keywords")
