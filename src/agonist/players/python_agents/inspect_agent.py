"""Agents and solvers of Inspect as players: `inspect:module@agent?model=openai/gpt-5-mini`."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, Literal, TypeAlias

from agonist.core import UsageError
from agonist.core.import_by_name import named_object
from agonist.extras import install
from agonist.players.python_agents.code_runner import agent_code
from agonist.players.python_agents.context import AgentContext
from agonist.players.spec import INSPECT

OURS: Final = ("context", "model", "history")
"""Parameters that we give: the match, the model that `get_model()` means, and what the agent remembers."""

History: TypeAlias = Literal["full", "none"]
"""What an agent remembers of its match: its whole conversation, or nothing."""

PLAIN: Final = (bool, int, float, str)
"""Types that an option can have; one of several is taken in this order."""


def inspect_agent(name: str) -> Callable[..., Any]:
    """What makes the agent for a seat; its options are those of the agent, and `OURS`.

    Raises `UsageError` if there is no such agent, or no Inspect, and `AgentError` if its module cannot be
    imported.
    """
    if find_spec("inspect_ai") is None:
        raise UsageError(f"{name}: Inspect is not installed: {install('inspect')}")
    module, _, attribute = name.removeprefix(INSPECT).partition("@")
    with agent_code(f"importing {module}"):
        try:
            make = named_object(f"{module}:{attribute}", "agent or solver", _is_decorated)
        except UsageError as error:
            raise UsageError(f"{name}: {error}") from None

    def seated(context: AgentContext, model: str = "", history: History = "full", **options: Any) -> Any:
        from agonist.players.python_agents.inspect_seat import InspectSeat, is_one

        made = make(**options) if callable(make) else make
        if not is_one(made):
            raise UsageError(
                f"{name}: {attribute} makes no agent or solver of Inspect: write a function with the "
                "decorator @agent or @solver, or one that returns what such a function makes"
            )
        return InspectSeat(name.removeprefix(INSPECT), made, context, model, remembers=history == "full")

    _describe(seated, make)
    return seated


def _is_decorated(_key: str, value: Any) -> bool:
    return getattr(getattr(value, "__registry_info__", None), "type", "") in ("agent", "solver")


def _describe(seated: Callable[..., Any], make: Any) -> None:
    """Give the function the parameters of the agent, those that have a type as a plain one."""
    own = inspect.signature(seated).parameters
    taken = inspect.signature(make).parameters.values() if callable(make) else ()
    try:
        hints = typing.get_type_hints(make)
    except (NameError, TypeError):  # names that only a type checker sees
        hints = {}
    skipped = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    options = {
        each.name: each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for each in taken
        if each.name not in OURS and each.kind not in skipped
    }
    described: Any = seated
    described.__signature__ = inspect.Signature([*(own[key] for key in OURS), *options.values()])
    described.__annotations__ = {"model": str, "history": History} | {
        key: _plain(hint) for key, hint in hints.items() if key in options
    }


def _plain(hint: Any) -> Any:
    """The type of an option as text can give it."""
    found = typing.get_args(hint) or (hint,)
    return next((kind for kind in PLAIN if kind in found), Any)
