"""Programs with tokens: data, and forms."""

from pathlib import Path

import pytest
from tests.arena.conftest import SECRET
from tests.web.public import browser, door_of, site_of

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.store import Store
from agonist.store.platform.accounts import add_user
from agonist.store.platform.agents import agent


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, SECRET)
        with Store.open(tmp_path_factory.mktemp("site") / "platform.db") as opened:
            yield opened


@pytest.fixture(scope="module")
def door(store):
    return door_of(store)


@pytest.fixture(scope="module")
def site(store, door):
    return site_of(store, door)


@pytest.fixture(scope="module")
def ann(store, door):
    """The token of Ann's script."""
    return door.accounts.add_token(add_user(store, "Ann", "ann", "!", "member", 0.0).id, "script")


@pytest.fixture
async def program(site, ann):
    async with browser(site, authorization=f"Bearer {ann}") as client:
        yield client


@pytest.fixture
def found(monkeypatch):
    """Every name is at this address."""

    async def resolve(_host, _port):
        return ["93.184.215.14"]

    monkeypatch.setattr("agonist.arena.agents.public_addresses.looked_up", resolve)


async def test_tables_answer_with_data(program):
    for path in ("/leaderboard.json", "/matches.json", "/agents.json"):
        answer = await program.get(path)
        assert answer.headers["content-type"] == "application/json"
        answer.json()
        assert "set-cookie" not in answer.headers
    answer = await program.get("/matches.csv")
    assert answer.headers["content-type"].startswith("text/csv")


async def test_forms_take_the_same_fields_without_origin_or_csrf(program, store, found):
    form = {"sort": "http", "name": "Fox", "address": "https://fox.example.org", "online": "yes"}
    answer = await program.post("/agents/new", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/agents/Fox")
    assert agent(store, "Fox").owner == 1


async def test_what_is_wrong_is_said_as_json(program):
    for answer in (await program.get("/nowhere"), await program.post("/play", data={"game": "no game"})):
        assert answer.status_code in (400, 404)
        assert answer.json()["error"]


async def test_members_agents_are_at_public_addresses_only(program, store, monkeypatch):
    async def inside(_host, _port):
        return ["10.0.0.1"]

    monkeypatch.setattr("agonist.arena.agents.public_addresses.looked_up", inside)
    for form, why in [
        ({"sort": "http", "address": "http://169.254.169.254"}, "not a public address"),
        ({"sort": "http", "address": "https://hen.example.org"}, "not at a public address"),
        ({"sort": "model", "provider": "vllm", "model": "m"}, "say where it is"),
        ({"sort": "model", "provider": "vllm", "model": "m", "base_url": "http://127.0.0.1:6379"}, "public"),
        ({"sort": "model", "provider": "vllm", "model": "m", "more": "base_url=http://[::1]:80"}, "public"),
    ]:
        answer = await program.post("/agents/new", data={"name": "Hen", **form})
        assert answer.status_code == 422
        (problem,) = answer.json()["problems"].values()
        assert why in problem


async def test_where_the_operator_says_so_they_may_be_in_the_network(program, store, monkeypatch):
    monkeypatch.setenv("AGONIST_PRIVATE_ADDRESSES", "yes")
    form = {"sort": "http", "name": "Owl", "address": "http://127.0.0.1:7860"}
    assert (await program.post("/agents/new", data=form)).status_code == 303


async def test_a_token_is_stored_as_a_hash_and_ends_when_it_is_deleted(site, ann, store):
    store.flush()
    for file in Path(store.name).parent.iterdir():
        assert ann.encode() not in file.read_bytes()
    async with browser(site, authorization="Bearer agonist_wrong") as other:
        answer = await other.get("/matches.json")
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert "not valid" in answer.json()["error"]
    for header in ("Basic YW5uOng=", f"Bearer  {ann}"):
        async with browser(site, authorization=header) as other:
            assert (await other.get("/matches.json")).status_code == 200


async def test_a_new_password_ends_the_tokens_of_its_account_alone(store, door, site, program):
    eve = add_user(store, "Eve", "eve", "!", "member", 0.0)
    async with browser(site, authorization=f"Bearer {door.accounts.add_token(eve.id, 'script')}") as hers:
        assert (await hers.get("/leaderboard.json")).status_code == 200
        await door.accounts.set_password(eve.id, "sour plums, tall trees")
        assert (await hers.get("/leaderboard.json")).status_code == 401
    assert (await program.get("/leaderboard.json")).status_code == 200
