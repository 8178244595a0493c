"""The laws that hold for every game, ours or a user's, checked on random matches."""

from agonist.laws.check import LAWS, Breach, check_game
from agonist.laws.sample import Broken, Sample, sample_match

__all__ = ["LAWS", "Breach", "Broken", "Sample", "check_game", "sample_match"]
