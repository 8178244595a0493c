"""Interruptions, and the command that continues a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from shlex import quote

from agonist.core import AgonistError


class Interrupted(AgonistError):
    """Ctrl-C was pressed."""

    exit_code = 130


def without_password(db: str) -> str:
    """The name of a database, without its password."""
    # Imported here: every command loads this module, and few need the store.
    from agonist.store import without_secrets

    return without_secrets(db)


def resume_command(run: str, db: str, reasons: Sequence[AgonistError] = (), again: str = "") -> str:
    """The command that continues a run that was stopped for these reasons, the most serious first.

    `again`: options that the database does not store.
    """
    more = next((getattr(reason, "option", "") for reason in reasons), "")
    if more and more in again:
        more = ""
    return " ".join(filter(None, (f"agonist resume {run} --db {quote(without_password(db))}", again, more)))


def worker_command(run: str, db: str) -> str:
    """The command with which another process plays a run, too."""
    return f"agonist worker --run {run} --db {quote(without_password(db))}"


def resume_hint(run: str, db: str, reasons: Sequence[AgonistError] = (), again: str = "") -> str:
    """The message after a run was stopped; its last line is the command that continues it."""
    return continue_hint(resume_command(run, db, reasons, again))


def continue_hint(command: str) -> str:
    """The message after a run was stopped that this command continues."""
    return f"Finished matches are kept. To continue:\n  {command}"


@contextmanager
def interruptible(db: str, again: str = "", command: str = "") -> Iterator[Callable[[str], None]]:
    """Print how to continue a run that is stopped in this context.

    The context gives a function, to be called with the run's id. When the run stops, the last line on
    standard error is the `command` that continues it: by default, `agonist resume` with the options `again`.
    """
    runs: list[str] = []
    try:
        yield runs.append
    except KeyboardInterrupt:
        stopped = Interrupted("interrupted")
        if runs:
            stopped.add_note(continue_hint(command) if command else resume_hint(runs[0], db, again=again))
        raise stopped from None
    except AgonistError as error:
        if runs:
            error.add_note(continue_hint(command) if command else resume_hint(runs[0], db, [error], again))
        raise
