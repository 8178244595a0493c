"""A browser without a window: requests to the pages of a small database, in this process."""

import re
from html import unescape

import httpx
import pytest
from tests.reports.conftest import played
from tests.web.clicking import chromium, watched

from agonist.arena.agents.player_factories import registry
from agonist.arena.tables.advancing import advance
from agonist.models.event_loop import blocking
from agonist.store import Store
from agonist.web.app import make_app
from agonist.web.visitor_identity import Door

__all__ = ["played"]

HOST = "127.0.0.1:8642"
HOME = f"http://{HOST}"
FORM = {"origin": HOME, "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="session")
def store(played):
    with Store.open(played[0], must_exist=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def door():
    return Door.on_loopback(8642)


@pytest.fixture(scope="session")
def app(store, door):
    return make_app(store, door, lambda _match: None)


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def tab(browser, link):
    """A page in it that shows what a module's `link` leads to."""
    page = watched(browser.new_page(viewport={"width": 1280, "height": 900}))
    page.goto(link)
    yield page
    page.close()


@pytest.fixture
def tables(tmp_path, door):
    """(a database of its own, its pages): matches are played on as soon as somebody has answered."""
    with Store.open(tmp_path / "tables.db") as opened:
        yield opened, pages_of(opened, door)


def pages_of(store, door):
    return make_app(store, door, lambda match: blocking(advance(store, match, registry())))


@pytest.fixture
async def stranger(app):
    """Somebody who has not opened the link."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
        yield client


@pytest.fixture
async def visitor(stranger, door):
    """Somebody who has."""
    await stranger.get(door.link)
    return stranger


@pytest.fixture
async def person(tables, door):
    """Somebody who plays."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(tables[1]), base_url=HOME) as client:
        await client.get(door.link)
        yield client


async def send(client, path, door, **fields):
    return await client.post(path, data={"csrf": door.csrf, **fields}, headers={"origin": HOME})


async def sit_down(client, door, game, players, **fields):
    """Open a table; its address."""
    answer = await send(client, "/play", door, game=game, player=players, **fields)
    assert answer.status_code == 303, unescape(answer.text)
    return answer.headers["location"]


def fields_of(page):
    """The hidden fields of the first form that answers."""
    form = re.search(r'<form class="ask".*?</form>', page, re.DOTALL)[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form)), form
