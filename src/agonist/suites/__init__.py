"""The papers' evaluations, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agonist.suites.gamabench import GamaBench
from agonist.suites.llmarena import LLMArena
from agonist.suites.magic import Magic
from agonist.tournament.suite import Suite

__all__ = ["SUITES"]

SUITES: Final[Mapping[str, Suite]] = {suite.name: suite for suite in (GamaBench(), LLMArena(), Magic())}
"""Our suites by name."""
