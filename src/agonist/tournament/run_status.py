"""How a run ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agonist.core import AgonistError
from agonist.tournament.progress import Progress


@dataclass
class RunStatus:
    """How a run ended: its status, what stopped it, and errors of single matches."""

    run: str
    status: str
    progress: Progress
    stopped_by: AgonistError | None = None
    errors: list[AgonistError] = field(default_factory=list)
    set_aside: Mapping[str, AgonistError] = field(default_factory=dict)
    """Players whose matches were not played to the end, and why."""

    @property
    def reasons(self) -> list[AgonistError]:
        """The problems of the run, the most serious first; empty if every match was played."""
        stopped = [] if self.stopped_by is None else [self.stopped_by]
        return [*stopped, *self.set_aside.values(), *self.errors]

    @property
    def exit_code(self) -> int:
        """0 if every match was played; otherwise that of the most serious problem."""
        return self.reasons[0].exit_code if self.reasons else 0
