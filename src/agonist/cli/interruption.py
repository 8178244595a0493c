"""Interruptions, and the command that continues a run."""

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


def going_on(run: str, db: str, reasons: Sequence[AgonistError] = (), again: str = "") -> str:
    """The command that continues a run that was stopped for these reasons, the first being the gravest.

    `again`: options that a database does not keep.
    """
    more = next((getattr(reason, "option", "") for reason in reasons), "")
    if more and more in again:
        more = ""
    return " ".join(filter(None, (f"agonist resume {run} --db {quote(shown(db))}", again, more)))


def how_to_go_on(run: str, db: str, reasons: Sequence[AgonistError] = (), again: str = "") -> str:
    """The last line of output after a run was stopped."""
    return f"Finished matches are kept. To continue: {going_on(run, db, reasons, again)}"


@contextmanager
def interruptible(db: str, again: str = "") -> Iterator[Callable[[str], None]]:
    """Around the playing of a run; what it gives is to be told the run's id.

    Whatever stops the run, the last line on standard error is then the command that goes on with it, with
    the options that are to be given `again`.
    """
    known: list[str] = []
    try:
        yield known.append
    except KeyboardInterrupt:
        stopped = Interrupted("interrupted")
        if known:
            stopped.add_note(how_to_go_on(known[0], db, again=again))
        raise stopped from None
    except AgonistError as error:
        if known:
            error.add_note(how_to_go_on(known[0], db, [error], again))
        raise
