"""The platform in three lines of Python: `make` a game, `play` a match, `run` an evaluation.

>>> import agonist
>>> game = agonist.make("connect_four?rows=5")
>>> match = agonist.play("tictactoe", ["random", "reference"], seed=1)
>>> match.outcome.ranks
(2, 1)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from agonist.api.checkpoint_evaluation import Evaluation as Evaluation
    from agonist.api.checkpoint_evaluation import evaluate as evaluate
    from agonist.api.comparing import compare as compare
    from agonist.api.database_contents import cost_board as cost_board
    from agonist.api.database_contents import game_theory as game_theory
    from agonist.api.database_contents import leaderboard as leaderboard
    from agonist.api.database_contents import runs as runs
    from agonist.api.database_contents import variance as variance
    from agonist.api.estimates import estimate as estimate
    from agonist.api.estimates import estimate_fixtures as estimate_fixtures
    from agonist.api.estimates import estimate_suites as estimate_suites
    from agonist.api.evaluation import arun as arun
    from agonist.api.evaluation import resume as resume
    from agonist.api.evaluation import run as run
    from agonist.api.evaluation import run_entry as run_entry
    from agonist.api.exploiting import exploit as exploit
    from agonist.api.given_fixtures import run_fixtures as run_fixtures
    from agonist.api.joining import join_run as join_run
    from agonist.api.loaded_match import LoadedMatch as LoadedMatch
    from agonist.api.loaded_match import load_match as load_match
    from agonist.api.match_analysis import analyse as analyse
    from agonist.api.plan import matches_of as matches_of
    from agonist.api.plan import notes as notes
    from agonist.api.plan import plan_in_words as plan_in_words
    from agonist.api.plan import plan_of as plan_of
    from agonist.api.plan import with_settings as with_settings
    from agonist.api.policy_rollouts import rollouts as rollouts
    from agonist.api.reports import figure as figure
    from agonist.api.reports import figures as figures
    from agonist.api.reports import replays as replays
    from agonist.api.reports import report as report
    from agonist.api.reports import report_page as report_page
    from agonist.api.single_match import answer as answer
    from agonist.api.single_match import fixture as fixture
    from agonist.api.single_match import make as make
    from agonist.api.single_match import play as play
    from agonist.api.target_all import is_all as is_all
    from agonist.suites.registry import game_registry as game_registry
    from agonist.suites.registry import suites as suites

MODULES: Final = {
    name: f"agonist.{module}"
    for module, names in {
        "api.estimates": ("estimate", "estimate_fixtures", "estimate_suites"),
        "api.target_all": ("is_all",),
        "api.match_analysis": ("analyse",),
        "api.checkpoint_evaluation": ("Evaluation", "evaluate"),
        "api.comparing": ("compare",),
        "api.database_contents": ("cost_board", "game_theory", "leaderboard", "runs", "variance"),
        "api.plan": ("matches_of", "notes", "plan_in_words", "plan_of", "with_settings"),
        "api.reports": ("figure", "figures", "replays", "report", "report_page"),
        "api.evaluation": ("arun", "resume", "run", "run_entry"),
        "api.exploiting": ("exploit",),
        "api.given_fixtures": ("run_fixtures",),
        "api.joining": ("join_run",),
        "api.loaded_match": ("LoadedMatch", "load_match"),
        "api.policy_rollouts": ("rollouts",),
        "api.single_match": ("answer", "fixture", "make", "play"),
        "suites.registry": ("game_registry", "suites"),
    }.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    # On demand: suites, reports and the rules for adding matches load numpy and scipy, which is slow. The
    # modules here import them inside functions, so that a single match or a list does not wait for them.
    if name not in MODULES:
        raise AttributeError(f"module 'agonist.api' has no attribute {name!r}")
    return getattr(import_module(MODULES[name]), name)
