"""The command `restore`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from agonist.cli.options import Database
from agonist.store import without_secrets


def restore(
    copy: Annotated[Path, typer.Argument(help="A file that backup has written.")],
    *,
    db: Database = "agonist.db",
) -> int:
    """Make a new database of a copy; nothing is overwritten."""
    from agonist.store.engines import backup

    backup.restore(copy, db)
    print(f"{without_secrets(db)} is as it was when {copy} was made.", file=sys.stderr)
    return 0
