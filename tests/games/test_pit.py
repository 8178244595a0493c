"""Pit: the rulebook, the rulings for what it leaves open, and the bugs of GameBench's published code."""

import asyncio
from collections import Counter
from random import Random

import pytest

from agonist.core import CHANCE, IllegalAction, uniform
from agonist.games.pit import KIT, PRESETS, Pit
from agonist.games.pit.cards import BEAR, BULL, OTHER, VALUES, bundles, corner, in_order, penalty
from agonist.games.pit.rules import State
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.suites.gamebench.share_rule import share_of

GAME = Pit()
WAIT = ("wait",)


def hand(**counts):
    """`hand(corn=8, Bull=1)`."""
    return in_order(tuple(card for card, n in counts.items() for _ in range(n)))


def trading(*hands, points=None, game=GAME):
    """A hand under way."""
    return State("trade", tuple(hands), hand=1, points=points or (0,) * game.seats, log=game.new().log)


PLAIN = (
    hand(wheat=3, barley=2, corn=2, soybeans=2, Bull=1),
    hand(wheat=2, barley=3, corn=2, soybeans=2, Bear=1),
    hand(wheat=2, barley=2, corn=3, soybeans=2),
    hand(wheat=2, barley=2, corn=2, soybeans=3),
)


def tick(state, *moves, order=None, game=GAME):
    """The state after all have chosen; the calls are heard by seat unless an order is given."""
    asks = game.turn(state)
    for seat, move in enumerate(moves):
        asks[seat].check(move)
    state = game.act(state, dict(enumerate(moves)))
    if state.phase == "swap":
        state = game.act(state, {CHANCE: order or game.turn(state)[CHANCE].things})
    return state


def offer(*cards):
    return ("offer", cards)


def accept(seat, *cards):
    return ("accept", (seat, cards))


# The rulebook


def test_rulebook_one_suit_of_nine_cards_for_each_player_and_bull_and_bear():
    for seats in range(3, 9):
        count = Counter(Pit(seats=seats).pack)
        assert [n for card, n in count.items() if card in VALUES] == [9] * seats
        assert count[BULL] == count[BEAR] == 1


def test_rulebook_two_players_hold_ten_cards_different_ones_in_each_hand():
    state = GAME.act(GAME.new(), {CHANCE: GAME.pack})
    assert [len(cards) for cards in state.hands] == [10, 10, 9, 9]
    state = GAME.act(State("deal", hand=1, points=(0,) * 4), {CHANCE: GAME.pack})
    assert [len(cards) for cards in state.hands] == [9, 10, 10, 9]


def test_rulebook_one_to_four_cards_of_one_suit_are_held_out():
    ways = bundles(hand(corn=5, oats=1))
    assert ways == (*(("corn",) * n for n in range(1, 5)), ("oats",))


def test_rulebook_bull_and_bear_are_traded_alone_or_along_with_a_suit_up_to_four_cards():
    ways = bundles(hand(corn=4, Bull=1))
    assert ("Bull",) in ways
    assert ("corn", "corn", "corn", "Bull") in ways
    assert ("corn", "corn", "corn", "corn", "Bull") not in ways


def test_rulebook_equal_numbers_are_swapped_unseen():
    state = tick(trading(*PLAIN), offer("wheat", "wheat"), WAIT, offer("soybeans", "soybeans"), WAIT)
    assert Counter(state.hands[0])["soybeans"] == 4
    assert Counter(state.hands[2])["wheat"] == 4


def test_rulebook_different_numbers_are_not_swapped():
    state = tick(trading(*PLAIN), offer("wheat", "wheat"), offer("barley"), WAIT, WAIT)
    assert state.hands == PLAIN


def test_rulebook_nine_of_a_suit_or_eight_and_the_bull_are_a_corner():
    assert corner(hand(barley=9)) == 85
    assert corner(hand(barley=8, Bull=1)) == 85
    assert corner(hand(barley=8, corn=1)) == 0


def test_rulebook_nine_and_the_bull_count_double():
    assert corner(hand(wheat=9, Bull=1)) == 200


def test_rulebook_whoever_holds_the_bear_cannot_corner():
    assert corner(hand(wheat=9, Bear=1)) == 0
    with pytest.raises(IllegalAction):
        tick(trading(hand(wheat=9, Bear=1), *PLAIN[1:]), ("corner",), WAIT, WAIT, WAIT)


@pytest.mark.parametrize(
    ("cards", "won", "lost"),
    [
        (hand(Bear=1, corn=9), False, 20),
        (hand(Bull=1, corn=9), False, 20),
        (hand(Bull=1, Bear=1, corn=8), False, 40),
        (hand(Bull=1, corn=9), True, 0),
    ],
)
def test_rulebook_penalties_for_bull_and_bear_when_a_hand_is_won(cards, won, lost):
    assert penalty(cards, won=won) == lost


def test_rulebook_the_first_with_500_points_wins():
    state = trading(hand(wheat=9), *PLAIN[1:], points=(420, 0, 480, 0))
    state = tick(state, ("corner",), WAIT, WAIT, WAIT)
    assert GAME.turn(state) == {}
    assert GAME.outcome(state).scores == (520, -20, 480, 0)
    assert GAME.outcome(state).reason == "500 points were reached"


def test_rulebook_of_two_who_declare_at_once_chance_says_who_was_first():
    state = tick(trading(hand(wheat=9), hand(barley=9), *PLAIN[2:]), ("corner",), ("corner",), WAIT, WAIT)
    assert GAME.turn(state)[CHANCE].choices == (0, 1)
    assert GAME.act(state, {CHANCE: 1}).points == (0, 85, 0, 0)


def test_a_corner_comes_before_the_swaps_of_its_tick():
    state = tick(trading(hand(wheat=9), *PLAIN[1:]), ("corner",), offer("corn"), offer("corn"), WAIT)
    assert state.phase == "deal"
    assert state.points[0] == 100


def test_the_match_ends_after_so_many_hands():
    game = Pit(hands=1, ticks=1)
    state = tick(trading(*PLAIN, game=game), WAIT, WAIT, WAIT, WAIT, game=game)
    assert game.outcome(state).reason == "the only hand was played"


# The bugs of the published code


def test_bug_of_the_published_code_no_card_is_ever_lost_made_up_or_negative():
    rng = Random(1)
    state = GAME.act(GAME.new(), {CHANCE: GAME.turn(GAME.new())[CHANCE].sample(rng)})
    for _ in range(60):
        if state.phase in ("deal", "over"):
            break
        moves = {
            seat: ask.sample(rng) if seat == CHANCE else uniform(ask, rng)
            for seat, ask in GAME.turn(state).items()
        }
        state = GAME.act(state, moves)
        if state.hands:
            assert Counter(card for cards in state.hands for card in cards) == Counter(GAME.pack)
            assert sorted(map(len, state.hands)) == [9, 9, 10, 10]


def test_bug_of_the_published_code_offers_do_not_name_the_suit():
    state = tick(trading(*PLAIN), offer("wheat", "wheat"), WAIT, WAIT, WAIT)
    told = KIT.words.scene(GAME, GAME.observe(state, 1))
    assert "Player 1 holds out 2 cards" in told
    assert GAME.observe(state, 1).log[-1] == ("called", 1, ((0, 2, None),))


def test_bug_of_the_published_code_there_is_a_way_to_do_nothing():
    assert WAIT in GAME.turn(trading(*PLAIN))[0].options()


def test_bug_of_the_published_code_nobody_offers_cards_they_do_not_have():
    with pytest.raises(IllegalAction):
        tick(trading(*PLAIN), offer("corn", "corn", "corn"), WAIT, WAIT, WAIT)


def test_bug_of_the_published_code_more_cards_than_a_corner_needs_are_a_corner_too():
    assert corner(hand(corn=7, oats=2), PRESETS["gamebench"]["corner"]) == 75
    assert corner(hand(corn=6, oats=3), 6) == corner(hand(corn=5, Bull=1, oats=3), 6) == 75


def test_bug_of_the_published_code_those_who_did_not_corner_pay_for_bull_and_bear():
    state = tick(trading(hand(corn=9), *PLAIN[1:3], hand(wheat=5, Bull=1)), ("corner",), WAIT, WAIT, WAIT)
    assert state.points == (75, -20, 0, -20)


def test_bug_of_the_published_code_one_corner_ends_the_hand_for_all():
    state = tick(trading(hand(corn=9), hand(wheat=9), *PLAIN[2:]), ("corner",), WAIT, WAIT, WAIT)
    assert state.phase == "deal"
    assert state.points[:2] == (75, 0)


# The rulings


def test_ruling_25_the_four_suits_are_wheat_barley_corn_and_soybeans():
    assert GAME.suits == ("wheat", "barley", "corn", "soybeans")


def test_ruling_26_a_corner_is_declared_and_its_holder_may_wait_for_the_double():
    state = trading(hand(wheat=8, Bull=1, corn=1), hand(wheat=1, barley=8), *PLAIN[2:])
    assert {("corner",), WAIT} <= set(GAME.turn(state)[0].options())
    state = tick(state, offer("corn"), offer("wheat"), WAIT, WAIT)
    assert state.phase == "trade"
    assert tick(state, ("corner",), WAIT, WAIT, WAIT).points[0] == 200


def test_ruling_27_a_hand_of_ten_may_hold_one_odd_card_beside_the_corner_but_not_the_bear():
    assert corner(hand(soybeans=9, corn=1)) == 55
    assert corner(hand(soybeans=8, Bull=1, corn=1)) == 55
    assert corner(hand(soybeans=8, Bull=1, Bear=1)) == 0


@pytest.mark.parametrize(
    ("cards", "needed", "best"),
    [
        (hand(wheat=4, soybeans=5), 4, ("wheat", 100)),
        (hand(wheat=4, soybeans=5, Bull=1), 4, ("wheat", 200)),
        (hand(wheat=4, soybeans=5, Bull=1), 5, ("soybeans", 110)),
        (hand(wheat=4, barley=5, Bull=1), 5, ("barley", 170)),
        (hand(wheat=5, barley=5), 5, ("wheat", 100)),
    ],
)
def test_ruling_a_hand_with_two_corners_is_paid_for_the_best_one_and_named_after_it(cards, needed, best):
    game = Pit(corner=needed)
    state = tick(trading(cards, *PLAIN[1:], game=game), ("corner",), WAIT, WAIT, WAIT, game=game)
    kind, seat, suit, value, _ = next(event for _, event in state.log if event[0] == "cornered")
    assert (kind, seat, (suit, value)) == ("cornered", 0, best)
    assert state.points[0] == best[1]
    assert "two corners" in KIT.words.rules(game)


def test_without_bull_and_bear_no_word_mentions_them():
    game = Pit(bull_and_bear=False)
    state = game.act(game.new(), {CHANCE: game.pack})
    view = game.observe(state, 0)
    hints = [KIT.words.hint(view, key) for key in ("action", "cards", "accept")]
    for text in (KIT.words.rules(game), KIT.words.scene(game, view), *hints):
        assert BULL not in text
        assert BEAR not in text


def test_players_are_told_that_a_rating_by_shares_counts_every_point():
    assert "share of all points" in KIT.words.rules(GAME)


def test_ruling_28_the_500_points_are_those_of_one_seat():
    state = tick(trading(hand(corn=9), *PLAIN[1:], points=(400, 0, 400, 0)), ("corner",), WAIT, WAIT, WAIT)
    assert state.phase == "deal"


def test_ruling_29_each_seat_swaps_once_in_a_tick_in_the_order_of_chance():
    moves = offer("wheat"), offer("barley"), offer("corn"), WAIT
    state = tick(trading(*PLAIN), *moves, order=(2, 0, 1))
    assert state.hands[1] == PLAIN[1]
    assert Counter(state.hands[2])["wheat"] == 3
    assert [call.seat for call in GAME.observe(state, 3).open] == [1]


def test_ruling_29_who_lacks_the_cards_is_no_accepter():
    few = hand(wheat=1, barley=1, corn=1, soybeans=1)
    state = tick(
        trading(hand(wheat=4, corn=5), few, *PLAIN[2:]), offer("wheat", "wheat", "wheat"), WAIT, WAIT, WAIT
    )
    assert all(move[0] != "accept" for move in GAME.turn(state)[1].options())
    with pytest.raises(IllegalAction):
        tick(state, WAIT, accept(0, "wheat", "barley", "corn"), WAIT, WAIT)


def test_an_open_call_is_accepted_while_its_owner_waits():
    state = tick(trading(*PLAIN), offer("wheat", "wheat"), WAIT, WAIT, WAIT)
    state = tick(state, WAIT, accept(0, "barley", "barley"), WAIT, WAIT)
    assert Counter(state.hands[0])["barley"] == 4


def test_what_is_held_out_to_one_player_is_not_swapped_with_another():
    state = tick(trading(*PLAIN), offer("wheat", "wheat"), WAIT, WAIT, WAIT)
    state = tick(state, offer("wheat"), accept(0, "barley", "barley"), offer("corn", "corn"), WAIT)
    assert state.hands == PLAIN


def test_an_offer_is_withdrawn_by_another_answer():
    state = tick(trading(*PLAIN), offer("wheat", "wheat"), WAIT, WAIT, WAIT)
    state = tick(state, offer("corn"), WAIT, WAIT, WAIT)
    assert [offer.cards for offer in state.offers] == [("corn",)]


def test_ruling_30_bull_and_bear_are_offered_together_as_two_cards():
    state = trading(hand(wheat=7, Bull=1, Bear=1), *PLAIN[1:])
    state = tick(state, offer(BULL, BEAR), WAIT, offer("corn", "corn"), WAIT)
    assert {BULL, BEAR} <= set(state.hands[2])


def test_ruling_31_nobody_pays_when_a_hand_ends_by_the_cap_of_ticks():
    game = Pit(ticks=1)
    state = tick(trading(*PLAIN), WAIT, WAIT, WAIT, WAIT, game=game)
    assert (state.phase, state.points) == ("deal", (0, 0, 0, 0))


def test_ruling_32_totals_are_net_and_may_be_below_zero():
    state = tick(trading(hand(corn=9), *PLAIN[1:]), ("corner",), WAIT, WAIT, WAIT)
    assert state.points[1] == -20


# Views


def test_canary_nobody_sees_what_others_hold_hold_out_or_swap():
    marked = (hand(wheat=9), hand(barley=9), hand(corn=8, soybeans=1), hand(soybeans=8, corn=1))
    state = tick(trading(*marked), offer("wheat"), offer("barley"), offer("corn"), WAIT, order=(0, 1, 2))
    for seat, own in (
        (0, {"wheat", "barley"}),
        (1, {"wheat", "barley"}),
        (2, {"corn", "soybeans"}),
        (None, set()),
    ):
        view = GAME.observe(state, seat)
        told = f"{view} {KIT.words.scene(GAME, view)}"
        assert {suit for suit in GAME.suits if suit in told} == own


def test_each_of_the_two_is_told_what_was_given_and_got():
    state = tick(trading(*PLAIN), offer("wheat"), offer("barley"), WAIT, WAIT)
    assert "you gave 1 wheat to Player 2 and got 1 barley" in KIT.words.scene(GAME, GAME.observe(state, 0))
    assert "you gave 1 barley to Player 1 and got 1 wheat" in KIT.words.scene(GAME, GAME.observe(state, 1))
    assert "Player 1 and Player 2 swapped 1 card" in KIT.words.scene(GAME, GAME.observe(state, 2))


def test_the_reference_player_wins_nearly_all_against_random_play_on_mirrored_deals():
    game, share = Pit(corner=6), 0.0
    for seed in range(3):
        for sides in ((0, 2), (1, 3)), ((1, 3), (0, 2)):
            players = [ReferencePlayer if seat in sides[0] else random_player for seat in range(game.seats)]
            scores = asyncio.run(play(KIT, game, players, seed=str(seed))).outcome.scores
            share += share_of("pit", scores, sides)[0] / 6
    assert share > 0.8


def random_player(_context):
    return RandomPlayer()


def test_where_the_bear_is_wild_the_game_is_the_usual_one_with_bull_and_bear_exchanged():
    """The same deals, answers and luck: the same points."""
    usual, other = Pit(seats=3, corner=5, hands=3), Pit(seats=3, corner=5, hands=3, wild="Bear")

    def exchanged(move):
        if isinstance(move, tuple):
            return tuple(map(exchanged, move))
        return OTHER.get(move, move)

    def in_hand(move):
        match move:
            case ("offer", cards):
                return ("offer", in_order(cards))
            case ("accept", (seat, cards)):
                return ("accept", (seat, in_order(cards)))
        return move

    for seed in range(5):
        rng, one, two = Random(seed), usual.new(), other.new()
        while asks := usual.turn(one):
            moves = {
                seat: ask.sample(rng)
                if seat == CHANCE
                else KIT.reference(usual, usual.observe(one, seat), ask, rng)
                for seat, ask in asks.items()
            }
            two_moves = {
                seat: exchanged(move) if seat == CHANCE else in_hand(exchanged(move))
                for seat, move in moves.items()
            }
            for seat, ask in other.turn(two).items():
                ask.check(two_moves[seat])
            one, two = usual.act(one, moves), other.act(two, two_moves)
            assert one.points == two.points
        assert usual.outcome(one) == other.outcome(two)
        assert any(event[0] == "cornered" for _, event in one.log)


def test_where_the_bear_is_wild_the_rules_say_so_and_the_reference_keeps_it():
    game = Pit(wild="Bear")
    assert "8 cards of one suit and the Bear" in KIT.words.rules(game)
    assert "a player who holds the Bull cannot corner" in KIT.words.rules(game)
    for card in (BULL, BEAR):
        state = trading(hand(wheat=6, barley=1, **{card: 1}), *PLAIN[1:], game=game)
        view, ask = game.observe(state, 0), game.turn(state)[0]
        for seed in range(20):
            _, given = KIT.reference(game, view, ask, Random(seed))
            assert (card in given) == (card == BULL)
