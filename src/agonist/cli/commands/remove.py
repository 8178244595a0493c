"""The command `remove`."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from typing import Annotated

import typer

from agonist.cli import completion
from agonist.cli.options import Database
from agonist.core import UsageError


def remove(
    run: Annotated[
        str,
        typer.Argument(help="A run, the beginning of its id, or latest.", autocompletion=completion.runs),
    ],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Database = "agonist.db",
) -> int:
    """Remove a run from a database, with all its matches; asks before."""
    from agonist.store import Store

    with suppress(ModuleNotFoundError):
        # What the site has measured in these matches goes with them.
        import_module("agonist.store.platform")
    with Store.open(db, must_exist=True) as store:
        found = store.run(run)
        players = ", ".join([*found.plan.get("players", ()), *found.plan.get("opponents", ())])
        targets = ", ".join(found.plan.get("targets", ()))
        about = (
            f"run {found.id} of {found.created[:10]} ({targets}; {players}): "
            f"{found.finished:,} finished of {found.matches:,} matches"
        )
        if not yes:
            if not sys.stdin.isatty():
                raise UsageError(f"this would remove {about}; to do it without being asked, add --yes")
            if not typer.confirm(f"Remove {about}? They cannot be restored.", err=True):
                return 0
        store.remove_run(found.id)
    print(f"Removed: {about}", file=sys.stderr)
    return 0
