"""Hand-worked cases of every formula of γ-Bench (Huang et al., 2024, Eq. 1), and the paper's own numbers."""

from fractions import Fraction

import pytest

from agonist.suites.gamabench.scoring import (
    PROFILES,
    Auctions,
    Battle,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Pirates,
    Plan,
    Shot,
    score,
)
from agonist.suites.gamabench.scoring.sequential import best_plan, verdict

TWO_THIRDS, THREE_FIFTHS = Fraction(2, 3), Fraction(3, 5)


def value(choices, profile="paper", seats=None, **more):
    return score(choices, profile, seats, **more).value


@pytest.mark.parametrize(
    ("ratio", "paper", "updated"), [(Fraction(1, 2), 75, 75), (Fraction(1), 50, 50), (Fraction(3, 2), 25, 25)]
)
def test_a_guess_of_a_quarter_by_ratio(ratio, paper, updated):
    choices = Guessing(0, 100, ratio, ((20, 30),))
    assert (value(choices), value(choices, "updated")) == (paper, updated)


def test_at_ratio_1_the_code_is_the_complement_of_the_paper():
    choices = Guessing(0, 100, Fraction(1), ((10, 30), (20, 20)))
    assert (value(choices), value(choices, "updated"), value(choices, "as-printed")) == (60, 40, 60)


def test_everybody_at_the_lowest_number_scores_100_in_the_paper_and_200_in_the_code():
    choices = Guessing(100, 200, TWO_THIRDS, ((100, 100),))
    assert (value(choices), value(choices, "updated")) == (100, 200)
    assert score(choices, "updated", letter=False).value == 100  # matches of ours


def test_el_farol_takes_the_distance_in_each_round_not_of_the_average():
    # Shares of 1 and 0.2 are 0.4 off each, though they average 0.6.
    choices = Evenings(THREE_FIFTHS, (("go",) * 5, ("go", *("stay",) * 4)))
    assert value(choices) == pytest.approx(100 * (0.6 - 0.4) / 0.6)
    assert score(choices, "paper").raw == {"gap": 0.4}


def test_el_farol_scales_by_the_larger_part():
    assert value(Evenings(Fraction(1, 5), (("stay",) * 5,))) == pytest.approx(75)


def test_the_dollar_by_hand_and_its_clamp():
    choices = Bids(100, ((50, 50), (90, 90)))  # off by 0 and 80
    assert [value(choices, profile) for profile in PROFILES] == [60, 60, 60]
    greedy = Bids(100, ((150, 150), (0, 100)))  # off by 200 and 0: exactly 0
    assert value(greedy) == 0
    worse = Bids(100, ((150, 160), (0, 100)))
    assert [value(worse, profile) for profile in PROFILES] == [-5, 0, 0]


def test_public_goods_reward_who_keeps():
    assert value(Contributions(20, ((0, 10), (20, 10)))) == 50
    assert value(Contributions(20, ((30, 30),))) == -50


def test_diners_are_rewarded_for_the_costly_dish_and_any_other_word_is_one():
    assert value(Dishes((("cheap", "costly"), ("costly", "costly")))) == 75
    assert value(Dishes((("cheap dish", "Cheap"),))) == 100


def test_the_auction_by_hand_in_both_schemes():
    choices = Auctions(valuations=((200, 50, 0),), rounds=((100, 40, 5),))
    assert value(choices) == pytest.approx(100 * ((100 + 10 - 5) / 3) / 200)
    assert value(choices, "updated") == pytest.approx((50 + 20 + 0) / 3)
    over = Auctions(valuations=((100,),), rounds=((150,),))
    assert (value(over), value(over, "updated")) == (-50, 0)


def test_battle_counts_shots_at_the_strongest_living_opponent():
    choices = Battle(
        (35, 40, 80),
        (
            Shot(0, 2, (0, 1, 2)),  # right
            Shot(1, 0, (0, 1, 2)),  # the weaker one
            Shot(2, 1, (0, 1, 2), hit=True),  # right: the shooter is the strongest
            Shot(0, None, (0, 2)),  # missed on purpose
            Shot(2, 1, (0, 2)),  # dead already
            Shot(0, 0, (0, 2)),  # at oneself
        ),
    )
    assert value(choices) == pytest.approx(100 * 2 / 6)
    assert value(choices, seats=[0]) == pytest.approx(100 / 3)


TABLE_3 = Pirates(
    100,
    (
        Plan(tuple(range(10)), (100, *[0] * 9), (True, *[False] * 9)),
        Plan(tuple(range(1, 10)), (99, 0, 1, *[0] * 6), (True, True, True, True, *[False] * 5)),
        Plan(tuple(range(2, 10)), (50, 1, 1, 1, 1, 1, 1, 44), (True,) * 8),
    ),
)


@pytest.mark.parametrize(("nth", "distance", "votes"), [(0, 8, 1.0), (1, 6, 0.75), (2, 94, 0.57)])
def test_the_three_rounds_of_table_3(nth, distance, votes):
    plan = Pirates(100, TABLE_3.plans[nth : nth + 1])
    found = verdict(plan, range(10), Fraction(1), 100, strict=False)
    assert found.distances == (distance,)
    assert round(found.right / found.votes, 2) == votes


def test_a_pirate_match_pools_its_votes_and_averages_its_distances():
    distance, votes = (8 + 6 + 94) / 3, (9 + 6 + 4) / (9 + 8 + 7)
    assert value(TABLE_3) == pytest.approx((200 - distance) / 200 * 50 + votes * 50)


def test_the_tables_round_the_share_of_right_votes_to_two_digits():
    # 19 of 24 votes are 0.7917, taken as 0.79.
    assert value(TABLE_3, "as-printed") == pytest.approx((200 - 36) / 200 * 50 + 0.79 * 50)
    late = (200 - 36) / 200 * 50 + 19 / (81 + 64 + 49) * 50
    assert value(TABLE_3, "as-printed", august=True) == pytest.approx(late)


def test_one_coin_at_an_odd_distance_is_rightly_rejected_but_not_in_the_code():
    choices = Pirates(100, (Plan((0, 1), (99, 1), (True, False)),))
    assert value(choices) == pytest.approx((200 - 2) / 200 * 50 + 50)
    assert value(choices, "updated") == pytest.approx((200 - 2) / 200 * 50)


def test_other_amounts_of_gold_are_compared_with_the_plan_for_100_in_the_code():
    choices = Pirates(4, (Plan((0, 1, 2), (3, 0, 1), (True, False, True)),))
    assert value(choices) == 100
    # 75, 0, 25 against 99, 0, 1.
    assert value(choices, "updated") == pytest.approx((200 - 48) / 200 * 50 + 50)


def test_no_best_plan_is_claimed_where_gold_is_too_scarce_for_the_papers():
    choices = Pirates(3, (Plan(tuple(range(10)), (3, *[0] * 9), (True,) * 10),))
    assert value(choices, "paper", range(10)) is None


def test_the_best_plan_for_ten_pirates_is_the_papers():
    assert best_plan(10, 100) == (96, 0, 1, 0, 1, 0, 1, 0, 1, 0)


def test_groups_are_measured_by_their_own_choices():
    assert value(Guessing(0, 100, TWO_THIRDS, ((0, 50, 10),)), seats=[1, 2]) == 70
    assert value(Contributions(20, ((0, 20),)), seats=[0]) == 100
    assert value(Dishes((("cheap", "costly"),)), seats=[1]) == 100
    assert value(Evenings(Fraction(1, 2), (("go", "go", "stay", "stay"),)), seats=[0, 1]) == 0


def test_a_group_of_the_dollar_is_held_to_its_even_part():
    # Nine seats bid 1, one 91: together exactly 100, but neither group keeps to its part.
    choices = Bids(100, ((*[1] * 9, 91),))
    assert value(choices) == 100
    assert value(choices, seats=range(9)) == pytest.approx(10)
    assert value(choices, seats=[9]) == pytest.approx(100 * (10 - 81) / 10)
    assert value(choices, "updated", seats=[9]) == 0


def test_a_group_of_pirates_that_never_proposed_has_no_score():
    assert value(TABLE_3, seats=[9]) is None


@pytest.mark.parametrize(
    "choices", [Guessing(0, 100, TWO_THIRDS, ()), Bids(100, ()), Battle((35, 40), ()), Pirates(100, ())]
)
@pytest.mark.parametrize("profile", PROFILES)
def test_before_the_first_choice_there_is_no_score(choices, profile):
    assert value(choices, profile) is None
