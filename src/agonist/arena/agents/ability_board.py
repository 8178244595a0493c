"""A table of agents' ability trials: the latest finished trial of each version and kind."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from agonist.arena.agents.ability_trials import abilities, measured
from agonist.ratings.share_intervals import Span
from agonist.store import Store
from agonist.store.platform.trials import latest_trials

READING_SECONDS: Final = 1.5
"""Seconds after which a call stops reading; later calls read the rest."""


@dataclass(frozen=True, slots=True)
class AbilityResults:
    """One version of an agent: the result of each kind of trial, with its 95% interval."""

    agent: str
    player: str
    spans: Mapping[str, Span]
    runs: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        numbers = {
            f"{kind}{end}": getattr(self.spans[kind], value) if kind in self.spans else None
            for kind in abilities()
            for end, value in (("", "value"), ("_low", "low"), ("_high", "high"))
        }
        return {"agent": self.agent, "player": self.player, **numbers}


class AbilityBoard:
    """The board of one database. Each trial is read once, since finished trials never change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Span] = {}
        self._lock = Lock()

    def lines(self) -> tuple[list[AbilityResults], bool]:
        """The tried agents by name, and whether some trials have not been read yet."""
        end = time.monotonic() + READING_SECONDS
        pending = False
        found: dict[str, tuple[str, dict[str, Span], dict[str, str]]] = {}
        for trial in latest_trials(self._store, tuple(abilities())):
            with self._lock:
                if trial.run not in self._known:
                    if time.monotonic() > end:
                        pending = True
                        continue
                    self._known[trial.run] = self._read(trial.run, trial.kind, trial.player)
                span = self._known[trial.run]
            _, spans, runs = found.setdefault(trial.player, (trial.agent, {}, {}))
            if span.value is not None:
                spans[trial.kind], runs[trial.kind] = span, trial.run
        lines = [AbilityResults(agent, player, spans, runs) for player, (agent, spans, runs) in found.items()]
        return sorted(lines, key=lambda line: line.player.casefold()), pending

    def _read(self, run: str, kind: str, player: str) -> Span:
        for table in measured(self._store, self._store.run(run))[:1]:
            at = table.header.index(kind)
            for row in table.rows:
                if row[0] == player:
                    value, low, high = (None if cell is None else float(cell) for cell in row[at : at + 3])
                    return Span(value, low, high)
        return Span(None, None, None)
