"""The page that asks what to play: games, tables with a free seat, agents on ladders."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from fastapi.responses import HTMLResponse

from agonist.arena.tables.seats import OPEN, hashed
from agonist.games import EXAMPLE_GAME, KITS, dressed_names, kit_or_none
from agonist.store import StoredMatch
from agonist.store.platform.agents import agents
from agonist.store.platform.human_tables import Table, tables_of
from agonist.store.platform.ladders import Ladder, entrants, ladders
from agonist.store.platform.open_tables import tables_with_invitation
from agonist.web.current_visitor import the_visit
from agonist.web.games import kinds_of
from agonist.web.games import seats_of as sizes_in_words
from agonist.web.rendering import page
from agonist.web.site_state import Site

AWAY_SECONDS: Final = 150.0
"""Seconds after which a table at which nobody was seen is listed no longer; hidden pages report once a
minute."""

MOST_AGENTS: Final = 200
"""The most online agents among whom those of ladders are looked for."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table at which anybody may sit down. `others`: the names of those who play already."""

    match: StoredMatch
    table: Table
    others: Sequence[str]
    mine: bool


def lobby(site: Site) -> HTMLResponse:
    """The page."""
    who = the_visit().visitor
    own = tables_of(site.store, who.user, who.session)
    waiting = tables_with_invitation(site.store, hashed(OPEN), time.time() - AWAY_SECONDS)
    return page(
        site,
        "lobby.html",
        games=_games(),
        example=EXAMPLE_GAME,
        own=[site.store.match(number) for number in own],
        tables=[_open_table(site, table, own) for table in waiting],
        ladders=_ladders(site),
        token=OPEN,
    )


@cache
def _games() -> list[dict[str, str]]:
    """All games in the order of their titles, whose words are ours."""
    kits = {name: kit for name in (*KITS, *dressed_names().values()) if (kit := kit_or_none(name))}
    rows = [
        {"name": name, "title": kit.title, "seats": sizes_in_words(kit), "kinds": kinds_of(kit)}
        for name, kit in kits.items()
    ]
    return sorted(rows, key=lambda row: row["title"].casefold())


def _open_table(site: Site, table: Table, own: Sequence[int]) -> OpenTable:
    match = site.store.match(table.match)
    others = [name for seat, name in enumerate(match.fixture.players) if seat not in table.free]
    return OpenTable(match, table, others, table.match in own)


def _ladders(site: Site) -> list[tuple[Ladder, list[str]]]:
    """The open ladders, each with its agents that are online."""
    joined = entrants(site.store)
    online = {each.id: each.name for each in agents(site.store, states=("online",), limit=MOST_AGENTS)}
    found = ladders(site.store, only_open=True)
    return [(each, [online[at] for at in joined.get(each.id, ()) if at in online]) for each in found]
