"""The reference of each game beats simple players, and docs/yardsticks.md says by how much, or why not.

`benchmarks/yardsticks.py` has measured it; here the first deals are played again.
"""

import re
import sys
from math import isfinite, sqrt
from pathlib import Path
from statistics import fmean

import pytest

from agonist.games import KITS, find_kit
from agonist.ratings.distributions import student_quantile

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.duels import baseline, duel, random, reference
from benchmarks.yardsticks import AMONG_THEMSELVES, FEWEST, PAGE, SETTINGS, comparisons, deals, page, read

ROWS = read()
PLAYED = comparisons()
QUICK = ("bargain", "chameleon", "hanabi", "pirate_game", "prisoners_dilemma", "tictactoe", "undercover")
REASON = re.compile(r"^- ((?:`[\w/]+` [a-z, ]+(?:;\s+)?)+): (\w.*)", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+)` ([a-z, ]+)")


def reasons():
    """The comparisons of which the page says why the player is not ahead, by the heading above."""
    text = PAGE.read_text(encoding="utf-8")
    found = set()
    for section, player in (
        ("## The baseline player", "baseline"),
        ("## How far the reference", "reference"),
    ):
        (part,) = [
            each for each in re.split(r"^(?=## )", text, flags=re.MULTILINE) if each.startswith(section)
        ]
        for heads, _ in REASON.findall(part):
            found |= {
                (game, player, rival) for game, rivals in NAMED.findall(heads) for rival in rivals.split(", ")
            }
    return found


def test_every_game_and_every_preset_has_its_rows():
    assert ROWS.keys() == PLAYED.keys()
    assert {game.name for game in SETTINGS.values()} == set(KITS)
    assert {key[:2] for key in ROWS} >= {(name, "reference") for name in SETTINGS}


def test_the_page_has_the_tables_of_what_was_measured():
    text = PAGE.read_text(encoding="utf-8")
    assert page(text, ROWS) == text


def test_each_table_stands_under_its_heading():
    text = PAGE.read_text(encoding="utf-8")
    _, *parts = re.split(r"^(?=## (?:The baseline|How far|References))", text, flags=re.MULTILINE)
    for part, first in zip(parts, ("`random` against idle", "random", "hidden side"), strict=True):
        assert re.search(r"<!-- table -->\n\| game \| ([^|]+) \|", part)[1] == first


@pytest.mark.parametrize("key", ROWS, ids=" ".join)
def test_a_row_has_a_number_of_deals_and_intervals_around_what_was_found(key):
    row = ROWS[key]
    assert row.deals >= FEWEST
    assert 0 <= row.won_low <= row.won <= row.won_high <= 1
    assert row.won_low < row.won_high
    assert isfinite(row.margin)
    assert row.margin_reach >= 0


def test_the_page_says_why_wherever_a_player_is_not_decidedly_ahead():
    asked = [key for key in ROWS if key[1] == "reference" or key[1:] == ("baseline", "idle")]
    assert {key for key in asked if not ROWS[key].beats} == reasons()


def test_a_baseline_player_is_declared_only_where_a_random_one_is_behind_an_idle_one():
    for name, game in SETTINGS.items():
        if find_kit(game.name).baseline:
            behind = ROWS[name, "random", "idle"]
            assert behind.won_high < 0.5
            assert behind.margin < -behind.margin_reach


def test_among_references_neither_side_wins_more_than_nine_in_ten():
    for name in AMONG_THEMSELVES:
        for sides in (("hidden", "others"), ("others", "hidden")):
            assert ROWS[name, *sides].won <= 0.9


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=() if key[0] in QUICK else pytest.mark.long, id=" ".join(key))
        for key in PLAYED
    ],
)
def test_the_first_deals_played_again_agree_with_the_page(key):
    """Within four standard deviations of their mean; where all deals gave the same, they do again."""
    row, found = ROWS[key], deals(PLAYED[key], 4)
    deviation = row.margin_reach * sqrt(row.deals) / student_quantile(row.deals - 1, 0.975)
    margin = fmean(deal.ours - deal.theirs for deal in found)
    assert margin == pytest.approx(row.margin, rel=1e-4, abs=4 * deviation / sqrt(len(found)) + 1e-9)


def test_a_game_that_declares_no_sensible_answers_has_the_random_player_as_baseline():
    kit, game = find_kit("tictactoe"), SETTINGS["tictactoe"]
    for n in range(4):
        one, other = (duel(kit, game, player, reference, f"tests {n}") for player in (baseline, random))
        assert one == other
