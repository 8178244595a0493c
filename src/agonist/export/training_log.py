"""Ratings of checkpoints as trainers log them: numbers by name and step, as W&B's history has them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from agonist.core import UsageError
from agonist.metrics.checkpoint_ratings import Gain, gains_of, gains_on
from agonist.metrics.leaderboard import Row, leaderboard
from agonist.metrics.results import by_part, outcomes_of
from agonist.metrics.run_matches import with_counts
from agonist.players.checkpoint_names import checkpoint_of
from agonist.store import StoreError
from agonist.store.runs.matches_as_arrays import MatchColumns
from agonist.tournament.adaptive_matches import confidence_of

if TYPE_CHECKING:
    from agonist.store import Reader

Logged: TypeAlias = dict[str, float]
"""Numbers by name."""

STEP: Final = "_step"
"""W&B's name of a step."""

PREFIX: Final = "agonist"

FILE: Final = "wandb-history.jsonl"

_OTHER: Final = re.compile(r"[^A-Za-z0-9_]+")
"""What W&B does not take in the name of a number; slashes make groups."""


def numbers_of_run(store: Reader, run: str) -> dict[str, Logged]:
    """The numbers of each rated player of a run, with games weighted and intervals as in its report."""
    plan = store.run(run).plan
    matches = with_counts(store, store.columns(run=run)).only(lambda match: match.status == "finished")
    return numbers_of(matches, plan.get("weights") or {}, confidence_of(str(plan.get("until", ""))))


def training_log(store: Reader, run: str, path: Path) -> int:
    """Write the history of a run's checkpoints as JSON Lines; returns the number of steps.

    Raises `UsageError` for a run without any.
    """
    lines = history(numbers_of_run(store, run))
    if not lines:
        raise UsageError(f"run {run} has no rated checkpoints: name players by step, as ckpt@1000=vllm/m")
    write_history(lines, path)
    return len(lines)


def write_history(lines: Sequence[Mapping[str, float]], path: Path) -> None:
    """Write a history as JSON Lines, in place of what the file held. Raises `StoreError` if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}")
        draft.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error


def history(players: Mapping[str, Logged]) -> list[Logged]:
    """A line for each step at which a checkpoint is rated, in their order, from the numbers of players."""
    lines: dict[int, Logged] = {}
    for name, numbers in players.items():
        checkpoint = checkpoint_of(name)
        if checkpoint is not None:
            lines.setdefault(checkpoint.step, {STEP: checkpoint.step}).update(numbers)
    return [lines[step] for step in sorted(lines)]


def numbers_of(
    matches: MatchColumns, weights: Mapping[str, float], confidence: float = 0.95
) -> dict[str, Logged]:
    """The numbers of each rated player, by its name; ratings and differences in Elo points, from one fit.

    `matches`: the finished ones of a run. Names are `agonist/SERIES/rating` and so on: of each player
    `rating`, `win_rate`, `gain` (on the checkpoint before) and `above/OPPONENT` (for each player that is no
    checkpoint), each with `_low` and `_high`; `matches`; over several games also `GAME/rating` and so on.
    What has no evidence is left out.
    """
    found: dict[str, Logged] = {}
    parts = by_part(matches)
    boards: dict[str, tuple[MatchColumns, Mapping[str, float]]] = {"": (matches, weights)}
    if len(parts) > 1:
        boards |= {part: (some, {}) for part, some in parts.items()}
    for part, (some, of_games) in boards.items():
        rows = leaderboard(some, confidence=confidence, weights=of_games)
        outcomes = outcomes_of(some, "strict", of_games)
        opponents = [row.player for row in rows if checkpoint_of(row.player) is None]
        above = [(row.player, other) for row in rows for other in opponents if row.player != other]
        gains = [("gain", each) for each in gains_of(outcomes, confidence)]
        gains += [(f"above/{_plain(each.before)}", each) for each in gains_on(outcomes, above, confidence)]
        for row in rows:
            own = [(name, each) for name, each in gains if each.player == row.player]
            found.setdefault(row.player, {}).update(_numbers(row, own, part))
    return found


def _numbers(row: Row, gains: Sequence[tuple[str, Gain]], part: str) -> Logged:
    checkpoint = checkpoint_of(row.player)
    series = row.player if checkpoint is None else checkpoint.series
    start = "/".join((PREFIX, _plain(series), *([_plain(part)] if part else [])))
    spans = [("rating", row.rating, row.low, row.high), ("win_rate", row.win_rate, row.win_low, row.win_high)]
    spans += [(name, each.gain, each.low, each.high) for name, each in gains]
    numbers: dict[str, float | None] = {f"{start}/matches": row.matches}
    for name, value, low, high in spans:
        numbers |= {f"{start}/{name}": value, f"{start}/{name}_low": low, f"{start}/{name}_high": high}
    return {name: value for name, value in numbers.items() if value is not None}


def _plain(name: str) -> str:
    return _OTHER.sub("_", name)
