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
    player: Annotated[
        list[str] | None,
        typer.Option(
            help="A player who will be there, for the price of a match.", autocompletion=completion.players
        ),
    ] = None,
    wordings: Annotated[int, typer.Option(help="How many wordings of the prompts there are at most.")] = 1,
    match_price: Annotated[
        float, typer.Option(help="Dollars that a match costs, if not what --player says.")
    ] = 0.0,
    wording_price: Annotated[float, typer.Option(help="Dollars that each wording costs to write.")] = 0.0,
    db: Database = "agonist.db",
    as_json: Json = False,
) -> int:
    """Say how many matches a wanted width of ratings takes, before any is played."""
    from agonist import api
    from agonist.metrics.width_plan import INDEPENDENT, Prices, plan_width

    seats = api.make(game).seats
    if seats != 2:
        raise UsageError(f"plan is for games of two, and {game} has {seats} seats")
    found = api.variance(db, game=game.partition("?")[0]) if Path(db).exists() or "://" in db else []
    known = {each.factor: each.variance for each in found if each.variance is not None}
    named = player or []
    prices = Prices(match_price or _price_of_match(game, named), wording_price)
    planned = plan_width(width, len(named) or players, known or INDEPENDENT, wordings=wordings, prices=prices)
    if as_json:
        print(json.dumps(asdict(planned)))
        return 0
    print(in_words(planned, game, db if known else ""))
    return 0


def _price_of_match(game: str, players: list[str]) -> float:
    """What a match of these players costs in dollars, on average over all pairs; 0 for built-in players."""
    if not players:
        return 0.0
    from agonist.api.estimates import estimate
    from agonist.api.plan import plan_of
    from agonist.players.unique_names import name_player
    from agonist.tournament.evaluation_request import Entry

    specs: dict[str, str] = {}
    names = tuple(name_player(text, specs) for text in players)
    entry = Entry(names, specs=specs, matches=2)
    dollars = 0.0
    for name, taken in estimate([game], entry).items():
        if taken.cost is None:
            raise UsageError(f"the price of {name} isn't known; say what a match costs: --match-price")
        dollars += taken.cost
    return dollars / len(plan_of([game], entry)[0])


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
    if found.cost:
        lines.insert(2, f"about ${found.cost:,.2f}")
    if found.wordings > 1:
        lines.insert(
            2, f"in {found.wordings} wordings in turn, {found.each / found.wordings:.0f} matches each"
        )
    return "\n".join(lines)
