"""Liar's Dice against OpenSpiel's, and the rules as Wikipedia has them for the common hand."""

from itertools import product
from random import Random

import pyspiel
import pytest

from agonist.core import CHANCE
from agonist.games.liars_dice import KIT, LiarsDice
from agonist.games.liars_dice.reference import TRUST, chance_of_a_die, chances_of_bids
from agonist.match import Chance


def rolled(game, *cups):
    """The state in which the first player bids, with these dice under the cups."""
    return game.act(game.new(), {CHANCE: tuple(die for cup in cups for die in cup)})


def after(game, state, *actions):
    for action in actions:
        game.turn(state)[state.mover].check(action)
        state = game.act(state, {state.mover: action})
    return state


@pytest.mark.parametrize(("dice", "faces"), [(1, 6), (2, 4), (5, 6)])
def test_one_hand_of_two_players_ends_as_open_spiel_says(dice, faces):
    """The same bids are legal at every turn, and the same player loses."""
    game = LiarsDice(seats=2, dice=dice, faces=faces, wild="high", hands=1)
    spiel = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")
    rng, losers, doubt = Random(f"{dice} {faces}"), set(), 2 * dice * faces
    for _ in range(150):
        cups = [[1 + int(rng.random() * faces) for _ in range(dice)] for _ in range(2)]
        state, theirs = rolled(game, *cups), spiel.new_initial_state()
        for cup in cups:
            for die in cup:
                theirs.apply_action(die - 1)
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            assert seat == theirs.current_player()
            legal = {
                doubt if option == ("doubt",) else (option[1][0] - 1) * faces + option[1][1] - 1: option
                for option in ask.options()
            }
            assert sorted(legal) == theirs.legal_actions()
            action = sorted(legal)[int(rng.random() ** 2 * len(legal))]
            state = game.act(state, {seat: legal[action]})
            theirs.apply_action(action)
        assert theirs.is_terminal()
        loser = state.dice_left.index(dice - 1)
        assert theirs.returns()[loser] == -1
        losers.add(loser)
    assert losers == {0, 1}


def test_after_the_highest_bid_only_a_doubt_is_left_as_open_spiel_says():
    game, theirs = (
        LiarsDice(seats=2, dice=1, wild="high"),
        pyspiel.load_game("liars_dice").new_initial_state(),
    )
    state = after(game, rolled(game, (2,), (3,)), ("bid", (2, 6)))
    for action in (1, 2, 11):
        theirs.apply_action(action)
    assert theirs.legal_actions() == [12]
    assert list(game.turn(state)[1].options()) == [("doubt",)]


def test_a_bid_is_raised_in_number_or_at_the_same_number_in_face_as_wikipedia_has_it():
    game = LiarsDice(seats=2)
    state = after(game, rolled(game, (2, 2, 3, 4, 4), (3, 4, 5, 5, 6)), ("bid", (4, 4)))
    higher = {option[1] for option in game.turn(state)[1].options() if option[0] == "bid"}
    assert higher == {(4, 5), (4, 6), *product(range(5, 11), range(1, 7))}


def test_nobody_doubts_before_there_is_a_bid():
    game = LiarsDice(seats=2, dice=1)
    assert ("doubt",) not in game.turn(rolled(game, (2,), (3,)))[0].options()


@pytest.mark.parametrize(
    ("wild", "face", "count"),
    [("ones", 4, 5), ("ones", 1, 3), ("none", 4, 2), ("none", 1, 3), ("high", 4, 3), ("high", 6, 1)],
)
def test_wild_dice_count_for_every_bid_but_one_on_themselves(wild, face, count):
    game = LiarsDice(seats=2, dice=3, wild=wild)
    assert game.count([(1, 1, 4), (1, 4, 6)], face) == count


@pytest.mark.parametrize(("bid", "loser"), [((5, 4), 1), ((6, 4), 0)])
def test_the_doubter_loses_a_die_if_the_bid_is_true_and_else_the_bidder_as_wikipedia_has_it(bid, loser):
    game = LiarsDice(seats=2, dice=3)
    state = after(game, rolled(game, (1, 1, 4), (1, 4, 6)), ("bid", bid), ("doubt",))
    assert state.dice_left == ((2, 3) if loser == 0 else (3, 2))
    assert state.mover == loser


def test_a_player_without_dice_is_out_and_the_next_begins_as_wikipedia_has_it():
    game = LiarsDice(seats=3, dice=1)
    state = after(game, rolled(game, (2,), (3,), (4,)), ("bid", (2, 5)), ("doubt",))
    assert (state.out, state.mover, state.dice_left) == ((0,), 1, (0, 1, 1))
    state = after(game, game.act(state, {CHANCE: (2, 2)}), ("bid", (1, 2)), ("doubt",))
    assert game.outcome(state).scores == (0, 2, 1)


def test_those_who_have_dice_after_the_last_hand_share_the_points_of_their_places():
    game = LiarsDice(seats=3, dice=1, hands=1)
    state = after(game, rolled(game, (2,), (3,), (4,)), ("bid", (2, 5)), ("doubt",))
    assert game.outcome(state).scores == (0, 1.5, 1.5)


def test_a_seat_sees_only_its_own_dice_until_a_doubt():
    game = LiarsDice(seats=2, dice=2)
    one, other = (after(game, rolled(game, (2, 5), cup), ("bid", (1, 2))) for cup in ((3, 3), (1, 6)))
    assert game.observe(one, 0) == game.observe(other, 0)
    assert game.observe(one, None) == game.observe(other, None)
    shown = game.observe(after(game, one, ("doubt",)), None).log
    assert ((2, 5), (3, 3)) in [event[-1] for event in shown]


def test_sampled_dice_are_dealt_as_often_as_they_are_rolled():
    game = LiarsDice(seats=2, dice=1, faces=3)
    view, rng = game.observe(rolled(game, (2,), (3,)), 0), Random(1)
    states = [KIT.sample_state(game, view, rng) for _ in range(600)]
    assert all(game.observe(state, 0) == view for state in states)
    for face in (1, 2, 3):
        assert sum(state.cups[1] == (face,) for state in states) == pytest.approx(200, abs=45)


def test_the_reference_player_has_the_odds_by_enumeration():
    """Before anyone else has bid, unseen dice are random: counted over all ways to roll them."""
    game = LiarsDice(seats=3, dice=2, faces=4)
    mine = (1, 3)
    view = game.observe(rolled(game, mine, (2, 2), (2, 4)), 0)
    ways = [game.count([mine, roll], face) for roll in product(range(1, 5), repeat=4) for face in (3,)]
    chances = chances_of_bids(game, view)
    for number in range(1, 7):
        assert chances[number, 3] == pytest.approx(sum(count >= number for count in ways) / 4**4)


def test_the_reference_player_believes_bids_in_part():
    game = LiarsDice(wild="none")
    assert chance_of_a_die(game, 5, None) == pytest.approx(1 / 6)
    assert chance_of_a_die(game, 5, 5) == pytest.approx(TRUST + (1 - TRUST) / 6)
    assert chance_of_a_die(game, 4, 5) == pytest.approx((1 - TRUST) / 6)


def test_the_reference_player_beats_a_random_one():
    game, won = LiarsDice(seats=2, dice=2), 0
    for n in range(40):
        chance, rng, state = Chance(str(n)), Random(n), game.new()
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            if seat == CHANCE:
                move = chance.pick(ask)
            elif seat == n % 2:
                move = KIT.reference(game, game.observe(state, seat), ask, rng)
            else:
                move = ask.sample(rng)
            state = game.act(state, {seat: move})
        won += game.outcome(state).scores[n % 2] == 1
    assert won >= 34
