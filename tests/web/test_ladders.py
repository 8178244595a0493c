"""Pages of ladders: opened, joined, played by the worker beside the site, and closed."""

import asyncio
from html import unescape

import pytest
from tests.web.conftest import send

from agonist.arena.agents.player_factories import registry
from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.arena.ladders.planner import Planner
from agonist.arena.ladders.worker import Worker
from agonist.cli.app import leave
from agonist.store import Store
from agonist.store.platform.agents import add_agent
from agonist.store.platform.ladders import ladder
from agonist.store.platform.waiting_matches import Room


async def page(client, path):
    answer = await client.get(path)
    assert answer.status_code == 200, unescape(answer.text)
    return unescape(answer.text)


async def test_a_ladder_is_opened_joined_played_and_closed(person, tables, door):
    store = tables[0]
    assert "No ladder is open yet" in await page(person, "/ladders")
    opened = await send(person, "/ladders", door, game="tictactoe", options="", name="Daily")
    here = opened.headers["location"]
    assert "No agent plays here: add one, or play yourself" in await page(person, here)
    for name, player in (("Ann", "random"), ("Bob", "reference")):
        add_agent(store, name, player)
        assert f"Add {name}" in await page(person, here)
        joined = await send(person, f"/agents/{name}/ladders", door, ladder=here.rpartition("/")[2])
        assert joined.headers["location"] == here
    task = asyncio.create_task(Worker(store, registry(), pause=0.01).work())
    async with asyncio.timeout(30):
        while True:
            (row,) = (await person.get("/ladders.json")).json()["ladders"]
            if row["finished"] >= 2:
                break
            await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    text = await page(person, here)
    assert "/matches/2/" in text
    assert "Take Ann off this ladder" in text
    assert "the matches of the ladder Daily" in await page(person, f"/runs/{store.runs()[0].id}")
    assert f'href="{here}">Daily' in await page(person, "/games/tictactoe")
    (row,) = (await person.get("/ladders.json")).json()["ladders"]
    assert (row["name"], row["agents"], row["open"]) == ("Daily", 2, True)
    assert (await page(person, "/ladders.csv")).startswith("id,name,target,open,state,agents")
    await send(person, "/agents/Ann/ladders", door, ladder=row["id"], leave="yes")
    assert "Take Ann off" not in await page(person, here)
    await send(person, here, door, state="closed")
    assert "Open again" in await page(person, here)
    refused = await send(person, "/agents/Ann/ladders", door, ladder=row["id"])
    assert (refused.status_code, "This ladder is closed" in refused.text) == (400, True)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"game": "ches"}, "did you mean 'chess'?"),
        ({"game": "tictactoe", "options": "rows=5"}, "rows"),
        ({"game": "tictactoe", "name": "x" * 61}, "at most 60 characters"),
    ],
)
async def test_what_cannot_be_a_ladder_is_refused_and_what_was_typed_stays(person, door, fields, says):
    answer = await send(person, "/ladders", door, **fields)
    assert answer.status_code == 400
    assert says in unescape(answer.text)
    assert f'value="{fields.get("name", "")}"' in answer.text


async def test_a_ladder_that_is_not_there_is_not_found(person, door):
    for path in ("/ladders/9", "/ladders/x", "/ladders/99999999999"):
        assert (await person.get(path)).status_code == 404
    assert (await send(person, "/agents/Nobody/ladders", door, ladder="1")).status_code == 404


def test_a_ladder_is_no_run_to_be_resumed(tmp_path, capsys):
    where = str(tmp_path / "ladders.db")
    with Store.open(where) as store:
        run = open_ladder(store, "tictactoe").run
    assert leave(["resume", run, "--db", where]) == 2
    assert "is the ladder tictactoe, which has no end" in capsys.readouterr().err


async def test_settings_are_changed_on_a_page_and_what_is_wrong_is_said_at_its_field(person, tables, door):
    store = tables[0]
    opened = await send(person, "/ladders", door, game="tictactoe", a_day="7", seconds="2.5", name="Daily")
    here = opened.headers["location"]
    own = ladder(store, 1)
    assert LadderTerms.of(own.settings) == LadderTerms(a_day=7, seconds=2.5)
    assert 'name="a_day" value="7"' in await page(person, f"{here}/settings")
    for wrong in (
        {"a_day": "0"},
        {"dollars_a_day": "nan"},
        {"retries": "-1"},
        {"deals": "51"},
        {"seconds": "0"},
    ):
        (field, value) = next(iter(wrong.items()))
        answer = await send(person, f"{here}/settings", door, name="Weekly", at_once="9", **wrong)
        assert answer.status_code == 400
        text = unescape(answer.text)
        assert f'name="{field}" value="{value}"' in text
        assert f'id="{field}-wrong"' in text
        assert 'name="at_once" value="9"' in text
    open_form = await send(person, "/ladders", door, game="tictactoe", a_day="none", name="Other")
    assert (open_form.status_code, 'id="a_day-wrong"' in open_form.text) == (400, True)
    assert ladder(store, 1) == own
    await send(person, f"{here}/settings", door, name="Weekly", retries="0", person_a_day="0", deals="3")
    changed = ladder(store, 1)
    assert changed.name == "Weekly"
    assert LadderTerms.of(changed.settings) == LadderTerms(
        a_day=7, seconds=2.5, retries=0, person_a_day=0, deals=3
    )
    open_ladder(store, "tictactoe", name="Other")
    taken = await send(person, f"{here}/settings", door, name="Other")
    assert "choose another name" in taken.text
    text = await page(person, here)
    assert "play 3 times on every seat" in text
    for state in ("paused", "closed", "open"):
        await send(person, here, door, state=state)
        assert ladder(store, 1).state == state
    assert (await send(person, here, door, state="gone")).status_code == 400


async def test_a_table_plays_as_often_on_every_seat_as_the_settings_say(tables):
    store = tables[0]
    own = open_ladder(store, "texas_holdem", terms=LadderTerms(deals=2, at_once=20))
    for name in ("a", "b"):
        join(store, own.id, add_agent(store, name, "random").id)
    made = Planner(store).plan(Room(1))
    fixtures = [store.match(match).fixture for match in made]
    assert [fixture.players[0] for fixture in fixtures].count("a") == 2
    assert len({fixture.seed for fixture in fixtures}) == 4


async def test_each_language_of_a_game_can_have_a_ladder_of_its_own(person, tables, door):
    store = tables[0]
    for language in ("en", "zh"):
        fields = {"game": "who_is_spy", "options": f"language={language}", "name": language}
        assert (await send(person, "/ladders", door, **fields)).status_code == 303
        join(
            store,
            ladder(store, language).id,
            add_agent(store, language, "random").id,
        )
    Planner(store).plan(Room(12))
    for language in ("en", "zh"):
        (played, *_) = store.matches(ladder(store, language).run)
        assert played.fixture.options["language"] == language
    assert ">zh</a>" in await page(person, "/games/who_is_spy")
