"""What a run comes to depends on its seed and the answers, never on what runs beside or when it stopped."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

import pytest
from tests.same_faults import SameFaults

from agonist import api
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.match import PRESETS, play
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.players.registry import PlayerRegistry
from agonist.players.simple import RandomPlayer
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.tournament import LocalExecutor

TARGETS = ["tictactoe", "guess_average?rounds=3&seats=4", "texas_holdem?hands=1", "undercover"]
FLAWED = SameFaults(empty=0.1, garbage=0.1, prose=0.1, length=0.05, apology=0.1)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def evaluate(db, *more, targets=TARGETS, concurrency=32, **options):
    players = ["random", "reference", *more]
    return api.run(
        targets, players, matches=4, seed=11, db=db, config=RunConfig(concurrency=concurrency), **options
    )


@pytest.mark.slow
def test_the_same_seed_gives_the_same_matches_at_any_concurrency(played):
    with Endpoint("random", FLAWED, seed=5) as endpoint:
        model = f"endpoint/random?base_url={endpoint.url}"
        model_without_history = f"endpoint/babbler?history=none&base_url={endpoint.url}"
        one = evaluate("one.db", model, model_without_history, concurrency=1)
        many = evaluate("many.db", model, model_without_history, concurrency=32)
    assert (one.status, many.status) == ("finished", "finished")
    first, second = played("one.db"), played("many.db")
    assert first == second
    assert len(first) > 40
    invalid = [said for match in first.values() for step in match[4] for said in step[2] if said[5]]
    assert len(invalid) > 20, "the faults must have been met"
    assert any(step[1] for match in first.values() for step in match[4]), "and the policy must have played"


def test_the_same_seed_gives_the_same_matches_whatever_games_run_beside(played):
    evaluate("all.db")
    together = played("all.db")
    alone = {}
    for target in reversed(TARGETS):
        db = f"{target.partition('?')[0]}.db"
        evaluate(db, targets=[target], concurrency=3)
        alone |= played(db)
    assert alone == together


def test_another_seed_gives_other_matches(played):
    api.run("tictactoe", ["random"], matches=4, seed=1, db="one.db")
    api.run("tictactoe", ["random"], matches=4, seed=2, db="two.db")
    moves = [[match[4] for match in played(db).values()] for db in ("one.db", "two.db")]
    assert moves[0] != moves[1]


def test_a_finished_run_is_resumed_to_itself(played):
    done = evaluate("agonist.db", targets=["tictactoe"])
    before = played("agonist.db")
    again = api.resume(done.run, db="agonist.db")
    assert (again.status, again.progress.finished, again.exit_code) == ("finished", 4, 0)
    assert played("agonist.db") == before


@pytest.mark.parametrize("steps", range(10))
def test_a_match_cut_after_any_step_is_played_on_to_the_same_end(steps):
    kit = find_kit("tictactoe")
    game = make_game(kit.game, {})
    factories = [PlayerRegistry(lambda spec: None).factory(spec) for spec in ("random", "random")]
    for policy in (PRESETS["default"], PRESETS["strict"]):
        whole = asyncio.run(play(kit, game, factories, seed="x", policy=policy))
        rest = asyncio.run(play(kit, game, factories, seed="x", policy=policy, steps=whole.steps[:steps]))
        assert rest == whole


def test_a_match_cut_after_its_forfeit_is_still_forfeited():
    kit = find_kit("tictactoe")
    game = make_game(kit.game, {})
    factories = [
        PlayerRegistry(lambda spec: None).factory(spec) for spec in ("random", "fixed?answers=nonsense")
    ]
    whole = asyncio.run(play(kit, game, factories, seed="x", policy=PRESETS["strict"]))
    assert whole.record.forfeits == (1,)
    assert not whole.steps[-1].moves
    for cut in range(len(whole.steps) + 1):
        heard: list[int] = []
        rest = asyncio.run(
            play(
                kit,
                game,
                factories,
                seed="x",
                policy=PRESETS["strict"],
                steps=whole.steps[:cut],
                on_step=lambda nth, _step, heard=heard: heard.append(nth),
            )
        )
        assert rest == whole
        assert heard == list(range(cut, len(whole.steps)))


@pytest.mark.slow
def test_fewer_matches_than_a_provider_needs_to_be_given_up_are_all_tried():
    from agonist.tournament.players_set_aside import SUSPENDED_IN_A_ROW

    # Status 400 concerns one request: the others may go well.
    with Endpoint("careful", Faults(wrong_json=1), seed=1) as endpoint:
        model = f"endpoint/careful?timeout=1&base_url={endpoint.url}"
        done = api.run("tictactoe", [model], opponents=["random"], matches=2, db="agonist.db")
    assert (done.status, done.exit_code) == ("suspended", 4)
    assert done.progress.suspended == 2 < SUSPENDED_IN_A_ROW


def each_of(jobs):
    waiting = iter(jobs)

    async def next_job():
        return next(waiting, None)

    return next_job


def test_the_executor_bounds_what_runs_at_once():
    running, most, done = 0, 0, []

    async def one(job):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        done.append(job)

    asyncio.run(LocalExecutor(3).each(each_of(range(10)), one))
    assert (most, sorted(done)) == (3, list(range(10)))
    with pytest.raises(UsageError):
        LocalExecutor(0)


def test_the_executor_ends_the_rest_when_one_raises():
    ended = []

    async def one(job):
        try:
            if job == 2:
                raise ValueError("stop")
            await asyncio.sleep(30)
        finally:
            ended.append(job)

    with pytest.raises(ValueError, match="stop"):
        asyncio.run(LocalExecutor(4).each(each_of(range(100)), one))
    assert sorted(ended) == [0, 1, 2, 3]


def test_what_cannot_be_played_leaves_no_run(tmp_path):
    for options in (
        {"policy": "default?then=pass"},
        {"seats": {0: "minimax?depth=x"}},
        {"opponents": ["nobody"]},
    ):
        with pytest.raises(UsageError):
            api.run("connect_four", ["random"], db="agonist.db", **options)
    assert not (tmp_path / "agonist.db").exists()


def test_a_run_tells_how_far_it_is():
    seen = []
    api.run(
        "tictactoe",
        ["random"],
        matches=5,
        db="agonist.db",
        on_change=lambda s: seen.append((s.finished, s.total)),
    )
    assert seen == [(n, 5) for n in range(6)]


def test_it_works_where_an_event_loop_runs_already():
    async def notebook():
        return api.run("tictactoe", ["random"], matches=2, db="agonist.db").status

    assert asyncio.run(notebook()) == "finished"
    with Store.open("agonist.db") as store:
        assert store.run("latest").finished == 2


def test_a_new_match_of_built_in_players_waits_for_no_thread(monkeypatch):
    """A thread a match took as long as the match; the database is asked for several at once."""
    threads, to_thread = [], asyncio.to_thread

    async def counted(function, *arguments, **named):
        threads.append(function.__name__)
        return await to_thread(function, *arguments, **named)

    monkeypatch.setattr(asyncio, "to_thread", counted)
    api.run("tictactoe", ["random", "first=random"], matches=60, db="a.db", config=RunConfig(concurrency=1))
    seldom = {"join", "take", "public_id", "may_follow", "join_run", "change"}
    assert {"join", "take", "public_id"} <= set(threads) <= seldom
    assert threads.count("public_id") == 1
    assert len(threads) < 40


def test_matches_of_quick_players_let_others_run(monkeypatch):
    """Otherwise matches of players that wait for nothing would hold up a site, and Ctrl-C."""
    from agonist.match import seated_players

    async def whole():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(tick())
        kit = find_kit("tictactoe")
        match = await play(kit, kit.game(), [lambda _seat: RandomPlayer()] * 2, seed="1")
        other.cancel()
        return ticks, len(match.steps)

    monkeypatch.setattr(seated_players, "LET_OTHERS", 0.0)
    ticks, steps = asyncio.run(whole())
    assert ticks >= steps


def test_once_nothing_is_left_the_database_is_not_asked_again_for_each_match_that_ends(monkeypatch):
    from agonist.store.runs import match_claims

    asked, take = [], match_claims.take

    def heard(store, lease, many, **how):
        asked.append(take(store, lease, many, **how))
        return asked[-1]

    monkeypatch.setattr(match_claims, "take", heard)
    assert evaluate("all.db", targets=["tictactoe"], concurrency=4).status == "finished"
    assert asked.count([]) == 1


SEEN: ContextVar[int] = ContextVar("SEEN", default=0)


def test_what_an_agent_leaves_in_its_context_ends_with_its_match():
    before = []

    async def agent(view, ask, rng):
        before.append((len(view.marked), SEEN.get()))
        SEEN.set(1)
        return rng.choice(ask.choices)

    api.run("tictactoe", {"ann": agent, "bob": "random"}, matches=4, config=RunConfig(concurrency=1))
    assert [seen for marked, seen in before if marked < 2] == [0] * 4
