"""The platform in three lines of Python: `make` a game, `play` a match, `run` an evaluation.

>>> import agonist
>>> game = agonist.make("connect_four?rows=5")
>>> match = agonist.play("tictactoe", ["random", "reference"], seed=1)
>>> match.outcome.ranks
(2, 1)
"""

from agonist.api.costs import estimate
from agonist.api.plan import MATCHES, QUICK, matches_of, notes, plan_in_words, plan_of, with_settings
from agonist.api.registry import game_registry
from agonist.api.reports import figure, figures, replays, report
from agonist.api.runs import arun, evaluate, resume, run
from agonist.api.single import make, play

__all__ = [
    "MATCHES",
    "QUICK",
    "arun",
    "estimate",
    "evaluate",
    "figure",
    "figures",
    "game_registry",
    "make",
    "matches_of",
    "notes",
    "plan_in_words",
    "plan_of",
    "play",
    "replays",
    "report",
    "resume",
    "run",
    "with_settings",
]

# Suites, reports and the rules for adding matches load numpy and scipy, which takes long. The modules here
# import them where they are used, so that a single match or a list does not wait for them.
