"""The results of reading, scoring and replaying one published record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agonist.suites.gamabench.published.names import AUGUST, Name
from agonist.suites.gamabench.published.replay import PublishedReplay
from agonist.suites.gamabench.scoring import PROFILES, Choices, score


@dataclass(frozen=True, slots=True)
class FileResult:
    """The results for one file.

    Scores are from 0 to 100, `None` where there is nothing to score. `status`: `finished` (replays by our
    rules), `void` (does not, or repeats another file), `unreadable`. `marks`: what a reader of the score must
    know. `differences`: where stored results are not what our rules make of the same choices.
    """

    file: str
    game: str | None
    model: str | None
    score_paper: float | None = None
    score_updated: float | None = None
    score_as_printed: float | None = None
    run: int | None = None
    arm: str = ""
    player: str = ""
    status: str = "unreadable"
    marks: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    error: str = ""

    @classmethod
    def scored(cls, file: str, name: Name, choices: Choices, **more: Any) -> FileResult:
        """The results for a file with these choices; `more`: other fields than those of its name."""
        august = name.model in AUGUST
        paper, updated, printed = (score(choices, each, august=august).value for each in PROFILES)
        return cls(file, name.game, name.model, paper, updated, printed, name.run, name.arm, **more)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {field: getattr(self, field) for field in self.__slots__}


@dataclass(frozen=True, slots=True)
class Read:
    """A file that could be read, ready to be stored."""

    row: FileResult
    name: Name
    choices: Choices
    played: PublishedReplay
    players: tuple[str, ...]
    chance: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Chance's answers by question; the replay uses these instead of a seed."""
