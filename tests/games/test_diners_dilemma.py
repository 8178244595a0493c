"""The diner's dilemma: γ-Bench's rule, worked by hand."""

import asyncio
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.core import IllegalAction, UsageError
from agonist.games.diners_dilemma import KIT, DinersDilemma
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

TABLE_9 = [(10, 15, 20, 20), (11, 5, 20, 7), (4, 19, 9, 20), (1, 8, 19, 12), (4, 5, 17, 7), (2, 11, 8, 13)]


def dinner(costly, seats=10):
    return {seat: "costly" if seat < costly else "cheap" for seat in range(seats)}


def test_the_bill_is_split_evenly():
    # 4 × 20 + 6 × 10 = 140, so 14 each: 20 - 14 and 15 - 14
    game = DinersDilemma(rounds=1)
    assert game.outcome(game.act(game.new(), dinner(4))).scores == (6,) * 4 + (1,) * 6


def test_all_costly_is_worse_for_all_than_all_cheap():
    game = DinersDilemma(rounds=1)
    assert game.outcome(game.act(game.new(), dinner(10))).scores == (0,) * 10
    assert game.outcome(game.act(game.new(), dinner(0))).scores == (5,) * 10


def test_parts_of_a_bill_that_does_not_divide_are_exact():
    game = DinersDilemma(seats=3, rounds=3)  # 40 / 3 each round
    state = game.new()
    for _ in range(3):
        state = game.act(state, dinner(1, 3))
    assert game.satisfaction("cheap", 1) == 15 - Fraction(40, 3)
    assert game.outcome(state).scores == (20, 5, 5)


def parameters(prices):
    return dict(zip(("cheap_price", "cheap_utility", "costly_price", "costly_utility"), prices, strict=True))


@pytest.mark.parametrize("prices", TABLE_9)
def test_every_parameter_set_of_table_9_is_a_dilemma(prices):
    game = DinersDilemma(**parameters(prices))
    for costly in range(game.seats):
        assert game.satisfaction("costly", costly + 1) > game.satisfaction("cheap", costly)
    assert game.satisfaction("cheap", 0) > game.satisfaction("costly", game.seats)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"costly_utility": 25}, "worth its price"),
    ],
)
def test_options_without_a_dilemma_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        DinersDilemma(**options)


@pytest.mark.parametrize("options", [{"costly_utility": 16}, {"seats": 2}, {"costly_utility": 5}])
def test_where_a_part_of_the_price_is_too_much_the_cheap_dish_is_dominant(options):
    """By enumeration: whatever the others eat, the cheap dish satisfies at least as much."""
    game = DinersDilemma(**options)
    for others in range(game.seats):
        assert game.satisfaction("cheap", others) >= game.satisfaction("costly", others + 1)
    view = game.observe(game.new(), 0)
    assert KIT.reference(game, view, game.ask, Random(0)) == "cheap"


def test_only_the_two_words_are_answers():
    game = DinersDilemma()
    ask = game.turn(game.new())[0]
    assert ask.options() == ("costly", "cheap")
    for word in ("expensive", "Cheap", ""):
        with pytest.raises(IllegalAction):
            ask.check(word)


def test_players_hear_how_many_but_not_who():
    game = DinersDilemma(rounds=2)
    state = game.act(game.new(), dinner(4))
    view = game.observe(state, 9)
    assert view.log == (("result", 1, 4), ("own", "cheap", 4))
    told = KIT.words.scene(game, view)
    assert "4 × 20 + 6 × 10 = 140, or 14 per player" in told
    assert "utility 15 minus 14 gives a satisfaction of 1." in told
    other = {seat: "costly" if seat in (2, 5, 6, 7) else "cheap" for seat in range(10)}
    assert game.observe(game.act(game.new(), other), 9) == view


def test_a_guess_keeps_the_number_of_costly_dishes():
    for dishes in product(("costly", "cheap"), repeat=3):
        game = DinersDilemma(seats=3, rounds=2)
        state = game.act(game.new(), dict(enumerate(dishes)))
        for seat in (None, 0, 2):
            view = game.observe(state, seat)
            assert game.observe(KIT.sample_state(game, view, Random(1)), seat) == view


def test_reference_is_more_satisfied_than_any_random_player():
    factories = [ReferencePlayer, *[lambda _context: RandomPlayer()] * 9]
    for seed in range(3):
        scores = asyncio.run(play(KIT, DinersDilemma(), factories, seed=str(seed))).outcome.scores
        assert scores[0] > max(scores[1:])


def test_the_contract_holds_for_other_options():
    small = {"seats": 3, "rounds": 4, "told_rounds": False, **parameters(TABLE_9[5])}
    small["costly_utility"] = 14
    assert breaches(KIT, small, range(3)) == []
