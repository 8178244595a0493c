"""How far a run is, in words: for the terminal that watches it, and for its page."""

from __future__ import annotations

from agonist.core.duration import duration_text
from agonist.core.plurals import counted
from agonist.models.amounts_spent import Spending
from agonist.store.runs.run_progress import RunProgress


def line_of(progress: RunProgress) -> str:
    """Run, status, matches, rate, time left, dollars, tokens and workers in one line."""
    parts = [f"{progress.run} {progress.status}: {matches_text(progress)} matches"]
    parts += filter(None, [rate_text(progress), left_text(progress), *spent_texts(progress.spent)])
    return ", ".join([*parts, workers_text(progress)])


def workers_text(progress: RunProgress) -> str:
    """How many workers are alive."""
    return counted(len(progress.workers.alive), "worker")


def matches_text(progress: RunProgress) -> str:
    """How many matches are finished, of how many, and how many have stopped."""
    stopped = f" ({progress.stopped:,} stopped)" if progress.stopped else ""
    return f"{progress.finished:,}/{progress.matches:,}{stopped}"


def rate_text(progress: RunProgress) -> str:
    """Matches a second, or a minute if they are few; empty if none finish."""
    if progress.per_second >= 1:
        return f"{progress.per_second:,.0f}/s"
    return f"{60 * progress.per_second:,.1f}/min" if progress.per_second else ""


def left_text(progress: RunProgress) -> str:
    """The time left, if it is known; empty at the end."""
    left = progress.seconds_left
    return f"{duration_text(left)} left" if left else ""


def spent_texts(spent: Spending) -> list[str]:
    """Dollars and tokens; none for players that use none."""
    if not spent.requests:
        return []
    dollars = [f"${spent.usd:,.2f}"] if spent.usd else []
    return [*dollars, f"{spent.tokens:,} tokens"]
