"""WiS: Who is Spy, attacks and reasoning."""

from agonist.suites.wis.suite import Wis

__all__ = ["Wis"]
