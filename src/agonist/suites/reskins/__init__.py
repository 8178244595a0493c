"""Games under other names and other rules: what of a player's skill is memory of the usual game."""

from agonist.suites.reskins.suite import Reskins

__all__ = ["Reskins"]
