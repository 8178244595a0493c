"""Commands that show what there is: `games`, `players`, `runs`, `report`, `leaderboard`."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Column, Table

from agonist import api
from agonist.core import AgonistError, UsageError, nearest
from agonist.games import KITS
from agonist.kit import Kit
from agonist.models.providers import PROVIDERS
from agonist.players import BUILT_IN, METHODS, MODEL_OPTIONS
from agonist.reports.render import render
from agonist.reports.standings import leaderboard as board_of
from agonist.store import Store

Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, and nothing else.")]
Database = Annotated[str, typer.Option("--db", help="Path of a SQLite database, or a PostgreSQL URL.")]


class Format(StrEnum):
    """How a report is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    CSV = "csv"
    LATEX = "latex"


class Method(StrEnum):
    """How players are rated."""

    TRUESKILL = "trueskill"
    BRADLEY_TERRY = "bradley-terry"


class Board(StrEnum):
    """Whether a move that the policy played counts as a loss (strict) or as played (assisted)."""

    STRICT = "strict"
    ASSISTED = "assisted"


def console() -> Console:
    """Standard output; where that is no terminal, wide enough that nothing is cut off."""
    return Console(width=None if sys.stdout.isatty() else 160)


def games(as_json: Json = False) -> int:
    """List the games."""
    if as_json:
        print(json.dumps([game_object(kit) for kit in KITS.values()]))
        return 0
    table = Table("game", "seats", "kind", "options", title="Games")
    for kit in KITS.values():
        row = game_object(kit)
        kinds = [kind for kind in ("simultaneous", "hidden", "talk") if row[kind]]
        options = ", ".join(f"{key}={value}" for key, value in row["options"].items())
        table.add_row(kit.name, _seats(row["seats"]), ", ".join(kinds) or "open", options)
    console().print(table)
    return 0


def game_object(kit: Kit) -> dict[str, Any]:
    """A game as `agonist games --json` lists it."""
    game, traits = kit.game, kit.game.traits
    return {
        "name": kit.name,
        "version": game.version,
        "seats": list(game.sizes),
        "simultaneous": traits.simultaneous,
        "hidden": traits.hidden,
        "talk": traits.talk,
        "constant_sum": traits.constant_sum,
        "abilities": list(traits.abilities),
        "sources": list(traits.sources),
        "options": kit.options(),
        "reference": kit.reference_is,
    }


def _seats(sizes: list[int]) -> str:
    whole = len(sizes) > 2 and sizes == list(range(sizes[0], sizes[-1] + 1))
    return f"{sizes[0]}–{sizes[-1]}" if whole else ", ".join(map(str, sizes))


def players() -> int:
    """List the players: built in, methods, models and their options."""
    show = console()
    table = Table("player", "options", title="Built in")
    for name, options in BUILT_IN.items():
        table.add_row(name, ", ".join(options))
    show.print(table)
    table = Table("model", "address", "key from", title="Models, written provider/model")
    for name, provider in PROVIDERS.items():
        table.add_row(f"{name}/…", provider.base_url, provider.key_env or "no key")
    show.print(table)
    table = Table("option", "takes", title="Options of models, as in openai/gpt-5-mini?temperature=0")
    for option, takes in MODEL_OPTIONS.items():
        table.add_row(option, takes)
    show.print(table)
    table = Table("method", "what it does", title="Methods, as in cot:openai/gpt-5-mini")
    for method, does in METHODS.items():
        table.add_row(method, does)
    show.print(table)
    return 0


def runs(db: Database = "agonist.db", as_json: Json = False) -> int:
    """List the runs in a database."""
    with Store.open(db, must_exist=True) as store:
        found = store.runs()
    if as_json:
        rows = [
            {
                "run": run.id,
                "created": run.created,
                "status": run.status,
                "matches": run.matches,
                "finished": run.finished,
                "plan": run.plan,
                "note": run.note,
            }
            for run in found
        ]
        print(json.dumps(rows))
        return 0
    table = Table("run", "created", "status", "matches", "games", "players", title="Runs")
    for run in found:
        table.add_row(
            run.id,
            run.created,
            run.status,
            f"{run.finished}/{run.matches}",
            ", ".join(run.plan.get("targets", [])),
            ", ".join([*run.plan.get("players", []), *run.plan.get("opponents", [])]),
        )
    console().print(table)
    return 0


def report(
    run: Annotated[str, typer.Argument(help="A run, the beginning of its name, or latest.")],
    form: Annotated[Format, typer.Option("--format", help="How it is written.")] = Format.TABLE,
    output: Annotated[Path | None, typer.Option(help="A file to write instead of standard output.")] = None,
    method: Method = Method.TRUESKILL,
    db: Database = "agonist.db",
) -> int:
    """Report on a run: ratings with intervals, bad answers, tokens, cost."""
    found = api.report(run, db=db, method=method.value)
    text = render(found, form.value, api.replays(run, db=db) if form is Format.HTML else None)
    if output is None:
        print(text, end="")
        return 0
    write(output, text)
    print(f"Written: {output}", file=sys.stderr)
    return 0


class FileError(AgonistError):
    """A file cannot be written."""

    exit_code = 3


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise FileError(f"{path} cannot be written: {error.strerror or error}") from None


def print_report(run: str, db: str, *, as_json: bool) -> None:
    """The report of a run that has just been played."""
    print(render(api.report(run, db=db), "json" if as_json else "table"), end="")


def leaderboard(
    game: Annotated[str | None, typer.Option(help="Only matches of this game.")] = None,
    method: Method = Method.TRUESKILL,
    board: Board = Board.STRICT,
    db: Database = "agonist.db",
    as_json: Json = False,
) -> int:
    """Rate all players in a database, over all its runs."""
    if game is not None and ":" not in game and game not in KITS:
        raise UsageError(nearest("game", game, KITS))
    with Store.open(db, must_exist=True) as store:
        rows = board_of(list(store.results(game=game)), method=method.value, board=board.value)
    if as_json:
        print(json.dumps([row.as_dict() for row in rows]))
        return 0
    title = f"{method.value}, {board.value}" + (f", {game}" if game else "")
    table = Table(
        Column("player", overflow="fold"),
        "rating",
        "95% interval",
        "matches",
        "win rate",
        "note",
        title=title,
    )
    for row in rows:
        interval = "n/a" if row.low is None or row.high is None else f"{row.low:.2f} to {row.high:.2f}"
        rating = "n/a" if row.rating is None else f"{row.rating:.2f}"
        won = "n/a" if row.win_rate is None else f"{row.win_rate:.0%}"
        table.add_row(row.player, rating, interval, str(row.matches), won, row.note)
    console().print(table)
    return 0
