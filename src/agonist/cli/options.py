"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Method(StrEnum):
    """How players are rated."""

    BRADLEY_TERRY = "bradley-terry"
    TRUESKILL = "trueskill"


Database = Annotated[str, typer.Option("--db", help="Path of a SQLite database, or a PostgreSQL URL.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, and nothing else.")]
