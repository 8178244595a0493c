"""Our errors as those that Inspect shows without a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inspect_ai._util.error import PrerequisiteError
from rich.markup import escape

from agonist.core import AgonistError


@contextmanager
def prerequisites() -> Iterator[None]:
    """Around what is checked before anything is played."""
    try:
        yield
    except AgonistError as error:
        # Brackets in a message, such as those of an extra, would be read as markup.
        raise PrerequisiteError(escape(str(error))) from None
