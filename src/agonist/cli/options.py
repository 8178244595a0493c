"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from agonist.cli import completion


class Method(StrEnum):
    """How players are rated."""

    BRADLEY_TERRY = "bradley-terry"
    TRUESKILL = "trueskill"


Database = Annotated[str, typer.Option("--db", help="Path of a SQLite database, or a PostgreSQL URL.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, and nothing else.")]

POLICY: Final = (
    "What happens after invalid answers: default (two retries, then a random move), strict (forfeit), "
    "gamabench, llmarena, llmarena-paper; changed as in 'strict?retries=1', by retries, feedback, then, "
    "seconds, illegal."
)

CONCURRENCY: Final = 64
"""Matches at once, unless another number is asked for."""

Seed = Annotated[int, typer.Option(help="The same seed and answers give the same matches.")]
Prompts = Annotated[Path | None, typer.Option(help="A folder with your own prompts, as GAME/*.md.")]
PolicyName = Annotated[
    str,
    typer.Option("--policy", help=POLICY, autocompletion=completion.policies),
]
Concurrency = Annotated[int, typer.Option(help="Matches played at once.")]
Dollars = Annotated[
    float | None,
    typer.Option("--budget-usd", help="Dollars after which it stops; prices: AGONIST_PRICES."),
]
Tokens = Annotated[int | None, typer.Option("--budget-tokens", help="Tokens after which the run stops.")]
Requests = Annotated[int | None, typer.Option("--budget-requests", help="Requests after which it stops.")]
RequestRate = Annotated[float | None, typer.Option("--rpm", help="Requests a minute to each endpoint.")]
TokenRate = Annotated[float | None, typer.Option("--tpm", help="Tokens a minute to each endpoint.")]
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Continue even if a model's first 30 answers are all invalid.")
]
CacheFile = Annotated[Path | None, typer.Option("--cache", help="A cache file for models' answers.")]
