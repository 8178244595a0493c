"""The progress of a run: matches, usage so far, and the usage expected in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agonist.models.amounts_spent import Spending
from agonist.models.usage_meter import Meter, Totals


@dataclass(frozen=True, slots=True)
class ExpectedUsage:
    """The usage expected for a whole run: with a chance of four in five it ends between `low` and `high`."""

    usual: Spending
    low: Spending
    high: Spending


@dataclass
class Progress:
    """How far a run is. Counts by player do not include matches before it was resumed."""

    total: int
    finished: int = 0
    suspended: int = 0
    broken: int = 0
    meter: Meter = field(default_factory=Meter)
    names: dict[str, set[str]] = field(default_factory=dict)
    """The meter's label of each model and agent."""
    models: set[str] = field(default_factory=set)
    """Players that are models."""
    answers: Counter[str] = field(default_factory=Counter)
    """Valid and invalid answers together, by player."""
    invalid: Counter[str] = field(default_factory=Counter)
    """Invalid answers, by player."""
    already: Spending = field(default_factory=Spending)
    """Usage before the run was resumed."""
    said: list[str] = field(default_factory=list)
    """What was decided while the run plays, a line each."""
    draining: int = 0
    """While the run is stopping: requests in flight that it still waits for."""
    expected: Callable[[], ExpectedUsage | None] = lambda: None
    """The usage expected for the whole run, corrected by the answers so far; `None` if unknown."""

    def totals(self, player: str) -> Totals:
        """One player's usage."""
        return sum((self.meter.of(name) for name in self.names.get(player, ())), Totals())

    def by_player(self) -> Mapping[str, Totals]:
        """The usage of each model, and of each agent that has called models."""
        each = {player: self.totals(player) for player in self.names}
        return {player: totals for player, totals in each.items() if totals.requests or player in self.models}

    @property
    def spent(self) -> Spending:
        """The usage of the whole run as a budget counts it; dollars are those of models with known prices."""
        every = list(self.meter.totals.values())
        return self.already + Spending(
            sum((totals.cost or 0.0) + totals.closed.usd for totals in every),
            sum(totals.usage.total + totals.closed.tokens for totals in every),
            sum(totals.requests for totals in every),
        )
