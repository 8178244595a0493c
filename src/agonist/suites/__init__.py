"""The papers' evaluations, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from agonist.plugins import SUITES as PACKAGED
from agonist.plugins import PluginError, plugins
from agonist.suites.gamabench import GamaBench
from agonist.suites.llmarena import LLMArena
from agonist.suites.magic import Magic
from agonist.suites.wis import Wis
from agonist.tournament.suite import Suite

__all__ = ["OURS", "SUITES"]

OURS: Final[Mapping[str, Suite]] = {suite.name: suite for suite in (GamaBench(), LLMArena(), Magic(), Wis())}
"""Our suites by name."""


class _Suites(Mapping[str, Suite]):
    """Our suites, and those that installed packages list, each loaded when it is looked up."""

    def __getitem__(self, name: str) -> Suite:
        if name in OURS:
            return OURS[name]
        suite = plugins(PACKAGED)[name].load()
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
