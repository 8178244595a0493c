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
    from agonist.api.all_suites import is_all
    from agonist.api.analysing import analyse
    from agonist.api.checkpoint_evaluation import Evaluation, evaluate
    from agonist.api.comparing import compare
    from agonist.api.database_contents import cost_board, game_theory, leaderboard, runs, variance
    from agonist.api.estimates import estimate, estimate_fixtures, estimate_suites
    from agonist.api.evaluation import arun, resume, run, run_entry
    from agonist.api.exploiting import exploit
    from agonist.api.given_fixtures import run_fixtures
    from agonist.api.joining import join_run
    from agonist.api.loaded_match import LoadedMatch, load_match
    from agonist.api.plan import matches_of, notes, plan_in_words, plan_of, with_settings
    from agonist.api.policy_rollouts import rollouts
    from agonist.api.reports import figure, figures, replays, report, report_page
    from agonist.api.single_match import answer, fixture, make, play
    from agonist.suites.registry import game_registry, suites

__all__ = [
    "Evaluation",
    "LoadedMatch",
    "analyse",
    "answer",
    "arun",
    "compare",
    "cost_board",
    "estimate",
    "estimate_fixtures",
    "estimate_suites",
    "evaluate",
    "exploit",
    "figure",
    "figures",
    "fixture",
    "game_registry",
    "game_theory",
    "is_all",
    "join_run",
    "leaderboard",
    "load_match",
    "make",
    "matches_of",
    "notes",
    "plan_in_words",
    "plan_of",
    "play",
    "replays",
    "report",
    "report_page",
    "resume",
    "rollouts",
    "run",
    "run_entry",
    "run_fixtures",
    "runs",
    "suites",
    "variance",
    "with_settings",
]

MODULES: Final = {
    name: f"agonist.{module}"
    for module, names in {
        "api.estimates": ("estimate", "estimate_fixtures", "estimate_suites"),
        "api.all_suites": ("is_all",),
        "api.analysing": ("analyse",),
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
