"""All that somebody can read of a site: every route of its table, with every address that leads anywhere."""

import asyncio
import itertools
import re
from unittest.mock import patch
from urllib.parse import quote, urlencode

from fastapi.openapi.utils import get_openapi

from agonist.store.platform.agents import agents
from agonist.store.platform.ladders import ladders
from agonist.web import match_downloads

STATIC = ("/static/", "/docs/agents/")
"""The same for every database."""

STREAM = "/events"

READ = ("look", "play")
"""The actions of these routes."""

MOST = 70
"""Matches that are followed."""

SECONDS = 0.5
"""How long the stream is read."""

PNG = 501
"""The answer for a PNG file where the extra that draws it is not installed."""


def actions(site):
    """The action of each route, such as `GET /play`: its first tag."""
    paths = get_openapi(title="", version="", routes=site._app.routes)["paths"]
    return {
        f"{method.upper()} {path}": route.get("tags", [""])[0]
        for path, methods in paths.items()
        for method, route in methods.items()
    }


def addresses(site, store, said=()):
    """Every address that a reader may ask for; a route with a parameter that is unknown here is an error.

    `said`: words that are searched for. Of each match, the first step and the last ones.
    """
    runs = [run.id for run in store.runs()]
    matches = [match for run in runs for match in store.matches(run)]
    names = sorted({name for match in matches for name in match.fixture.players})
    games = sorted({match.fixture.game for match in matches})
    seats = [f"seat{at + 1}" for at in range(max(len(match.fixture.players) for match in matches))]
    fill = {
        "/matches/{number}": [str(match.id) for match in matches],
        "/play/{number}": [str(match.id) for match in matches],
        "/ladders/{number}": [str(each.id) for each in ladders(store)],
        "/runs/{name}": runs,
        "/games/{name}": games,
        "/agents/{name}": [each.name for each in agents(store)],
    }
    queries = {
        "/leaderboard": [
            {"game": game, "forfeits": some} for game in ("", *games) for some in ("", "without")
        ],
        "/matches": [
            {},
            *(
                {"status": status}
                for status in ("playing", "finished", "suspended", "planned", "broken", "void")
            ),
            *(
                {name: value}
                for name, own in (("game", games), ("agent", names), ("run", runs))
                for value in own
            ),
            *({"said": word} for word in sorted(said)),
        ],
        "/matches/{number}": [
            {},
            {"as": "bystander"},
            *({"as": seat} for seat in seats),
            {"view": "short"},
        ],
        "/compare": [{}, *({"a": a, "b": b} for a, b in itertools.combinations(names, 2))],
        "/play/{number}": [{}, *({"as": seat} for seat in seats)],
    }
    found = []
    for route, action in actions(site).items():
        method, path = route.split(" ")
        if method != "GET" or action not in READ or path.startswith((*STATIC, STREAM)):
            continue
        stem = next((stem for stem in fill if path.startswith(stem)), path)
        table = path.removesuffix(".json").removesuffix(".csv")
        asked = queries.get(stem, queries.get(table, [{}]))
        if path.endswith("/search"):
            asked = [{"find": word} for word in ("", *sorted(said))]
        for value in fill.get(stem, [""]):
            own = path.replace(re.search(r"\{\w+\}", stem)[0], quote(value)) if value else path
            last = len(store.steps(int(value))) if "{step}" in own else 0
            for step in {0, max(last - 1, 0), last}:
                filled = own.replace("{step}", str(step)).replace("{notation}", "pgn")
                if "{token}" in filled:
                    continue  # the secret of a link
                assert "{" not in filled, f"{path}: say here what stands for its parameters"
                found += [f"{filled}?{urlencode(query)}" if query else filled for query in asked]
                if path.endswith((".png", ".gif")):
                    break  # pictures are drawn and not read: one of each match
    return found


async def everything(client, site, store, said=()):
    """What each address answers, and the stream of live events; the site cannot be followed afterwards."""
    found = {}
    for address in addresses(site, store, said):
        with patch.object(match_downloads, "MOST_FRAMES", 1):  # animations are drawn and not read
            answer = await client.get(address)
        assert answer.status_code < 500 or answer.status_code == PNG, f"{address}: {answer.text}"
        drawn = answer.headers.get("content-type") in ("image/png", "image/gif")
        found[address] = "" if drawn else answer.text
    matches = [match.id for run in store.runs() for match in store.matches(run.id)]
    follow = ",".join([*(f"match:{match}@0" for match in matches[:MOST]), "board@1", "playing"])
    stream = asyncio.create_task(client.get(f"{STREAM}?follow={follow}"))
    await asyncio.sleep(SECONDS)
    site._app.state.site.following.end()
    found[f"{STREAM}?follow={follow}"] = (await stream).text
    return found
