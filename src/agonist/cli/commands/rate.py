"""The command `rate`: ratings for a list of results, without a database."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agonist.cli.options import Json, Method
from agonist.core import UsageError
from agonist.reports.columns_or_blocks import show

if TYPE_CHECKING:
    from agonist.ratings.bootstrapped_ratings import Ratings, Scored


class Profile(StrEnum):
    """How results are counted."""

    DEFAULT = "default"
    PAPER = "paper"


def rate(
    file: Annotated[Path, typer.Argument(help="JSON, JSON Lines or CSV; - reads standard input.")],
    method: Annotated[Method, typer.Option(help="How players are rated.")] = Method.BRADLEY_TERRY,
    profile: Annotated[
        Profile, typer.Option(help="default, or paper: as GameBench counts.")
    ] = Profile.DEFAULT,
    bootstrap: Annotated[
        int | None, typer.Option(help="Resamples; by default 2,000, for the paper 1,000.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same resamples.")] = 0,
    as_json: Json = False,
) -> int:
    """Rate players by a list of results of any game: JSON, JSON Lines or CSV."""
    from agonist.ratings.result_files import read_results, text_of

    matches = read_results(text_of(file), str(file))
    if method is Method.TRUESKILL:
        if profile is Profile.PAPER or bootstrap is not None:
            raise UsageError("--profile and --bootstrap are for bradley-terry; leave them out with trueskill")
        found = trueskill_of(matches)
    else:
        found = _bradley_terry(matches, profile, bootstrap, seed)
    if as_json:
        print(json.dumps(found))
        return 0
    unit = "average 25" if method is Method.TRUESKILL else "natural log scale, average 0"
    for title, rows in (("Overall", found["overall"]), *found["games"].items()):
        _show(f"{title} ({unit}, 90% intervals)", rows)
    for warning in found["warnings"]:
        print(f"Note: {warning}.", file=sys.stderr)
    return 0


def _bradley_terry(
    matches: Sequence[Scored], profile: Profile, bootstrap: int | None, seed: int
) -> dict[str, Any]:
    from agonist.ratings import bootstrapped_ratings as resampling

    if profile is Profile.PAPER:
        found: Ratings = resampling.rate_as_gamebench(
            matches, resamples=1000 if bootstrap is None else bootstrap, seed=seed
        )
    else:
        found = resampling.rate(matches, resamples=2000 if bootstrap is None else bootstrap, seed=seed)
    return {
        "overall": [row.as_dict() for row in found.overall],
        "games": {game: [row.as_dict() for row in rows] for game, rows in found.games.items()},
        "warnings": list(found.warnings),
    }


def trueskill_of(matches: Sequence[Scored]) -> dict[str, Any]:
    """TrueSkill of all matches at once; in the first table all games have equal weight."""
    from agonist.ratings import trueskill, weighted

    def rows(matches: Sequence[Scored]) -> list[dict[str, Any]]:
        results = weighted([match.result() for match in matches], [match.game for match in matches])
        ratings = trueskill.fit(results, 0.9).values()
        ordered = sorted(ratings, key=lambda r: (r.rating is None, -(r.rating or 0.0), r.player))
        keys = ("player", "rating", "low", "high", "matches", "note")
        return [{key: getattr(rating, key) for key in keys} for rating in ordered]

    games = dict.fromkeys(match.game for match in matches)
    by_game = {game: rows([match for match in matches if match.game == game]) for game in games}
    return {"overall": rows(matches), "games": by_game, "warnings": []}


def _show(title: str, rows: Sequence[dict[str, Any]]) -> None:
    columns = [key for key in rows[0] if key != "note"]
    cells = [[_cell(row[key]) for key in columns] + [row["note"]] for row in rows]
    columns = [column.replace("monte_carlo_error", "error") for column in columns]
    show(title, [*columns, "note"], cells, whole=("player",))


def _cell(value: object) -> str:
    if value is None:
        return "n/a"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
