"""Our games as TextArena's environments: the same matches as ours, through its own loop and wrappers."""

import copy
import random
from functools import partial
from random import Random

import pytest
from textarena.wrappers import LLMObservationWrapper

from agonist.adapters.textarena import game_env
from agonist.core import CHANCE, UsageError, uniform
from agonist.games import KITS
from agonist.match.chance_seat import Chance
from agonist.text.answer_formats import written
from agonist.tournament import parse_target

QUICK = ("tictactoe", "prisoners_dilemma", "undercover", "liars_dice", "sealed_bid_auction", "codenames")


def ours(target, seed):
    """The texts of random answers in a match of ours, one player after another, its moves and its scores."""
    chosen = parse_target(target)
    game, words = chosen.game, chosen.kit.words
    chance, rng = Chance.of_match(str(seed), None), Random(seed)
    state, texts, moves = game.new(), [], []
    while (asks := game.turn(state)) and len(moves) < 400:
        move = {seat: chance.pick(ask) for seat, ask in asks.items() if seat == CHANCE}
        for seat in sorted(set(asks) - {CHANCE}):
            move[seat] = uniform(asks[seat], rng)
            say = partial(words.label, game.observe(state, seat))
            texts.append((seat, written(asks[seat], move[seat], "json", say)))
        moves.append(move)
        state = game.act(state, move)
    return texts, moves, game.outcome(state), game.seats


def expect_the_same(target):
    texts, moves, outcome, seats = ours(target, 5)
    env = LLMObservationWrapper(game_env(target))
    env.reset(num_players=seats, seed=5)
    done = False
    for seat, text in texts:
        assert not done
        player, seen = env.get_observation()
        assert player == seat
        assert f"You are Player {seat + 1}." in seen
        done, _ = env.step(text)
    assert list(env.env.record.moves)[: len(moves)] == moves  # where it goes on, chance has moved
    rewards, info = env.close()
    if outcome is None:
        assert not done
    else:
        assert done
        assert tuple(rewards[seat] for seat in range(seats)) == outcome.scores
        assert info[0]["reason"] == outcome.reason


@pytest.mark.parametrize("target", QUICK)
def test_a_match_is_the_same_as_ours(target):
    expect_the_same(target)


@pytest.mark.long
@pytest.mark.parametrize("target", [name for name in KITS if name not in QUICK])
def test_a_match_of_every_other_game_is_the_same_as_ours(target):
    expect_the_same(target)


def test_what_cannot_be_played_is_told_and_then_forfeits():
    env = game_env("tictactoe", error_allowance=1)
    env.reset(2, seed=1)
    env.get_observation()
    assert env.step("I would rather not.")[0] is False
    player, seen = env.get_observation()
    assert player == 0
    assert any("invalid move" in text for _, text, _ in seen)
    assert env.step("Really.")[0] is True
    rewards, info = env.close()
    assert rewards[0] < rewards[1]
    assert info[0]["invalid_move"] is True
    with pytest.raises(UsageError):
        env.step("And now?")


def test_it_is_dealt_by_its_seed_alone_and_can_be_copied():
    random.seed(3)
    before = random.getstate()
    seen = []
    for seed in (1, 1, 2):
        env = game_env("liars_dice")
        env.reset(num_players=3, seed=seed)
        seen.append(env.get_observation())
        assert copy.deepcopy(env).record == env.record
    assert seen[0] == seen[1] != seen[2]
    assert random.getstate() == before


def test_wrong_games_and_numbers_of_players_are_refused():
    with pytest.raises(UsageError, match="tictactoe"):
        game_env("tictacto")
    env = game_env("tictactoe")
    with pytest.raises(UsageError, match="for 2 players"):
        env.reset(3)
