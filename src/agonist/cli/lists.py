"""Commands that list what one can choose from: `games`, `players`."""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agonist.cli.options import Json
from agonist.core import AgonistError
from agonist.games import KITS, find_kit
from agonist.kit import Kit
from agonist.models.providers import PROVIDERS
from agonist.players import BUILT_IN, METHODS, MODEL_OPTIONS
from agonist.plugins import GAMES, PLAYERS, plugins, shadowed
from agonist.reports.printable import on_one_line


def console() -> Console:
    """Standard output; where that is no terminal, wide enough that nothing is cut off."""
    return Console(width=None if sys.stdout.isatty() else 160)


def add_row(table: Table, *cells: str) -> None:
    """A row of plain text: what looks like markup, or steers a terminal, is shown and does neither."""
    table.add_row(*(Text(on_one_line(cell)) for cell in cells))


def games(as_json: Json = False) -> int:
    """List the games."""
    kits = {**KITS, **_packaged_games()}
    if as_json:
        print(json.dumps([game_object(kit) | {"name": name} for name, kit in kits.items()]))
        return 0
    table = Table("game", "seats", "kind", "options", title="Games")
    for name, kit in kits.items():
        row = game_object(kit)
        kinds = [kind for kind in ("simultaneous", "hidden", "talk") if row[kind]]
        options = ", ".join(f"{key}={value}" for key, value in row["options"].items())
        add_row(table, name, _seats(row["seats"]), ", ".join(kinds) or "open", options)
    console().print(table)
    return 0


def _packaged_games() -> dict[str, Kit]:
    """The games of installed packages that can be loaded; why others cannot goes to standard error."""
    found = {}
    for name in plugins(GAMES):
        if name not in KITS:
            try:
                found[name] = find_kit(name)
            except AgonistError as error:
                print(f"agonist: {error}", file=sys.stderr)
    for line in shadowed(GAMES, KITS):
        print(f"agonist: {line}", file=sys.stderr)
    return found


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
        add_row(table, name, ", ".join(options))
    show.print(table)
    table = Table("player", "package", "what", title="Of installed packages")
    for name, plugin in plugins(PLAYERS).items():
        if name not in BUILT_IN:
            try:
                what = (inspect.getdoc(plugin.load()) or "").partition("\n")[0]
            except AgonistError as error:
                what = str(error)
            add_row(table, name, ", ".join(plugin.packages), what)
    if table.row_count:
        show.print(table)
    for line in shadowed(PLAYERS, BUILT_IN):
        print(f"agonist: {line}", file=sys.stderr)
    table = Table("model", "address", "key from", title="Models, written provider/model")
    for name, provider in PROVIDERS.items():
        address = provider.base_url or f"in {provider.url_env}"
        add_row(table, f"{name}/…", address, provider.key_env or "no key")
    show.print(table)
    table = Table("option", "takes", title="Options of models, as in openai/gpt-5-mini?temperature=0")
    for option, takes in MODEL_OPTIONS.items():
        add_row(table, option, takes)
    show.print(table)
    table = Table("method", "what it does", title="Methods, as in cot:openai/gpt-5-mini")
    for method, does in METHODS.items():
        add_row(table, method, does)
    show.print(table)
    show.print(
        "A class or function of yours plays as module:Name?option=value, such as mymodule:MyAgent?depth=3"
    )
    show.print(
        "Any player may have a name, which tables and charts show: fast=openai/gpt-5-mini?temperature=0"
    )
    return 0
