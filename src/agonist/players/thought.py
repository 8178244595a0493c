"""Thinking in threads, so that other matches go on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

THREADS: Final = 2
"""Searches at once. They take turns in one interpreter: more would only keep the event loop waiting."""

_POOL: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="agonist thought")


async def think(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the call gives, in a thread that the event loop does not wait for when it is closed.

    So Ctrl-C ends a run at once, however long a search takes.
    """
    return await asyncio.get_running_loop().run_in_executor(_POOL, lambda: call(*args, **kwargs))
