"""Export of a run as JSON Lines, one match a line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from agonist.store.engines.failure import StoreError
from agonist.store.runs.match_as_json import call_to_json, match_to_json
from agonist.store.runs.serialization import pack
from agonist.store.runs.store import Store


def lines(store: Store, run: str) -> Iterator[str]:
    """Each match of a run with all its steps as JSON, without a line break.

    A line is an object of `match_to_json`, with `recorded`: the calls of a step that is not complete, and
    `broken_off`: calls that belong to no step.
    """
    for match in store.matches(run):
        calls = {"recorded": store.recorded(match), "broken_off": store.broken_off(match)}
        more = {name: list(map(call_to_json, rows)) for name, rows in calls.items()}
        yield pack(match_to_json(match, store.steps(match)) | more).strip()


def export(store: Store, run: str, path: Path) -> int:
    """Write a run to a file, whole or not at all; returns the number of matches."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    count = 0
    try:
        try:
            with draft.open("w", encoding="utf-8") as file:
                for line in lines(store, run):
                    file.write(line + "\n")
                    count += 1
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error
    return count
