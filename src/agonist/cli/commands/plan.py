"""The command `plan`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agonist.cli import completion
from agonist.cli.options import Database, Json
from agonist.core import UsageError

if TYPE_CHECKING:
    from agonist.metrics.width_plan import WidthPlan


def plan(
    game: Annotated[str, typer.Argument(help="A game for two.", autocompletion=completion.games)],
    *,
    width: Annotated[float, typer.Option(help="How wide a rating's 95% interval may be, in Elo points.")],
    players: Annotated[int, typer.Option(help="How many players there will be.")] = 2,
    wordings: Annotated[int, typer.Option(help="How many wordings of the prompts are played in turn.")] = 1,
    db: Database = "agonist.db",
    as_json: Json = False,
) -> int:
    """Say how many matches a wanted width of ratings takes, before any is played."""
    from agonist import api
    from agonist.metrics.width_plan import INDEPENDENT, plan_width

    seats = api.make(game).seats
    if seats != 2:
        raise UsageError(f"plan is for games of two, and {game} has {seats} seats")
    found = api.variance(db, game=game.partition("?")[0]) if Path(db).exists() or "://" in db else []
    known = {each.factor: each.variance for each in found if each.variance is not None}
    planned = plan_width(width, players, known or INDEPENDENT, wordings=wordings)
    if as_json:
        print(json.dumps(asdict(planned)))
        return 0
    print(in_words(planned, game, db if known else ""))
    return 0


def in_words(found: WidthPlan, game: str, db: str) -> str:
    """The plan, in lines."""
    basis = f"results in {db}" if db else "wins and defeats of equals, since there are no results yet"
    head = f"Ratings with intervals no wider than {found.width:g} Elo, by {basis}:"
    if found.each is None or found.matches is None or found.deals is None:
        wording = "1 wording" if found.wordings == 1 else f"{found.wordings} wordings"
        if found.least_wordings is None:
            return f"{head}\nno number of matches of one run is enough: results differ too much between runs."
        return (
            f"{head}\nno number of matches is enough with {wording}, since what a wording favours doesn't "
            f"average out. With {found.least_wordings} wordings or more it can be reached: --wordings."
        )
    pairs = found.players * (found.players - 1) // 2
    each = "1 pair" if pairs == 1 else f"{pairs:,} pairs"
    lines = [
        head,
        f"{each} × {found.each:,} matches = {found.matches:,} matches; {found.deals:,} deals a pair, from "
        "both seats",
        f"agonist run {game} --matches {found.each} --estimate … says what they cost; with --until "
        f"width={found.width:g} a run stops as soon as its own results are enough.",
    ]
    if found.wordings > 1:
        lines.insert(
            2, f"in {found.wordings} wordings in turn, {found.each / found.wordings:.0f} matches each"
        )
    return "\n".join(lines)
