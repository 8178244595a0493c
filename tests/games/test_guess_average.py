"""Guess a part of the average: γ-Bench's rule, worked by hand."""

import asyncio
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from agonist.core import IllegalAction, UsageError
from agonist.games.guess_average import KIT, GuessAverage
from agonist.games.guess_average.rules import winning_numbers
from agonist.kit import make_game
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

GRID = ("0", "1/6", "1/3", "1/2", "2/3", "5/6", "1", "7/6", "4/3", "3/2", "5/3", "11/6", "2")


def played(game, *rounds):
    state = game.new()
    for numbers in rounds:
        state = game.act(state, dict(enumerate(numbers)))
    return state


def test_the_number_nearest_to_two_thirds_of_the_average_wins():
    # average 30, target 20: 18 is 2 away, 25 is 5 away
    assert winning_numbers((18, 25, 47), Fraction(2, 3)) == (18,)


def test_all_who_chose_the_nearest_number_win():
    game = GuessAverage(seats=4, rounds=1)
    assert game.outcome(played(game, (20, 20, 30, 50))).scores == (1, 1, 0, 0)  # average 30, target 20


def test_numbers_equally_far_above_and_below_the_target_both_win():
    game = GuessAverage(seats=4, rounds=1)
    state = played(game, (10, 10, 20, 50))  # average 22.5, target 15
    assert game.outcome(state).scores == (1, 1, 1, 0)
    assert state.log[0] == (None, ("result", 1, 90, (10, 20)))


def test_two_thirds_is_exact_as_a_float_option():
    # average 3, target 2: 1 and 3 are equally near
    assert winning_numbers((1, 3, 5), GuessAverage(seats=3).fraction) == (1, 3)
    assert GuessAverage(ratio=0.6667).fraction == Fraction(2, 3)


@pytest.mark.parametrize("ratio", GRID)
def test_every_ratio_of_table_9_is_an_option_and_exact(ratio):
    game = make_game(GuessAverage, {"ratio": ratio})
    assert game.fraction == Fraction(ratio)


@pytest.mark.parametrize(("low", "high"), [(0, 100), (0, 300), (100, 200), (200, 300)])
def test_numbers_are_allowed_from_low_to_high_only(low, high):
    ask = GuessAverage(low=low, high=high).turn(GuessAverage().new())[0]
    ask.check(low)
    ask.check(high)
    for wrong in (low - 1, high + 1, float(low), str(low)):
        with pytest.raises(IllegalAction):
            ask.check(wrong)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"low": 5, "high": 5}, "low is below high"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        GuessAverage(**options)


def test_the_score_is_the_rounds_won():
    game = GuessAverage(seats=3, rounds=2)
    state = played(game, (0, 50, 100), (0, 0, 90))  # targets 33.3 and 20
    assert game.outcome(state).scores == (1, 2, 0)


def test_players_hear_results_but_not_the_list_of_numbers():
    game = GuessAverage(seats=3, rounds=2)
    view = game.observe(played(game, (18, 25, 47)), 1)
    assert view.log == (("result", 1, 90, (18,)), ("own", 25, False))
    news = KIT.words.news(game, game.observe(game.new(), 1), view)
    assert "average was 30," in news
    assert "= 20." in news
    assert "nearest to the target: 18." in news
    assert "You chose 25 and did not win" in news
    assert "47" not in KIT.words.scene(game, view)


def test_the_number_of_rounds_can_be_kept_from_the_players():
    game = GuessAverage(rounds=17, told_rounds=False)
    view = game.observe(game.new(), 0)
    told = KIT.words.rules(game) + KIT.words.scene(game, view)
    assert "17" not in told
    assert "17" in KIT.words.rules(GuessAverage(rounds=17))


def test_guesses_agree_with_what_every_seat_was_told_for_all_small_rounds():
    for ratio in (0, 0.5, 2 / 3, 1, 1.5, 2):
        game = GuessAverage(seats=3, rounds=2, low=1, high=4, ratio=ratio)
        for numbers in product(range(1, 5), repeat=3):
            state = played(game, numbers)
            for seat in (None, 0, 2):
                view = game.observe(state, seat)
                assert game.observe(KIT.sample_state(game, view, Random(f"{numbers}")), seat) == view


def test_a_guess_does_not_know_what_the_others_chose():
    game = GuessAverage(rounds=1)
    state = played(game, (3, 14, 15, 92, 65, 35, 89, 79, 32, 38))
    guesses = {KIT.sample_state(game, game.observe(state, 0), Random(seed)).rounds for seed in range(20)}
    assert len(guesses) > 15


@pytest.mark.parametrize("ratio", ["0", "2/3", "1", "4/3", "2"])
def test_reference_wins_half_as_many_rounds_again_as_a_random_player(ratio):
    game = make_game(GuessAverage, {"ratio": ratio})
    reference, others = 0, 0
    for seed in range(5):
        factories = [ReferencePlayer, *[lambda _context: RandomPlayer()] * 9]
        scores = asyncio.run(play(KIT, game, factories, seed=str(seed))).outcome.scores
        reference, others = reference + scores[0], others + sum(scores[1:])
    assert reference >= 1.5 * others / 9


def test_of_two_players_the_lower_number_always_wins():
    game = GuessAverage(seats=2, rounds=1)
    view, ask = game.observe(game.new(), 0), game.turn(game.new())[0]
    assert KIT.reference(game, view, ask, Random(0)) == 0
    assert all(0 in winning_numbers((0, other), game.fraction) for other in range(101))


def test_references_among_themselves_reach_the_equilibrium():
    # All at 1 is one as well: with nine at 1, whoever chooses 0 is further from two thirds of 0.9.
    for ratio, end in (("2/3", 1), ("1/3", 0), ("4/3", 100)):
        game = make_game(GuessAverage, {"ratio": ratio})
        match = asyncio.run(play(KIT, game, [ReferencePlayer] * 10, seed="1"))
        assert set(match.record.moves[-1].values()) == {end}


@pytest.mark.parametrize("ratio", ["1/3", "1/2", "2/3", "1", "4/3"])
@pytest.mark.parametrize("others", [(1, 1, 1), (2, 3, 5), (9, 9, 8), (20, 20, 20), (7, 0, 30)])
def test_no_number_is_nearer_to_its_own_target_than_the_references(ratio, others):
    # Brute force: the distance of each number from the target that it makes with what the others chose.
    game = make_game(GuessAverage, {"ratio": ratio, "seats": 4, "rounds": 2, "high": 30})
    state = played(game, (0, *others))
    chosen = KIT.reference(game, game.observe(state, 0), game.turn(state)[0], Random(0))

    def off(own):
        return abs(own - game.fraction * (own + sum(others)) / 4)

    assert off(chosen) == min(map(off, range(31)))
