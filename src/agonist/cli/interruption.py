"""Being interrupted, and saying how to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from shlex import quote

from agonist.core import AgonistError


class Interrupted(AgonistError):
    """Ctrl-C was pressed."""

    exit_code = 130


def shown(db: str) -> str:
    """A database's name without the password in it."""
    # Here, since every command loads this module, and few need what comes with a store.
    from agonist.store import without_secrets

    return without_secrets(db)


def going_on(run: str, db: str, reasons: Sequence[AgonistError] = ()) -> str:
    """What to type to go on with a run that was stopped for these reasons, the first being the gravest."""
    more = next((getattr(reason, "option", "") for reason in reasons), "")
    return f"agonist resume {run} --db {quote(shown(db))}{more and ' '}{more}"


@contextmanager
def interruptible(db: str) -> Iterator[Callable[[str], None]]:
    """Around the playing of a run; what it gives is to be told the run's id."""
    known: list[str] = []
    try:
        yield known.append
    except KeyboardInterrupt:
        how = f"; what is finished stands. To go on: {going_on(known[0], db)}" if known else ""
        raise Interrupted(f"interrupted{how}") from None
