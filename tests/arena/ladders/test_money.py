"""Paid models on a ladder, at an endpoint that answers and wants a key: owners' dollars and keys."""

import time

import pytest
from tests.arena.conftest import SECRET
from tests.arena.ladders.test_worker import finished, until, worker
from tests.arena.tables.test_tables import asked, give

from agonist.arena.accounts.encrypted_keys import keep
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.player_factories import registry
from agonist.arena.agents.public_addresses import PRIVATE
from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.ladder_tables import open_on_ladder
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all
from agonist.store.engines.locks_and_clock import today
from agonist.store.platform.accounts import add_user, change_user, spent
from agonist.store.platform.agents import add_agent, agent
from agonist.store.platform.owner_notices import notices
from agonist.store.platform.spending import left_today

KEY = "sk-right"


@pytest.fixture(autouse=True)
def _prices(tmp_path, monkeypatch):
    """Dollars for a million tokens: an answer of `pricey` costs a cent or two, of `cheap` next to nothing."""
    prices = tmp_path / "prices.toml"
    prices.write_text(
        '[models]\n"openai/pricey" = { input = 100.0, output = 400.0 }\n'
        '"openai/cheap" = { input = 0.1, output = 0.4 }\n'
    )
    monkeypatch.setenv("AGONIST_PRICES", str(prices))
    monkeypatch.setenv(VARIABLE, SECRET)
    monkeypatch.setenv(PRIVATE, "yes")


@pytest.fixture
async def endpoint():
    async with Endpoint("sensible", key=KEY) as started:
        yield started
    await aclose_all()


class Members:
    """Owners with an agent each on one ladder."""

    def __init__(self, store, endpoint, **terms):
        self.store, self.endpoint = store, endpoint
        self.ladder = open_ladder(store, "tictactoe", terms=LadderTerms(seconds=30, **terms))
        self.began = None

    def add(self, name, model, dollars, key=KEY):
        user = add_user(self.store, f"owner of {name}", f"owner of {name}", "!", "member", 0.0)
        change_user(self.store, user.id, {"dollars_a_day": dollars})
        stored = keep(self.store, user.id, "mine", key)
        player = f"openai/{model}?base_url={self.endpoint.url}"
        join(self.store, self.ladder.id, add_agent(self.store, name, player, owner=user.id, key=stored).id)
        return user.id

    def spent(self, owner):
        days = {today(match.ended) for match in finished(self.store, self.ladder) if match.ended}
        return sum(spent(self.store, owner, day) for day in days)

    def told(self, owner):
        return " ".join(each.text for each in notices(self.store, owner))

    def of(self, name):
        return [match for match in finished(self.store, self.ladder) if name in match.fixture.players]


@pytest.mark.long
async def test_a_days_dollars_end_for_one_owner_alone_and_no_match_is_left_in_the_middle(store, endpoint):
    members = Members(store, endpoint)
    ann, bob = members.add("Pricey", "pricey", 0.6), members.add("Cheap", "cheap", 3.0)

    def is_over():
        return "no more matches today" in members.told(ann) and len(members.of("Cheap")) >= 8

    await until(is_over, worker(store), seconds=200)
    theirs = members.of("Pricey")
    assert theirs
    assert 0 < members.spent(ann) <= 0.6
    # Matches of the day that were begun were played to the end, and nobody forfeited one for lack of money.
    assert all(not match.forfeits for match in theirs)
    assert max(match.id for match in members.of("Cheap")) > max(match.id for match in theirs)
    assert members.told(bob) == ""
    assert members.spent(bob) < 0.05


async def test_a_match_that_reaches_its_limit_is_forfeited_and_asks_no_more(store, endpoint):
    members = Members(store, endpoint, dollars_a_match=0.01)
    ann = members.add("Pricey", "pricey", 100.0)
    await until(lambda: len(members.of("Pricey")) >= 2, worker(store, matches=2), seconds=200)
    theirs = members.of("Pricey")
    assert all(match.fixture.players[match.forfeits[0]] == "Pricey" for match in theirs)
    for match in theirs:
        costs = [call.cost for step in store.steps(match) for call in step.calls if call.cost]
        # The request that reaches the limit is the last one.
        assert sum(costs[:-1]) < 0.01
    assert members.spent(ann) <= 0.05
    assert "Pricey reached the most that a match may cost you" in members.told(ann)


async def test_a_key_that_is_refused_is_told_to_its_owner_in_words_they_can_act_on(store, endpoint):
    members = Members(store, endpoint)
    cat = members.add("Cat", "cheap", 3.0, key="sk-wrong")
    await until(lambda: agent(store, "Cat").state == "paused", worker(store), seconds=200)
    told = members.told(cat)
    assert "The endpoint of Cat refuses its key" in told
    assert "the owner of Cat can choose another key on the agent's edit page" in told
    for hidden in ("AGENT_TOKEN", "key_env", "sk-wrong"):
        assert hidden not in told
    assert members.spent(cat) == 0.0


async def test_a_person_who_plays_a_paid_agent_spends_its_owners_dollars_and_no_more_than_they_allow(
    store, endpoint
):
    members = Members(store, endpoint)
    bob, eve = members.add("Cheap", "cheap", 3.0), members.add("Broke", "cheap", 0.1)
    with pytest.raises(UsageError, match="the owner of Broke has no dollars left today"):
        open_on_ladder(store, members.ladder, ["Broke"], names=["Ann"])
    match = open_on_ladder(store, members.ladder, ["Cheap"], names=["Ann"])
    left = store.read(lambda connection: left_today(connection, bob, today(time.time()), {}))
    while store.match(match).status != "finished":
        await advance(store, match, registry())
        for each in asked(store, match):
            give(store, match, each.seat, each.ask.options()[0])
    assert set(store.match(match).fixture.players) == {"Ann", "Cheap"}
    after = store.read(lambda connection: left_today(connection, bob, today(time.time()), {}))
    assert 0 < left - after < 0.05
    assert members.spent(bob) == pytest.approx(left - after)
    assert members.spent(eve) == 0.0
