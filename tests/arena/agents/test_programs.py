"""Programs that models write for agents of the site: kept in the database, each agent's for itself."""

import pytest
from tests.arena.ladders.test_worker import finished, until, worker
from tests.players.written_programs.test_program_player import FIRST, GOOD, Writer

from agonist.arena.agents.player_factories import registry
from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.table import open_table
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all
from agonist.store.platform.agents import add_agent, add_version, agent


@pytest.fixture
async def writer():
    """A model that writes programs, and the specification of a player that plays them."""
    model = Writer(GOOD)
    async with Endpoint(model) as endpoint:
        model.player = f"code:vllm/x?base_url={endpoint.url}"
        yield model
    await aclose_all()


def ladder(store, *agents):
    own = open_ladder(store, "tictactoe", terms=LadderTerms())
    for name, player in agents:
        join(store, own.id, add_agent(store, name, player).id)
    return own


def theirs(store, own):
    return [
        match for match in finished(store, own) if any(n.startswith("Fox") for n in match.fixture.players)
    ]


async def test_a_ladder_that_is_restarted_goes_on_with_its_programs(store, writer):
    own = ladder(store, ("Fox", writer.player), ("Owl", "random"))
    for wanted in (2, 4):
        await until(lambda wanted=wanted: len(theirs(store, own)) >= wanted, worker(store))
    assert len(writer.asked) == 1
    (program,) = store.programs(own.run)
    assert (program.player, program.game) == ("Fox", "tictactoe")
    moves = [c for m in theirs(store, own) for s in store.steps(m.id) for c in s.calls]
    assert {call.form for call in moves if call.purpose != "program"} == {"as asked"}


async def test_two_agents_with_the_same_model_have_programs_of_their_own(store, writer):
    own = ladder(store, ("Fox", writer.player), ("Owl", writer.player))
    await until(lambda: len(store.programs(own.run)) >= 2, worker(store))
    assert [program.player for program in store.programs(own.run)] == ["Fox", "Owl"]
    assert len(writer.asked) == 2


async def test_a_new_version_of_an_agent_writes_anew(store, writer):
    own = ladder(store, ("Fox", writer.player), ("Owl", "random"))
    await until(lambda: len(theirs(store, own)) >= 1, worker(store))
    add_version(store, agent(store, "Fox").id, f"{writer.player}&temperature=0.5")
    await until(lambda: len(store.programs(own.run)) >= 2, worker(store))
    assert [program.player for program in store.programs(own.run)] == ["Fox", "Fox v2"]


async def test_at_a_table_a_program_is_kept_and_its_requests_are_in_the_record(store, writer):
    writer.replies = (FIRST,)
    add_agent(store, "Fox", writer.player)
    match = open_table(store, "tictactoe", ["Fox", "random"])
    await advance(store, match, registry())
    stored = store.match(match)
    assert stored.status == "finished"
    assert [each.player for each in store.programs(stored.run)] == ["Fox"]
    assert sum(call.purpose == "program" for step in store.steps(match) for call in step.calls) == 1
