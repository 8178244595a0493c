"""Where a game's own code runs: it may raise anything, and whoever plays must hear of that in one message."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agonist.core import AgonistError, GameError


@contextmanager
def code_of(what: str) -> Iterator[None]:
    """Where code of a game runs: what it raises becomes a `GameError` that says what it was, and where.

    >>> with code_of("the rules of chess"):
    ...     1 / 0
    Traceback (most recent call last):
    agonist.core.errors.GameError: the rules of chess raised ZeroDivisionError: division by zero (..., line 2)
    """
    try:
        yield
    except AgonistError:
        raise
    except Exception as error:
        *_, last = traceback.extract_tb(error.__traceback__)
        kind = type(error).__name__
        said = f"{kind}: {error}" if str(error) else kind
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise GameError(f"{what} raised {said} ({where})") from error
