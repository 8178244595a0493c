"""The El Farol bar: γ-Bench's rule, worked by hand, and the equilibrium by enumeration."""

import asyncio
from itertools import product
from random import Random

import pytest
from scipy.stats import beta

from agonist.core import UsageError
from agonist.games.el_farol import KIT, ElFarol
from agonist.games.el_farol.reference import chance_of_going
from agonist.kit import make_game
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer


def evening(goers, seats=10):
    return {seat: "go" if seat < goers else "stay" for seat in range(seats)}


def test_a_bar_filled_to_exactly_the_ratio_is_not_crowded():
    game = ElFarol(rounds=1)
    assert game.outcome(game.act(game.new(), evening(6))).scores == (10,) * 6 + (5,) * 4


def test_one_more_crowds_the_bar():
    game = ElFarol(rounds=1)
    assert game.outcome(game.act(game.new(), evening(7))).scores == (0,) * 7 + (5,) * 3


@pytest.mark.parametrize(
    ("ratio", "seats", "room"),
    [
        ("0", 10, 0),
        ("0.2", 10, 2),
        ("0.4", 10, 4),
        ("0.6", 10, 6),
        ("0.8", 10, 8),
        ("1", 10, 10),
        ("0.6", 7, 4),
        ("1/3", 3, 1),
        ("2/3", 3, 2),
        ("0.29", 100, 29),  # 0.29 × 100 is below 29 in floats
    ],
)
def test_room_is_exact_for_every_ratio(ratio, seats, room):
    assert make_game(ElFarol, {"ratio": ratio, "seats": seats}).room == room


def test_in_implicit_mode_only_those_who_went_learn_how_many_did():
    game = ElFarol(rounds=2)
    state = game.act(game.new(), evening(7))
    assert game.observe(state, 0).log == (("result", 1, 7), ("own", 1, "go", 0))
    assert game.observe(state, 9).log == (("own", 1, "stay", 5),)
    assert game.observe(state, None).log == ()
    told = KIT.words.scene(game, game.observe(state, 9))
    assert "7" not in told
    assert "more than" not in told


def test_in_implicit_mode_who_is_told_changes_from_round_to_round():
    game = ElFarol(seats=2, rounds=3)
    state = game.act(game.act(game.new(), {0: "go", 1: "stay"}), {0: "stay", 1: "go"})
    assert [event[:2] for event in game.observe(state, 0).log] == [("result", 1), ("own", 1), ("own", 2)]
    assert [event[:2] for event in game.observe(state, 1).log] == [("own", 1), ("result", 2), ("own", 2)]


def test_in_explicit_mode_everyone_learns_how_many_went():
    game = ElFarol(rounds=2, mode="explicit")
    state = game.act(game.new(), evening(6))
    for seat in (0, 9, None):
        view = game.observe(state, seat)
        assert view.log[0] == ("result", 1, 6)
        assert "6 went and 4 stayed" in KIT.words.scene(game, view)
        assert "not more than 60%" in KIT.words.scene(game, view)


def test_rules_say_which_mode_it_is():
    assert "only the players who went are told" in KIT.words.rules(ElFarol())
    assert "all players are told how many went" in KIT.words.rules(ElFarol(mode="explicit"))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"home": 10}, "home lies between"),
        ({"gain_min": 6}, "home lies between"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        ElFarol(**options)


@pytest.mark.parametrize(("seats", "ratio", "home"), [(2, 0.5, 5), (5, 0.6, 5), (6, 0.4, 3), (7, 0.8, 9)])
def test_at_the_equilibrium_going_and_staying_are_worth_the_same(seats, ratio, home):
    game = ElFarol(seats=seats, ratio=ratio, home=home, rounds=1)
    p = chance_of_going(seats, game.room, home / 10)
    going = 0.0
    for others in product(("go", "stay"), repeat=seats - 1):
        weight = p ** others.count("go") * (1 - p) ** others.count("stay")
        going += weight * game.gains(("go", *others))[0]
    assert going == pytest.approx(home)


@pytest.mark.parametrize(("seats", "room", "worth"), [(10, 6, 0.5), (10, 2, 0.5), (100, 60, 0.9)])
def test_the_chance_of_going_is_the_quantile_of_a_beta_distribution_as_scipy_says(seats, room, worth):
    # fewer than `room` of the others go exactly if the room-th smallest of as many uniform numbers is above p
    assert chance_of_going(seats, room, worth) == pytest.approx(beta.ppf(1 - worth, room, seats - room))


def test_a_guess_has_as_many_at_the_bar_as_the_seat_was_told():
    game = ElFarol(rounds=2)
    state = game.act(game.new(), evening(4))
    told = {KIT.sample_state(game, game.observe(state, 0), Random(seed)).rounds[0] for seed in range(20)}
    untold = {KIT.sample_state(game, game.observe(state, 9), Random(seed)).rounds[0] for seed in range(20)}
    assert {decisions.count("go") for decisions in told} == {4}
    assert len({decisions.count("go") for decisions in untold}) > 4


def test_reference_has_more_fun_than_random_players():
    # against nine who go half the time, a visit is worth 7.46, and the equilibrium goes more often
    game = ElFarol()
    reference, others = 0, 0
    for seed in range(20):
        factories = [ReferencePlayer, *[lambda _context: RandomPlayer()] * 9]
        scores = asyncio.run(play(KIT, game, factories, seed=str(seed))).outcome.scores
        reference, others = reference + scores[0], others + sum(scores[1:]) / 9
    assert reference > 1.02 * others
