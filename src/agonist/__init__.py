"""Agonist: evaluate language models and agents by letting them play games with and against each other.

To begin with: `play` plays one match, `run` an evaluation; `report` and `leaderboard` say who is better, and
`compare` how sure that is. `load_match` gives a stored match, to look at or to play on from any state. `make`
gives the rules of a game, `step` plays a move by them, and `games.game_names()` lists the games.

>>> import agonist
>>> match = agonist.play("tictactoe", ["random", "reference"], seed=1)
>>> match.outcome.scores
(-1, 1)

You may rely on the names in `__all__` here and of its packages, and in `agonist.adapters.gymnasium`,
`agonist.adapters.pettingzoo` and `agonist.adapters.atari`; the API reference describes them. Everything else
may change.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agonist import contract, core, drawing, games, kit, players, suites, text
    from agonist.api import (
        Evaluation,
        LoadedMatch,
        analyse,
        answer,
        arun,
        compare,
        evaluate,
        figure,
        figures,
        fixture,
        game_theory,
        leaderboard,
        load_match,
        make,
        play,
        replays,
        report,
        report_page,
        resume,
        rollouts,
        run,
        run_fixtures,
        runs,
        variance,
    )
    from agonist.core import AgonistError, GameError, UsageError
    from agonist.export.data_frames import calls_df, matches_df, moves_df, ratings_df
    from agonist.match import Fixture, Match, Policy, Record, Step, step
    from agonist.match.training_trace import TrainingTrace, TrainingTurn
    from agonist.metrics.comparison import Comparison
    from agonist.metrics.difference_of_two_players import Gap
    from agonist.metrics.game_theory import GameTheory
    from agonist.metrics.leaderboard import Row
    from agonist.metrics.luck_and_skill import Decomposition
    from agonist.metrics.match_analysis import Analysis
    from agonist.metrics.move_quality import MoveCost
    from agonist.models.errors import BudgetSpent, NoKey, ProviderError
    from agonist.models.protocol import Message, Reply, Settings, TokenIds
    from agonist.ratings.variance_components import Component
    from agonist.reports.figures import Figure
    from agonist.reports.report import Boards, Report
    from agonist.run_config import RunConfig
    from agonist.store import StoreError
    from agonist.tournament import RunStatus

__all__ = [
    "AgonistError",
    "Analysis",
    "Boards",
    "BudgetSpent",
    "Comparison",
    "Component",
    "Decomposition",
    "Evaluation",
    "Figure",
    "Fixture",
    "GameError",
    "GameTheory",
    "Gap",
    "LoadedMatch",
    "Match",
    "Message",
    "MoveCost",
    "NoKey",
    "Policy",
    "ProviderError",
    "Record",
    "Reply",
    "Report",
    "Row",
    "RunConfig",
    "RunStatus",
    "Settings",
    "Step",
    "StoreError",
    "TokenIds",
    "TrainingTrace",
    "TrainingTurn",
    "UsageError",
    "analyse",
    "answer",
    "arun",
    "calls_df",
    "compare",
    "contract",
    "core",
    "drawing",
    "evaluate",
    "figure",
    "figures",
    "fixture",
    "game_theory",
    "games",
    "kit",
    "leaderboard",
    "load_match",
    "make",
    "matches_df",
    "moves_df",
    "play",
    "players",
    "ratings_df",
    "replays",
    "report",
    "report_page",
    "resume",
    "rollouts",
    "run",
    "run_fixtures",
    "runs",
    "step",
    "suites",
    "text",
    "variance",
]

_PLACES = {
    "Analysis": "metrics.match_analysis",
    "Boards": "reports.report",
    **dict.fromkeys(("BudgetSpent", "NoKey", "ProviderError"), "models.errors"),
    "Comparison": "metrics.comparison",
    "Component": "ratings.variance_components",
    "Decomposition": "metrics.luck_and_skill",
    "Figure": "reports.figures",
    "Fixture": "match",
    "GameTheory": "metrics.game_theory",
    "Gap": "metrics.difference_of_two_players",
    "Match": "match",
    **dict.fromkeys(("Message", "Reply", "Settings", "TokenIds"), "models.protocol"),
    "MoveCost": "metrics.move_quality",
    "Policy": "match",
    "Record": "match",
    "Report": "reports.report",
    "Row": "metrics.leaderboard",
    "RunConfig": "run_config",
    "RunStatus": "tournament",
    "Step": "match",
    "step": "match",
    "StoreError": "store",
    "TrainingTrace": "match.training_trace",
    "TrainingTurn": "match.training_trace",
    **dict.fromkeys(("AgonistError", "GameError", "UsageError"), "core"),
    **dict.fromkeys(("calls_df", "matches_df", "moves_df", "ratings_df"), "export.data_frames"),
}
"""The modules of names that are not in `agonist.api`."""

_PACKAGES = ("contract", "core", "drawing", "games", "kit", "players", "suites", "text")


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # loads the parsers of mail

        return version("agonist")
    # On demand, so that code which only writes rules does not load databases and network clients.
    if name not in __all__:
        raise AttributeError(f"module 'agonist' has no attribute {name!r}")
    if name in _PACKAGES:
        return import_module(f"agonist.{name}")
    return getattr(import_module(f"agonist.{_PLACES.get(name, 'api')}"), name)


def __dir__() -> list[str]:
    return sorted((*__all__, "__version__"))
