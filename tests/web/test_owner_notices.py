"""Notices: the owner of an agent is told, on every page, and marks what was read."""

from contextlib import AsyncExitStack
from html import unescape

import pytest
from tests.web.conftest import send as send_here
from tests.web.public import browser, send, sign_up, site_of

from agonist.arena.ladders.ladder import join, open_ladder
from agonist.store import Store
from agonist.store.platform.accounts import change_user, user_named
from agonist.store.platform.agents import add_agent, count_outcome
from agonist.store.platform.owner_notices import add_notice, notices, unseen


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
async def people(store):
    """Ann, who has an agent, an admin, and a visitor."""
    site = site_of(store)
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(browser(site, f"203.0.113.{n}")) for n in (1, 2, 3)]
        for client, name in zip(found, ("Ann", "Rita"), strict=False):
            await sign_up(client, name)
        change_user(store, user_named(store, "rita")[0].id, {"role": "admin"})
        yield found


async def page(client, path="/notices"):
    answer = await client.get(path)
    assert answer.status_code == 200, unescape(answer.text)
    return unescape(answer.text)


async def test_what_happens_to_an_agent_is_told_to_its_owner_alone_until_it_is_read(people, store):
    ann, rita, visitor = people
    owner = user_named(store, "ann")[0].id
    assert "Nothing yet" in await page(ann)
    fox = add_agent(store, "Fox", "random", owner=owner)
    join(store, open_ladder(store, "tictactoe").id, fox.id)
    for _ in range(5):
        store.change(lambda connection: count_outcome(connection, fox.id, "it <b>broke</b>"))
    await send(rita, "/agents/Fox/state", "/play", state="offline")
    await send(rita, "/ladders/1", "/play", state="paused")
    assert ">3<" in (await page(ann, "/")).partition("Notices")[2].partition("</a>")[0]
    text = await page(ann)
    assert "Fox was paused: 5 matches in a row failed because of it" in text
    assert "<b>broke" not in (await ann.get("/notices")).text
    assert "Fox was put offline by an admin, Rita" in text
    assert "The ladder tictactoe, on which your agents play, is paused" in text
    assert 'href="/agents/Fox"' in text
    assert "Fox" not in await page(rita)
    assert (await visitor.get("/notices")).headers["location"].startswith("/sign-in")
    first = notices(store, owner)[0]
    await send(ann, "/notices", "/notices", notice=str(first.id))
    assert unseen(store, owner) == 2
    # Nobody marks what is another's.
    await send(rita, "/notices", "/play", notice=str(first.id - 1))
    assert unseen(store, owner) == 2
    await send(ann, "/notices", "/notices")
    assert unseen(store, owner) == 0
    assert "Mark" not in await page(ann)
    given = (await ann.get("/notices.json")).json()["notices"]
    assert [each["seen"] for each in given] == [True, True, True]
    assert (await send(ann, "/notices", "/play", notice="x")).status_code == 400


async def test_without_accounts_whoever_started_the_site_is_told(person, tables, door):
    store = tables[0]
    for _ in range(2):
        store.change(lambda connection: add_notice(connection, 0, "Its key is missing.", once_a_day=True))
    assert "Its key is missing." in await page(person)
    assert unseen(store, 0) == 1
    await send_here(person, "/notices", door)
    assert unseen(store, 0) == 0
