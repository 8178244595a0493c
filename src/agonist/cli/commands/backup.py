"""The command `backup`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from agonist.cli.options import Database


def backup(
    copy: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    *,
    db: Database = "agonist.db",
) -> int:
    """Copy a whole database to a file, while runs and the site go on."""
    from agonist.store.engines.backup import back_up

    back_up(db, copy)
    print(f"{copy}: {copy.stat().st_size / 1e6:,.1f} MB", file=sys.stderr)
    return 0
