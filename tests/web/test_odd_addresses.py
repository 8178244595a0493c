"""No address brings the site down: what nothing can stand for is refused as wrong or as not there."""

import asyncio
import re
from urllib.parse import quote

import pytest
from fastapi.openapi.utils import get_openapi
from tests.store.conftest import postgresql, where
from tests.web.conftest import HOME as LOOPBACK
from tests.web.public import browser, sign_up, site_of

from agonist import api
from agonist.store import Store

__all__ = ["postgresql", "where"]

ODD = (
    *("1" * 20, "9" * 400, "-1", "1.5", "nan", "a\0b", "\0", "%00", "\udcff", "Ａ١"),
    *("'\"<b>", "../..", "", "x" * 3000),
)
"""Text in the places of numbers, words and names."""

ANSWERS = {200, 303, 307, 400, 403, 404, 501}
"""501: pictures of an extra that is not installed."""


def asked(site):
    """The path of each page, and the names of its parameters: those in the path, and those after it."""
    paths = get_openapi(title="", version="", routes=site._app.routes)["paths"]
    for path, methods in paths.items():
        if "get" in methods and path != "/events":
            given = methods["get"].get("parameters", [])
            yield path, [each["name"] for each in given if each["in"] == "query"]


def written(value):
    return quote(value.encode("utf-8", "surrogateescape"), safe="")


def odd_addresses(site):
    usual = {"number": "1", "step": "1", "name": "ann", "run": "1", "token": "x"}
    usual |= {"notation": "pgn", "other": "x"}
    for path, queries in asked(site):
        inside = re.findall(r"\{(\w+)\}", path)
        plain = re.sub(r"\{(\w+)\}", lambda found: usual[found[1]], path)
        for value in map(written, ODD):
            for name in inside:
                yield re.sub(
                    r"\{(\w+)\}", lambda found, n=name, v=value: v if found[1] == n else usual[found[1]], path
                )
            for name in queries:
                yield f"{plain}?{name}={value}"


@pytest.mark.long
async def test_every_address_with_odd_text_in_any_place_is_answered_or_refused(where):
    await asyncio.to_thread(api.run, "tictactoe", ["ann=random", "bob=random"], matches=1, db=where)
    with Store.open(where) as store:
        site = site_of(store)
        async with browser(site) as client:
            first = site._app.state.site.door.accounts.first
            await sign_up(client, "ann", first=first)
            wrong = {}
            for address in odd_addresses(site):
                answer = await client.get(address)
                if answer.status_code not in ANSWERS:
                    wrong[address[:100]] = answer.status_code
            assert wrong == {}


async def test_nul_and_numbers_of_no_row_are_refused_as_wrong(visitor, app, door):
    for address in (
        "/matches?before=" + "1" * 20,
        "/matches.json?before=-1",
        "/matches?q=a%00b",
        "/games/a%00b",
    ):
        assert (await visitor.get(address)).status_code == 400, address
    form = {"origin": LOOPBACK, "content-type": "application/x-www-form-urlencoded"}
    assert (
        await visitor.post("/play", content=f"csrf={door.csrf}&game=a%00", headers=form)
    ).status_code == 400


async def test_whoever_asks_for_the_head_alone_gets_what_a_page_would_have(visitor):
    for address, status in (("/matches", 200), ("/matches/1" + "0" * 20, 404), ("/matches?before=x", 400)):
        assert (await visitor.head(address)).status_code == status, address
