"""Divide the dollar: γ-Bench's rule, worked by hand."""

import asyncio
from random import Random

import pytest

from agonist.core import IllegalAction
from agonist.games.divide_dollar import KIT, DivideDollar
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer


def played(game, *rounds):
    state = game.new()
    for bids in rounds:
        state = game.act(state, dict(enumerate(bids)))
    return state


def test_bids_that_add_up_to_exactly_all_the_gold_are_paid():
    game = DivideDollar(seats=3, rounds=1)
    assert game.outcome(played(game, (50, 30, 20))).scores == (50, 30, 20)


def test_one_piece_too_many_and_nobody_receives_anything():
    game = DivideDollar(seats=3, rounds=1)
    assert game.outcome(played(game, (50, 31, 20))).scores == (0, 0, 0)


def test_gold_adds_up_over_rounds():
    game = DivideDollar(seats=2, rounds=3, golds=50)
    assert game.outcome(played(game, (20, 30), (26, 25), (0, 7))).scores == (20, 37)


@pytest.mark.parametrize(("rounds", "why"), [(1, "the only round is played"), (2, "all 2 rounds are played")])
def test_it_is_over_after_the_last_round(rounds, why):
    game = DivideDollar(seats=2, rounds=rounds)
    assert game.outcome(played(game, *[(50, 50)] * (rounds - 1))) is None
    assert game.outcome(played(game, *[(50, 50)] * rounds)).reason == why


def test_a_bystander_hears_that_it_is_over_and_of_no_score():
    game = DivideDollar(seats=2, rounds=1, told_rounds=False)
    state = played(game, (60, 30))
    assert KIT.words.scene(game, game.observe(state, None)).endswith("were paid.\nThe game is over.")
    assert "several rounds" in KIT.words.rules(game)


def test_one_fixed_91_leaves_1_for_each_of_nine_others_as_in_figure_12():
    game = DivideDollar(rounds=2)
    assert game.outcome(played(game, (1,) * 9 + (91,), (2,) + (1,) * 8 + (91,))).scores == (1,) * 9 + (91,)


@pytest.mark.parametrize("golds", [50, 100, 200, 400, 800])
def test_bids_above_all_the_gold_are_illegal(golds):
    game = DivideDollar(golds=golds)
    ask = game.turn(game.new())[0]
    ask.check(0)
    ask.check(golds)
    for bid in (-1, golds + 1):
        with pytest.raises(IllegalAction):
            ask.check(bid)


def test_players_hear_the_sum_and_their_own_bid_only():
    game = DivideDollar(seats=3, rounds=2)
    view = game.observe(played(game, (50, 31, 20)), 1)
    assert view.log == (("result", 1, 101), ("own", 31, 0))
    told = KIT.words.scene(game, view)
    assert "101, more than the 100" in told
    assert "You bid 31 and received 0." in told
    assert "not too much" in KIT.words.scene(game, game.observe(played(game, (50, 30, 20)), 1))


def test_a_guess_keeps_the_sum_but_not_the_bids():
    game = DivideDollar(rounds=1)
    state = played(game, (3, 14, 15, 9, 26, 5, 35, 8, 9, 7))
    view = game.observe(state, 4)
    guesses = {KIT.sample_state(game, view, Random(seed)) for seed in range(20)}
    assert {game.observe(guess, 4) for guess in guesses} == {view}
    assert len(guesses) > 15


@pytest.mark.parametrize(("seats", "golds"), [(10, 100), (3, 100), (7, 50), (4, 3)])
def test_no_player_gains_by_leaving_the_equal_split(seats, golds):
    game = DivideDollar(seats=seats, golds=golds, rounds=1)
    asks = game.turn(game.new())
    bids = {seat: KIT.reference(game, game.observe(game.new(), seat), asks[seat], Random(0)) for seat in asks}
    assert sum(bids.values()) == golds
    kept = game.outcome(game.act(game.new(), bids)).scores
    for seat in bids:
        for bid in range(golds + 1):
            assert game.outcome(game.act(game.new(), {**bids, seat: bid})).scores[seat] <= kept[seat]


def test_reference_players_receive_all_the_gold_and_random_ones_next_to_nothing():
    game = DivideDollar()
    reference = asyncio.run(play(KIT, game, [ReferencePlayer] * 10, seed="1")).outcome.scores
    chance = asyncio.run(play(KIT, game, [lambda _context: RandomPlayer()] * 10, seed="1")).outcome.scores
    assert reference == (200,) * 10
    assert sum(chance) < 200
