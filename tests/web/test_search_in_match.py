"""Words of a match are found where a visitor may read them, and nowhere else."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from tests.arena.conftest import SECRET
from tests.web.public import browser, door_of, site_of
from tests.web.test_private_agents import fill
from tests.web.test_sealed import filled

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.replay import search_in_match
from agonist.store import Store
from agonist.store.platform.accounts import users

LADDER = 1
"""The first match of Fox, whose prompt is private."""


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "platform.db") as opened:
        fill(opened)
        yield opened


async def found(client, path, words):
    """(step, what, excerpt) of each place, and the address of the further ones."""
    answer = await client.get(path if "?" in path else f"{path}?{urlencode({'find': words})}")
    assert answer.status_code == 200, answer.text
    rows = re.findall(r'data-at="(\d+)"><b>\d+</b> <span class="soft">(.*?)</span> (.*?)</a>', answer.text)
    further = re.search(r'data-further href="(.*?)"', answer.text)
    return [(int(at), *map(unescape, rest)) for at, *rest in rows], further and unescape(further[1])


def member(store, door, name):
    (user,) = (each for each in users(store, name.casefold(), None, 9) if each.name == name)
    return {"cookie": f"{door.cookie}={door.accounts.open_session(user, '')}"}


async def test_prompts_answers_and_reasoning_are_found_by_their_owner_and_by_nobody_else(store):
    door = door_of(store)
    site = site_of(store, door)
    address = f"/matches/{LADDER}/search"
    async with browser(site, **member(store, door, "Ann")) as ann:
        places, _ = await found(ann, address, "ZQprompt")
        assert {(step, what) for step, what, _ in places} >= {
            (1, "Player 1, system"),
            (3, "Player 1, system"),
        }
        assert "You <mark>zqprompt</mark>zq" in places[0][2]
        thought, _ = await found(ann, address, "zqthoughtzq")
        assert thought[0][1] == "Player 1, reasoning"
        page = (await ann.get(f"/matches/{LADDER}/1?find=zqthought")).text
        assert "<mark>zqthought</mark>zq" in page
    for name in ("Ben", ""):
        async with browser(site, **(member(store, door, name) if name else {})) as other:
            for words in ("zqpromptzq", "zqthoughtzq", "zqanswerzq", "zqerrorzq", "zqmodelzq"):
                assert await found(other, address, words) == ([], None), (name, words)
                assert "<mark>" not in (await other.get(f"/matches/{LADDER}/1?find={words}")).text
            # What it played is open to all.
            assert [step for step, _, _ in (await found(other, address, "(1, 1)"))[0]] == [1]


async def test_a_search_that_takes_long_goes_on_by_a_link_and_finds_each_place_once(store, monkeypatch):
    site = site_of(store, door_of(store))
    async with browser(site) as client:
        whole, further = await found(client, f"/matches/{LADDER}/search", "player")
        assert further is None
        monkeypatch.setattr(search_in_match, "PATIENCE", 0.0)
        pieces, further = await found(client, f"/matches/{LADDER}/search", "player")
        rounds = 1
        while further:
            more, further = await found(client, further, "player")
            pieces, rounds = pieces + more, rounds + 1
    assert pieces == whole
    assert rounds > 2


async def test_nothing_is_found_in_a_match_whose_deal_is_still_to_be_played(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    store = filled(tmp_path / "sealed.db", "texas_holdem?hands=1", "finished", "random")
    async with browser(site_of(store, door_of(store))) as client:
        answer = await client.get("/matches/1/search?find=Player")
        assert answer.status_code == 409
        assert "data-at" not in answer.text
    store.close()
