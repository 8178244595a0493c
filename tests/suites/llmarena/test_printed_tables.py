"""The printed tables: Table 1 follows from Table 4 but for four cells, and the averages from the cells."""

import pytest

from agonist.suites.llmarena.environments import ENVIRONMENTS
from agonist.suites.llmarena.printed_tables import (
    corrections,
    half_unit,
    impossible,
    normalised,
    published,
    raw_cell,
)

CELLS = [(model, column) for model, row in published("4").items() for column in row]


def test_94_of_98_cells_of_table_1_follow_from_table_4():
    assert len(CELLS) == 98
    agree = [cell for cell in CELLS if cell not in impossible()]
    assert len(agree) == 94
    for model, column in agree:
        raw, best = (published("4")[name][column] for name in (model, "GPT-4"))
        # The rounding of both raw numbers, carried over: at most 0.4 for ratings, more for small rewards.
        slack = 100 * (half_unit(raw) + half_unit(best)) / (float(best) - 0.005) + 0.005
        assert normalised(float(raw), float(best)) == pytest.approx(
            float(published("1")[model][column]), abs=slack
        )


def test_the_four_impossible_cells_and_what_would_fit():
    assert {cell: round(fits, 2) for cell, fits in impossible().items()} == {
        ("Qwen-72B-Chat", "Bid"): 0.59,
        ("Qwen-72B-Chat", "Hanabi"): 0.40,
        ("Qwen-14B-Chat", "Undercover"): 24.00,
        ("WizardLM-13B", "TicTacToe"): 22.97,
    }
    assert raw_cell("Qwen-72B-Chat", "Hanabi") == "40.0 †"
    assert raw_cell("GPT-4", "Hanabi") == "0.45"
    assert "WizardLM-13B, TicTacToe: 79.14 printed, 22.97 fits" in corrections()


@pytest.mark.parametrize("model", [model for model in published("1") if model != "average"])
def test_printed_averages_follow_from_the_printed_cells(model):
    row = published("1")[model]
    cells = [float(row[each.column]) for each in ENVIRONMENTS]
    assert sum(cells) / 7 == pytest.approx(float(row["Average"]), abs=0.0051)


def test_our_columns_are_those_of_the_paper():
    assert list(published("4")["GPT-4"]) == [each.column for each in ENVIRONMENTS]


def test_win_and_error_rates_of_table_2_never_exceed_all_games():
    for row in published("2").values():
        for name in ("TicTacToe", "ConnectFour"):
            for condition in ("", "_without_hint"):
                assert float(row[f"{name}:win{condition}"]) + float(row[f"{name}:error{condition}"]) <= 100


def test_nothing_is_normalised_by_a_best_of_nothing():
    assert normalised(0.0, 0.0) is None
    assert normalised(-1.0, -0.5) is None
    assert normalised(-0.5, 2.0) == -25.0
