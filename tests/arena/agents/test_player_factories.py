"""Agents sit down as what they are, and with their owner's key only."""

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from agonist.arena.accounts.encrypted_keys import keep
from agonist.arena.agents.house import house_agents
from agonist.arena.agents.player_factories import factory_of, registry
from agonist.arena.agents.spending import ReservedDollars
from agonist.arena.agents.track_record import record_of
from agonist.arena.agents.trial_matches import requests_to, start_test
from agonist.arena.agents.version_by_name import find_version
from agonist.arena.boards.rater import Rater
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.table import open_table
from agonist.core import UsageError
from agonist.match import Fixture
from agonist.models.errors import NoKey
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all
from agonist.store.engines.locks_and_clock import today
from agonist.store.platform.agents import add_agent, add_version, set_state
from agonist.store.platform.spending import add_spending, left_today


@pytest.fixture(autouse=True)
async def closed():
    """Connections of a test end with it."""
    yield
    await aclose_all()


@pytest.fixture
def ann(members, secret):
    return members.ann


def record(store, version):
    rater = Rater(store)
    rater.of()
    return record_of(store, rater, version)


def fixture(*players, **specs):
    return Fixture("tictactoe", 1, {}, "s", players, specs=specs)


def in_match(fixture):
    return SimpleNamespace(fixture=fixture, run="r")


def test_house_agents_are_always_there_and_registered_once(store):
    assert [agent.name for agent in house_agents(store)] == ["random", "reference"]
    assert [agent.id for agent in house_agents(store)] == [1, 2]


def test_an_agent_plays_under_the_name_of_its_version(store):
    fox = add_agent(store, "Fox", "random")
    add_version(store, fox.id, "mcts")
    assert find_version(store, "Fox")[1].player == "random"
    assert {find_version(store, name) for name in ("Fox v3", "Owl", "fox v2", "Fox v", "Fox v02")} == {None}
    match = store.match(open_table(store, "tictactoe", ["Fox", "random"]))
    assert match.fixture.players == ("Fox v2", "random")
    assert match.fixture.spec("Fox v2") == "mcts"
    set_state(store, fox.id, "deleted")
    with pytest.raises(UsageError, match="deleted"):
        open_table(store, "tictactoe", ["Fox", "random"])


async def test_a_members_agent_is_reached_with_its_owners_key_whatever_a_match_says(store, ann, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "the-key-of-the-server")
    key = keep(store, ann, "mine", "sk-the-key-of-ann")
    fox = "openai/x?base_url=https://models.example.org/v1"
    add_agent(store, "Fox", fox, owner=ann, key=key)
    thief = fixture(
        "Fox", "random", Fox="openai/x?base_url=https://thief.example.org/v1&key_env=OPENAI_API_KEY"
    )
    factory = factory_of(store, in_match(thief), "Fox", registry(), ReservedDollars({ann: 1.0}, {ann: 1}))
    (inner,) = (cell.cell_contents for cell in factory.__closure__ if callable(cell.cell_contents))
    route = next(
        cell.cell_contents.route for cell in inner.__closure__ if hasattr(cell.cell_contents, "route")
    )
    assert (route.base_url, route.key) == ("https://models.example.org/v1", "sk-the-key-of-ann")


def test_a_members_agent_without_a_key_gets_none_of_the_server(store, ann, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "the-key-of-the-server")
    add_agent(store, "Fox", "openai/x", owner=ann)
    with pytest.raises(NoKey, match="Fox has no key"):
        factory_of(
            store,
            in_match(fixture("Fox", "random", Fox="openai/x")),
            "Fox",
            registry(),
            ReservedDollars({ann: 1.0}, {ann: 1}),
        )


async def test_a_test_match_says_all_that_was_asked_and_counts_nowhere(store):
    with Endpoint("first") as endpoint:
        fox = add_agent(store, "Fox", f"vllm/x?base_url={endpoint.url}")
        match = start_test(store, fox)
        await advance(store, match.id, registry())
    lines = requests_to(store, match)
    assert lines
    assert {line.result for line in lines} == {"accepted"}
    assert lines[0].call.sent[0].content.startswith("You are playing Tic-Tac-Toe")
    assert store.match(match.id).status == "finished"
    assert Rater(store).of().rows == ()
    assert record(store, fox.version).matches == 0


async def test_an_endpoint_that_fails_is_named_with_its_class(store):
    fox = add_agent(store, "Fox", "vllm/x?base_url=http://127.0.0.1:1/v1")
    match = start_test(store, fox)
    await advance(store, match.id, registry())
    stopped = store.match(match.id)
    assert stopped.status == "suspended"
    assert stopped.error.startswith("unreachable: ")


async def test_a_record_tells_games_opponents_and_costs_of_one_version(store):
    with Endpoint("first") as endpoint:
        fox = add_agent(store, "Fox", f"vllm/x?base_url={endpoint.url}")
        for opponent in ("random", "reference"):
            for _ in range(2):
                await advance(store, open_table(store, "tictactoe", ["Fox", opponent]), registry())
    found = record(store, fox.version)
    assert (found.matches, found.finished) == (4, 4)
    assert [(part.name, part.matches) for part in found.games] == [("tictactoe", 4)]
    assert {pair.opponent for pair in found.opponents} == {"random", "reference"}
    assert sum(pair.wins + pair.draws + pair.losses for pair in found.opponents) == 4
    assert found.requests > 4
    assert found.dollars == 0.0
    assert found.as_dict()["games"][0]["name"] == "tictactoe"
    add_version(store, fox.id, "random")
    assert record(store, find_version(store, "Fox v2")[1]).matches == 0


async def test_a_test_is_paid_for_out_of_its_owners_day_until_nothing_is_left(store, ann, monkeypatch):
    monkeypatch.setenv("AGONIST_PRIVATE_ADDRESSES", "yes")
    with Endpoint("first") as endpoint:
        key = keep(store, ann, "mine", "sk-the-key-of-ann")
        fox = add_agent(store, "Fox", f"openai/gpt-5-mini?base_url={endpoint.url}", owner=ann, key=key)
        prices = "[models]\n'openai/gpt-5-mini' = { input = 1000.0, output = 1000.0 }\n"
        path = Path(store.name).with_name("prices.toml")
        path.write_text(prices, "utf-8")
        monkeypatch.setenv("AGONIST_PRICES", str(path))
        spent = []
        for _ in range(2):
            match = start_test(store, fox)
            await advance(store, match.id, registry())
            spent.append(store.read(lambda c: 5.0 - left_today(c, ann, today(time.time()), {})))
    assert 0 < spent[0] <= spent[1]
    cost = sum(each.cost or 0.0 for each in store.usage_of(range(1, match.id + 1)))
    assert spent[1] == pytest.approx(cost)
    store.change(lambda c: add_spending(c, ann, today(time.time()), 5.0))
    match = start_test(store, fox)
    await advance(store, match.id, registry())
    ended = store.match(match.id)
    assert (ended.status, ended.error) == (
        "suspended",
        "the owner of Fox has spent their dollars for today, or reserved them for matches that are being "
        "played; continue when these are over, or tomorrow (UTC)",
    )
