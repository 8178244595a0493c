"""Models that Inspect opens for its agents in a run of ours."""

from __future__ import annotations

import asyncio
from weakref import WeakSet

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import get_model
from inspect_ai.model._model import _models
from rich.text import Text

from agonist.core import UsageError
from agonist.models import connection_pool

_tidied: WeakSet[asyncio.AbstractEventLoop] = WeakSet()


def expect_model(name: str) -> None:
    """Raise `UsageError` for a model that Inspect cannot open: an unknown one, or one without its key."""
    try:
        get_model(name, memoize=False)
    except (PrerequisiteError, ValueError) as error:
        raise UsageError(f"{name}: {in_words(error)}") from None


def in_words(error: Exception) -> str:
    """What an error of Inspect's says, without markup."""
    message = error.message if isinstance(error, PrerequisiteError) else str(error)
    return " ".join(Text.from_markup(str(message)).plain.split())


def close_with_the_loop() -> None:
    """Close the models that are opened from now on, before the running event loop ends.

    Inspect keeps them for later, and they would go on to use connections of a loop that is no more.
    """
    loop = asyncio.get_running_loop()
    if loop in _tidied:
        return
    _tidied.add(loop)
    before = set(_models)

    async def close() -> None:
        for key in _models.keys() - before:
            await _models.pop(key).api.aclose()

    connection_pool.at_close(close)
