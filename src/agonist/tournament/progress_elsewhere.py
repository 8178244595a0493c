"""What other processes tell of a run that they play too, and the progress of all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agonist.models.current_waits import longest_wait
from agonist.models.usage_meter import Meter, Totals
from agonist.tournament.progress import ExpectedUsage, Progress
from agonist.tournament.run_usage_forecast import MatchKind

if TYPE_CHECKING:
    from agonist.tournament.run import Runner


@dataclass(frozen=True)
class WorkerProgress:
    """What one process has done since it began to play; `worker` is its name."""

    worker: str = ""
    played: Mapping[MatchKind, int] = field(default_factory=dict)
    suspended: int = 0
    broken: int = 0
    totals: Mapping[str, Totals] = field(default_factory=dict)
    names: Mapping[str, set[str]] = field(default_factory=dict)
    models: frozenset[str] = frozenset()
    answers: Mapping[str, int] = field(default_factory=dict)
    invalid: Mapping[str, int] = field(default_factory=dict)
    draining: int = 0
    wait: str = ""
    """What it waits for, if for long."""


def progress_of(runner: Runner) -> WorkerProgress:
    """What this process has done."""
    own, wait = runner.progress, longest_wait()
    return WorkerProgress(
        runner.worker,
        dict(runner.forecast.played),
        own.suspended,
        own.broken,
        own.meter.totals,
        {player: set(names) for player, names in own.names.items()},
        frozenset(own.models),
        dict(own.answers),
        dict(own.invalid),
        own.draining,
        "" if wait is None else str(wait),
    )


def add_up(shown: Progress, own: Progress, elsewhere: Iterable[WorkerProgress]) -> None:
    """Make `shown` the progress of all processes."""
    others = list(elsewhere)
    meter = Meter()
    for totals in (own.meter.totals, *(each.totals for each in others)):
        for name, more in totals.items():
            meter.add(name, more)
    names = {player: set(known) for player, known in own.names.items()}
    for each in others:
        for player, known in each.names.items():
            names.setdefault(player, set()).update(known)
    shown.total, shown.already, shown.meter, shown.names = own.total, own.already, meter, names
    shown.said = own.said
    shown.finished = min(own.total, own.finished + sum(sum(each.played.values()) for each in others))
    shown.suspended = own.suspended + sum(each.suspended for each in others)
    shown.broken = own.broken + sum(each.broken for each in others)
    shown.draining = own.draining + sum(each.draining for each in others)
    shown.models = own.models.union(*(each.models for each in others))
    shown.answers = sum((Counter(each.answers) for each in others), own.answers.copy())
    shown.invalid = sum((Counter(each.invalid) for each in others), own.invalid.copy())
    shown.expected = _expected(shown, own)


def _expected(shown: Progress, own: Progress) -> Callable[[], ExpectedUsage | None]:
    def expected() -> ExpectedUsage | None:
        known = own.expected()
        if known is None:
            return None
        more = shown.spent - own.spent
        return ExpectedUsage(known.usual + more, known.low + more, known.high + more)

    return expected
