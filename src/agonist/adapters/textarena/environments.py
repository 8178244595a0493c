"""Which of TextArena's environments can be played, by how many players, with which options."""

from __future__ import annotations

import csv
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from textarena.core import ObservationType
from textarena.envs.registration import ENV_REGISTRY

from agonist.core import UsageError, nearest

FACTS: Final = Path(__file__).with_name("environments.csv")
"""By the class of an environment, without `Env`: its numbers of players, and what keeps it from
being played. TextArena 0.7.4 doesn't tell either: all were tried, with 1 to 16 players."""

OBSTACLES: Final = {
    "fails": "its code fails on the first answer",
    "files": "the package lacks files that it reads",
    "key": "a model of OpenRouter answers or judges in it, which needs a key",
    "python 3.12": "its code needs Python 3.12",
    "syntax": "its code is not valid Python",
    "words": "it needs word lists that NLTK fetches from the internet",
    "new": "it is newer than this adapter, which doesn't know for how many players it is",
}

NO_GAME_MESSAGES: Final = (ObservationType.PLAYER_ACTION, ObservationType.GAME_ADMIN)

NO_OPTIONS: Final = re.compile(
    r".*_path|jury_.*|seed|(default_)?num_players|error_allowance|game_config|data_.*"
)
"""Arguments that are no options: files, judges, and what the match itself decides."""


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment that can be played.

    `make`: makes one, given arguments. `options`: the arguments that can be set, with the values
    that the id gives them, lists as tuples. `hidden`: the kinds of messages that its observations
    leave out. `last_board`: whether they show only the last board.
    """

    id: str
    sizes: Sequence[int]
    make: Callable[..., Any]
    options: Mapping[str, Any]
    hidden: frozenset[ObservationType]
    last_board: bool


def game_names() -> list[str]:
    """The usual id of each environment that can be played; its other ids are variants."""
    return [ids[0] for kind, ids in _ids().items() if not why_not(kind)]


def refused_games() -> Mapping[str, str]:
    """Why each other environment can't be played, by its usual id."""
    return {ids[0]: why for kind, ids in _ids().items() if (why := why_not(kind))}


def why_not(kind: str) -> str:
    """Why an environment can't be played; empty if it can."""
    _, obstacle = _facts().get(kind, ("", "new"))
    if obstacle == "python 3.12" and sys.version_info >= (3, 12):
        return ""
    return OBSTACLES.get(obstacle, "")


@cache
def environment(name: str) -> Environment:
    """The environment of this id. Raises `UsageError` if there is none, or it can't be played."""
    kinds = {each: kind for kind, ids in _ids().items() for each in ids}
    if name not in kinds:
        raise UsageError(nearest("game of TextArena", name, kinds))
    kind = kinds[name]
    if why := why_not(kind):
        raise UsageError(f"textarena:{name} can't be played: {why}")
    spec = ENV_REGISTRY[name]
    module, _, attribute = str(spec.entry_point).partition(":")
    made = getattr(import_module(module), attribute)
    for each, loaded in list(sys.modules.items()):
        # Some environments print what was for their authors' eyes.
        if each.startswith(module.rpartition(".")[0]):
            vars(loaded).setdefault("print", _print_nothing)
    wrappers = spec.default_wrappers or ()
    called = {wrapper.__name__ for wrapper in wrappers}
    usual = {key: each.default for key, each in inspect.signature(made).parameters.items()} | spec.kwargs
    lists = [key for key, value in usual.items() if isinstance(value, list)]

    def make(**given: Any) -> Any:
        given |= {key: list(given[key]) for key in lists if key in given}
        env = made(**{**spec.kwargs, **given})
        for wrapper in wrappers:
            env = wrapper(env)
        return env

    return Environment(
        name,
        _sizes(_facts()[kind][0]),
        make,
        MappingProxyType(_options(usual)),
        frozenset(NO_GAME_MESSAGES if "GameMessagesObservationWrapper" in called else ()),
        "SettlersOfCatanObservationWrapper" in called,
    )


@cache
def _ids() -> Mapping[str, Sequence[str]]:
    """The ids of each environment, first the one without a suffix, if there is one.

    Those ending in `-train` and `-raw` are left out: they have other wrappers, for other programs.
    """
    found: dict[str, list[str]] = {}
    for name, spec in ENV_REGISTRY.items():
        if not name.endswith(("-train", "-raw")):
            kind = str(spec.entry_point).rpartition(":")[2].removesuffix("Env")
            found.setdefault(kind, []).append(name)
    return {kind: sorted(ids, key=lambda each: not each.endswith("-v0")) for kind, ids in found.items()}


@cache
def _facts() -> Mapping[str, tuple[str, str]]:
    with FACTS.open(encoding="utf-8", newline="") as file:
        return {row["environment"]: (row["players"], row["obstacle"]) for row in csv.DictReader(file)}


def _sizes(players: str) -> Sequence[int]:
    """Numbers of players.

    >>> _sizes("2"), _sizes("4-8/2")
    ((2,), (4, 6, 8))
    """
    span, _, step = players.partition("/")
    low, _, high = span.partition("-")
    return tuple(range(int(low), int(high or low) + 1, int(step or 1)))


def _options(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in arguments.items()
        if not NO_OPTIONS.fullmatch(key) and _is_plain(value)
    }


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return len({type(each) for each in value}) == 1 and type(value[0]) in (int, str)
    return type(value) in (bool, int, float, str)


def _print_nothing(*_values: object, **_options: object) -> None:
    """Takes the place of `print`."""
