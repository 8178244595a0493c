"""Pages of games: rules as players get them, options, and links to watch and play."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from agonist.arena.boards.display_names import profiles
from agonist.arena.ladders.ladder import ladders_of_game
from agonist.arena.offered_games import offered_kit
from agonist.core import UsageError
from agonist.games import KITS, dressed_names, kit_or_none, of_library
from agonist.kit import Kit
from agonist.kit.option_help import option_help
from agonist.store.platform.match_list_pages import Wanted
from agonist.store.platform.run_pages import matches_by_game
from agonist.tournament.game_spec import parse_target
from agonist.web.leaderboard import lines_of
from agonist.web.list_downloads import Listing, files
from agonist.web.rendering import page, winners
from agonist.web.site_state import Site, TheSite

router = APIRouter()

LEADERS: Final = 5


@router.get("/games", tags=["look"])
def games(site: TheSite) -> HTMLResponse:
    """The page with all games."""
    return page(site, "games.html", games=_listed(site))


@files(router, "/games")
def games_as_data(site: TheSite) -> Listing:
    """The same list as data."""
    return Listing({"games": _listed(site)}, "games")


def _listed(site: Site) -> list[dict[str, Any]]:
    played = filter(of_library, site.store.games_played())
    names = list(dict.fromkeys([*KITS, *dressed_names().values(), *played]))
    counts = matches_by_game(site.store, names)
    kits = {name: kit for name in names if (kit := kit_or_none(name))}
    return [
        {
            "name": name,
            "title": kit.title,
            "seats": seats_of(kit),
            "kinds": kinds_of(kit),
            "abilities": list(kit.traits.abilities),
            "matches": counts[name],
        }
        for name, kit in kits.items()
    ]


@router.get("/games/{name}", tags=["look"])
def game(site: TheSite, name: str) -> HTMLResponse:
    """The page of one game."""
    kit = kit_of(name)
    name = kit.name
    standings = site.rater.of(name)
    rows, scale = lines_of(standings.rows)
    latest, _ = site.listed(Wanted(game=name, limit=8))
    return page(
        site,
        "game.html",
        name=name,
        title=kit.title,
        rules=kit.words.rules(parse_target(name).game),
        options=option_help(kit.game),
        seats=seats_of(kit),
        kinds=kinds_of(kit),
        abilities=kit.traits.abilities,
        reference=kit.reference_is,
        rows=rows[:LEADERS],
        profiles=profiles(site.store, rows[:LEADERS]),
        scale=scale,
        latest=latest,
        winners=winners,
        ladders=ladders_of_game(site.store, name),
    )


def kit_of(name: str) -> Kit:
    """A game that the site offers; answers 404 for any other name."""
    try:
        return offered_kit(name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None


def seats_of(kit: Kit) -> str:
    """The possible numbers of players, in words."""
    sizes: Any = kit.game.sizes
    return str(min(sizes)) if len(sizes) == 1 else f"{min(sizes)} to {max(sizes)}"


def kinds_of(kit: Kit) -> str:
    """The kind of game, in words."""
    traits = kit.traits
    named = {"hidden information": traits.hidden, "simultaneous moves": traits.simultaneous}
    return ", ".join(kind for kind, holds in named.items() if holds) or "nothing is hidden"
