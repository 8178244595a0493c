"""Finding an agent's code by its name, and the name of a Python object."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from agonist.core import UsageError
from agonist.core.import_by_name import named_object
from agonist.players.python_agents.code_runner import agent_code
from agonist.players.python_agents.inspect_agent import inspect_agent
from agonist.players.python_agents.python_model import PYTHON, is_model
from agonist.players.spec import INSPECT
from agonist.plugins import PLAYERS, plugins

OBJECT: Final = "object"
"""`object:NAME` is a Python object that was given to `agonist.run` under this name."""

_LETTERS: Final = re.compile(r"[^\w.@-]+")


def find_agent(name: str, objects: Mapping[str, Any]) -> Any:
    """The class, function or object for `module:Name`, for a name that an installed package lists, or for
    `object:NAME` among `objects`.

    Raises `UsageError` if it does not exist, `AgentError` if its module cannot be imported.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return plugins(PLAYERS)[name].load()
    if "@" in attribute and name.startswith(INSPECT):
        return inspect_agent(name)
    if module == OBJECT:
        if attribute not in objects:
            raise UsageError(
                f"the player {attribute!r} is a Python object of the program that started this run; give it "
                f"again, as in agonist.resume(run, players={{{attribute!r}: …}})"
            )
        return objects[attribute]
    with agent_code(f"importing {module}"):
        return named_object(name, "class or function", partial(_defined_in, module))


def _defined_in(module: str, key: str, value: Any) -> bool:
    """Whether this is a class or function of the module itself, and not one that it imports."""
    return callable(value) and not key.startswith("_") and getattr(value, "__module__", "") == module


def spec_of(player: Any, name: str = "") -> tuple[str, dict[str, Any]]:
    """The specification of a Python object that plays, and the object by name if it cannot be imported.

    An importable object is named by its module, so that the run can be resumed from the command line, too.

    >>> from agonist.players.simple import RandomPlayer
    >>> spec_of(RandomPlayer, "dice")
    ('dice=agonist.players.simple:RandomPlayer', {})
    """
    module, path = getattr(player, "__module__", ""), getattr(player, "__qualname__", "")
    label = _LETTERS.sub("-", name or getattr(player, "__name__", type(player).__name__)).strip("-")
    if not label or not label[0].isalpha():
        raise UsageError(f"give the player a name, as in players={{'mine': …}}: {player!r} has none")
    if module and path and module != "__main__" and not is_model(player) and _at(module, path) is player:
        return f"{label}={module}:{path}", {}
    return f"{label}={PYTHON}{label}" if is_model(player) else f"{label}={OBJECT}:{label}", {label: player}


def specs_of(players: Any, objects: dict[str, Any]) -> tuple[str, ...]:
    """Specifications of players: one player or several, as texts or Python objects, or a mapping of names to
    these.

    Objects that cannot be imported are added to `objects`. Raises `UsageError` if two players have one name.

    >>> specs_of({"dice": "random", "deep": "mcts?playouts=9"}, {}), specs_of("random", {})
    (('dice=random', 'deep=mcts?playouts=9'), ('random',))
    """
    if isinstance(players, str) or not isinstance(players, Iterable):
        players = [players]
    named = players.items() if isinstance(players, Mapping) else [("", player) for player in players]
    specs = []
    for name, player in named:
        if isinstance(player, str):
            specs.append(f"{name}={player}" if name else player)
            continue
        spec, instance = spec_of(player, name)
        for key, value in instance.items():
            if objects.setdefault(key, value) is not value:
                raise UsageError(f"two players are named {key!r}; name them: players={{'first': …}}")
        specs.append(spec)
    return tuple(specs)


def _at(module: str, path: str) -> Any:
    here: Any = sys.modules.get(module)
    for part in path.split("."):
        here = getattr(here, part, None)
    return here
