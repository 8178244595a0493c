"""Playing on from a step on the site: who may, from which matches, and what pages say of it."""

from dataclasses import replace

import httpx
import pytest
from sqlalchemy import text
from tests.arena.conftest import SECRET
from tests.web.conftest import HOME, send
from tests.web.public import browser, door_of, sign_up
from tests.web.public import send as send_as
from tests.web.test_run_control import Played

import agonist
from agonist.api.given_fixtures import run_fixtures
from agonist.arena.accounts.permissions import STRANGER
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.match_visibility import audience_of
from agonist.store import Store
from agonist.store.platform.accounts import change_user, user_named
from agonist.store.platform.agents import add_agent
from agonist.web.app import make_app

FORM = 'action="/matches/1/fork"'


def made(folder):
    """A database of two matches on one deal, which are over."""
    db = folder / "forks.db"
    base = agonist.fixture("texas_holdem?hands=1", ["random", "reference"], seed=3)
    pair = [replace(base, block="a deal"), replace(base, block="a deal", players=base.players[::-1])]
    run_fixtures(pair, db=db)
    return db


@pytest.fixture
def database(tmp_path):
    return made(tmp_path)


@pytest.fixture(scope="module")
def shared(tmp_path_factory, door):
    """A site for tests that change nothing: to make one takes half a second."""
    with Store.open(made(tmp_path_factory.mktemp("forks"))) as store:
        played = Played()
        yield make_app(store, door, lambda _match: None, played), store, played


@pytest.fixture
async def unchanged(shared, door):
    app, store, played = shared
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
        await client.get(door.link)
        yield client, store, played


@pytest.fixture
async def site(database, door):
    with Store.open(database) as store:
        played = Played()
        app = make_app(store, door, lambda _match: None, played)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
            await client.get(door.link)
            yield client, store, played


def with_status(store, match, status):
    change = text(f"UPDATE matches SET status = '{status}' WHERE id = {match}")
    store.change(lambda connection: connection.execute(change))


ASKED = {"step": "2", "seat": "seat1", "player": "reference", "times": "2", "control": "yes"}


async def test_a_fork_is_estimated_then_played_and_both_pages_say_where_it_comes_from(site, door):
    client, store, played = site
    assert FORM in (await client.get("/matches/1/2")).text
    estimate = await send(client, "/matches/1/fork", door, **ASKED)
    assert "<b>4</b> matches" in estimate.text
    assert len(store.runs()) == 1
    answer = await send(client, "/matches/1/fork", door, **ASKED, confirmed="yes", usd="2.5")
    assert answer.status_code == 303
    run = next(run for run in store.runs() if run.plan.get("given") and run.id in played.runs)
    assert answer.headers["location"] == f"/runs/{run.id}"
    assert run.plan["budget"]["usd"] == 2.5
    forks = store.matches(run.id)
    assert [fork.fixture.parent["step"] for fork in forks] == [2] * 4
    first = [fork.fixture.spec(fork.fixture.players[0]) for fork in forks]
    assert first == ["reference"] * 2 + ["random"] * 2
    assert (await client.get(f"/runs/{run.id}")).status_code == 200
    store.close()
    agonist.resume(run.id, db=store.name)
    with Store.open(store.name) as again:
        app = make_app(again, door, lambda _match: None, played)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as reader:
            await reader.get(door.link)
            parent = (await reader.get("/matches/1")).text
            assert "Played on from this match: 4" in parent
            assert f'href="/matches/{forks[0].id}"' in parent
            fork = (await reader.get(f"/matches/{forks[0].id}")).text
            assert 'href="/matches/1/2">match 1, step 2</a>' in fork
            assert "Played on from this match" not in (await reader.get("/matches/2")).text


async def test_a_move_is_given_as_a_player_types_it(site, door):
    client, store, _ = site
    asked = {"step": "2", "move": "raise pot", "times": "1", "confirmed": "yes"}
    answer = await send(client, "/matches/1/fork", door, **asked)
    (fork,) = store.matches(answer.headers["location"].rpartition("/")[2])
    assert list(fork.fixture.parent["changed"].values()) == ["raise pot"]
    chance = {"step": "0", "seat": "chance", "move": "1", "times": "1", "confirmed": "yes"}
    assert (await send(client, "/matches/1/fork", door, **chance)).status_code == 303


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"step": ""}, "step is a whole number"),
        ({"step": "-1"}, "step is a whole number"),
        ({"step": "²"}, "step is a whole number"),
        ({"step": "9999"}, "has the steps 0 to"),
        ({"step": "99999999999999999999"}, "step is a whole number"),
        ({"times": "0"}, "1 to 10,000 times"),
        ({"times": "101"}, "at most 100"),
        ({"seat": "seat3"}, "there is no seat"),
        ({"seat": "../1"}, "there is no seat"),
        ({"seat": ""}, "whose seat"),
        ({"seat": "chance"}, "whose seat"),
        ({"player": ""}, "say who takes over"),
        ({"player": "human"}, "is a person"),
        ({"player": "nobody_of_this_name"}, "nobody_of_this_name"),
        ({"player": "r" * 301}, "at most 300 characters"),
        ({"move": "fold"}, "not both"),
        ({"player": "", "move": "sing", "control": ""}, "cannot play"),
        ({"player": "", "move": "[" * 2000, "seat": "chance", "step": "0"}, "cannot play"),
        ({"player": "", "move": "x" * 2001}, "2000 for a move"),
        ({"usd": "much"}, "a budget is from 0"),
        ({"usd": "nan"}, "a budget is from 0"),
        ({"seat": "", "player": ""}, "a control is played on unchanged"),
    ],
)
async def test_wrong_input_is_refused_by_name_and_nothing_is_stored(unchanged, door, changed, said):
    client, store, played = unchanged
    answer = await send(client, "/matches/1/fork", door, **{**ASKED, **changed, "confirmed": "yes"})
    assert answer.status_code == 400
    assert said in answer.text.casefold()
    assert (len(store.runs()), played.runs) == (1, [])


@pytest.mark.parametrize("number", ["999", "x", "-1"])
async def test_there_is_nothing_to_play_on_from_a_match_that_is_not_there(unchanged, door, number):
    client, _, _ = unchanged
    assert (await send(client, f"/matches/{number}/fork", door, **ASKED)).status_code == 404


@pytest.mark.parametrize(("match", "status"), [(1, "playing"), (2, "playing"), (2, "planned")])
async def test_nobody_plays_on_from_a_match_whose_deal_somebody_may_still_play(site, door, match, status):
    client, store, played = site
    fork = agonist.load_match(1, db=store.name).forks(2)
    run_fixtures(fork, db=store.name)
    with_status(store, match, status)
    change = text("UPDATE runs SET status = 'running'")
    store.change(lambda connection: connection.execute(change))
    with store.claim(store.match(1).run):
        answer = await send(client, "/matches/1/fork", door, **ASKED, confirmed="yes")
        assert answer.status_code == 409
        for address in ("/matches/1", "/matches/1/2", "/matches/3"):
            page = (await client.get(address)).text
            assert "/fork" not in page
            assert "Played on from" not in page
    assert (len(store.runs()), played.runs) == (2, [])


async def test_on_a_public_site_operators_alone_play_on_and_never_code_or_members_agents(
    database, monkeypatch
):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(database) as store:
        door, played = door_of(store), Played()
        site = make_app(store, door, lambda _match: None, played)
        async with browser(site) as visitor, browser(site) as member, browser(site) as admin:
            await sign_up(member, "Ann")
            await sign_up(admin, "Rita")
            rita = user_named(store, "rita")[0].id
            change_user(store, rita, {"role": "admin"})
            assert audience_of(store, store.match(1), STRANGER).everything
            for who in (visitor, member):
                assert FORM not in (await who.get("/matches/1")).text
            assert FORM in (await admin.get("/matches/1")).text
            asked = {**ASKED, "confirmed": "yes"}
            sign_in = await send_as(visitor, "/matches/1/fork", page="/sign-in", **asked)
            assert sign_in.status_code == 403
            assert (await send_as(member, "/matches/1/fork", page="/me", **asked)).status_code == 403
            for player, said in (
                ("os.path:join", "code is not run from a page"),
                ("http://127.0.0.1:1/agent", "127.0.0.1"),
            ):
                refused = await send_as(
                    admin, "/matches/1/fork", page="/matches/1", **{**asked, "player": player}
                )
                assert refused.status_code == 400
                assert said in refused.text
            add_agent(store, "random", "reference", owner=1)
            kept = {**asked, "seat": "seat2"}
            refused = await send_as(admin, "/matches/1/fork", page="/matches/1", **kept)
            assert "random is an agent of this site" in refused.text.casefold()
            assert (len(store.runs()), played.runs) == (1, [])
            answer = await send_as(admin, "/matches/1/fork", page="/matches/1", **{**asked, "control": ""})
            assert answer.status_code == 303
            for who in (visitor, member, admin):
                assert "Played on from" in (await who.get("/matches/1")).text
