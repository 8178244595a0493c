"""The command `compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from agonist.cli import completion
from agonist.cli.notes_on_damage import say_left_out
from agonist.cli.options import Json
from agonist.cli.run_file import own_suite
from agonist.cli.streams import only_data, say
from agonist.core import UsageError

if TYPE_CHECKING:
    from agonist.metrics.comparison import Comparison
    from agonist.metrics.difference_of_two_players import Gap
    from agonist.reports.table import TextTable


def compare(
    first: Annotated[str, typer.Argument(help="A player as named in the runs, or NAME@RUN.")],
    second: Annotated[str, typer.Argument(help="The other player.")],
    *,
    run: Annotated[
        list[str] | None,
        typer.Option(help="Only this run; repeat it.", autocompletion=completion.runs),
    ] = None,
    game: Annotated[
        str, typer.Option(help="Only matches of this game.", autocompletion=completion.games)
    ] = "",
    suite: Annotated[
        Path | None,
        typer.Option(help="A suite file: only its games, and over all of them with its weights."),
    ] = None,
    fail_if: Annotated[
        str | None,
        typer.Option(
            help="Exit with code 1 if this is shown, such as 'v2 < v1', or 'v2 < v1 - 0.05' (points)."
        ),
    ] = None,
    db: Annotated[
        list[str] | None,
        typer.Option("--db", help="Path of a SQLite database, or a PostgreSQL URL; repeat it. [agonist.db]"),
    ] = None,
    as_json: Json = False,
) -> int:
    """Compare two players: who is better, how sure that is, and how many more matches would tell."""
    from agonist import api
    from agonist.metrics.comparison import parse_condition
    from agonist.reports.terminal_tables import lone_table

    condition = None if fail_if is None else parse_condition(fail_if, first, second)
    own = own_suite(suite) if suite else None
    if own and game:
        raise UsageError("--suite and --game do not go together: a suite is of all its games")
    damaged: list[str] = []
    with only_data():
        found = api.compare(
            first,
            second,
            db=db or ["agonist.db"],
            runs=run or (),
            game=game,
            parts=own.games if own else None,
            weights=own.weights if own else None,
            on_damage=damaged.append,
        )
    failed = condition is not None and found.shows(condition)
    if as_json:
        print(json.dumps(found.as_dict() | {"failed": failed}))
    else:
        print(lone_table(_table(found)), end="")
        print(f"\n{in_words(found)}")
    say_left_out(damaged)
    if failed:
        say(f"agonist: failed, since this is shown: {fail_if}")
    return 1 if failed else 0


def _table(found: Comparison) -> TextTable:
    from agonist.reports.number_format import interval_text, number
    from agonist.reports.safe_text import shown_game, weighting
    from agonist.reports.table import TextTable

    columns = (
        *("game", "compared on", "matches", "deals", found.first, found.second),
        *("difference", "95%", "p", "more matches"),
    )
    rows = tuple(
        (
            shown_game(gap.game) or "all games",
            gap.basis,
            str(gap.matches),
            str(gap.deals),
            number(gap.first, 3),
            number(gap.second, 3),
            f"{gap.difference:+.3f}",
            interval_text(gap.low, gap.high, 3),
            "n/a" if gap.p is None else f"{gap.p:.3g}",
            "n/a" if gap.more is None else f"{gap.more:,}",
        )
        for gap in found.gaps
    )
    note = (
        "Points of a match: 1 for winning alone, 0 for being last; a match with a fallback move counts as "
        "lost. More matches: about so many more would decide a difference of this size, with a chance of "
        "80%. p of single games: corrected for their number (Holm)."
    )
    if found.weights:
        games = list(dict.fromkeys(gap.game for gap in found.gaps if gap.game))
        note += f" All games with {weighting(games, found.weights)}."
    return TextTable(
        "comparison", f"{found.first} and {found.second}", note, columns, rows, frozenset({0, 1})
    )


RESTS: Final = {
    "same deals": "on the same deals against the same opponents",
    "same opponents": "against the same opponents, on other deals",
    "each other": "against each other",
}


def in_words(found: Comparison) -> str:
    """A sentence for each basis, the closest first: who is better, if that is decided."""
    whole = {gap.basis: gap for gap in reversed(found.gaps)}
    return "\n".join(_sentence(found, whole[basis]) for basis in RESTS if basis in whole)


def _sentence(found: Comparison, gap: Gap) -> str:
    from agonist.reports.safe_text import shown_game

    several = sum(each.basis == gap.basis for each in found.gaps) > 1
    rests = f"{gap.matches:,} matches of {shown_game(gap.game) or 'all games'} {RESTS[gap.basis]}"
    if gap.game and several:
        return f"Not decided over all games, which have no common scale: {RESTS[gap.basis]}, see each game."
    if gap.low is None or gap.high is None:
        return f"Not decided: {rests} are too few for an interval."
    unit = "points" if gap.unit == "points" else "of the game's score"
    low, high = sorted((abs(gap.low), abs(gap.high)))
    if gap.is_decided:
        better, other = (found.first, found.second) if gap.difference > 0 else (found.second, found.first)
        size = f"{abs(gap.difference):.3f} {unit} a match (95%: {low:.3f} to {high:.3f})"
        return f"{better} is better than {other} by {size}, in {rests}."
    more = "" if gap.more is None else f" About {gap.more:,} more would decide a difference of this size."
    size = f"{gap.difference:+.3f} {unit} a match (95%: {gap.low:+.3f} to {gap.high:+.3f})"
    return f"Not decided: {found.first} has {size} in {rests}.{more}"
