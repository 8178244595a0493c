"""A player's results in the shape of lm-evaluation-harness's result files.

Each game is a task, `agonist:GAME`, and each match a document. What that package compares by task name and
version is comparable here only with the same opponents, options and seed, which stand in the task's
configuration. Intervals are metrics of their own, since ours have no standard error: they are not symmetric.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from agonist.export.player_results import PlayerResult, model_of, player_results
from agonist.export.secrets import clean
from agonist.games.titles import title_of_part
from agonist.store import StoreError

if TYPE_CHECKING:
    from agonist.store import Reader, Run

_NOT_IN_FOLDERS: Final = re.compile(r'["<>:/|\\?*\[\]]+')
"""What that package replaces in the names of models."""


def lm_eval_results(store: Reader, run: str, folder: Path, player: str) -> Path:
    """Write a player's results as `MODEL/results_DATE.json` into a folder; returns the path.

    Metrics are `win_rate` from 0 to 1, `elo` among the players of the run, and `score` in the game's unit,
    each with `_low` and `_high`. Raises `UsageError` for a player that the run has not.
    """
    found = store.run(run)
    model = str(clean(model_of(found, player)))
    games = player_results(store, found, player)
    created = datetime.fromisoformat(found.created)
    at = created.strftime("%Y-%m-%dT%H-%M-%S.%f")
    path = folder / _NOT_IN_FOLDERS.sub("__", model) / f"results_{at}.json"
    tasks = {_task(part): (part, result) for part, result in games.items()}
    content = clean(_content(found, model, tasks, created))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error
    return path


def _task(part: str) -> str:
    """A game's name as a task; that package's logger splits the names of numbers at a slash."""
    return f"agonist:{part.replace('/', '_')}"


def _content(
    run: Run, model: str, tasks: dict[str, tuple[str, PlayerResult]], created: datetime
) -> dict[str, Any]:
    metrics = {task: _metrics(result) for task, (_, result) in tasks.items()}
    return {
        "results": {
            task: {"name": task, "alias": title_of_part(part), "sample_len": result.row.matches}
            | {f"{name},none": value for name, value in metrics[task].items()}
            for task, (part, result) in tasks.items()
        },
        "group_subtasks": {task: [] for task in tasks},
        "configs": {task: _config(run, task, *found) for task, found in tasks.items()},
        "versions": {task: result.version for task, (_, result) in tasks.items()},
        "n-shot": dict.fromkeys(tasks, 0),
        "higher_is_better": {task: dict.fromkeys(metrics[task], True) for task in tasks},
        "n-samples": {
            task: {"original": result.row.matches, "effective": result.row.matches}
            for task, (_, result) in tasks.items()
        },
        "config": {"model": "agonist", "model_args": model},
        "date": created.timestamp(),
        "model_source": "agonist",
        "model_name": model,
        "model_name_sanitized": _NOT_IN_FOLDERS.sub("__", model),
    }


def _config(run: Run, task: str, part: str, result: PlayerResult) -> dict[str, str]:
    return {
        "task": task,
        "dataset_path": "agonist",
        "dataset_name": part,
        "run": run.id,
        "seed": str(run.plan.get("seed")),
        "opponents": ", ".join(result.opponents),
    }


def _metrics(result: PlayerResult) -> dict[str, float]:
    row = result.row
    found = {
        "win_rate": row.win_rate,
        "win_rate_low": row.win_low,
        "win_rate_high": row.win_high,
        "elo": row.rating,
        "elo_low": row.low,
        "elo_high": row.high,
        "score": row.score,
        "score_low": row.score_low,
        "score_high": row.score_high,
    }
    return {name: value for name, value in found.items() if value is not None}
