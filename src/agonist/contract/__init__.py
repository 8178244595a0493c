"""The contract that hold for every game, ours or a user's, checked on random matches."""

from agonist.contract.check import CLAUSES, Breach, check_game
from agonist.contract.sample import Broken, Sample, sample_match

__all__ = ["CLAUSES", "Breach", "Broken", "Sample", "check_game", "sample_match"]
