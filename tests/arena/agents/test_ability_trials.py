"""Ability trials: the suite's own sweeps, played for one agent, and on no leaderboard."""

import pytest

from agonist.adapters.wis_agent import AgentServer
from agonist.arena.agents import ability_trials
from agonist.arena.agents.ability_trials import (
    ability_trial,
    measured,
    offered,
    play_ability,
    start_ability,
)
from agonist.arena.agents.player_factories import registry
from agonist.core import UsageError
from agonist.models.model_assembly import aclose_all
from agonist.run_config import RunConfig
from agonist.store.platform.agents import add_agent, set_state
from agonist.store.platform.trials import trial_of


async def played(store, run):
    await play_ability(store, run.id, ability_trial(store, run.id), registry())
    return store.run(run.id)


@pytest.mark.parametrize(("kind", "arms", "seats"), [("defence", 3, 1), ("reasoning", 2, 1)])
async def test_a_trial_plays_its_arms_on_the_same_deals_and_the_suite_measures_it(
    store, monkeypatch, kind, arms, seats
):
    monkeypatch.setattr(ability_trials, "ARM_GAMES", (2,))
    fox = add_agent(store, "Fox", "random")
    run = start_ability(store, fox, kind, 2)
    assert run.matches == 2 * arms
    blocks = {}
    for match in store.matches(run.id):
        assert match.fixture.players.count("Fox") == seats
        blocks.setdefault(match.fixture.block, set()).add(match.fixture.part)
    assert len(blocks) == 2
    assert all(len(parts) == arms for parts in blocks.values())
    assert measured(store, run) == []
    run = await played(store, run)
    assert (run.status, run.finished) == ("finished", 2 * arms)
    assert any("Fox" in str(row) for table in measured(store, run) for row in table.rows)
    assert trial_of(store, run.id) is not None


def test_the_trial_of_attacks_seats_the_agent_six_times_and_one_behind_http_once(store):
    fox = add_agent(store, "Fox", "random")
    (first, *_) = store.matches(start_ability(store, fox, "attack").id)
    assert set(first.fixture.players) == {"Fox"}
    far = add_agent(store, "Far", "http:http://127.0.0.1:1")
    (first, *_) = store.matches(start_ability(store, far, "attack").id)
    assert sorted(first.fixture.players) == ["Far", *["reference"] * 5]


@pytest.mark.parametrize("kind", ["attack", "defence", "reasoning"])
async def test_an_agent_behind_http_the_papers_kind_takes_every_trial(store, monkeypatch, tmp_path, kind):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(ability_trials, "ARM_GAMES", (2,))
    async with AgentServer("reference", RunConfig().player_registry().factory("reference")) as server:
        far = add_agent(store, "Far", f"http:{server.url}")
        assert list(offered(far.version)) == ["attack", "defence", "reasoning"]
        run = await played(store, start_ability(store, far, kind, 2))
        await aclose_all()
    assert (run.status, run.note, run.finished) == ("finished", "", run.matches)
    assert not any(match.forfeits for match in store.matches(run.id))
    table = measured(store, run)[0]
    (mine,) = [row for row in table.rows if row[0] == "Far"]
    assert mine[table.header.index(kind)] is not None


def test_trials_are_offered_only_to_agents_that_can_play_them(store):
    own = add_agent(store, "Own", "agonist.players.simple:RandomPlayer")
    assert list(offered(own.version)) == ["defence", "reasoning"]
    with pytest.raises(UsageError):
        start_ability(store, own, "attack")


async def test_a_trial_of_a_deleted_agent_is_not_played(store):
    fox = add_agent(store, "Fox", "random")
    run = start_ability(store, fox, "defence")
    set_state(store, fox.id, "deleted")
    run = await played(store, run)
    assert (run.status, run.note, run.finished) == ("suspended", "Fox is deleted", 0)


@pytest.mark.parametrize(("kind", "games"), [("magic", 6), ("defence", 5)])
def test_what_is_no_trial_is_refused(store, kind, games):
    with pytest.raises(UsageError):
        start_ability(store, add_agent(store, "Fox", "random"), kind, games)
