"""The tables of the page on OpenSpiel's games, from the installed library."""

from __future__ import annotations

import re
from typing import Final

from agonist.adapters.openspiel.kits import find_kit
from agonist.adapters.openspiel.offered_games import game_names, refused_games
from agonist.games import DRESSED, dressed_names

BEGIN: Final = "<!-- {}: by scripts/openspiel-table -->\n\n"
END: Final = "\n<!-- end of {} -->"


def with_tables(page: str) -> str:
    """The page with its tables of offered and of refused games as they are now."""
    for name, table in (("games", games_table()), ("refused games", refused_table())):
        begin, end = BEGIN.format(name), END.format(name)
        pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        page = pattern.sub((begin + table + end).replace("\\", r"\\"), page)
    return page


def games_table() -> str:
    """All games that are offered."""
    rows = [
        "| name | game | players | kind | size | words | contract | reference |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in game_names():
        kit = find_kit(name)
        traits, sizes = kit.traits, kit.game.sizes
        kinds = [kind for kind in ("hidden", "simultaneous") if getattr(traits, kind)]
        players = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        held = f"{len(kit.unchecked)} not checked" if kit.unchecked else "all"
        own = name in DRESSED["openspiel"]
        player = "tree search" if "tree search" in kit.reference_is else "its own" if own else "random"
        words = f"[ours](games/{name}.md)" if name in dressed_names() else "ours" if own else "the library's"
        kind = ", ".join(kinds) or "open"
        cells = (f"`{name}`", kit.title, players, kind, kit.size, words, held, player)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def refused_table() -> str:
    """All other games of the library."""
    rows = [f"| `{name}` | {why} |" for name, why in refused_games().items()]
    return "\n".join(["| name | why it is not offered |", "|---|---|", *rows]) + "\n"
