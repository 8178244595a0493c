"""How often Python looks for cycles of garbage.

Nearly all garbage is not in cycles, and is freed at once, whatever is set here. Modules and matches are
hundreds of thousands of objects that stay: scanning them again at every few hundred new ones took a seventh
of the start of a command, and a fifth of a run.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NEW_OBJECTS: Final = 500_000
"""How many new objects start a search for garbage while matches are played: some fifty megabytes."""

OF_A_START: Final = 1_000_000
"""The same for short commands: more than the objects of all their modules."""

DEFAULT_THRESHOLDS: Final = gc.get_threshold()


class _State:
    """What Python only tells by counting all frozen objects, which takes up to half a second."""

    is_frozen = False


_STATE: Final = _State()


def collect_seldom() -> None:
    """From now on, look for garbage at every `OF_A_START` new objects."""
    gc.set_threshold(OF_A_START, *DEFAULT_THRESHOLDS[1:])


def collect_as_usual() -> None:
    """Look for garbage as often as Python does by default, except among the objects that exist now."""
    gc.freeze()
    _STATE.is_frozen = True
    gc.set_threshold(*DEFAULT_THRESHOLDS)


def collect_no_more() -> None:
    """Look for no garbage at the end of the program: the system frees everything anyway."""
    gc.disable()


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """While this is open, look for garbage at every `NEW_OBJECTS` new objects, and not among earlier ones."""
    if not gc.isenabled() or _STATE.is_frozen:
        yield
        return
    before = gc.get_threshold()
    gc.freeze()
    _STATE.is_frozen = True
    gc.set_threshold(NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        _STATE.is_frozen = False
