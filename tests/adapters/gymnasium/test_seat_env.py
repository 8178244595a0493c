"""A seat of a game as an environment, by Gymnasium's own checker and beside our own matches."""

import asyncio
import threading

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import agonist
from agonist.adapters.gymnasium import SeatEnv
from agonist.core import IllegalAction, UsageError
from agonist.games import KITS
from agonist.games.tictactoe import TicTacToe
from agonist.match import Record
from agonist.models.mock_endpoint import Endpoint
from agonist.players import RandomPlayer

WITH_ARRAYS = [name for name, kit in KITS.items() if kit.arrays]


@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_gymnasiums_check_env_finds_nothing(name):
    # Warnings are errors here, and whatever the checker finds strange is one.
    env = gymnasium.make(f"agonist/{name}-v0", **KITS[name].quick_options)
    check_env(env.unwrapped)
    env.close()


def seated(name, seat):
    """A match of random players, and the environment in which it is to be played again from one seat."""
    env = SeatEnv(name, seat=seat, illegal="raise", record=True, **KITS[name].quick_options)
    players = ["random"] * env.record.game.seats
    players[seat] = lambda _context: RandomPlayer()
    return agonist.play(env.target, players, seed=7), env


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_the_same_seed_and_answers_give_the_record_and_the_score_of_a_match(name, seat):
    match, env = seated(name, seat)
    _, info = env.reset(seed=7)
    reward, over = 0.0, False
    for answer in (moves[seat] for moves in match.record.moves if seat in moves):
        for action in env.spelled(answer):
            assert not over
            _, reward, over, truncated, info = env.step(action)
            assert not truncated
    if not over:  # the match was over before this seat was ever asked
        _, reward, over, _, info = env.step(0)
    assert over
    assert reward == match.outcome.scores[seat]
    assert env.record == info["record"] == match.record
    assert Record.loads(info["record"].dumps(), lambda _name: KITS[name]).outcome == match.outcome


def finished(env, seed=None, **options):
    """The seat and the reward of an episode of random actions."""
    _, info = env.reset(seed=seed, options=options)
    over = False
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    return env.seat, reward


def test_seats_rotate_with_each_episode_from_the_seed_on():
    env = SeatEnv("guess_average?seats=3&rounds=1")
    assert [finished(env, seed)[0] for seed in (1, None, None, None, 5, 6)] == [1, 2, 0, 1, 2, 0]
    assert finished(env, seed=1, seat=0)[0] == 0


def test_a_fixed_seat_stays_and_sees_itself():
    env = SeatEnv("connect_four", seat=1)
    for seed in range(3):
        observation, _ = env.reset(seed=seed)
        assert observation["seat"].tolist() == [0, 1]
        assert observation["board"][0].sum() == 1, "the other player has moved"


def test_deals_without_a_seed_follow_from_the_last_seed():
    def holes(env, *seeds):
        for seed in seeds:
            env.reset(seed=seed)
            yield env.record.moves[1]

    first, second, third = holes(SeatEnv("texas_holdem"), 5, None, None)
    assert [first, second, third] == list(holes(SeatEnv("texas_holdem"), 5, None, None))
    assert first != second != third
    env, other = SeatEnv("texas_holdem"), SeatEnv("texas_holdem")
    assert list(holes(env, *[None] * 3)) != list(holes(other, *[None] * 3)), "no seed is no fixed seed"


def test_who_answers_at_the_same_time_does_not_see_what_the_learner_answered():
    seen = []

    def watching(view, ask):
        seen.append(view)
        return ask.options()[0]

    env = SeatEnv("guess_average?seats=2&rounds=1", opponents=(watching,), seat=0)
    for guess in (0, 100):
        env.reset(seed=1)
        env.step(guess)
    env.close()
    assert seen[0] == seen[1]


def test_the_others_play_as_they_do_in_a_match():
    def first(ask):
        return ask.options()[0]

    match = agonist.play("tictactoe", [first, "reference"], seed=3)
    env = SeatEnv("tictactoe", opponents=("reference",), seat=0)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
    env.close()
    assert env.record == match.record
    assert reward == match.outcome.scores[0]


def test_it_steps_where_an_event_loop_is_running_already_as_in_a_notebook():
    env = SeatEnv("tictactoe", opponents=("reference",))

    async def in_a_cell():
        return finished(env, seed=1)

    assert asyncio.run(in_a_cell())[1] in (-1, 0, 1)
    assert any(thread.name == "agonist opponents" for thread in threading.enumerate())
    env.close()
    env.close()
    assert not any(thread.name == "agonist opponents" for thread in threading.enumerate())


def test_a_model_is_an_opponent_too():
    with Endpoint("sensible") as endpoint:
        env = SeatEnv("tictactoe", opponents=(f"endpoint/sensible?base_url={endpoint.url}",), seat=1)
        env.reset(seed=1)
        assert len(env.record.moves) == 1
        env.close()


def test_an_illegal_action_forfeits_or_raises():
    env = SeatEnv("tictactoe", seat=0, opponents=("reference",))
    env.reset(seed=0)
    taken = next(int(cell) for cell in np.flatnonzero(env.action_masks()))
    env.step(taken)
    _, reward, over, truncated, _ = env.step(taken)
    assert (reward, over, truncated) == (-1.0, True, False)
    with pytest.raises(UsageError, match="reset"):
        env.step(0)
    env.close()
    strict = SeatEnv("tictactoe", seat=0, illegal="raise")
    strict.reset(seed=0)
    strict.step(taken)
    with pytest.raises(IllegalAction):
        strict.step(taken)


def test_a_limit_of_steps_truncates_and_does_not_terminate():
    env = gymnasium.make("agonist/connect_four-v0", max_episode_steps=2)
    _, info = env.reset(seed=0)
    for truncates in (False, True):
        _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        assert (reward, terminated, truncated) == (0.0, False, truncates)
    env.close()


def test_text_and_record_are_in_the_info_where_they_are_wanted():
    _, info = SeatEnv("tictactoe").reset(seed=0)
    assert set(info) == {"action_mask"}
    env = SeatEnv("tictactoe", text=True, record=True)
    _, info = env.reset(seed=0)
    assert "_ | _ | _" in info["text"]
    assert "record" not in info, "the match is not over"


def test_no_text_is_written_unasked(monkeypatch):
    monkeypatch.setattr(type(KITS["connect_four"].words), "scene", lambda *_: pytest.fail("a scene"))
    finished(SeatEnv("connect_four"), seed=1)


def test_a_match_that_ends_before_the_learner_is_asked_is_an_episode_of_one_step():
    # The other player plays a card that does not fit, and there is no fuse left.
    env = SeatEnv("hanabi", **KITS["hanabi"].quick_options)
    _, info = env.reset(seed=21)
    assert not info["action_mask"].any()
    *_, over, _, _ = env.step(0)
    assert over


def test_what_is_observed_may_be_written_to():
    env = SeatEnv("tictactoe")
    for _ in range(2):
        observation, _ = env.reset(seed=0)
        assert observation["seat"].tolist() == [1, 0]
        assert observation["board"][0].sum() == 9
        for array in observation.values():
            array[...] = 0


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")  # Python 3.12's, of Gymnasium's fork
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_environments_side_by_side_play_what_each_plays_alone(mode):
    def alone(seed):
        env = SeatEnv("connect_four")
        observation, _ = env.reset(seed=seed)
        yield observation["board"]
        for action in (3, 2):
            yield env.step(action)[0]["board"]

    envs = gymnasium.make_vec("agonist/connect_four-v0", num_envs=3, vectorization_mode=mode)
    observations, info = envs.reset(seed=4)
    boards = [observations["board"]]
    assert info["action_mask"].shape == (3, 7)
    for action in (3, 2):
        observations, *_, info = envs.step(np.full(3, action))
        boards.append(observations["board"])
    assert info["action_mask"].all()
    envs.close()
    for nth in range(3):
        assert all(np.array_equal(a[nth], b) for a, b in zip(boards, alone(4 + nth), strict=True))


def test_side_by_side_an_episode_that_is_over_begins_anew_and_leaves_its_record():
    envs = gymnasium.make_vec("agonist/tictactoe-v0", num_envs=2, vectorization_mode="sync", record=True)
    _, info = envs.reset(seed=1)
    over = np.zeros(2, bool)
    while not over.any():
        actions = info["action_mask"].argmax(axis=1)
        *_, over, truncated, info = envs.step(actions)
        assert not truncated.any()
    done = int(over.argmax())
    assert info["record"][done].outcome is not None
    assert isinstance(info["record"][done].game, TicTacToe)
    *_, info = envs.step(actions)
    assert info["action_mask"][done].sum() >= 8
    envs.close()


def test_a_game_of_words_names_the_way_by_text():
    for make in (lambda: gymnasium.make("agonist/undercover-v0"), lambda: SeatEnv("codenames")):
        with pytest.raises(UsageError, match="aec_env"):
            make()


def test_options_are_the_games_own():
    assert SeatEnv("connect_four", rows=4, columns=5).observation_space["board"].shape == (3, 4, 5)
    assert SeatEnv("connect_four?rows=4", columns=5).observation_space["board"].shape == (3, 4, 5)
    with pytest.raises(UsageError, match="rows"):
        SeatEnv("connect_four", row=4)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"opponents": ("random", "random")}, "1 other seats, and 2"),
        ({"opponents": ()}, "0 opponents"),
        ({"opponents": ("no/such?x=1",)}, "x"),
        ({"seat": 2}, "seat is"),
        ({"seat": "north"}, "seat is"),
        ({"illegal": "forgive"}, "illegal is"),
    ],
)
def test_what_cannot_be_is_refused_when_it_is_made(options, match):
    with pytest.raises(UsageError, match=match):
        SeatEnv("tictactoe", **options)
    env = SeatEnv("tictactoe")
    with pytest.raises(UsageError, match="reset"):
        env.step(0)
    with pytest.raises(UsageError, match="seat"):
        env.reset(options={"seat": 7})


def test_one_opponent_may_fill_all_other_seats_and_several_sit_in_their_order():
    def zero(ask):
        return 0

    env = SeatEnv("guess_average?seats=3&rounds=1", opponents=(zero,), seat=1)
    env.reset(seed=1)
    env.step(50)
    assert env.record.moves == ({0: 0, 1: 50, 2: 0},)
    env.close()

    def hundred(ask):
        return 100

    env = SeatEnv("guess_average?seats=3&rounds=1", opponents=(zero, hundred), seat=1)
    env.reset(seed=1)
    env.step(50)
    assert env.record.moves == ({0: 0, 1: 50, 2: 100},)
    env.close()
