"""Spectators talk beside a match; players, their agents' owners, guests and programs read nothing of it."""

import re
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from tests.arena.conftest import SECRET
from tests.web.everything import everything
from tests.web.public import HOME, PLENTY, browser, csrf_in, door_of, send, sign_up, site_of
from tests.web.test_sealed import halves, play

from agonist.arena.account_data import account_data
from agonist.arena.accounts.permissions import Visitor
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.accounts.rate_limits import Rate
from agonist.arena.spectator_chat import place_of, set_setting
from agonist.store import Store
from agonist.store.platform.account_deletion import delete_account
from agonist.store.platform.accounts import change_user, users
from agonist.store.platform.agents import add_agent
from agonist.store.platform.spectator_chat import lines_of

SAID = "zqbold zqmove"


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "platform.db") as opened:
        yield opened


def begun(store, players=("Fox", "random"), target="texas_holdem?hands=1", name="run"):
    """A match of one deal that is being played, by ones who are named so; its number."""
    (fixture, *_) = halves(target)
    fixture = replace(fixture, players=players, specs=dict.fromkeys(players, "random"))
    run = store.start_run({"targets": [target], "players": list(players)}, [fixture])
    (match,) = store.matches(run)
    played = play(target, fixture, "random")
    store.begin(match.id)
    for nth, step in enumerate(played.steps[:4]):
        store.add_step(match.id, nth, step)
    store.flush()
    return match.id, played


def account(store, name):
    (user,) = (each for each in users(store, name.casefold(), None, 9) if each.name == name)
    return user


@pytest.fixture
async def members():
    """(site, names) -> their browsers, signed up."""
    async with AsyncExitStack() as stack:

        async def joined(site, *names):
            found = {}
            for nth, name in enumerate(names):
                client = await stack.enter_async_context(browser(site, f"203.0.113.{nth + 10}"))
                await sign_up(client, name)
                found[name] = client
            return found

        yield joined


@pytest.mark.slow
async def test_spectators_talk_and_an_agents_owner_a_guest_and_a_program_read_nothing(store, members):
    site = site_of(store, door_of(store))
    people = await members(site, "Ann", "Ben", "Cat")
    add_agent(store, "Fox", "random", owner=account(store, "Ann").id)
    match, played = begun(store)
    page = f"/matches/{match}"
    answer = await send(people["Ben"], f"{page}/talk", page, text=f"  {SAID}\n<b>you</b> ")
    assert answer.status_code == 303
    for path in (page, f"{page}/talk"):
        text = (await people["Cat"].get(path)).text
        assert f"{SAID} &lt;b&gt;you&lt;/b&gt;" in text
        assert "<b>Ben</b>" in text
    # The owner of Fox, a guest, and a program of Ben's.
    made = await send(people["Ben"], "/me/tokens", "/me", label="program")
    token = re.search(r"agonist_[\w-]+", made.text)[0]
    async with browser(site) as guest, browser(site, authorization=f"Bearer {token}") as program:
        for reader in (people["Ann"], guest, program):
            assert (await reader.get(f"{page}/talk")).status_code in (303, 403, 404)
            for address, text in (await everything(reader, site, store)).items():
                assert "zqbold" not in text, address
                assert 'id="talk"' not in text, address
    csrf = csrf_in((await people["Ann"].get("/me")).text)
    form = {"data": {"csrf": csrf, "text": "I have aces"}, "headers": {"origin": HOME}}
    assert (await people["Ann"].post(f"{page}/talk", **form)).status_code == 400
    assert len(lines_of(store, match, 9)) == 1
    # When it is over, players may read it, and nobody writes any more.
    store.finish(match, played, 1.0)
    store.flush()
    assert SAID in (await people["Ann"].get(page)).text
    over = {"csrf": csrf_in((await people["Ben"].get("/me")).text), "text": "gg"}
    assert (await people["Ben"].post(f"{page}/talk", **form | {"data": over})).status_code == 400
    # It is no part of the record, the transcript or what a program may read.
    for file in ("record.jsonl", "transcript.txt", "scenes.json", "search?find=zqbold"):
        answer = await people["Cat"].get(f"{page}/{file}")
        assert "zqmove" not in answer.text, file


def stands(store, match, user, session=""):
    place = place_of(store, store.match(match), Visitor(user, "x", "member", session))
    return place.reads, place.writes


async def test_beside_a_sealed_match_only_an_admin_lets_talk_and_never_who_plays_on_its_deal(store, members):
    site = site_of(store, door_of(store))
    people = await members(site, "Ann", "Ben", "Cat")
    own = {name: account(store, name).id for name in people}
    add_agent(store, "bob", "random", owner=own["Ann"])
    first, second = store.matches(
        store.start_run({"players": ["ann", "bob"]}, halves("texas_holdem?hands=1"))
    )
    store.begin(first.id)
    store.begin(second.id)
    store.flush()
    assert stands(store, first.id, own["Ben"]) == (False, False)
    set_setting(store, "all matches")
    assert stands(store, first.id, own["Ben"]) == (True, True)
    assert stands(store, first.id, own["Ann"]) == (False, False)
    played = play("texas_holdem?hands=1", first.fixture, "random")
    for nth, step in enumerate(played.steps):
        store.add_step(first.id, nth, step)
    store.finish(first.id, played, 1.0)
    store.flush()
    # It is over, but its deal is not: what was said could help Ann's agent in the other match.
    assert stands(store, first.id, own["Ann"]) == (False, False)
    assert stands(store, first.id, own["Ben"]) == (True, False)
    set_setting(store, "off")
    assert stands(store, first.id, own["Ben"]) == (False, False)


async def test_members_report_lines_admins_remove_them_and_see_none_of_their_own_matches(store, members):
    site = site_of(store, door_of(store))
    people = await members(site, "Ann", "Ben", "Rita")
    change_user(store, account(store, "Rita").id, {"role": "admin"})
    match, _ = begun(store, ("random", "reference"))
    page = f"/matches/{match}"
    await send(people["Ben"], f"{page}/talk", page, text=SAID)
    (line,) = lines_of(store, match, 9)
    assert (await send(people["Ann"], f"{page}/talk/{line.id}", page, change="remove")).status_code == 400
    assert (await send(people["Ann"], f"{page}/talk/{line.id}", page, change="report")).status_code == 303
    assert (await send(people["Ann"], f"{page}/talk/999", page, change="report")).status_code == 400
    told = (await people["Rita"].get("/admin")).text
    assert "1 report:" in told
    assert SAID in told
    # An admin with an agent in the match is a player like others.
    add_agent(store, "reference", "reference", owner=account(store, "Rita").id)
    assert SAID not in (await people["Rita"].get("/admin")).text
    store.change(lambda connection: connection.exec_driver_sql("UPDATE agents SET owner = NULL"))
    assert (
        await send(people["Rita"], f"{page}/talk/{line.id}", "/admin", change="remove")
    ).status_code == 303
    text = (await people["Ann"].get(page)).text
    assert SAID not in text
    assert "An admin removed this line." in text
    assert (await send(people["Rita"], "/admin/talk", "/admin", talk="off")).status_code == 303
    assert 'id="talk"' not in (await people["Ann"].get(page)).text
    assert (await send(people["Rita"], "/admin/talk", "/admin", talk="loud")).status_code == 400


async def test_lines_are_limited_in_number_and_length_and_go_with_their_account(store, members):
    site = site_of(store, door_of(store, PLENTY | {"lines by account": Rate(2, 60)}))
    people = await members(site, "Ben")
    match, _ = begun(store, ("random", "reference"))
    page, ben = f"/matches/{match}", people["Ben"]
    assert (await send(ben, f"{page}/talk", page, text="x" * 301)).status_code == 400
    assert (await send(ben, f"{page}/talk", page, text="one")).status_code == 303
    assert (await send(ben, f"{page}/talk", page, text="two")).status_code == 429
    number = account(store, "Ben").id
    assert [each["text"] for each in account_data(store, number)["said"]] == ["one"]
    delete_account(store, number, "!", lambda fixture, seat: fixture)
    assert lines_of(store, match, 9) == []
