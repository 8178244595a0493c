"""How often intervals held the truth, and how exactly the simulation knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from agonist.ratings.share_intervals import rate

KINDS: Final = ("rating", "difference", "win rate", "pair", "score")
LEAST, MOST, WRONG = 0.93, 0.97, 0.05
"""Shares below the first are too few, above the second conservative; false claims are `WRONG` at most."""


@dataclass
class Count:
    """Intervals of one kind that held the truth: (held, of) for each tournament."""

    tournaments: list[tuple[int, int]] = field(default_factory=list)
    missing: int = 0
    """Numbers that were printed without an interval."""
    _held: int = 0
    _of: int = 0

    def add(self, held: int, of: int, missing: int = 0) -> None:
        """So many intervals of a tournament, of which so many held."""
        self._held += held
        self._of += of
        self.missing += missing

    def event(self, happened: bool) -> None:
        """Something that may happen once a tournament."""
        self.add(int(happened), 1)

    def close(self) -> None:
        """The tournament is over."""
        self.tournaments.append((self._held, self._of))
        self._held = self._of = 0

    def share(self) -> tuple[float, float] | None:
        """The share that held, and half of its 95% interval: tournaments are the independent evidence."""
        found = rate(self.tournaments)
        if found.value is None or found.low is None or found.high is None:
            return None
        return found.value, max(found.value - found.low, found.high - found.value)

    def __str__(self) -> str:
        found = self.share()
        return "n/a" if found is None else f"{found[0]:.3f} ± {found[1]:.3f}"


@dataclass
class Found:
    """What a cell says."""

    counts: dict[str, Count] = field(default_factory=lambda: {kind: Count() for kind in KINDS})
    false: Count = field(default_factory=Count)
    """Tournaments in which a range of ranks is wrong of anyone: a false "A beats B"."""
    decided: Count = field(default_factory=Count)
    """Tournaments after which everyone's rank is known."""
    matches: int = 0

    @property
    def tournaments(self) -> int:
        return len(self.false.tournaments)

    def close(self) -> None:
        for count in (*self.counts.values(), self.false, self.decided):
            count.close()

    def cells(self) -> list[str]:
        """The columns of `HEADER`."""
        each = f"{self.matches / max(1, self.tournaments):.0f}"
        return [f"{self.tournaments}", each, *map(str, self.counts.values()), str(self.false)]

    def wrong(self) -> list[str]:
        """What is clearly too low, or too often false: beyond the error of the simulation."""
        found = {kind: count.share() for kind, count in self.counts.items()}
        said = [
            f"{kind}: {at[0]:.3f} ± {at[1]:.3f} is below {LEAST}"
            for kind, at in found.items()
            if at is not None and at[0] + at[1] < LEAST
        ]
        at = self.false.share()
        if at is not None and at[0] - at[1] > WRONG:
            said.append(f"false ranks: {at[0]:.3f} ± {at[1]:.3f} is above {WRONG}")
        return said


HEADER: Final = ("n", "each", *KINDS, "false ranks")


def row(cells: Sequence[str]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(cells)} |"
