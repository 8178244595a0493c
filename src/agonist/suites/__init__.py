"""The papers' evaluations, each in a folder of its own.

You may rely on the names in `__all__`; others may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from agonist.plugins import SUITES as PACKAGED
from agonist.plugins import PluginError, plugins

if TYPE_CHECKING:
    from agonist.tournament.evaluation_request import Entry
    from agonist.tournament.suite import Suite

__all__ = ["SUITES", "Entry", "Suite"]

ABOUT: Final[Mapping[str, str]] = {
    "ablation": "Ablation: a game with one option changed: such as talk switched off, and the effect of it",
    "deception": "Deception and trust: what speeches do to beliefs, by hidden questions around each of them",
    "forecasts": "Forecasts: what players expect of each other in a commons and in talks, and what is so",
    "gamabench": "γ-Bench (Huang et al., 2024): eight games at tables of ten, scored from 0 to 100",
    "gamebench": "GameBench (Costarelli et al., 2024): nine board, card and social games in mirrored pairs",
    "llmarena": "LLMArena (Chen et al., 2024): seven environments, TrueSkill, and seven analyses",
    "magic": "MAgIC (Xu et al., 2024): five scenarios against fixed defenders, and seven metrics",
    "reskins": "Re-skins: memorised or understood: games under other names and rules, and the gap",
    "wis": "WiS (Hu et al., 2024): Who is Spy among six players, with attacks and guards",
}
"""Our suites with one line about each, available without loading any of them."""

CLASSES: Final = {
    "ablation": "Ablation",
    "deception": "Deception",
    "forecasts": "Forecasts",
    "gamabench": "GamaBench",
    "gamebench": "GameBench",
    "llmarena": "LLMArena",
    "magic": "Magic",
    "reskins": "Reskins",
    "wis": "Wis",
}


@cache
def _ours(name: str) -> Suite:
    suite: Suite = getattr(import_module(f"agonist.suites.{name}"), CLASSES[name])()
    return suite


class _Ours(Mapping[str, "Suite"]):
    """Our suites by name, each loaded when it is looked up: with numpy and scipy, that takes a second."""

    def __getitem__(self, name: str) -> Suite:
        if name not in CLASSES:
            raise KeyError(name)
        return _ours(name)

    def __contains__(self, name: object) -> bool:
        return name in CLASSES

    def __iter__(self) -> Iterator[str]:
        return iter(CLASSES)

    def __len__(self) -> int:
        return len(CLASSES)


OURS: Final[Mapping[str, Suite]] = _Ours()
"""Our suites by name."""


class _Suites(Mapping[str, "Suite"]):
    """Our suites, and those that installed packages list, each loaded when it is looked up."""

    def __getitem__(self, name: str) -> Suite:
        if name in OURS:
            return OURS[name]
        from agonist.tournament.suite import Suite

        suite: Any = plugins(PACKAGED)[name].load()
        suite = suite() if isinstance(suite, type) else suite
        if not isinstance(suite, Suite):
            raise PluginError(f"the suite {name!r} is {type(suite).__name__}, not a Suite")
        return suite

    def __contains__(self, name: object) -> bool:
        return name in OURS or name in plugins(PACKAGED)

    def __iter__(self) -> Iterator[str]:
        yield from OURS
        yield from (name for name in plugins(PACKAGED) if name not in OURS)

    def __len__(self) -> int:
        return sum(1 for _ in self)


SUITES: Final[Mapping[str, Suite]] = _Suites()
"""Suites by name."""


def __getattr__(name: str) -> Any:
    module = {"Entry": "evaluation_request", "Suite": "suite"}.get(name)
    if module is None:
        raise AttributeError(f"module 'agonist.suites' has no attribute {name!r}")
    return getattr(import_module(f"agonist.tournament.{module}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
