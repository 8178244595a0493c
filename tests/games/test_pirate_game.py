"""The pirate game: γ-Bench's rules by hand; plans and votes against Stewart's puzzle and full search."""

import asyncio
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from agonist.core import Choice, IllegalAction, Split, UnreadableAnswer
from agonist.games.pirate_game import KIT, OVERBOARD, PirateGame
from agonist.games.pirate_game.reference import best_plan, ends, price
from agonist.games.pirate_game.rules import votes_needed
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.text import read, written

RULES = [(rule, on_equal) for rule in ("half", "majority") for on_equal in ("overboard", "spare")]


def voted(game, plan, votes, state=None):
    """The state after a plan of the most senior on board and the votes of the others, `a` or `r`."""
    state = state or game.new()
    first = state.overboard
    state = game.act(state, {first: plan})
    words = {"a": "accept", "r": "reject"}
    return game.act(state, {first + 1 + nth: words[vote] for nth, vote in enumerate(votes)})


def test_a_plan_passes_with_exactly_half_of_the_votes_the_proposers_included():
    game = PirateGame(seats=4)
    outcome = game.outcome(voted(game, (97, 1, 1, 1), "rar"))
    assert outcome.scores == (97, 1, 1, 1)
    assert outcome.reason == "the plan of Player 1 is accepted"


def test_of_an_odd_number_half_is_more_than_half():
    game = PirateGame(seats=5)
    assert game.outcome(voted(game, (96, 1, 1, 1, 1), "rarr")) is None
    assert game.outcome(voted(game, (96, 1, 1, 1, 1), "rara")) is not None


def test_where_a_majority_is_needed_half_is_not_enough():
    game = PirateGame(seats=4, passes_with="majority")
    assert game.outcome(voted(game, (97, 1, 1, 1), "rar")) is None
    assert game.outcome(voted(game, (97, 1, 1, 1), "raa")).scores == (97, 1, 1, 1)


def test_without_enough_votes_the_proposer_goes_overboard_and_the_next_one_proposes():
    game = PirateGame(seats=4)
    state = voted(game, (100, 0, 0, 0), "rrr")
    assert game.turn(state) == {1: Split((1, 2, 3), 100, about="proposal")}
    outcome = game.outcome(voted(game, (60, 30, 10), "ra", state))
    assert outcome.scores == (OVERBOARD, 60, 30, 10)
    assert outcome.ranks == (4, 1, 2, 3)


def test_to_go_overboard_is_worse_than_no_coin():
    game = PirateGame(seats=3)
    state = voted(game, (100, 0, 0), "rr")
    assert game.outcome(voted(game, (100, 0), "r", state)).ranks == (3, 1, 2)


def test_the_last_one_left_has_all_gold_and_is_not_asked():
    game = PirateGame(seats=2, passes_with="majority")
    state = voted(game, (100, 0), "r")
    assert game.turn(state) == {}
    assert game.outcome(state).scores == (OVERBOARD, 100)
    assert "Player 2 is the only pirate left" in KIT.words.scene(game, game.observe(state, 0))


def test_of_two_the_proposers_own_vote_is_half():
    game = PirateGame(seats=2)
    assert game.outcome(voted(game, (100, 0), "r")).scores == (100, 0)


def test_all_but_the_proposer_vote_at_once_with_accept_or_reject():
    game = PirateGame(seats=4)
    state = game.act(game.new(), {0: (97, 0, 2, 1)})
    assert game.turn(state) == dict.fromkeys((1, 2, 3), Choice(("accept", "reject"), about="decision"))
    with pytest.raises(UnreadableAnswer):
        read(game.turn(state)[1], '{"decision": "not accept"}', "json").check("not accept")


@pytest.mark.parametrize("wrong", [(100,), (101, -1, 0), (50, 50, 1), (33.0, 33, 34)])
def test_a_plan_gives_each_on_board_a_whole_share_and_all_gold_in_total(wrong):
    game = PirateGame(seats=3)
    with pytest.raises(IllegalAction):
        game.turn(game.new())[0].check(wrong)


def test_a_plan_is_written_by_the_names_of_those_on_board_in_any_order():
    game = PirateGame(seats=4)
    state = voted(game, (100, 0, 0, 0), "rrr")
    ask, view = game.turn(state)[1], game.observe(state, 1)

    def say(key, option):
        return KIT.words.label(view, key, option)

    text = written(ask, (99, 0, 1), "json", say)
    assert text == '{"proposal": {"Player 2": 99, "Player 3": 0, "Player 4": 1}}'
    swapped = '{"proposal": {"Player 4": 1, "Player 2": 99, "Player 3": 0}}'
    assert read(ask, swapped, "json", say) == (99, 0, 1)
    with pytest.raises(IllegalAction):
        read(ask, '{"proposal": {"Player 1": 99, "Player 3": 0, "Player 4": 1}}', "json", say)


def test_players_hear_how_many_accepted_but_not_who():
    game = PirateGame(seats=4)
    one, other = (voted(game, (98, 0, 2, 0), votes) for votes in ("arr", "rar"))
    assert game.observe(one, 3) == game.observe(other, 3)
    assert game.observe(one, 0) == game.observe(other, 0)
    view = game.observe(voted(PirateGame(seats=5), (96, 1, 1, 1, 1), "arrr"), 1)
    assert view.log[1:] == (("votes", 1, 2, 5, False), ("own", 1, "accept"))
    told = KIT.words.scene(PirateGame(seats=5), view)
    assert "2 of 5 pirates accepted Player 1's plan. That was not enough" in told
    assert "Your vote in round 1: accept." in told
    assert "passes if at least 2 of 4 accept" in told


def test_a_voter_is_told_the_whole_plan_and_his_share():
    game = PirateGame(seats=3, gold=7)
    state = game.act(game.new(), {0: (4, 1, 2)})
    view = game.observe(state, 2)
    assert "Player 1: 4, Player 2: 1, Player 3: 2" in KIT.words.scene(game, view)
    assert "gives you 2 of 7 in coins" in KIT.words.request(game, view, game.turn(state)[2])


def test_rules_say_what_the_options_are():
    assert "at least half" in KIT.words.rules(PirateGame())
    assert "more than half" in KIT.words.rules(PirateGame(passes_with="majority"))
    assert "to see other pirates go overboard" in KIT.words.rules(PirateGame())
    assert "to see nobody go overboard" in KIT.words.rules(PirateGame(on_equal="spare"))


def test_ten_pirates_and_a_hundred_coins_leave_the_first_96_as_gamma_bench_says():
    assert best_plan(10, 100, "half", "overboard") == (96, 0, 1, 0, 1, 0, 1, 0, 1, 0)


@pytest.mark.parametrize("gold", [4, 5, 100, 400])
@pytest.mark.parametrize("count", range(2, 11))
def test_plans_are_gamma_benchs_optimal_plans(gold, count):
    # A coin to every second one after the proposer, who keeps what is left.
    bought = (count - 1) // 2
    expected = [gold - bought] + [0] * (count - 1)
    for place in range(2, count, 2):
        expected[place] = 1
    assert best_plan(count, gold, "half", "overboard") == tuple(expected)
    assert ends(count, gold, "half", "overboard") == tuple(expected)


def test_with_scarce_gold_those_survive_whom_stewart_says():
    # A Puzzle for Pirates (1999): with 100 coins 201 and 202, and then twice the gold and a power of two.
    survive = [count for count in range(2, 241) if ends(count, 100, "half", "overboard")[0] != OVERBOARD]
    assert survive == [*range(2, 203), 204, 208, 216, 232]
    assert ends(201, 100, "half", "overboard")[0] == 0
    assert sum(ends(202, 100, "half", "overboard")) == 100
    assert ends(203, 100, "half", "overboard") == (OVERBOARD, *ends(202, 100, "half", "overboard"))


@pytest.mark.parametrize("gold", [1, 2, 3, 7])
def test_powers_of_two_for_other_gold(gold):
    survive = {count for count in range(2, 90) if ends(count, gold, "half", "overboard")[0] != OVERBOARD}
    assert survive == {*range(2, 2 * gold + 3), *(2 * gold + 2**k for k in range(1, 7))} & set(range(90))


def test_four_pirates_and_one_coin_by_hand():
    # Two: (1, 0). Three must buy one vote: (0, 0, 1). Four: one vote for the coin, and survives.
    assert ends(3, 1, "half", "overboard") == (0, 0, 1)
    assert ends(4, 1, "half", "overboard") == (0, 0, 1, 0)
    # Five need two votes, and no one's life is at stake but the proposer's.
    assert ends(5, 1, "half", "overboard") == (OVERBOARD, 0, 0, 1, 0)
    # Of six the next one would go overboard, so they accept anything; one more vote is bought.
    assert ends(6, 1, "half", "overboard")[0] == 0


def test_where_a_majority_is_needed_by_hand():
    assert ends(2, 100, "majority", "overboard") == (OVERBOARD, 100)
    assert ends(3, 100, "majority", "overboard") == (100, 0, 0)
    assert ends(4, 100, "majority", "overboard") == (98, 0, 1, 1)
    assert ends(5, 100, "majority", "overboard") == (97, 0, 1, 0, 2)


def test_pirates_who_spare_on_equal_ask_no_coin_for_it():
    assert ends(10, 100, "half", "spare") == (100,) + (0,) * 9
    # Of two the other one's vote is needed as well, and it costs all that they would have alone.
    assert ends(2, 100, "majority", "spare") == (0, 100)
    assert ends(3, 100, "majority", "spare") == (100, 0, 0)


@pytest.mark.parametrize(("rule", "on_equal"), RULES)
def test_no_other_plan_leaves_the_proposer_more_as_a_full_search_says(rule, on_equal):
    for gold, count in product(range(1, 5), range(2, 6)):
        later = ends(count - 1, gold, rule, on_equal)
        best = OVERBOARD
        for plan in Split(tuple(range(count)), gold).options():
            accepts = 1 + sum(
                share >= price(end, on_equal) for share, end in zip(plan[1:], later, strict=True)
            )
            if accepts >= votes_needed(count, rule):
                best = max(best, plan[0])
        assert ends(count, gold, rule, on_equal)[0] == best


def vote(game, plan, seat, overboard=0):
    state = game.new()
    for _ in range(overboard):
        left = game.seats - state.overboard
        state = voted(game, (game.gold, *[0] * (left - 1)), "r" * (left - 1), state)
    state = game.act(state, {overboard: plan})
    return KIT.reference(game, game.observe(state, seat), game.turn(state)[seat], Random(0))


def test_votes_compare_a_share_with_what_comes_next():
    # Next of five would be (98, 0, 1, 0, 1): the first of them wants more than 98, the second more than 0.
    game = PirateGame(seats=6)
    offers = (0, 98, 1, 1, 0, 0)
    assert [vote(game, offers, seat) for seat in range(1, 6)] == [
        "reject", "accept", "reject", "reject", "reject"
    ]  # fmt: skip
    assert vote(game, (0, 99, 0, 1, 0, 0), 1) == "accept"
    assert vote(replace(game, on_equal="spare"), (100, 0, 0, 0, 0, 0), 5) == "accept"


def test_one_who_would_go_overboard_next_accepts_anything():
    game = PirateGame(seats=6, gold=1)
    assert vote(game, (1, 0, 0, 0, 0, 0), 1) == "accept"
    assert vote(game, (1, 0, 0, 0, 0, 0), 2) == "reject"


def test_references_among_themselves_agree_at_once():
    match = asyncio.run(play(KIT, PirateGame(), [ReferencePlayer] * 10, seed="1"))
    assert match.outcome.scores == (96, 0, 1, 0, 1, 0, 1, 0, 1, 0)
    scarce = asyncio.run(play(KIT, PirateGame(gold=1), [ReferencePlayer] * 10, seed="1")).outcome.scores
    assert scarce == ends(10, 1, "half", "overboard")
    nine = asyncio.run(play(KIT, PirateGame(seats=9, gold=1), [ReferencePlayer] * 9, seed="1")).outcome
    assert nine.scores == (OVERBOARD,) * 3 + ends(6, 1, "half", "overboard")


def test_among_references_the_reference_gets_more_than_a_random_player_in_every_seat():
    # A senior random player is thrown overboard; a junior one is not offered more.
    game = PirateGame(seats=5)
    for seat in range(5):
        factories = [ReferencePlayer] * 5
        own = asyncio.run(play(KIT, game, factories, seed="1")).outcome.scores[seat]
        for seed in range(5):
            factories[seat] = lambda _context: RandomPlayer()
            random = asyncio.run(play(KIT, game, factories, seed=f"{seed}")).outcome.scores[seat]
            assert own >= random


def test_ways_to_share_a_little_gold_are_listed_for_twenty_pirates():
    game = PirateGame(seats=20, gold=2)
    plans = game.turn(game.new())[0].options()
    assert len(set(plans)) == len(plans) == 210
    assert all(sum(plan) == 2 for plan in plans)


def test_a_guess_has_the_counts_and_the_own_vote_but_not_the_others_votes():
    game = PirateGame(seats=6)
    state = voted(game, (95, 1, 1, 1, 1, 1), "arrrr")
    state = game.act(state, {1: (96, 1, 1, 1, 1)})
    for seat in range(6):
        view = game.observe(state, seat)
        guesses = [KIT.sample_state(game, view, Random(seed)) for seed in range(30)]
        assert all(game.observe(guessed, seat) == view for guessed in guesses)
        others = {guessed.log for guessed in guesses}
        assert len(others) == {0: 5, 1: 1}.get(seat, 4)
