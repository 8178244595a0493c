"""Logs of Inspect as matches of a database: those of our tasks, wherever they were run, and exported runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final
from zipfile import BadZipFile

from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from pydantic import ValidationError

from agonist.adapters.inspect.sample_contents import KEY, PlayedMatch
from agonist.adapters.inspect.samples_as_runs import impossible, new_matches, store_matches
from agonist.core import AgonistError, UsageError
from agonist.store import Store
from agonist.store.runs.damage import Damaged

NOT_NEEDED: Final = {"messages", "events", "attachments", "output"}
"""Parts of a sample that are not read: the record has all requests."""

LISTED: Final = 5
"""The most problems of a log that its error lists."""


class DamagedLog(AgonistError):
    """A log with matches that cannot have been played like this."""

    exit_code: ClassVar[int] = 3


class ForeignLog(UsageError):
    """A log of another task, with this many `samples`."""

    def __init__(self, message: str, samples: int) -> None:
        super().__init__(message)
        self.samples = samples


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a log: the run with its matches, or an empty text, and how many were new, known already,
    unfinished, and how many samples hold no match; or the `problem` that kept it from being imported."""

    log: str
    run: str = ""
    new: int = 0
    known: int = 0
    unfinished: int = 0
    empty: int = 0
    problem: str = ""


def import_logs(place: Path, store: Store) -> list[Imported]:
    """Store the matches of a log, or of all logs of a folder, each log as a run.

    A match that is there already is left out, and so nothing is stored twice. Raises `UsageError` for what is
    no log of ours, `DamagedLog` if a match cannot have been played as its record says; then nothing of the
    log is stored. A folder may also have logs of other tasks, and its other logs are read all the same.
    """
    if not place.is_dir():
        return [_import(place, store)]
    found = []
    for path in logs_in(place):
        try:
            found.append(_import(path, store))
        except ForeignLog as error:
            found.append(Imported(str(path), empty=error.samples))
        except (UsageError, DamagedLog) as error:
            found.append(Imported(str(path), problem=str(error)))
    return found


def logs_in(folder: Path) -> list[Path]:
    """The logs of a folder. Raises `UsageError` if there are none."""
    found = sorted(path for path in folder.iterdir() if path.suffix in (".eval", ".json"))
    if not found:
        raise UsageError(f"{folder} has no logs of Inspect (*.eval, *.json)")
    return found


def _import(path: Path, store: Store) -> Imported:
    if not path.exists():
        raise UsageError(f"there is no {path}")
    log = _read(path)
    samples = log.samples or []
    with_matches = [sample for sample in samples if KEY in sample.store]
    if not log.eval.task.startswith("agonist/") and not with_matches:
        raise ForeignLog(
            f"{path} is a log of the task {log.eval.task}: only logs of tasks agonist/… and exported runs "
            "hold matches",
            len(samples),
        )
    played = list(_matches(path, with_matches))
    new = new_matches(store, played)
    run = ""
    if new:
        about = {"task": log.eval.task, "eval": log.eval.eval_id, "created": log.eval.created}
        run = store_matches(store, new, about)
    return Imported(
        log=str(path),
        run=run,
        new=len(new),
        known=len({each.id for each in played}) - len(new),
        unfinished=sum(each.match.status != "finished" for each in new),
        empty=len(samples) - len(with_matches),
    )


def _read(path: Path) -> EvalLog:
    """The log. Raises `UsageError` for a file that is none, or only the beginning of one."""
    try:
        return read_eval_log(path, exclude_fields=NOT_NEEDED)
    except (BadZipFile, ValueError, LookupError, OSError, EOFError, NotImplementedError) as error:
        raise UsageError(
            f"{path} is no log of Inspect, or only the beginning of one ({_why(error)})"
        ) from None


def _why(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg']}"
    return " ".join(str(error).split())[:200] or type(error).__name__


def _matches(path: Path, samples: Iterable[EvalSample]) -> Iterator[PlayedMatch]:
    """The matches, verified. Raises `DamagedLog`."""
    problems = []
    for sample in samples:
        try:
            played = PlayedMatch.of(sample.store[KEY])
            found = impossible(played, _score(sample))
        except (Damaged, AgonistError) as error:
            found = [str(error)]
        if found:
            problems.append(f"sample {sample.id}: {'; '.join(found)}")
        else:
            yield played
    if problems:
        more = f" (and {len(problems) - LISTED} more)" if len(problems) > LISTED else ""
        raise DamagedLog(f"{path} has matches that cannot be: {' | '.join(problems[:LISTED])}{more}")


def _score(sample: EvalSample) -> float | None:
    """The score of the sample by the rules, unless somebody has edited it in Inspect's way."""
    score = (sample.scores or {}).get("score")
    return None if score is None or score.history else score.as_float()
