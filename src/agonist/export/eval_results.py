"""A player's results for its model's repository on the Hugging Face Hub.

The Hub knows two formats. The metadata of a model's card may hold a `model-index`: a list of results, each
with a task, a dataset and metrics. Files `.eval_results/*.yaml` hold values for datasets that are registered
there as benchmarks; their leaderboards compare the values of all models.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agonist.core import UsageError
from agonist.export.player_results import PlayerResult, model_of, player_results
from agonist.export.secrets import clean
from agonist.games.titles import title_of_part
from agonist.store import StoreError

if TYPE_CHECKING:
    from agonist.store import Reader, Run

CARD: Final = "README.md"

RESULTS: Final = Path(".eval_results") / "agonist.yaml"

TASK: Final = "text-generation"
"""The Hub's name of what models do that answer with text."""

_ID: Final = re.compile(r"[\w.-]+/[\w.-]+")


def eval_results(store: Reader, run: str, folder: Path, player: str, dataset: str = "") -> list[Path]:
    """Write a player's results into a folder: `README.md` with the metadata of a card, to be put into that of
    the model, and with a `dataset` also `.eval_results/agonist.yaml`; returns the paths.

    The card has rating, win rate and mean score of each game, with intervals and opponents. A value that a
    leaderboard compares is the win rate in percent: a rating means something among the players of its run
    alone, and a win rate among runs with the same games and opponents. Raises `UsageError` for a player that
    the run has not, and for a dataset that is no `OWNER/NAME`.
    """
    found = store.run(run)
    games = player_results(store, found, player)
    if dataset and not _ID.fullmatch(dataset):
        raise UsageError(f"--dataset is OWNER/NAME, as the Hub names datasets, not {dataset[:60]!r}")
    texts = {folder / CARD: "\n".join(_card(found, model_of(found, player), games))}
    if dataset:
        texts[folder / RESULTS] = "\n".join(_values(found, dataset, games))
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{clean(text)}\n", encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
    return list(texts)


def _card(run: Run, name: str, games: Mapping[str, PlayerResult]) -> Iterator[str]:
    yield from ("---", "model-index:", f"- name: {_quoted(name)}", "  results:")
    for part, result in games.items():
        row, how = result.row, result.how
        yield from (
            "  - task:",
            f"      type: {TASK}",
            "      name: Playing games",
            "    dataset:",
            f"      type: {_quoted(f'agonist/{part}')}",
            f"      name: {_quoted(f'Agonist: {title_of_part(part)}')}",
            f"      config: {_quoted(part)}",
            "      args:",
            f"        run: {_quoted(run.id)}",
            f"        seed: {_quoted(str(run.plan.get('seed')))}",
            "    metrics:",
        )
        rating = (row.rating, row.low, row.high)
        yield from _metric("elo", "Elo rating among the players of the run", how, *rating)
        rates = (None if rate is None else 100 * rate for rate in (row.win_rate, row.win_low, row.win_high))
        yield from _metric("win_rate", "Win rate, %, a draw being half a win", how, *rates)
        score = (row.score, row.score_low, row.score_high)
        yield from _metric("score", "Mean score in the unit of the game", how, *score)
    yield "---"


def _metric(kind: str, name: str, how: str, *ends: float | None) -> Iterator[str]:
    """A metric, from its value and the ends of its interval; nothing without a value."""
    value, low, high = ends
    if value is None:
        return
    span = "" if low is None or high is None else f", 95% interval {low:.2f} to {high:.2f}"
    yield from (
        f"    - type: {kind}",
        f"      value: {value:.2f}",
        f"      name: {_quoted(f'{name}{span}, {how}')}",
    )


def _values(run: Run, dataset: str, games: Mapping[str, PlayerResult]) -> Iterator[str]:
    for part, result in games.items():
        row, how = result.row, result.how
        if row.win_rate is None:
            continue
        low, high = row.win_low, row.win_high
        span = "" if low is None or high is None else f", 95% interval {100 * low:.1f} to {100 * high:.1f}"
        yield from (
            "- dataset:",
            f"    id: {_quoted(dataset)}",
            f"    task_id: {_quoted(part)}",
            f"  value: {100 * row.win_rate:.2f}",
            f"  date: {_quoted(f'{run.created[:19]}Z')}",
            f"  notes: {_quoted(f'win rate in percent{span}, {how}')}",
        )


def _quoted(text: str) -> str:
    """A text as YAML reads it, whatever it looks like: an id such as 1e234567 is no number."""
    return json.dumps(text, ensure_ascii=False)
