"""How far a run is, what it has taken, and what it is likely to take in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agonist.models.budget import Spending
from agonist.models.meter import Meter, Totals


@dataclass
class Progress:
    """How far a run is. What is counted by player leaves out what was played before it was resumed."""

    total: int
    finished: int = 0
    suspended: int = 0
    broken: int = 0
    meter: Meter = field(default_factory=Meter)
    names: dict[str, set[str]] = field(default_factory=dict)
    """For each model and agent, what the meter calls it."""
    models: set[str] = field(default_factory=set)
    """Players that are models."""
    answers: Counter[str] = field(default_factory=Counter)
    """Answers that were judged, by player."""
    invalid: Counter[str] = field(default_factory=Counter)
    """Of those, how many could not be played, by player."""
    already: Spending = field(default_factory=Spending)
    """What the run had taken before it was resumed."""
    draining: int = 0
    """Requests under way that are waited for, since the run stops."""
    expected: Callable[[], Spending | None] = lambda: None
    """What the run is likely to take in all, corrected by the answers until now; `None` if unknown."""

    def totals(self, player: str) -> Totals:
        """What one player took."""
        return sum((self.meter.of(name) for name in self.names.get(player, ())), Totals())

    def by_player(self) -> Mapping[str, Totals]:
        """What each model took, and each agent that asks models; agents that ask none are left out."""
        each = {player: self.totals(player) for player in self.names}
        return {player: totals for player, totals in each.items() if totals.requests or player in self.models}

    @property
    def spent(self) -> Spending:
        """What the run has taken; dollars where prices are known."""
        every = list(self.meter.totals.values())
        return self.already + Spending(
            sum(totals.cost or 0.0 for totals in every),
            sum(totals.usage.total for totals in every),
            sum(totals.requests for totals in every),
        )
