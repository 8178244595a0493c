"""Export of a run as JSON Lines, one match a line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agonist.match import Step
from agonist.players.model_call import ModelCall
from agonist.store.engines.failure import StoreError
from agonist.store.runs.serialization import pack
from agonist.store.runs.store import Store


def lines(store: Store, run: str) -> Iterator[str]:
    """Each match of a run with all its steps as JSON, without a line break.

    A line has the fields of `StoredMatch`, `steps`, `recorded`: the calls of a step that is not complete, and
    `broken_off`: calls that belong to no step. A step has the fields of `Step`, its `moves` by seat; what
    was `sent` is null where it is not kept.
    """
    for match in store.matches(run):
        steps = [_step_to_json(step) for step in store.steps(match)]
        calls = {"recorded": store.recorded(match), "broken_off": store.broken_off(match)}
        more = {name: list(map(_call_to_json, rows)) for name, rows in calls.items()}
        yield pack(asdict(match) | {"steps": steps} | more).strip()


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


def _step_to_json(step: Step) -> dict[str, Any]:
    moves = {str(seat): action for seat, action in step.moves.items()}
    return asdict(step) | {"moves": moves, "calls": list(map(_call_to_json, step.calls))}


def _call_to_json(call: ModelCall) -> dict[str, Any]:
    plain = asdict(call)
    unkept = plain.pop("unkept")
    if call.token_ids is None:
        del plain["token_ids"]
    return plain | {"sent": None if unkept else [message.plain() for message in call.sent]}
