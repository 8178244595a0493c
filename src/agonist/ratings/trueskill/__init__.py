"""TrueSkill: skills as normal distributions.

Herbrich, Minka and Graepel, "TrueSkill: A Bayesian Skill Rating System" (2006). `update` is the paper's:
one match after the other. `fit` applies the same model to all matches at once, so that their order makes no
difference.
"""

from agonist.ratings.trueskill.all_matches import fit as fit
from agonist.ratings.trueskill.model import DEFAULT as DEFAULT
from agonist.ratings.trueskill.model import Skill as Skill
from agonist.ratings.trueskill.model import TrueSkillSettings as TrueSkillSettings
from agonist.ratings.trueskill.one_match import update as update
