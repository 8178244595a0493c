"""The contract of every game, ours or a user's, checked on random matches.

You may rely on the names in `__all__`; others may change.
"""

from agonist.contract.check import CLAUSES as CLAUSES
from agonist.contract.check import MATCH_SET_CLAUSES as MATCH_SET_CLAUSES
from agonist.contract.check import Breach, check_game
from agonist.contract.other_process import check_elsewhere as check_elsewhere
from agonist.contract.sample_matches import Broken as Broken
from agonist.contract.sample_matches import Sample as Sample
from agonist.contract.sample_matches import sample_match as sample_match

__all__ = [
    "Breach",
    "check_game",
]
