"""Deception and trust: hidden questions around each speech, beside what the game knows to be true."""

from agonist.suites.deception.suite import Deception

__all__ = ["Deception"]
