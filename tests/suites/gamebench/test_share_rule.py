"""Shares in [0, 1] that add up to 1: the unit of GameBench's ratings."""

from random import Random

import pytest

from agonist.suites.gamebench.share_rule import share_of, shares

RNG = Random(7)
SCORES = [tuple(RNG.randrange(-200, 600) for _ in range(4)) for _ in range(200)]


@pytest.mark.parametrize("by_points", [True, False])
def test_shares_are_from_0_to_1_and_add_up_to_1(by_points):
    for scores in SCORES:
        found = shares(scores, ((0, 2), (1, 3)), by_points=by_points)
        assert sum(found) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in found)


def test_mirrored_sides_have_mirrored_shares():
    for scores in SCORES:
        ours, theirs = shares(scores, ((0, 1), (2, 3)), by_points=True)
        assert shares(scores, ((2, 3), (0, 1)), by_points=True) == (theirs, ours)


def test_gamebench_section_1_the_winner_of_air_land_and_sea_12_to_0_has_it_all():
    assert share_of("air_land_sea", (12, 0), ((0,), (1,))) == (1, 0)


def test_gamebench_section_4_6_nobody_with_a_point_in_pit_is_a_half_each():
    assert share_of("pit", (0, -20, 0, -40), ((0, 2), (1, 3))) == (0.5, 0.5)


def test_ruling_32_of_the_addenda_totals_of_pit_are_net_for_each_agent_and_clipped_only_then():
    assert share_of("pit", (100, 60, -40, 0), ((0, 2), (1, 3))) == (0.5, 0.5)
    assert share_of("pit", (100, 20, 0, -40), ((0, 2), (1, 3))) == (1, 0)


def test_gamebench_section_1_other_games_are_won_lost_or_drawn():
    assert share_of("arctic_scavengers", (31, 30), ((0,), (1,))) == (1, 0)
    assert share_of("arctic_scavengers", (30, 30), ((0,), (1,))) == (0.5, 0.5)


def test_no_side_is_an_error():
    with pytest.raises(ValueError, match="at least one side"):
        shares((1, 2), (), by_points=True)
