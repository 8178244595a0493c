"""LLMArena (Chen et al., 2024): seven environments, TrueSkill tournaments, seven analyses."""

from agonist.suites.llmarena.suite import LLMArena

__all__ = ["LLMArena"]
