"""The command `report`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from agonist.cli import completion
from agonist.cli.notes_on_damage import say_left_out
from agonist.cli.options import Database, Method
from agonist.cli.output_file import check, write
from agonist.cli.streams import only_data
from agonist.core import UsageError

MATCHES_DRAWN_SLOWLY: Final = 300
"""From this number of matches on, a message says that drawing the page takes a while."""


class Format(StrEnum):
    """How a report is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    CSV = "csv"
    LATEX = "latex"


def report(
    run: Annotated[
        str,
        typer.Argument(help="A run, or the beginning of its id.", autocompletion=completion.runs),
    ] = "latest",
    form: Annotated[Format, typer.Option("--format", help="The format.")] = Format.TABLE,
    output: Annotated[Path | None, typer.Option(help="A file to write instead of standard output.")] = None,
    full: Annotated[
        Path | None,
        typer.Option(help="A folder for the page with all texts that were sent and answered."),
    ] = None,
    method: Annotated[Method, typer.Option(help="How players are rated.")] = Method.BRADLEY_TERRY,
    game_theory: Annotated[
        bool, typer.Option("--game-theory", help="With equilibria, α-rank, votes of games and cycles.")
    ] = False,
    profile: Annotated[str, typer.Option(help="The scoring profile of its suite, such as paper.")] = "",
    db: Database = "agonist.db",
) -> int:
    """Report on a run: who is better, at what, why players lost, what it cost; as a page, every match."""
    from agonist import api
    from agonist.reports.render import render

    damaged: list[str] = []
    asked: dict[str, Any] = {"db": db, "method": method.value, "profile": profile}
    asked |= {"game_theory": game_theory, "on_damage": damaged.append}
    if full is not None:
        if output is not None or form not in (Format.TABLE, Format.HTML):
            raise UsageError("--full writes a page to a folder: leave out --output and --format")
        try:
            full.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise UsageError(
                f"--full {full}: {why.strerror or why}; name a folder that can be written"
            ) from None
        check(full / "index.html")
        with only_data():
            page = api.report_page(run, full=full, on_drawing=_say_drawing, **asked)
        print(f"Written: {page}", file=sys.stderr)
        return say_left_out(damaged)
    if output is not None:
        check(output)
    with only_data():
        if form is Format.HTML:
            text = api.report_page(run, on_drawing=_say_drawing, **asked)
        else:
            text = render(api.report(run, **asked), form.value)
    if output is None:
        print(text, end="")
        return say_left_out(damaged)
    write(output, text)
    print(f"Written: {output}", file=sys.stderr)
    return say_left_out(damaged)


def _say_drawing(matches: int) -> None:
    """Say at a terminal that the page takes a while."""
    if matches >= MATCHES_DRAWN_SLOWLY and sys.stderr.isatty():
        print(f"Drawing {matches:,} matches, some seconds for each thousand …", file=sys.stderr)
