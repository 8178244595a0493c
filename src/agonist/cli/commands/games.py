"""The command `games`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agonist.cli import completion
from agonist.cli.game_description import description_of, game_facts, print_game
from agonist.cli.options import Json
from agonist.core import AgonistError, UsageError
from agonist.games import KITS, dressed_names, find_kit
from agonist.games import library as find_library
from agonist.plugins import GAMES, plugins, shadowed
from agonist.reports.columns_or_blocks import show

if TYPE_CHECKING:
    from agonist.kit import Kit


def games(
    game: Annotated[
        str,
        typer.Argument(
            help="A game to describe: rules, options, presets, reference player, sources.",
            autocompletion=completion.games,
        ),
    ] = "",
    library: Annotated[
        str,
        typer.Option(
            "--from", help="List a library's games instead of ours.", autocompletion=completion.libraries
        ),
    ] = "",
    as_json: Json = False,
) -> int:
    """List the games, or describe one."""
    if game and library:
        raise UsageError(f"describe a game of {library} as agonist games {library}:{game}")
    if game:
        if as_json:
            print(json.dumps(description_of(game)))
        else:
            print_game(game)
        return 0
    kits = _games_of(library) if library else {**KITS, **_dressed_games(), **_packaged_games()}
    if as_json:
        print(json.dumps([game_object(kit) | {"name": name} for name, kit in kits.items()]))
        return 0
    rows: list[tuple[str, ...]] = []
    for name, kit in kits.items():
        row = game_object(kit)
        kinds = [kind for kind in ("simultaneous", "hidden", "talk") if row[kind]]
        options = ", ".join(f"{key}={value}" for key, value in row["options"].items())
        rows.append((name, kit.title, _seats(row["seats"]), ", ".join(kinds) or "open", row["size"], options))
    columns = ["name", "game", "seats", "kind", "size", "options"]
    if not any(size for *_, size, _ in rows):
        columns.remove("size")
        rows = [(*row[:4], *row[5:]) for row in rows]
    show("Games", tuple(columns), rows, whole=("name", "game"))
    for name, why in find_library(library).refused_games().items() if library else ():
        print(f"not playable: {library}:{name}: {why}")
    print("agonist games NAME describes a game.")
    return 0


def _games_of(library: str) -> dict[str, Kit]:
    """All games of a library that has an adapter."""
    found = find_library(library)
    return {f"{library}:{name}": found.find_kit(name) for name in found.game_names()}


def _dressed_games() -> dict[str, Kit]:
    """The games of libraries that have a bare name. Where a library is missing, standard error says so."""
    found: dict[str, Kit] = {}
    missing: dict[str, list[str]] = {}
    for name, full in dressed_names().items():
        try:
            found[name] = find_kit(full)
        except AgonistError as error:
            missing.setdefault(str(error), []).append(name)
    for why, names in missing.items():
        print(f"agonist: left out: {', '.join(names)}: {why}", file=sys.stderr)
    return found


def _packaged_games() -> dict[str, Kit]:
    """The games of installed packages. For those that cannot be loaded, standard error says why."""
    found, ours = {}, {*KITS, *dressed_names()}
    for name in plugins(GAMES):
        if name not in ours:
            try:
                found[name] = find_kit(name)
            except AgonistError as error:
                print(f"agonist: {error}", file=sys.stderr)
    for line in shadowed(GAMES, ours):
        print(f"agonist: {line}", file=sys.stderr)
    return found


def game_object(kit: Kit) -> dict[str, Any]:
    """A game as `agonist games --json` lists it."""
    facts = game_facts(kit.game, kit.traits)
    return {
        "name": kit.name,
        "title": kit.title,
        **facts,
        "size": kit.size,
        "options": kit.options(),
        "reference": kit.reference_is,
    }


def _seats(sizes: list[int]) -> str:
    whole = len(sizes) > 2 and sizes == list(range(sizes[0], sizes[-1] + 1))
    return f"{sizes[0]}–{sizes[-1]}" if whole else ", ".join(map(str, sizes))
