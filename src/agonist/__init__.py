"""Agonist: evaluate language models and agents by letting them play games with and against each other."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agonist.api import arun, figure, figures, make, play, replays, report, resume, run
    from agonist.export.frames import calls_df, matches_df, moves_df, ratings_df
    from agonist.run_config import RunConfig

__all__ = [
    "RunConfig",
    "arun",
    "calls_df",
    "figure",
    "figures",
    "make",
    "matches_df",
    "moves_df",
    "play",
    "ratings_df",
    "replays",
    "report",
    "resume",
    "run",
]


def __getattr__(name: str) -> Any:
    # On demand, so that code which only writes rules does not load databases and network clients.
    if name not in __all__:
        raise AttributeError(f"module 'agonist' has no attribute {name!r}")
    if name == "RunConfig":
        return import_module("agonist.run_config").RunConfig
    place = "agonist.export.frames" if name.endswith("_df") else "agonist.api"
    return getattr(import_module(place), name)
