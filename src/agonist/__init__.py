"""Agonist: evaluate language models and agents by letting them play games with and against each other."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agonist.api import make, play, replays, report, resume, run
    from agonist.run_config import RunConfig

__all__ = ["RunConfig", "make", "play", "replays", "report", "resume", "run"]


def __getattr__(name: str) -> Any:
    # On demand, so that one who writes rules does not load databases and network clients.
    if name == "RunConfig":
        from agonist.run_config import RunConfig

        return RunConfig
    if name in __all__:
        import agonist.api

        return getattr(agonist.api, name)
    raise AttributeError(f"module 'agonist' has no attribute {name!r}")
