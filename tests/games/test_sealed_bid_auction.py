"""The sealed-bid auction: γ-Bench's and LLMArena's rules, worked by hand; equilibria against full counts."""

import asyncio
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, Draw, IllegalAction, UsageError
from agonist.games.sealed_bid_auction import KIT, PRESETS, SealedBidAuction
from agonist.kit import make_game
from agonist.match import Chance, play
from agonist.players.simple import RandomPlayer, ReferencePlayer

FIRST_AND_LAST_ROUNDS = {
    100: ((100, 10, 0, 40, 90, 60, 50, 80, 20, 30), (70, 20, 80, 30, 60, 90, 50, 40, 100, 0)),
    200: ((200, 30, 0, 80, 70, 160, 20, 110, 10, 100), (150, 50, 170, 60, 100, 90, 190, 120, 110, 0)),
    400: ((400, 70, 10, 170, 150, 140, 80, 60, 50, 270), (310, 110, 350, 130, 200, 180, 360, 10, 400, 220)),
    800: (
        (140, 30, 350, 310, 280, 170, 130, 690, 110, 540),
        (630, 230, 710, 270, 410, 370, 760, 30, 620, 450),
    ),
}
"""Valuations of rounds 1 and 20 in γ-Bench's records, for each highest valuation of Table 9."""


def sold(game, valuations, bids, lot=None, state=None):
    """The state after a round with these valuations and bids; `lot` wins where they tie."""
    state = game.act(state or game.new(), {CHANCE: valuations})
    state = game.act(state, dict(enumerate(bids)))
    return state if lot is None else game.act(state, {CHANCE: lot})


@pytest.mark.parametrize(("price", "gain"), [("first", 20), ("second", 50)])
def test_the_highest_bid_wins_and_pays_the_first_or_the_second_price(price, gain):
    game = SealedBidAuction(seats=3, rounds=1, price=price)
    state = sold(game, (100, 150, 60), (100, 130, 0))
    assert game.outcome(state).scores == (0, gain, 0)
    assert state.log[3] == (None, ("result", 1, 130, 130 if price == "first" else 100))


@pytest.mark.parametrize("price", ["first", "second"])
def test_of_equal_highest_bids_chance_draws_one_and_both_prices_are_that_bid(price):
    game = SealedBidAuction(seats=3, rounds=1, price=price)
    tied = sold(game, (100, 150, 60), (90, 90, 60))
    assert game.turn(tied) == {CHANCE: Draw((0, 1), about="tie")}
    assert game.outcome(tied) is None
    assert game.outcome(game.act(tied, {CHANCE: 0})).scores == (10, 0, 0)
    assert game.outcome(game.act(tied, {CHANCE: 1})).scores == (0, 60, 0)


def test_a_tie_for_the_second_place_is_no_tie():
    game = SealedBidAuction(seats=3, rounds=1, price="second")
    assert game.outcome(sold(game, (100, 150, 90), (90, 100, 90))).scores == (0, 60, 0)


def test_gains_of_all_rounds_are_added():
    game = SealedBidAuction(seats=2, rounds=2)
    state = sold(game, (100, 150), (80, 70))
    assert game.outcome(state) is None
    assert game.outcome(sold(game, (30, 40), (10, 35), state=state)).scores == (20, 5)


def test_bids_go_from_nothing_to_the_own_valuation():
    game = SealedBidAuction(seats=2)
    asks = game.turn(game.act(game.new(), {CHANCE: (130, 0)}))
    assert (asks[0].about, asks[0].low, asks[0].high, asks[1].high) == ("bid", 0, 130, 0)
    for wrong in (131, -1, 12.0):
        with pytest.raises(IllegalAction):
            asks[0].check(wrong)


def test_a_winner_who_overbids_loses_money():
    game = SealedBidAuction(seats=2, rounds=1, overbids=True)
    state = game.act(game.new(), {CHANCE: (50, 80)})
    assert game.turn(state)[0].high == 200
    assert game.outcome(game.act(state, {0: 90, 1: 60})).scores == (-40, 0)
    second = replace(game, price="second")
    assert second.outcome(second.act(state, {0: 90, 1: 60})).scores == (-10, 0)


@pytest.mark.parametrize("high", FIRST_AND_LAST_ROUNDS)
def test_published_valuations_are_those_of_gamma_benchs_records(high):
    game = make_game(SealedBidAuction, {**PRESETS["gamabench"], "high": high})
    state, seen = game.new(), []
    while asks := game.turn(state):
        assert CHANCE not in asks
        seen.append(state.valuations)
        state = game.act(state, {seat: min(seat, ask.high) for seat, ask in asks.items()})
        while CHANCE in game.turn(state):
            state = game.act(state, {CHANCE: game.turn(state)[CHANCE].choices[0]})
    assert (seen[0], seen[-1]) == FIRST_AND_LAST_ROUNDS[high]
    assert len(set(seen)) == 20
    assert all(sorted(drawn) == sorted(set(drawn)) for drawn in seen)


def test_chances_valuations_are_different_and_on_the_grid():
    game = SealedBidAuction()
    chance = Chance("1")
    for _ in range(20):
        drawn = chance.pick(game.turn(game.new())[CHANCE])
        assert len(set(drawn)) == 10
        assert set(drawn) <= set(range(0, 201, 10))


def test_llmarenas_valuations_are_cents_up_to_ten_dollars_each_by_itself():
    game = make_game(SealedBidAuction, PRESETS["llmarena"])
    chance = Chance("1")
    drawn = [chance.pick(game.turn(game.new())[CHANCE]) for _ in range(2000)]
    every = [valuation for pair in drawn for valuation in pair]
    assert (min(every) < 10, max(every) > 990) == (True, True)
    assert 480 < sum(every) / len(every) < 520
    assert any(a == b for a, b in drawn)  # 2 pairs of 2000 are expected to be alike
    state = game.act(game.new(), {CHANCE: (1000, 29)})
    assert [ask.high for ask in game.turn(state).values()] == [1000, 29]
    assert game.outcome(game.act(state, {0: 500, 1: 14})).scores == (500, 0)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"low": 200}, "low is below high"),
        ({"interval": 7}, "interval is a part of high - low = 200, not 7"),
        ({"high": 80}, "there are 9; set interval lower or high higher"),
        ({"valuations": "published", "interval": None}, "give an interval"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        SealedBidAuction(**options)


def test_players_hear_the_highest_bid_and_the_price_but_not_who_won_or_bid_what():
    game = SealedBidAuction(seats=3, rounds=2, price="second")
    view = game.observe(sold(game, (100, 150, 60), (97, 131, 23)), 0)
    assert view.log == (("valuation", 1, 100), ("result", 1, 131, 97), ("own", 100, 97, False, 0))
    told = KIT.words.scene(game, view)
    assert "the highest bid was 131, and the winner paid 97 units" in told
    assert "Your valuation was 100. You bid 97 and did not win" in told
    assert all(hidden not in told for hidden in ("150", "60", "23", "Player 2"))


def test_the_winner_hears_what_he_gained():
    game = SealedBidAuction(seats=3, rounds=1)
    state = sold(game, (100, 150, 60), (97, 131, 23))
    assert "You bid 131 and won, so you gained 19 units" in KIT.words.scene(game, game.observe(state, 1))


def test_rules_say_what_the_options_are():
    words = KIT.words
    assert "pays their own bid" in words.rules(SealedBidAuction())
    assert "from 0 to 400 units in steps of 20" in words.rules(SealedBidAuction(high=400, interval=20))
    arena = words.rules(make_game(SealedBidAuction, {**PRESETS["llmarena"], "price": "second"}))
    assert "pays the second-highest bid" in arena
    assert "from 0 to 1000 cents, all equally likely" in arena
    assert "higher than your own valuation" in words.rules(SealedBidAuction(overbids=True))
    quiet = SealedBidAuction(rounds=17, told_rounds=False)
    assert "17" not in words.rules(quiet) + words.scene(quiet, quiet.observe(quiet.new(), 0))


@pytest.mark.parametrize("bidders", [2, 3])
def test_shading_is_the_best_response_to_itself_with_the_first_price(bidders):
    # Against uniform valuations up to 60; a full count of all the others' valuations, ties drawn by lot.
    game = SealedBidAuction(seats=bidders, rounds=1, high=60, interval=None)

    def reference(valuation):
        view = game.observe(game.act(game.new(), {CHANCE: (valuation,) * bidders}), 0)
        return KIT.reference(game, view, None, Random(0))

    others = [max(map(reference, rest)) for rest in product(range(61), repeat=bidders - 1)]
    for valuation in (12, 30, 42, 60):
        gains = [
            sum((valuation - bid) * (1 if bid > top else 0.5 if bid == top else 0) for top in others)
            for bid in range(valuation + 1)
        ]
        assert gains[reference(valuation)] >= 0.96 * max(gains)
        assert abs(gains.index(max(gains)) - valuation * (bidders - 1) / bidders) <= 1.5


def test_the_truth_is_dominant_with_the_second_price():
    game = SealedBidAuction(seats=3, rounds=1, price="second", high=4, interval=1, overbids=True)
    for valuation in range(5):
        start = game.act(game.new(), {CHANCE: (valuation, *[v for v in range(5) if v != valuation][:2])})
        assert KIT.reference(game, game.observe(start, 0), game.turn(start)[0], Random(0)) == valuation
        for others in product(range(5), repeat=2):
            gains = []
            for bid in range(5):
                state = game.act(start, {0: bid, 1: others[0], 2: others[1]})
                ends = (
                    [game.act(state, {CHANCE: lot}) for lot in game.turn(state)[CHANCE].choices]
                    if (game.turn(state))
                    else [state]
                )
                gains.append(sum(game.outcome(end).scores[0] for end in ends) / len(ends))
            assert gains[valuation] == max(gains)


@pytest.mark.parametrize("options", [{}, {"price": "second"}, {"valuations": "published"}])
def test_reference_gains_a_fifth_more_than_a_random_bidder(options):
    game = SealedBidAuction(**options)
    reference, others = 0, 0
    for seed in range(30):
        factories = [ReferencePlayer, *[lambda _context: RandomPlayer()] * 9]
        scores = asyncio.run(play(KIT, game, factories, seed=str(seed))).outcome.scores
        reference, others = reference + scores[0], others + sum(scores[1:])
    assert reference >= 1.2 * others / 9


def test_two_references_at_half_their_valuations_expect_a_sixth_of_the_range():
    # E[v/2, where v is the higher of two uniform valuations] is shared by two: 10 dollars give 1.667 each.
    game = make_game(SealedBidAuction, PRESETS["llmarena"])
    total = 0
    for seed in range(300):
        total += sum(asyncio.run(play(KIT, game, [ReferencePlayer] * 2, seed=f"{seed}")).outcome.scores)
    assert total / 600 == pytest.approx(166.7, rel=0.05)


@pytest.mark.parametrize("price", ["first", "second"])
def test_guesses_do_not_know_the_others_valuations_and_bids(price):
    game = SealedBidAuction(seats=4, rounds=3, price=price)
    state = sold(game, (100, 150, 60, 20), (97, 131, 23, 20))
    state = game.act(state, {CHANCE: (10, 40, 70, 90)})
    view = game.observe(state, 0)
    guesses = {KIT.sample_state(game, view, Random(seed)) for seed in range(20)}
    assert len({guessed.valuations for guessed in guesses}) > 15
    assert len({guessed.rounds for guessed in guesses}) > 15
    for guessed in guesses:
        assert game.observe(guessed, 0) == view
        assert len(set(guessed.valuations)) == 4
        assert all(
            bid <= v for past in guessed.rounds for v, bid in zip(past.valuations, past.bids, strict=True)
        )


def test_the_others_valuations_are_secrets():
    game = SealedBidAuction(seats=3)
    state = game.act(game.new(), {CHANCE: (10, 100, 0)})
    assert KIT.secrets(game, state, 0) == ("in round 1 is 0 units", "in round 1 is 100 units")
    assert "in round 1 is 100 units" in KIT.words.scene(game, game.observe(state, 1))


@pytest.mark.parametrize("price", ["first", "second"])
@pytest.mark.parametrize(
    "options",
    [{"valuations": "published"}, {"interval": None, "unit": "cents", "high": 6}, {"overbids": True}],
)
@pytest.mark.slow
def test_the_contract_holds_for_other_options(price, options):
    small = {"seats": 3, "rounds": 4, "high": 40, "told_rounds": False, "price": price, **options}
    assert breaches(KIT, small, range(3)) == []
