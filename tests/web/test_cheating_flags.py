"""What admins see of possible cheats, and decide; nobody else sees any of it."""

import re
import shutil
import sqlite3
import time
from contextlib import AsyncExitStack, closing
from html import unescape

import pytest
from tests.arena.conftest import SECRET
from tests.web.public import HOME, KEY, browser, door_of, send, site_of

from agonist.arena.accounts import seen_addresses
from agonist.arena.accounts.permissions import Visitor
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.accounts.seen_addresses import SeenAddresses
from agonist.arena.agents.player_factories import registry
from agonist.arena.boards import rater
from agonist.arena.fair_play import search
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.seats import invitation
from agonist.arena.tables.table import TableTerms, join, open_table, resign
from agonist.models.event_loop import blocking
from agonist.store import Store
from agonist.store.platform.accounts import add_user, user
from agonist.store.platform.seen_addresses import KEPT_SECONDS, SALT_SECONDS, accounts_by_address

ADDRESS = "198.51.100.7"


NUMBERS = {"Rita": 1, "Ann": 2, "Ben": 3, "Cleo": 4, "Dan": 5}


def lost(store, loser, winner):
    """A rated match that one person gives up against another; its id."""
    one, other = (Visitor(NUMBERS[name], name, "member") for name in (loser, winner))
    terms = TableTerms(clock=300.0)
    match = open_table(store, "tictactoe", ["human", "free"], who=one, terms=terms, secret="of a browser")
    join(store, match, invitation("of a browser", match, 1), other)
    resign(store, match, 0)
    blocking(advance(store, match, registry()))
    return match


@pytest.fixture(scope="module")
def season(tmp_path_factory):
    """A database: Ann lost eight times to Ben, of the same address; Cleo and Dan play all the time."""
    where = tmp_path_factory.mktemp("season") / "public.db"
    with pytest.MonkeyPatch.context() as patch, Store.open(where) as store:
        patch.setenv(VARIABLE, SECRET)
        for name in NUMBERS:
            add_user(store, name, name.casefold(), "!", "admin" if name == "Rita" else "member", 0.0)
        for number in (2, 3):
            SeenAddresses(store, KEY).note(number, ADDRESS)
        for _ in range(20):
            lost(store, "Cleo", "Dan")
            lost(store, "Dan", "Cleo")
        for _ in range(8):
            lost(store, "Ann", "Ben")
    return where


@pytest.fixture
def database(tmp_path):
    return tmp_path / "public.db"


@pytest.fixture
def store(season, database, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    monkeypatch.setattr(rater, "LEAST_PAUSE", 0.0)
    monkeypatch.setattr(rater, "PAUSE_FACTOR", 0.0)
    monkeypatch.setattr(search, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(search, "WAIT_SECONDS", 60.0)
    shutil.copy(season, database)
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
async def people(store):
    """Everybody, and a visitor."""
    door = door_of(store)
    site = site_of(store, door)
    async with AsyncExitStack() as stack:
        found = {"visitor": await stack.enter_async_context(browser(site))}
        for name, number in NUMBERS.items():
            session = door.accounts.open_session(user(store, number), "")
            opened = browser(site, ADDRESS, cookie=f"{door.cookie}={session}")
            found[name] = await stack.enter_async_context(opened)
        yield found


MATCHES = range(41, 49)
"""Those of Ann and Ben."""


async def board(client):
    rows = (await client.get("/leaderboard.json?game=tictactoe")).json()["players"]
    return {row["player"]: row["matches"] for row in rows}


@pytest.mark.slow
async def test_only_admins_see_flags(people):
    shown = unescape((await people["Rita"].get("/admin/flags")).text)
    assert "Ann and Ben were seen at one address, and met in 8 matches" in shown
    assert "Cleo" not in shown
    for number in MATCHES:
        assert f'href="/matches/{number}"' in shown
    for name in ("Ann", "Ben", "Cleo", "visitor"):
        for path in ("/admin/flags", "/admin", "/notices", f"/matches/{MATCHES[0]}", "/me/data.json"):
            answer = await people[name].get(path)
            assert "seen at one" not in answer.text
            assert "flag" not in answer.text.casefold(), (name, path)
        assert (await people[name].get("/admin/flags")).status_code in (303, 403)
        refused = await people[name].post("/admin/flags", data={"csrf": "x"}, headers={"origin": HOME})
        assert refused.status_code == 403


async def test_an_admin_excludes_matches_and_counts_one_again(people):
    rita, flag = people["Rita"], "same-address 2 3"
    assert (await board(people["visitor"]))["Ann"] == 8
    without = await send(rita, "/admin/flags", flag=flag, decision="exclude", match="1")
    assert without.status_code == 400
    assert "write a note" in without.text.casefold()
    strange = await send(
        rita, "/admin/flags", flag=flag, decision="exclude", match="9" * 30, note="No match."
    )
    assert strange.status_code == 400

    done = await send(
        rita,
        "/admin/flags",
        flag=flag,
        decision="exclude",
        match=list(map(str, MATCHES[:7])),
        note="One person.",
    )
    assert done.status_code == 303
    assert (await board(people["visitor"]))["Ann"] == 1
    shown = (await rita.get("/admin/flags")).text
    assert "No flag is raised." in shown
    assert shown.count("One person.") == 7
    assert (await send(rita, f"/admin/flags/count/{MATCHES[0]}", "/admin/flags")).status_code == 303
    assert (await board(people["visitor"]))["Ann"] == 2
    assert (await send(rita, f"/admin/flags/count/{2**31}", "/admin/flags")).status_code == 400


async def test_a_dismissed_flag_comes_back_with_many_more_matches_or_when_an_admin_says_so(people, store):
    rita, flag = people["Rita"], "same-address 2 3"
    await send(rita, "/admin/flags", flag=flag, decision="dismiss", note="They are <b>sisters</b>.")
    shown = (await rita.get("/admin/flags")).text
    assert "No flag is raised." in shown
    assert "They are &lt;b&gt;sisters" in shown
    again = await send(rita, "/admin/flags", flag="same-address 9 10", decision="dismiss", note="Nobody.")
    assert again.status_code == 400
    for _ in range(4):
        lost(store, "Ann", "Ben")
    assert "met in 12 matches" in (await rita.get("/admin/flags")).text
    await send(rita, "/admin/flags", flag=flag, decision="dismiss", note="Still sisters.")
    assert "No flag is raised." in (await rita.get("/admin/flags")).text
    await send(rita, "/admin/flags/restore", "/admin/flags", flag=flag)
    assert "met in 12 matches" in (await rita.get("/admin/flags")).text


async def test_no_address_is_kept_and_what_was_kept_of_it_is_unreadable_after_a_month(
    people, store, database, monkeypatch
):
    def dump():
        store.flush()
        with closing(sqlite3.connect(database)) as connection:
            return "\n".join(connection.iterdump())

    await send(people["Cleo"], "/me/tokens", "/me", label="a script")  # as any form
    assert accounts_by_address(store) == [{2, 3, 4}]
    assert ADDRESS not in dump()
    salt = re.search(r"'address salt','(\d+ \w{64})'", dump())[1]
    known = re.findall(r'INSERT INTO "addresses" VALUES\(\'(\w+)\',2,', dump())
    assert known == [seen_addresses._hash(ADDRESS, salt, KEY)]

    now = time.time()
    monkeypatch.setattr(seen_addresses.time, "time", lambda: now + SALT_SECONDS)
    SeenAddresses(store, KEY).note(2, ADDRESS)
    assert salt not in dump()
    assert accounts_by_address(store) == [{2, 3, 4}]  # as long as before
    monkeypatch.setattr(seen_addresses.time, "time", lambda: now + KEPT_SECONDS + 2 * SALT_SECONDS)
    SeenAddresses(store, KEY).note(2, ADDRESS)
    assert accounts_by_address(store) == []
