"""Checkpoints of a model in training: players named by a series and a step, as in `ckpt@1000=vllm/m`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from agonist.core import UsageError

NAME: Final = r"[^\W\d_][\w.-]*"
"""The form of a player's name, and of a series of checkpoints."""

STEP: Final = r"(?:0|[1-9][0-9]{0,14})"
"""The form of a step: a whole number in its one spelling, so that a name is found again."""

_CHECKPOINT: Final = re.compile(rf"({NAME})@({STEP})")

_MEANT: Final = re.compile(r"([^/?:=]*@[^/?:=]*)(?:=.*)?", re.DOTALL)
"""A text that is no model, address or agent, and has the sign before the player: a checkpoint is meant."""


class Checkpoint(NamedTuple):
    """The state of a model after so many steps of its training."""

    series: str
    step: int


def checkpoint_of(name: str) -> Checkpoint | None:
    """The checkpoint of a player's name; `None` for any other name.

    >>> checkpoint_of("ckpt@1000"), checkpoint_of("ckpt"), checkpoint_of("openai/x@5")
    (Checkpoint(series='ckpt', step=1000), None, None)
    """
    found = _CHECKPOINT.fullmatch(name)
    return Checkpoint(found[1], int(found[2])) if found else None


def expect_checkpoint(text: str) -> None:
    """Raise `UsageError` for a specification that means a checkpoint, and is not written as one."""
    meant = _MEANT.fullmatch(text)
    if meant is None or ("=" in text and _CHECKPOINT.fullmatch(meant[1])):
        return
    raise UsageError(
        f"{text[:80]!r}: a checkpoint is written NAME@STEP=PLAYER, as in ckpt@1000=vllm/my-model: the name "
        "of its series (letters, digits, '.', '_' and '-', a letter first), and its step, a whole number of "
        "at most 15 digits without zeros before it"
    )
