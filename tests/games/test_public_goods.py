"""The public goods game: γ-Bench's and MAgIC's rules, worked by hand."""

import asyncio
from fractions import Fraction
from random import Random

import pytest

from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.games.public_goods import KIT, PublicGoods
from agonist.kit import make_game
from agonist.match import Chance, play
from agonist.players.simple import RandomPlayer, ReferencePlayer


def played(game, *rounds, start=None):
    state = game.new()
    if start:
        state = game.act(state, {CHANCE: start})
    for contributions in rounds:
        state = game.act(state, dict(enumerate(contributions)))
    return state


def highest(game, state):
    return tuple(ask.high for ask in game.turn(state).values())


def test_the_pot_is_multiplied_and_shared_evenly():
    # pot 10, doubled 20, 4 each: 20 - 10 + 4 and 20 + 4
    game = PublicGoods(seats=5, rounds=1)
    assert game.outcome(played(game, (10, 0, 0, 0, 0))).scores == (14, 24, 24, 24, 24)


def test_all_in_doubles_what_everyone_has():
    game = PublicGoods(rounds=1)
    assert game.outcome(played(game, (20,) * 10)).scores == (40,) * 10


def test_every_round_starts_with_fresh_tokens_and_all_rounds_count():
    game = PublicGoods(seats=4, rounds=2)
    state = played(game, (20, 0, 0, 0))
    assert highest(game, state) == (20, 20, 20, 20)
    state = game.act(state, dict(enumerate((0, 0, 0, 20))))
    assert game.outcome(state).scores == (10 + 30, 60, 60, 30 + 10)


def test_carried_tokens_are_the_next_budget_in_whole_tokens():
    game = PublicGoods(seats=3, rounds=2, carry=True)
    state = played(game, (20, 0, 0))  # 40 / 3 each
    assert game.budgets(state.start, state.rounds) == (Fraction(40, 3), Fraction(100, 3), Fraction(100, 3))
    assert highest(game, state) == (13, 33, 33)
    state = game.act(state, {0: 0, 1: 33, 2: 0})  # 22 each
    assert game.outcome(state).scores == pytest.approx((40 / 3 + 22, 1 / 3 + 22, 100 / 3 + 22))


def test_carried_tokens_that_are_lost_stay_lost():
    game = PublicGoods(seats=2, rounds=3, ratio=0, carry=True)
    state = played(game, (20, 0))
    assert highest(game, state) == (0, 20)
    assert game.outcome(played(game, (20, 0), (0, 5), (0, 5))).scores == (0, 10)


def test_the_pot_of_the_whole_game_is_shared_at_the_end_as_in_magic():
    game = PublicGoods(seats=3, rounds=2, tokens=100, ratio=1.5, share="at the end")
    state = played(game, (30, 0, 60))
    assert highest(game, state) == (70, 100, 40)
    assert game.outcome(state) is None
    state = game.act(state, {0: 70, 1: 20, 2: 0})  # pot 180, 270 in the end, 90 each
    assert game.outcome(state).scores == (90, 170, 130)


def test_the_last_round_is_in_the_pot_before_it_is_shared():
    game = PublicGoods(seats=3, rounds=2, tokens=100, ratio=3, share="at the end")
    assert game.outcome(played(game, (0, 0, 0), (100, 0, 0))).scores == (100, 200, 200)


def test_nobody_puts_in_more_than_he_has():
    game = PublicGoods(seats=3, rounds=2, tokens=100, share="at the end")
    ask = game.turn(played(game, (30, 0, 60)))[2]
    ask.check(40)
    with pytest.raises(IllegalAction):
        ask.check(41)
    with pytest.raises(IllegalAction):
        ask.check(-1)


def test_random_start_tokens_are_drawn_once_all_different_and_can_be_fixed():
    game = PublicGoods(random_start=True, rounds=1)
    (shuffle,) = game.turn(game.new()).values()
    drawn = Chance("1").pick(shuffle)
    assert sorted(drawn) == list(range(11, 21))
    game = PublicGoods(random_start=True, rounds=2, seats=3)
    (shuffle,) = game.turn(game.new()).values()
    start = Chance("1", {"start_tokens": [(15, 11, 19)]}).pick(shuffle)
    state = played(game, (15, 0, 0), start=start)
    assert highest(game, state) == (15, 11, 19)
    assert game.outcome(game.act(state, {0: 0, 1: 0, 2: 0})).scores == (10 + 15, 21 + 11, 29 + 19)


def test_everyone_hears_every_contribution_and_the_own_gain():
    game = PublicGoods(seats=5, rounds=2)
    state = played(game, (10, 0, 3, 0, 0))
    view = game.observe(state, 0)
    assert view.log == (("result", 1, (10, 0, 3, 0, 0)),)
    told = KIT.words.scene(game, view)
    assert "(13 in total): Player 1: 10, Player 2: 0, Player 3: 3" in told
    assert "You put in 10 and got 5.2, a gain of -4.8. Your tokens after the round: 15.2." in told
    assert "Player 2: 25.2" in told


def test_a_pot_that_waits_is_told_but_not_shared():
    game = PublicGoods(seats=3, rounds=2, tokens=100, ratio=1.2, share="at the end")
    told = KIT.words.scene(game, game.observe(played(game, (30, 0, 60)), 0))
    assert "In the pot so far: 90." in told
    assert "Your tokens left: 70" in told
    assert "multiplied by 1.2" in KIT.words.rules(game)
    end = KIT.words.scene(game, game.observe(played(game, (30, 0, 60), (0, 0, 10)), 0))
    assert "including your share of the pot: 110." in end  # 70 + 100 × 1.2 / 3


@pytest.mark.parametrize("ratio", ["0", "0.5", "1", "2", "4", "1.2", "1.8", "2.5", "3"])
def test_every_ratio_of_the_papers_is_exact(ratio):
    assert make_game(PublicGoods, {"ratio": ratio}).fraction == Fraction(ratio)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"carry": True, "share": "at the end"}, "carry is for"),
        ({"random_start": True, "seats": 11}, "set start_min lower"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        PublicGoods(**options)


@pytest.mark.parametrize("share", ["each round", "at the end"])
@pytest.mark.parametrize(("ratio", "best"), [(0.5, 0), (2, 0), (2.9, 0), (3.1, 7), (4, 7)])
def test_reference_is_dominant_in_a_single_round(share, ratio, best):
    game = PublicGoods(seats=3, rounds=1, tokens=7, ratio=ratio, share=share)
    ask = game.turn(game.new())[0]
    assert KIT.reference(game, game.observe(game.new(), 0), ask, Random(0)) == best
    for others in [(0, 0), (3, 7), (7, 7)]:
        scores = [game.outcome(played(game, (own, *others))).scores[0] for own in range(8)]
        assert scores.index(max(scores)) == best


@pytest.mark.parametrize("options", [{}, {"carry": True}, {"share": "at the end", "tokens": 100}])
def test_reference_ends_with_more_than_any_random_player(options):
    factories = [ReferencePlayer, *[lambda _context: RandomPlayer()] * 9]
    scores = asyncio.run(play(KIT, PublicGoods(**options), factories, seed="1")).outcome.scores
    assert scores[0] > max(scores[1:])


def test_between_rounds_there_is_nothing_to_guess():
    game = PublicGoods(seats=3, rounds=3, random_start=True)
    state = played(game, (3, 4, 5), (0, 0, 1), start=(15, 11, 19))
    assert KIT.sample_state(game, game.observe(state, 1), Random(0)) == state


def test_as_in_magics_published_code_one_can_overspend_if_the_option_says_so():
    game = PublicGoods(seats=3, rounds=2, tokens=100, ratio=1.5, share="at the end", overspend=True)
    state = played(game, (100, 0, 30))
    assert highest(game, state) == (100, 100, 100)
    assert "Your remaining tokens: 0" in KIT.words.request(game, game.observe(state, 0), game.turn(state)[0])
    outcome = game.outcome(game.act(state, {0: 100, 1: 0, 2: 0}))
    assert outcome.scores == (-100 + 115, 100 + 115, 70 + 115)
    assert "falls below 0" in KIT.words.rules(game)
    with pytest.raises(UsageError, match="at the end"):
        PublicGoods(overspend=True)


def test_the_rules_tell_how_many_tokens_may_be_put_in_where_balances_can_fall_below_zero():
    game = PublicGoods(share="at the end", overspend=True)
    assert "from none to 20 (whole tokens only)" in KIT.words.rules(game)
    assert "from none to all that they have left" in KIT.words.rules(PublicGoods(share="at the end"))


def test_tokens_drawn_before_the_game_and_given_in_every_round_are_told_without_contradiction():
    rules = KIT.words.rules(PublicGoods(random_start=True))
    assert "is drawn once before the game" in rules
    assert "Before the game, each player is given" not in rules
