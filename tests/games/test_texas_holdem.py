"""Texas hold'em: betting as pokerkit has it, hand-worked cases of the published engine, equity."""

import asyncio
from itertools import pairwise
from random import Random

import pokerkit
import pytest

from agonist.core import CHANCE, UsageError
from agonist.games.texas_holdem import KIT, PRESETS, TexasHoldem
from agonist.games.texas_holdem.cards import DECK, made_hand, place
from agonist.games.texas_holdem.equity import equity
from agonist.games.texas_holdem.rules import chips_moved
from agonist.kit import make_game
from agonist.match import play
from agonist.match.chance_seat import Chance
from agonist.players.simple import RandomPlayer, ReferencePlayer

PUBLISHED, STANDARD = PRESETS["llmarena"], PRESETS["standard"]
ACES_AGAINST_KINGS = ("As", "Ah", "Ks", "Kh")
DRY_BOARD = {"flop": [("2c", "7d", "9h")], "turn": [("Jc",)], "river": [("3d",)]}


def dealt(game, dealer=0, hole=ACES_AGAINST_KINGS):
    """Before the first bet of the first hand."""
    state = game.act(game.new(), {CHANCE: dealer})
    return game.act(state, {CHANCE: hole})


def after(game, state, actions, **cards):
    """After these actions, with these cards where chance is asked; each action is checked."""
    chance = Chance("1", {**DRY_BOARD, **cards})
    actions = list(actions)
    while asks := game.turn(state):
        ((seat, ask),) = asks.items()
        if seat != CHANCE and not actions:
            return state
        move = chance.pick(ask) if seat == CHANCE else actions.pop(0)
        ask.check(move)
        state = game.act(state, {seat: move})
    assert not actions
    return state


def choices(game, state):
    ((_, ask),) = game.turn(state).items()
    return ask.choices


def told(state, kind):
    return [event for _, event in state.log if event[0] == kind]


# The published engine


def test_the_first_decision_of_the_published_engine_has_no_half_pot():
    game = TexasHoldem(**PUBLISHED)
    state = dealt(game, dealer=0)
    assert state.table.pot == 3
    assert state.table.mover == 1  # the dealer posts the big blind
    assert state.table.paid == (2, 1)
    assert choices(game, state) == ("fold", "check_call", "raise_pot", "all_in")


def test_in_the_published_engine_the_small_blind_acts_first_on_every_street():
    game = TexasHoldem(**PUBLISHED)
    state = dealt(game, dealer=1)
    for _ in range(4):
        assert state.table.mover == 0
        state = after(game, state, ["check_call", "check_call"])
    assert game.turn(state) == {}


def test_a_published_raise_moves_the_pot_as_it_lies():
    game = TexasHoldem(**PUBLISHED)
    state = after(game, dealt(game), ["raise_pot"])
    assert state.table.paid == (2, 4)  # 3 chips, 1 of them the call
    state = after(game, state, ["raise_half_pot"])
    assert state.table.paid == (5, 4)  # 3 of 6: a raise of 1 chip only
    state = after(game, state, ["check_call"])
    assert state.table.pot == 10
    state = after(game, state, ["raise_half_pot"])
    assert state.table.paid == (5, 10)


def test_a_published_half_pot_rounds_down():
    game = TexasHoldem(**PUBLISHED)
    state = after(game, dealt(game), ["raise_pot", "raise_half_pot"])
    assert state.table.pot == 9
    assert chips_moved(game, state.table, 1, "raise_half_pot") == 4


# The rulebook


def test_the_dealer_posts_the_small_blind_and_acts_first_then_last():
    game = TexasHoldem(**STANDARD)
    state = dealt(game, dealer=1)
    assert state.table.paid == (2, 1)
    assert state.table.mover == 1
    state = after(game, state, ["check_call", "check_call"])
    assert state.table.board == ("9h", "7d", "2c")
    assert state.table.mover == 0


def test_the_big_blind_may_still_raise_when_he_is_only_called():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["check_call"])
    assert state.table.mover == 1
    assert choices(game, state) == ("fold", "check_call", "raise_half_pot", "raise_pot", "all_in")
    state = after(game, state, ["raise_half_pot"])
    assert state.table.paid == (2, 4)
    assert state.table.mover == 0


def test_a_raise_calls_first_and_then_adds_its_part_of_the_pot():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["raise_pot"])
    assert state.table.paid == (6, 2)  # calls 1 of 3, adds the 4 in the pot
    state = after(game, state, ["raise_half_pot"])
    assert state.table.paid == (6, 12)  # calls 4, adds half of 12


def test_an_opponent_who_is_all_in_can_only_be_called():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["all_in"])
    assert state.table.paid == (100, 2)
    assert choices(game, state) == ("fold", "check_call")


def test_two_players_all_in_see_the_other_cards_without_betting():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["all_in", "check_call"])
    assert [event[0] for _, event in state.log[-5:]] == ["flop", "turn", "river", "showdown", "result"]
    assert game.outcome(state).scores == (100, -100)
    assert game.outcome(state).reason == "showdown"


def test_what_is_not_called_is_returned():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["all_in", "fold"])
    assert told(state, "returned") == [("returned", 0, 98)]
    assert game.outcome(state).scores == (2, -2)
    assert game.outcome(state).reason == "Player 2 folded"


def test_equal_hands_split_the_pot():
    game = TexasHoldem(**STANDARD)
    royal = {"flop": [("Ad", "Kd", "Qd")], "turn": [("Jd",)], "river": [("Td",)]}
    state = after(game, dealt(game), ["all_in", "check_call"], **royal)
    assert game.outcome(state).scores == (0, 0)
    assert game.outcome(state).ranks == (1, 1)


def test_folding_is_legal_where_checking_is_free():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["check_call", "fold"])
    assert game.outcome(state).scores == (2, -2)


def test_hands_start_with_fresh_stacks_and_the_dealer_alternates():
    game = TexasHoldem(hands=3, **STANDARD)
    state = after(game, dealt(game, dealer=1), ["fold", "fold", "fold"])
    assert [event[1:] for event in told(state, "hand")] == [(1, 1), (2, 0), (3, 1)]
    assert state.table.results == ((1, -1), (-1, 1), (1, -1))  # the dealer folds the small blind
    assert game.outcome(state).scores == (1, -1)


# Who sees what


def test_cards_are_shown_at_a_showdown_only():
    game = TexasHoldem(**STANDARD)
    folded = after(game, dealt(game), ["fold"])
    assert game.observe(folded, 0).hole == (("As", "Ah"), ())
    assert game.observe(folded, None).hole == ((), ())
    called = after(game, dealt(game), ["all_in"])
    assert game.observe(called, 1).hole == ((), ("Ks", "Kh"))
    shown = after(game, called, ["check_call"])
    assert game.observe(shown, 1).hole == game.observe(shown, None).hole == (("As", "Ah"), ("Ks", "Kh"))


def test_a_guess_keeps_what_is_known_and_varies_what_is_not():
    game = TexasHoldem(hands=2, **STANDARD)
    state = after(game, dealt(game), ["check_call"] * 8 + ["check_call"], hole=[("2d", "3s", "4s", "5s")])
    view = game.observe(state, 0)
    guesses = [KIT.sample_state(game, view, Random(str(n))) for n in range(20)]
    assert all(game.observe(guess, 0) == view for guess in guesses)
    assert len({guess.hole[1] for guess in guesses}) > 10
    assert all(
        guess.hole[0] == ("3s", "2d") and len({*guess.hole[0], *guess.hole[1]}) == 4 for guess in guesses
    )


def test_the_others_cards_are_secret_until_they_are_shown():
    game = TexasHoldem(**STANDARD)
    state = dealt(game)
    assert KIT.secrets(game, state, 0) == ("King of Spades", "King of Hearts")
    assert KIT.secrets(game, after(game, state, ["all_in", "check_call"]), 0) == ()


# Words


def test_checking_and_calling_are_one_action_under_two_names():
    game = TexasHoldem(**STANDARD)
    state = dealt(game)
    assert KIT.words.label(game.observe(state, 0), "action", "check_call") == "call"
    state = after(game, state, ["check_call"])
    assert KIT.words.label(game.observe(state, 1), "action", "check_call") == "check"


def test_the_request_says_what_calling_and_raising_cost():
    game = TexasHoldem(**STANDARD)
    state = after(game, dealt(game), ["raise_pot"])
    view = game.observe(state, 1)
    said = KIT.words.request(game, view, game.turn(state)[1])
    assert (
        "Calling costs 4 chips; a raise of half the pot takes 10 chips; a raise of the pot takes 16 chips"
        in said
    )
    assert "King of Spades and King of Hearts" in said


def test_the_request_names_no_raise_that_is_not_allowed():
    game = TexasHoldem(**PUBLISHED)
    state = dealt(game, dealer=1)
    said = KIT.words.request(game, game.observe(state, 0), game.turn(state)[0])
    assert "a raise of the pot takes 3 chips" in said
    assert "half" not in said


def test_passing_checks_where_it_is_free_and_folds_elsewhere():
    game = TexasHoldem(**STANDARD)
    state = dealt(game)
    assert KIT.passes(game.observe(state, 0), game.turn(state)[0]) == "fold"
    state = after(game, state, ["check_call"])
    assert KIT.passes(game.observe(state, 1), game.turn(state)[1]) == "check_call"


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"small_blind": 3}, "small_blind is from 1 to big_blind"),
        ({"stacks": 2}, "stacks is more than big_blind"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        make_game(TexasHoldem, options)


# Betting, as pokerkit has it


def pokerkit_state(game, hole):
    """The same deal in pokerkit, where the player at 0 posts the big blind and 1 is the dealer."""
    automatic = pokerkit.Automation
    state = pokerkit.NoLimitTexasHoldem.create_state(
        (
            automatic.ANTE_POSTING,
            automatic.BET_COLLECTION,
            automatic.BLIND_OR_STRADDLE_POSTING,
            automatic.HOLE_CARDS_SHOWING_OR_MUCKING,
            automatic.HAND_KILLING,
            automatic.CHIPS_PUSHING,
            automatic.CHIPS_PULLING,
        ),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(game.small_blind, game.big_blind),
        min_bet=game.big_blind,
        raw_starting_stacks=game.stacks,
        player_count=2,
    )
    for cards in hole:
        state.deal_hole("".join(cards))
    return state


@pytest.mark.parametrize("seed", range(120))
def test_betting_pots_and_payoffs_as_pokerkit_says(seed):
    rng = Random(f"pokerkit:{seed}")
    stacks, small, big = rng.choice([(100, 1, 2), (20, 1, 2), (7, 1, 2), (51, 2, 5), (400, 2, 3)])
    game = TexasHoldem(stacks=stacks, small_blind=small, big_blind=big, **STANDARD)
    hole = tuple(rng.sample(DECK, 4))
    dealer = rng.randrange(2)
    ours = dealt(game, dealer, hole)
    theirs = pokerkit_state(game, [ours.hole[1 - dealer], ours.hole[dealer]])
    while asks := game.turn(ours):
        ((seat, ask),) = asks.items()
        if seat == CHANCE:
            assert theirs.actor_index is None
            move = ask.sample(rng)
            theirs.burn_card("??")
            theirs.deal_board("".join(move))
        else:
            at = 1 if seat == dealer else 0
            assert theirs.actor_index == at
            assert theirs.total_pot_amount == ours.table.pot
            assert theirs.checking_or_calling_amount == ours.table.to_call
            targets = {
                action: theirs.bets[at] + chips_moved(game, ours.table, seat, action)
                for action in ask.choices
                if action not in ("fold", "check_call")
            }
            assert all(theirs.can_complete_bet_or_raise_to(target) for target in targets.values())
            assert bool(targets) == theirs.can_complete_bet_or_raise_to()
            # pokerkit refuses to fold where checking is free, so we do not try it
            move = rng.choice(
                [a for a in ask.choices if a != "fold" or (ours.table.to_call and rng.random() < 0.3)]
            )
            if move == "fold":
                theirs.fold()
            elif move == "check_call":
                theirs.check_or_call()
            else:
                theirs.complete_bet_or_raise_to(targets[move])
        ours = game.act(ours, {seat: move})
    assert theirs.status is False
    scores = game.outcome(ours).scores
    assert [scores[1 - dealer], scores[dealer]] == theirs.payoffs


# Hands and equity


def test_hands_are_ordered_as_pokerkit_orders_them():
    rng = Random("hands")
    for _ in range(300):
        cards = rng.sample(DECK, 9)
        ours = [place((*cards[at : at + 2], *cards[4:])) for at in (0, 2)]
        theirs = [
            pokerkit.StandardHighHand.from_game("".join(cards[at : at + 2]), "".join(cards[4:]))
            for at in (0, 2)
        ]
        assert (ours[0] < ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])


def test_every_kind_of_hand_has_its_name():
    by_rank = {
        "a straight flush": "5s4s3s2sAs",
        "four of a kind": "2c2d2h2s3c",
        "a full house": "2c2d2h3s3c",
        "a flush": "7c5c4c3c2c",
        "a straight": "5c4d3h2sAs",
        "three of a kind": "2c2d2h3s4c",
        "two pair": "2c2d3h3s4c",
        "one pair": "2c2d3h4s5c",
        "a high card": "7c5d4h3s2c",
    }
    weakest = {name: [text[at : at + 2] for at in range(0, 10, 2)] for name, text in by_rank.items()}
    assert {name: made_hand(cards) for name, cards in weakest.items()} == {name: name for name in weakest}
    assert all(place(one) < place(two) for one, two in pairwise(weakest.values()))


def counted_with_pokerkit(hole, board):
    """Equity on the river by looking at every opposing hand."""
    rest = [card for card in DECK if card not in (*hole, *board)]
    mine = pokerkit.StandardHighHand.from_game("".join(hole), "".join(board))
    shares = []
    for nth, one in enumerate(rest):
        for two in rest[:nth]:
            theirs = pokerkit.StandardHighHand.from_game(one + two, "".join(board))
            shares.append(1 if mine > theirs else 0.5 if mine == theirs else 0)
    return sum(shares) / len(shares)


def test_equity_on_the_river_is_counted_as_pokerkit_ranks_the_hands():
    hole, board = ["9c", "9d"], ["2c", "7d", "9h", "Jc", "Qd"]
    found = equity(hole, board)
    assert found.cases == 990
    assert found.share == pytest.approx(counted_with_pokerkit(hole, board), abs=1e-12)


def test_equity_on_the_turn_is_the_mean_over_all_rivers():
    hole, board = ["2c", "3h"], ["6s", "Kc", "Qc", "3d"]
    rivers = [card for card in DECK if card not in (*hole, *board)]
    by_river = [equity(hole, [*board, river]).share for river in rivers]
    assert equity(hole, board).share == pytest.approx(sum(by_river) / 46, abs=1e-12)


def test_a_sampled_equity_is_as_near_to_the_counted_as_its_error_says():
    hole, board = ["2c", "3h"], ["6s", "Kc", "Qc"]
    exact = equity(hole, board)
    assert exact.cases == 1_070_190
    assert exact.share == pytest.approx(0.18196, abs=5e-6)
    sampled = equity(hole, board, rng=Random("1"), samples=20_000)
    assert 0.002 < sampled.standard_error < 0.004
    assert abs(sampled.share - exact.share) < 3 * sampled.standard_error


def test_known_equities_before_the_flop():
    # two aces win against one random hand 85.2% of the time, against two 73.4%
    one = equity(["As", "Ah"], rng=Random("2"), samples=10_000)
    two = equity(["As", "Ah"], opponents=2, rng=Random("2"), samples=10_000)
    assert abs(one.share - 0.852) < 3 * one.standard_error
    assert abs(two.share - 0.734) < 3 * two.standard_error


def test_a_pot_shared_by_three_counts_a_third():
    board = ["As", "Ks", "Qs", "Js", "Ts"]
    assert equity(["2c", "3c"], board, opponents=2, rng=Random("3"), samples=10).share == pytest.approx(1 / 3)
    assert equity(["2c", "3c"], board).share == 0.5


@pytest.mark.parametrize(
    ("hole", "board", "message"),
    [
        (["1s", "2s"], [], "'1s' is not a card"),
        (["2s", "2s"], [], "all different"),
        (["2s", "3s"], ["4s"], "0, 3, 4 or 5 community cards"),
        (["2s", "3s"], [], "give rng"),
    ],
)
def test_equity_refuses_what_cannot_be(hole, board, message):
    with pytest.raises(UsageError, match=message):
        equity(hole, board)


# Players


def test_the_defaults_are_the_rulebooks():
    assert TexasHoldem() == TexasHoldem(**PRESETS["standard"]) != TexasHoldem(**PUBLISHED)


def score_of_reference(other, pairs, **options):
    """Net chips a hand of the reference player over mirrored pairs of matches."""
    game = TexasHoldem(hands=5, **options)
    total = 0.0
    for seed in map(str, range(pairs)):
        total += asyncio.run(play(KIT, game, [ReferencePlayer, other], seed=seed)).outcome.scores[0]
        total += asyncio.run(play(KIT, game, [other, ReferencePlayer], seed=seed)).outcome.scores[1]
    return total / (2 * pairs * game.hands)


@pytest.mark.long
@pytest.mark.parametrize("options", [STANDARD, PUBLISHED], ids=["standard", "llmarena"])
def test_the_reference_beats_random_by_five_chips_a_hand(options):
    assert score_of_reference(lambda _context: RandomPlayer(), 50, **options) > 5


def test_where_the_worse_hand_wins_kings_beat_aces_and_a_fold_is_a_fold():
    game = TexasHoldem(pot_goes_to="worst")
    assert after(game, dealt(game), ["all_in", "check_call"]).table.results == ((-100, 100),)
    assert after(game, dealt(game), ["fold"]).table.results == ((-1, 1),)
    assert "the worse hand wins the pot" in KIT.words.rules(game)
