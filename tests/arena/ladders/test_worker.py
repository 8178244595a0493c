"""Workers play ladders: on SQLite and PostgreSQL, alone and beside others."""

import asyncio

import pytest

from agonist.arena.agents.player_factories import registry
from agonist.arena.ladders.ladder import LadderTerms, join, leave, open_ladder
from agonist.arena.ladders.skills import NAME, SkillBook
from agonist.arena.ladders.worker import Worker
from agonist.core import UsageError
from agonist.store.platform.agents import add_agent, agent, set_state
from agonist.store.platform.ladder_match_closing import close_matches
from agonist.store.platform.ladders import set_state as set_ladder
from agonist.store.platform.leases import take
from agonist.store.platform.matchmaker_queries import ended_matches
from agonist.store.platform.owner_notices import notices
from agonist.store.platform.saved_results import saved_result
from agonist.store.platform.waiting_matches import Room

SLOW = 20.0


async def until(holds, *workers, seconds=SLOW):
    """Have workers play until something holds."""
    tasks = [asyncio.create_task(worker.work()) for worker in workers]
    try:
        async with asyncio.timeout(seconds):
            while not holds():
                await asyncio.sleep(0.01)
                for task in tasks:
                    if task.done():
                        task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def ladder_of(store, target="tictactoe", *players, **terms):
    own = open_ladder(store, target, terms=LadderTerms(**terms))
    for nth, player in enumerate(players or ("random", "reference")):
        join(store, own.id, add_agent(store, f"a{nth}", player).id)
    return own


def finished(store, own):
    return [match for match in store.matches(own.run) if match.status == "finished"]


def worker(store, **more):
    return Worker(store, registry(), pause=0.01, **more)


async def test_agents_play_as_soon_as_a_ladder_is_open_on_every_seat_until_the_day_is_over(store):
    own = ladder_of(store, "tictactoe", "random", "reference", "random", a_day=6)
    await until(lambda: len(finished(store, own)) >= 6, worker(store))
    matches = finished(store, own)
    planned = store.matches(own.run)
    for first, second in zip(planned[::2], planned[1::2], strict=True):
        assert first.fixture.players == second.fixture.players[::-1]
    seated = [name for match in store.matches(own.run) for name in match.fixture.players]
    assert max(seated.count(name) for name in ("a0", "a1", "a2")) <= 6
    assert {match.fixture.policy.then for match in matches} == {"forfeit"}
    assert store.run(own.run).plan["ladder"] == own.name


async def test_an_agent_that_is_alone_meets_house_agents(store):
    own = ladder_of(store, "tictactoe", "reference")
    await until(lambda: len(finished(store, own)) >= 4, worker(store))
    for match in finished(store, own):
        assert min(match.fixture.players) == "a0"
        assert max(match.fixture.players) in ("random", "reference")


async def test_in_a_set_everyone_has_every_seat_and_no_deal_is_played_twice(store):
    own = ladder_of(store, "texas_holdem", "random", "reference")
    await until(lambda: len(finished(store, own)) >= 4, worker(store, matches=2))
    planned = store.matches(own.run)
    one, other = planned[:2]
    assert one.fixture.players == other.fixture.players[::-1]
    deals = [str(store.steps(match)[:2]) for match in finished(store, own)]
    assert len(set(deals)) == len(deals)
    assert len({match.fixture.seed for match in planned}) == len(planned)


async def test_an_agent_that_cannot_answer_forfeits_is_paused_with_the_reason_and_its_owner_is_told(store):
    own = ladder_of(store, "tictactoe", "openai/x?key_env=NO_SUCH_KEY", "random")
    await until(lambda: agent(store, "a0").state == "paused", worker(store))
    assert "NO_SUCH_KEY" in agent(store, "a0").reason or "has no key" in agent(store, "a0").reason
    told = [notice.text for notice in notices(store, 0)]
    assert told == [
        f"a0 was paused: {agent(store, 'a0').reason}",
        "a0 has no key, so it forfeits: choose one.",
    ]
    lost = finished(store, own)[0]
    assert [lost.fixture.players[seat] for seat in lost.forfeits] == ["a0"]
    assert agent(store, "a1").failures == 0


async def test_matches_of_an_agent_that_went_offline_or_changed_are_void_if_they_had_not_begun(store):
    own = ladder_of(store)
    one = worker(store)
    one._planner.plan(Room(3))
    set_state(store, agent(store, "a0").id, "offline")
    one._planner.plan(Room(3))
    matches = store.matches(own.run)
    assert [(match.status, match.error) for match in matches] == [
        ("void", "a0 was offline before it began")
    ] * len(matches)
    assert len(matches) == 2


async def test_two_agents_that_answer_never_do_not_stop_a_ladder(store):
    own = ladder_of(store, "tictactoe", "http:http://127.0.0.1:9/a", "http:http://127.0.0.1:9/b")
    one = worker(store, matches=1)
    one._planner.plan(Room(4))
    assert len(take(store, "elsewhere", Room(4))) == 2  # each has another match, which cannot begin
    for name in ("quick", "other"):
        join(store, own.id, add_agent(store, name, "random").id)
    made = one._planner.plan(Room(1))
    assert [set(store.match(match).fixture.players) for match in made] == [{"quick", "other"}] * 2


async def test_a_closed_ladder_rests_and_houses_and_the_deleted_do_not_join(store):
    own = ladder_of(store)
    set_ladder(store, own.id, "closed")
    assert worker(store)._planner.plan(Room(5)) == []
    with pytest.raises(UsageError, match="closed"):
        join(store, own.id, agent(store, "a0").id)
    set_ladder(store, own.id, "open")
    with pytest.raises(UsageError, match="house agent"):
        join(store, own.id, agent(store, "random").id)
    for name in ("a0", "a1"):
        leave(store, own.id, agent(store, name).id)
    assert worker(store)._planner.plan(Room(5)) == []


@pytest.mark.slow
async def test_two_workers_play_every_match_once(where, store):
    from agonist.store import Store

    own = ladder_of(store, "tictactoe", "random", "reference", "random", "random", a_day=10)
    with Store.open(where) as other:
        await until(lambda: len(finished(store, own)) >= 16, worker(store), worker(other))
        matches = store.matches(own.run)
        assert len({match.fixture.key for match in matches}) == len(matches)
        for match in finished(store, own):
            steps = store.steps(match)
            assert 5 <= len(steps) <= 9


def test_terms_that_cannot_be_are_refused():
    with pytest.raises(UsageError, match="at once cannot be 0"):
        LadderTerms(at_once=0)
    with pytest.raises(UsageError, match="dollars a match cannot be 0"):
        LadderTerms(dollars_a_match=0.0)


async def test_a_worker_that_starts_takes_over_the_skills_that_another_kept_and_reads_the_rest(
    store, monkeypatch
):
    monkeypatch.setattr("agonist.arena.ladders.skills.KEPT_EVERY", 4)
    own = ladder_of(store, "tictactoe", "random", "reference", "random")
    playing = worker(store)
    await until(lambda: len(finished(store, own)) >= 6 and saved_result(store, NAME) is not None, playing)
    close_matches(store)
    books, read = [SkillBook(store) for _ in range(2)], []

    def reading(store, matches):
        read[-1] += matches
        return ended_matches(store, matches)

    monkeypatch.setattr("agonist.arena.ladders.skills.ended_matches", reading)
    for book in books:
        read.append([])
        book.read()
        monkeypatch.setattr("agonist.arena.ladders.skills.saved_result", lambda *_: None)
    assert len(read[0]) < len(read[1])
    assert len(read[1]) == len(finished(store, own))
    assert (books[0].skills, books[0].met) == (books[1].skills, books[1].met)
