"""Pure functions from match results to ratings with intervals; they depend on no game and no store.

Functions import scipy, not modules: it is slow to load, and descriptions of suites need none.
"""

from agonist.ratings import bradley_terry
from agonist.ratings.clustered_mean import clustered_mean
from agonist.ratings.mean_difference import Difference, difference, holm
from agonist.ratings.result_and_rating import Rating, Result, weighted
from agonist.ratings.sample_mean import Mean, mean
from agonist.ratings.win_draw_loss import tally
from agonist.ratings.win_rate import wilson, win_rate

__all__ = [
    "Difference",
    "Mean",
    "Rating",
    "Result",
    "bradley_terry",
    "clustered_mean",
    "difference",
    "holm",
    "mean",
    "tally",
    "weighted",
    "wilson",
    "win_rate",
]
