"""Pure functions from match results to ratings with intervals; they depend on no game and no store.

Functions import scipy, not modules: it is slow to load, and descriptions of suites need none.
"""

from agonist.ratings import bradley_terry as bradley_terry
from agonist.ratings.clustered_mean import clustered_mean as clustered_mean
from agonist.ratings.mean_difference import Difference as Difference
from agonist.ratings.mean_difference import difference as difference
from agonist.ratings.mean_difference import holm as holm
from agonist.ratings.result_and_rating import Rating as Rating
from agonist.ratings.result_and_rating import Result as Result
from agonist.ratings.result_and_rating import weighted as weighted
from agonist.ratings.sample_mean import Mean as Mean
from agonist.ratings.sample_mean import mean as mean
from agonist.ratings.win_draw_loss import tally as tally
from agonist.ratings.win_rate import wilson as wilson
from agonist.ratings.win_rate import win_rate as win_rate
