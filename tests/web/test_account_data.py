"""What is kept about an account: taken away, and deleted."""

import asyncio
import io
import re
import sqlite3
from contextlib import AsyncExitStack, closing
from html import unescape

import pytest
from tests.arena.conftest import SECRET
from tests.web.public import PASSWORD, browser, door_of, send, sign_in, sign_up, site_of

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.player_factories import registry
from agonist.arena.boards import rater
from agonist.arena.tables.advancing import advance
from agonist.cli.app import leave
from agonist.store import Store
from agonist.store.platform.agents import add_agent, agent

KEY = "sk-of-ann-123456789"


@pytest.fixture
def database(tmp_path):
    return tmp_path / "public.db"


@pytest.fixture
def store(database, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    monkeypatch.setattr(rater, "LEAST_PAUSE", 0.0)
    monkeypatch.setattr(rater, "PAUSE_FACTOR", 0.0)
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
def door(store):
    return door_of(store)


@pytest.fixture
async def people(store, door):
    """Rita, an admin, and Ann, who has left something of everything: an agent, a key, a token, a match."""
    site = site_of(store, door, wake=lambda match: asyncio.run(advance(store, match, registry())))
    async with AsyncExitStack() as stack:
        rita, ann = [
            await stack.enter_async_context(browser(site, f"203.0.113.{n}", **{"user-agent": name}))
            for n, name in enumerate(("Rita's browser", "Ann's browser"))
        ]
        await sign_up(rita, "Rita", first=door.accounts.first)
        await sign_up(ann, "Ann")
        await send(ann, "/me/keys", "/me", label="mine", secret=KEY)
        await send(ann, "/me/tokens", "/me", label="a script")
        add_agent(store, "Fox", "random", owner=2, about="About my fox.", public=True)
        yield rita, ann


async def played(ann, rita):
    """A match that Rita wins, since Ann resigns; its page."""
    opened = await send(ann, "/play", game="tictactoe", player=["human", "free"], minutes="5")
    where = opened.headers["location"]
    page = (await ann.get(where)).text
    (link,) = re.findall(r'value="https://[^/]+(/play/\d+/join/\w+)" aria-label="Link: Player 2"', page)
    await send(rita, link)
    await send(ann, f"{where}/resign", where, seat="1")
    return where.replace("play", "matches")


def dump(database):
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump())


async def test_all_that_is_kept_is_given_without_secrets(people, database):
    rita, ann = people
    await played(ann, rita)
    answer = await ann.get("/me/data.json")
    data = answer.json()
    assert "attachment" in answer.headers["content-disposition"]
    assert data["account"]["name"] == "Ann"
    assert data["agents"][0]["versions"][0]["player"] == "random"
    assert data["agents"][0]["about"] == "About my fox."
    assert [(seat["game"], seat["seat"]) for seat in data["seats"]] == [("tictactoe", 1)]
    assert [key["name"] for key in data["keys"]] == ["mine"]
    assert [token["name"] for token in data["tokens"]] == ["a script"]
    assert [each["browser"] for each in data["sessions"]] == ["Ann's browser"]
    assert KEY not in answer.text
    hidden = re.findall(r"\$argon2[^']+|gAAAA[\w-]+|\b[0-9a-f]{64}\b", dump(database))
    assert len(hidden) >= 4
    assert not [secret for secret in hidden if secret in answer.text]
    assert (await rita.get("/me/data.json")).json()["seats"][0]["seat"] == 2


async def test_an_account_is_deleted_with_its_data_and_its_matches_lose_its_name(people, store, database):
    rita, ann = people
    where = await played(ann, rita)
    before = (await rita.get("/leaderboard.json")).json()["players"]
    assert {line["player"] for line in before} == {"Ann", "Rita"}

    refused = await send(ann, "/me/delete", "/me", password="a wrong password")
    assert refused.status_code == 400
    assert (await ann.get("/me")).status_code == 200

    assert (await send(ann, "/me/delete", "/me", password=PASSWORD)).status_code == 303
    assert (await ann.get("/me")).status_code == 303
    assert (await sign_in(ann, "Ann")).status_code == 400
    assert (await sign_in(ann, "deleted 2")).status_code == 400
    after = (await rita.get("/leaderboard.json")).json()["players"]
    assert {line["player"] for line in after} == {"deleted 2", "Rita"}
    assert [line["rating"] for line in after] == [line["rating"] for line in before]
    assert "deleted 2" in unescape((await rita.get(where)).text)
    assert agent(store, "Fox").state == "deleted"
    store.flush()
    left = dump(database)
    for gone in ("Ann", "About my fox.", "a script", "gAAAA"):
        assert gone not in left, gone

    await sign_up(ann, "Ann")  # the name is free again, and has none of the old one's
    assert (await ann.get("/me/data.json")).json()["seats"] == []


async def test_nobody_leaves_a_match_or_the_last_admins_place_by_deleting_the_account(people, store):
    rita, ann = people
    await send(ann, "/play", game="tictactoe", player=["human", "random"])
    refused = await send(ann, "/me/delete", "/me", password=PASSWORD)
    assert refused.status_code == 400
    assert store.public_id(1) in refused.text
    refused = await send(rita, "/me/delete", "/me", password=PASSWORD)
    assert refused.status_code == 400
    assert "admin" in refused.text
    assert (await rita.get("/admin")).status_code == 200


async def test_operators_give_and_delete_data_at_a_terminal(people, store, database, capsys, monkeypatch):
    def run(*words):
        monkeypatch.setattr("sys.stdin", io.StringIO())
        code = leave(["account", *words, "--db", str(database)])
        return code, capsys.readouterr()

    store.flush()
    code, told = await asyncio.to_thread(run, "ann", "--data")
    assert code == 0
    assert '"About my fox."' in told.out
    code, told = await asyncio.to_thread(run, "Ann", "--delete")
    assert code == 2
    assert "--yes" in told.err
    assert (await asyncio.to_thread(run, "Ann", "--delete", "--yes"))[0] == 0
    assert (await asyncio.to_thread(run, "Ann", "--delete", "--yes"))[0] == 2
    assert (await asyncio.to_thread(run, "Rita", "--delete", "--role", "member", "--yes"))[0] == 2
    assert (await asyncio.to_thread(run, "Rita", "--delete", "--yes"))[0] == 2
    assert "Ann" not in dump(database)
