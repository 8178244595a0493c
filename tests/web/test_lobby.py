"""The page that asks what to play, and tables at which anybody may sit down."""

from html import unescape

import pytest
from sqlalchemy import text
from tests.web.conftest import send as send_locally
from tests.web.public import HOME, browser, csrf_in, send, site_of

from agonist.arena.ladders.ladder import join, open_ladder
from agonist.games import KITS
from agonist.store import Store
from agonist.store.platform.agents import add_agent
from agonist.store.platform.human_tables import table_of


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
def site(store):
    return site_of(store)


async def test_play_asks_for_a_game_and_one_button_opens_a_table_against_our_own_player(tables, door, person):
    page = unescape((await person.get("/play")).text)
    assert "Which game?" in page
    for kit in KITS.values():
        assert kit.title in page
    for game, options, players in (
        ("tictactoe", "", ("human", "reference")),
        ("liars_dice", "seats=3&dice=2", ("human", *["reference"] * 2)),
        ("are_you_the_traitor", "seats=99", None),
    ):
        opened = await send_locally(person, "/play", door, game=game, options=options, practice="yes")
        if players is None:
            assert opened.status_code == 400
            continue
        assert opened.status_code == 303
        match = tables[0].match(int(opened.headers["location"].rpartition("/")[2]))
        assert [match.fixture.spec(name) for name in match.fixture.players] == list(players)
        assert not table_of(tables[0], match.id).rated


async def test_anybody_sits_down_at_an_open_table_and_at_no_other(site, store):
    async with browser(site) as ann, browser(site) as bob, browser(site) as eve:
        closed = await send(ann, "/play", game="tictactoe", player=["human", "free"])
        number = closed.headers["location"].rpartition("/")[2]
        assert f"/play/{number}/join" not in (await bob.get("/play")).text
        csrf = csrf_in((await bob.get("/play")).text)
        guess = await bob.post(f"/play/{number}/join/open", data={"csrf": csrf}, headers={"origin": HOME})
        assert guess.status_code == 409
        full = await send(ann, "/play", game="tictactoe", player=["human", "random"], open="yes")
        assert full.status_code == 400
        opened = await send(
            ann, "/play", game="tictactoe", player=["human", "free"], open="yes", minutes="5", name="Annika"
        )
        number = opened.headers["location"].rpartition("/")[2]
        listed = (await bob.get("/play")).text
        assert f"/play/{number}/join/open" in listed
        assert "Annika" in listed
        assert "5 minutes each" in listed
        # Only the button takes the seat.
        await bob.get(f"/play/{number}/join/open")
        assert table_of(store, int(number)).free == [1]
        sat = await bob.post(f"/play/{number}/join/open", data={"csrf": csrf}, headers={"origin": HOME})
        assert sat.status_code == 303
        assert f"/play/{number}/join/open" not in (await eve.get("/play")).text
        late = await eve.post(
            f"/play/{number}/join/open",
            data={"csrf": csrf_in((await eve.get("/play")).text)}, headers={"origin": HOME},
        )  # fmt: skip
        assert late.status_code == 409


async def test_a_table_that_its_people_have_left_is_listed_no_longer(site, store):
    async with browser(site) as ann, browser(site) as bob:
        opened = await send(ann, "/play", game="tictactoe", player=["human", "free"], open="yes")
        for table in ("tables", "seats"):
            name = "created" if table == "tables" else "seen"
            long_ago = text(f"UPDATE {table} SET {name} = {name} - 600")
            store.change(lambda connection, long_ago=long_ago: connection.execute(long_ago))
        assert "/join/open" not in (await bob.get("/play")).text
        await ann.get(opened.headers["location"])
        assert "/join/open" in (await bob.get("/play")).text


async def test_a_new_link_to_an_open_table_makes_it_a_closed_one(site, store):
    async with browser(site) as ann, browser(site) as bob:
        opened = await send(ann, "/play", game="tictactoe", player=["human", "free"], open="yes")
        where = opened.headers["location"]
        assert "Anybody may join" in (await ann.get(where)).text
        await send(ann, f"{where}/link", "/play", seat="any")
        assert "Anybody may join" not in (await ann.get(where)).text
        assert "/join/open" not in (await bob.get("/play")).text


async def test_the_lobby_names_the_agents_of_open_ladders_that_are_online(person, tables, door):
    store = tables[0]
    ladder = open_ladder(store, "connect_four", name="Evening")
    for name, state in (("Heron", "online"), ("Sleeper", "offline")):
        join(store, ladder.id, add_agent(store, name, "random", state=state).id)
    page = (await person.get("/play")).text
    assert f'href="/ladders/{ladder.id}"' in page
    assert "Heron" in page
    assert "Sleeper" not in page
