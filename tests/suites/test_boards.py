"""Leaderboards of suites: one mechanism, and each suite's own score."""

import pytest

from agonist.cli.commands.leaderboard import board_objects
from agonist.metrics.report_section import by_rating
from agonist.store import Store
from agonist.suites import OURS
from agonist.tournament.suite import Suite

RANKING = [name for name, suite in OURS.items() if type(suite).board is not Suite.board]


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "a.db") as opened:
        yield opened


def test_four_suites_rank_all_players_and_magic_has_no_single_score(store):
    assert sorted(RANKING) == ["gamabench", "gamebench", "llmarena", "wis"]
    assert OURS["magic"].leaderboard(store) is None


@pytest.mark.parametrize("name", RANKING)
def test_every_leaderboard_is_made_in_one_way_and_says_so_where_nothing_counts(name, store):
    suite = OURS[name]
    assert type(suite).leaderboard is Suite.leaderboard
    section = suite.leaderboard(store)
    assert section.title == f"{suite.title.split(' (')[0]}: all players"
    assert section.text
    assert board_objects(section) == []


def test_who_has_no_rating_stands_last_and_equal_ratings_by_name():
    rows = [("cy", None, 1), ("bob", 0.0, 2), ("ann", 0.0, 3), ("dan", -1.5, 4)]
    assert [row[0] for row in sorted(rows, key=by_rating)] == ["ann", "bob", "dan", "cy"]
