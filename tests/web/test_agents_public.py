"""Members' agents on a public server: whose they are, with whose key they play, and where they may be."""

from html import unescape

import pytest
from tests.arena.conftest import SECRET
from tests.web.public import browser, send, sign_up, site_of

from agonist.arena.accounts.encrypted_keys import keys_of, reveal
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents import public_addresses
from agonist.store import Store
from agonist.store.platform.agents import agent

FOX = {"sort": "model", "name": "Fox", "provider": "vllm", "model": "x", "secret": "sk-of-ann-0123456789"}
AT = "https://models.example.org/v1"


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "platform.db") as opened:
        yield opened


@pytest.fixture
def names(monkeypatch):
    """Which numeric addresses names have."""
    known = {"models.example.org": ("93.184.216.34",), "inside.example.org": ("10.0.0.7",)}

    async def looked_up(host, _port):
        return known[host]

    monkeypatch.setattr(public_addresses, "looked_up", looked_up)
    return known


@pytest.fixture
def site(store):
    return site_of(store)


@pytest.fixture
async def ann(site, names):
    async with browser(site) as client:
        await sign_up(client, "Ann")
        yield client


@pytest.fixture
async def ben(site):
    async with browser(site) as client:
        await sign_up(client, "Ben")
        yield client


async def test_a_member_registers_an_agent_with_a_key_that_is_encrypted_and_never_shown(store, ann):
    answer = await send(ann, "/agents/new", **FOX, base_url=AT, online="yes")
    assert answer.headers["location"] == "/agents/Fox"
    fox = agent(store, "Fox")
    assert (fox.owner_name, fox.version.player) == ("Ann", f"vllm/x?base_url={AT}")
    assert [key.label for key in keys_of(store, fox.owner)] == ["Fox"]
    assert reveal(store, fox.version.key, owner=fox.owner) == FOX["secret"]
    for path in ("/agents/Fox", "/agents/Fox/edit", "/agents/Fox/profile.json", "/agents.json"):
        assert FOX["secret"] not in (await ann.get(path)).text


@pytest.mark.parametrize(
    ("sort", "field", "address"),
    [
        ("model", "base_url", "http://127.0.0.1:8321/v1"),
        ("model", "base_url", "http://169.254.169.254/latest"),
        ("model", "base_url", "http://0x7f.1/v1"),
        ("model", "base_url", "https://inside.example.org/v1"),
        ("model", "base_url", ""),
        ("http", "address", "http://[::1]:7860"),
        ("http", "address", "https://inside.example.org"),
    ],
)
async def test_an_address_inside_is_refused_at_its_field(store, ann, sort, field, address):
    answer = await send(ann, "/agents/new", **{**FOX, "sort": sort, "secret": "", field: address})
    assert answer.status_code == 422
    assert f'id="{field}-wrong"' in answer.text
    assert address in unescape(answer.text)


async def test_what_a_member_may_not_do_to_an_agent_of_another(store, ann, ben):
    await send(ann, "/agents/new", **FOX, base_url=AT)
    fox = "/agents/Fox"
    assert (await ben.get(fox)).status_code == 200
    assert AT not in (await ben.get(fox)).text
    assert AT not in (await ben.get("/agents.json")).text
    assert (await ben.get(f"{fox}/edit")).status_code == 403
    assert (await ben.get("/agents/new?copy=Fox")).status_code == 403
    for path, fields in (
        ("edit", FOX),
        ("state", {"state": "offline"}),
        ("delete", {"name": "Fox"}),
        ("test", {}),
        ("trials", {"kind": "defence"}),
    ):
        answer = await send(ben, f"{fox}/{path}", page="/agents/new", **fields)
        assert answer.status_code == 403, path
    assert agent(store, "Fox").state == "offline"
    assert agent(store, "Fox").version.nth == 1


async def test_a_public_configuration_is_copied_and_another_members_key_is_not(store, ann, ben):
    await send(ann, "/agents/new", **FOX, base_url=AT, public="yes")
    form = (await ben.get("/agents/new?copy=Fox")).text
    assert AT in form
    key = agent(store, "Fox").version.key
    copy = {**FOX, "name": "Copy", "secret": "", "key": str(key), "base_url": AT}
    answer = await send(ben, "/agents/new", **copy)
    assert answer.status_code == 422
    assert 'id="key-wrong">choose one of your keys' in answer.text
    assert (await send(ben, "/agents/new", **{**copy, "key": ""})).status_code == 303
    assert agent(store, "Copy").version.key is None


async def test_nobodys_code_runs_and_visitors_register_nothing(site, ann):
    assert (await ann.get("/agents/new?sort=python")).status_code == 403
    async with browser(site) as guest:
        assert (await guest.get("/agents/new")).headers["location"].startswith("/sign-in")
        assert (await guest.get("/agents")).status_code == 200
        assert (await guest.get("/docs/agents")).status_code == 200


async def test_an_agent_without_a_key_says_so_on_its_owners_page(ann):
    await send(ann, "/agents/new", sort="model", name="Owl", provider="openai", model="x", base_url=AT)
    assert "It cannot play now: it has no key" in unescape((await ann.get("/agents/Owl")).text)
