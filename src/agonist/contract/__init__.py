"""The contract of every game, ours or a user's, checked on random matches."""

from agonist.contract.check import CLAUSES, MATCH_SET_CLAUSES, Breach, check_game
from agonist.contract.elsewhere import check_elsewhere
from agonist.contract.sample import Broken, Sample, sample_match

__all__ = [
    "CLAUSES",
    "MATCH_SET_CLAUSES",
    "Breach",
    "Broken",
    "Sample",
    "check_elsewhere",
    "check_game",
    "sample_match",
]
