"""Agents on pages: registered by a form, tried out, switched, edited, copied, deleted."""

import csv
import io
import re
from html import unescape

import pytest
from tests.web.conftest import send

from agonist.arena.ladders.ladder import open_ladder
from agonist.models.mock_endpoint import Endpoint
from agonist.store.platform.agents import add_agent, agent, set_state

MODEL = {"sort": "model", "name": "Fox", "provider": "vllm", "model": "x", "online": "yes"}


async def text_of(client, path, status=200):
    answer = await client.get(path)
    assert answer.status_code == status, unescape(answer.text)
    return unescape(answer.text)


async def test_an_agent_is_registered_by_a_form_and_found_by_every_filter(person, tables, door):
    answer = await send(person, "/agents/new", door, **MODEL, about="Sly <b>fox</b>", temperature="0.5")
    assert answer.headers["location"] == "/agents/Fox"
    assert agent(tables[0], "Fox").version.player == "vllm/x?temperature=0.5"
    assert "Sly <b>fox</b>" not in (await person.get("/agents/Fox")).text
    for query in ("", "?state=online", "?kind=model", "?q=sly"):
        assert "/agents/Fox" in await text_of(person, f"/agents{query}")
    for query in ("?state=offline", "?kind=http", "?owner=house", "?q=owl"):
        assert "/agents/Fox" not in await text_of(person, f"/agents{query}")
    listed = (await person.get("/agents.json?q=fox")).json()["agents"]
    assert [(each["name"], each["player"], each["matches"]) for each in listed] == [
        ("Fox", "vllm/x?temperature=0.5", 0)
    ]
    rows = list(csv.DictReader(io.StringIO((await person.get("/agents.csv?kind=model")).text)))
    assert [row["name"] for row in rows] == ["Fox"]
    await text_of(person, "/agents?state=tired", 400)


async def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(person, door):
    typed = {**MODEL, "name": "new", "temperature": "9", "about": 'He said "<i>"', "more": "stop=END"}
    answer = await send(person, "/agents/new", door, **typed)
    assert answer.status_code == 422
    page = unescape(answer.text)
    assert 'id="name-wrong">new is reserved' in page
    assert 'id="temperature-wrong">temperature must be from 0 to 2' in page
    for kept in ('value="new"', 'value="9"', ">stop=END</textarea>", '>He said "<i>"</textarea>'):
        assert kept in page
    assert '<option value="vllm" selected>' in page


@pytest.mark.parametrize("sort", ["model", "huggingface", "http", "player", "python"])
async def test_every_sort_of_agent_has_a_form_whose_fields_have_labels(person, sort):
    page = await text_of(person, f"/agents/new?sort={sort}")
    named = set(re.findall(r'<(?:input|select|textarea) [^>]*id="([^"]+)"', page))
    assert named == set(re.findall(r'<label for="([^"]+)"', page)) | set(
        re.findall(r'<label class="check"><input [^>]*id="([^"]+)"', page)
    )
    await text_of(person, "/agents/new?sort=oracle", 404)


async def test_a_test_match_shows_what_was_said_and_what_came_of_it(person, tables, door):
    with Endpoint("stubborn") as endpoint:
        add_agent(tables[0], "Fox", f"vllm/x?base_url={endpoint.url}")
        answer = await send(person, "/agents/Fox/test", door, game="tictactoe")
    page = await text_of(person, answer.headers["location"])
    assert "You are playing Tic-Tac-Toe" in page
    assert re.search(r'<span class="result">(unreadable|illegal|empty)</span>', page)
    assert "counts on no leaderboard" in page
    assert "There is no finished match to show" in await text_of(person, "/leaderboard")
    assert "test</a>" in await text_of(person, "/agents/Fox")


async def test_a_test_match_that_an_endpoint_breaks_off_says_why_by_class(person, tables, door):
    add_agent(tables[0], "Fox", "vllm/x?base_url=http://127.0.0.1:1/v1")
    answer = await send(person, "/agents/Fox/test", door)
    page = await text_of(person, answer.headers["location"])
    assert re.search(r"The match is suspended: unreachable: .*127\.0\.0\.1:1", page), page


async def test_an_agent_is_paused_put_online_and_deleted_by_its_name(person, tables, door):
    store = tables[0]
    add_agent(store, "Fox", "random")
    for state in ("paused", "offline", "online"):
        await send(person, "/agents/Fox/state", door, state=state)
        assert agent(store, "Fox").state == state
    assert (await send(person, "/agents/Fox/state", door, state="deleted")).status_code == 400
    assert (await send(person, "/agents/Fox/delete", door, name="fox")).status_code == 400
    assert (await send(person, "/agents/Fox/delete", door, name="Fox")).status_code == 303
    assert "Deleted. It no longer plays" in await text_of(person, "/agents/Fox")
    assert "/agents/Fox" not in await text_of(person, "/agents")
    assert (await send(person, "/agents/Fox/test", door)).status_code == 409


async def test_the_reason_of_a_pause_is_on_its_page(person, tables):
    fox = add_agent(tables[0], "Fox", "random")
    set_state(tables[0], fox.id, "paused", "5 matches in a row failed because of it")
    assert "Paused: 5 matches in a row failed because of it." in await text_of(person, "/agents/Fox")


async def test_editing_what_it_is_makes_a_version_and_editing_what_it_says_does_not(person, tables, door):
    store = tables[0]
    add_agent(store, "Fox", "vllm/x?temperature=0")
    assert 'value="0"' in await text_of(person, "/agents/Fox/edit")
    fields = {key: value for key, value in MODEL.items() if key != "name"}
    await send(person, "/agents/Fox/edit", door, **fields, temperature="0", about="Now with words")
    assert (agent(store, "Fox").version.nth, agent(store, "Fox").about) == (1, "Now with words")
    await send(person, "/agents/Fox/edit", door, **fields, temperature="1", method="cot")
    assert agent(store, "Fox").version.player == "cot:vllm/x?temperature=1"
    page = await text_of(person, "/agents/Fox")
    assert "Fox v2</h1>" in page
    assert "Fox</h1>" in await text_of(person, "/agents/Fox?version=1")
    await text_of(person, "/agents/Fox?version=3", 404)
    assert (await person.get("/agents/Fox/profile.json")).json()["plays_as"] == "Fox v2"


async def test_a_public_configuration_is_copied_without_its_key(person, tables, door):
    add_agent(tables[0], "Fox", "cot:vllm/x?key_env=FOX_KEY&temperature=0", public=True, about="Sly")
    add_agent(tables[0], "Owl", "vllm/x")
    page = await text_of(person, "/community")
    assert "/agents/new?copy=Fox" in page
    assert "Owl" not in page
    form = await text_of(person, "/agents/new?copy=Fox")
    assert "FOX_KEY" not in form
    assert '<option value="cot" selected>' in form
    assert ">Sly</textarea>" in form


async def test_house_agents_are_always_there_and_stay_as_they_are(person, door):
    assert "/agents/reference" in await text_of(person, "/agents")
    assert (await send(person, "/agents/random/state", door, state="paused")).status_code == 403
    assert (await send(person, "/agents/random/delete", door, name="random")).status_code == 403
    await text_of(person, "/agents/random/edit", 403)


async def test_the_profile_tells_games_opponents_and_abilities(visitor):
    page = await text_of(visitor, "/agents", 200)
    assert "/agents/random" in page
    page = await text_of(visitor, "/agents/random")
    for heading in (
        "Ratings",
        "By ability",
        "By game",
        "Against each opponent",
        "Latest matches",
        "Versions",
    ):
        assert f">{heading}</h2>" in page
    record = (await visitor.get("/agents/random/profile.json")).json()["record"]
    assert record["finished"] > 0
    assert all(part["rate"] is None or 0 <= part["rate"] <= 1 for part in record["games"])


async def test_an_agent_that_is_not_there_is_a_404(person):
    assert "There is no agent 'nobody' here" in await text_of(person, "/agents/nobody", 404)


async def test_the_page_of_how_to_write_an_agent_shows_five_examples_and_gives_them_as_files(person):
    page = await text_of(person, "/docs/agents")
    files = re.findall(r'href="/docs/agents/([a-z_.]+)" download', page)
    assert len(files) == 5
    for name in files:
        assert (await text_of(person, f"/docs/agents/{name}")) in page
    await text_of(person, "/docs/agents/secret.py", 404)


async def test_a_trial_of_an_ability_is_begun_from_the_page_and_shows_how_far_it_is(person, tables, door):
    store = tables[0]
    add_agent(store, "Fox", "random")
    add_agent(store, "Far", "http:http://127.0.0.1:1")
    add_agent(store, "Own", "agonist.players.simple:RandomPlayer")
    offers = {"Fox": ["attack", "defence", "reasoning"], "Far": ["attack", "defence", "reasoning"]}
    for name, kinds in (offers | {"Own": ["defence", "reasoning"]}).items():
        page = await text_of(person, f"/agents/{name}")
        assert re.findall(r'<button name="kind" value="(\w+)"', page) == kinds
    answer = await send(person, "/agents/Own/trials", door, kind="attack")
    assert answer.status_code == 409
    assert "is for models" in unescape(answer.text)
    answer = await send(person, "/agents/Fox/trials", door, kind="magic")
    assert answer.status_code == 409
    assert "there is no trial 'magic'" in unescape(answer.text)


async def test_an_agent_joins_and_leaves_ladders_from_its_page(person, tables, door):
    store = tables[0]
    add_agent(store, "Fox", "random")
    number = open_ladder(store, "tictactoe", name="Crosses").id
    assert 'aria-label="Join Crosses"' in await text_of(person, "/agents/Fox")
    await send(person, "/agents/Fox/ladders", door, ladder=str(number))
    assert 'aria-label="Leave Crosses"' in await text_of(person, "/agents/Fox")
    await send(person, "/agents/Fox/ladders", door, ladder=str(number), leave="yes")
    assert 'aria-label="Join Crosses"' in await text_of(person, "/agents/Fox")
