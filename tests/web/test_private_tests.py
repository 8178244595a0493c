"""An owner tries an agent before it goes online, and nobody else learns of it."""

import pytest
from tests.arena.conftest import SECRET
from tests.web.everything import everything
from tests.web.public import browser, door_of, send, site_of

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.player_factories import registry
from agonist.arena.tables.advancing import advance
from agonist.models.event_loop import blocking
from agonist.store import Store
from agonist.store.platform.accounts import add_user, user
from agonist.store.platform.agents import add_agent

NAMES = {"Ann": "member", "Ben": "member", "Rita": "admin"}


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "platform.db") as opened:
        for name, role in NAMES.items():
            add_user(opened, name, name.casefold(), "!", role, 0.0)
        add_agent(opened, "Fox", "random", owner=1, state="offline")
        yield opened


@pytest.fixture
def door(store):
    return door_of(store)


@pytest.fixture
def site(store, door):
    return site_of(store, door, wake=lambda match: blocking(advance(store, match, registry())))


def cookie(store, door, name):
    if not name:
        return {}
    session = door.accounts.open_session(user(store, 1 + [*NAMES].index(name)), "")
    return {"cookie": f"{door.cookie}={session}"}


async def tested(store, door, site):
    """Ann's test of Fox; its address, and the id of its match."""
    async with browser(site, **cookie(store, door, "Ann")) as ann:
        answer = await send(ann, "/agents/Fox/test", "/agents/Fox")
        assert answer.status_code == 303, answer.text
        where = answer.headers["location"]
        store.flush()
        (match,) = store.matches(where.rpartition("/")[2])
        assert match.status == "finished"
        return where, match


READERS = [
    pytest.param("", id="visitor"),
    pytest.param("Ben", id="member", marks=pytest.mark.long),
    pytest.param("Ann", id="owner"),
    pytest.param("Rita", id="admin", marks=pytest.mark.long),
]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.slow
async def test_a_test_match_is_there_for_the_agents_owner_and_admins_only(store, door, site, name):
    where, match = await tested(store, door, site)
    knows = name in ("Ann", "Rita")
    async with browser(site, **cookie(store, door, name)) as client:
        assert (await client.get(where)).status_code == (200 if name == "Ann" else 403 if name else 303)
        for path in (f"/matches/{match.id}", f"/runs/{match.run}", f"/matches/{match.id}/transcript.txt"):
            assert (await client.get(path)).status_code == (200 if knows else 404), path
        assert (await client.get("/leaderboard.json")).json()["players"] == []
        found = await everything(client, site, store, said=["1,1"])
    marks = [f'"/matches/{match.id}', '"topic":"match:']
    hits = {
        address
        for address, text in found.items()
        # An address that names the run is repeated by its page.
        if any(mark in text for mark in [*marks, *([] if match.run in address else [match.run])])
    }
    assert bool(hits) == knows, hits
