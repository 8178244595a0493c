"""Raw and normalised scores of matches played by script."""

from dataclasses import replace

import pytest

from agonist.suites.llmarena import tables_in_paper_layout
from agonist.suites.llmarena.environment_scores import scores
from agonist.suites.llmarena.environments import environment
from agonist.suites.llmarena.settled_ratings import Rule

X_WINS = ([(1, 1), (1, 2), (1, 3)], [(2, 1), (2, 2)])


@pytest.fixture
def tictactoe(fixtures):
    return fixtures(options={"games": "tictactoe"})


def test_the_first_win_of_all_moves_a_rating_as_the_paper_says(played, tictactoe):
    found = scores(environment("tictactoe"), played([(tictactoe[0], X_WINS)]))
    assert (round(found["A/a"].value, 3), round(found["B/b"].value, 3)) == (29.396, 20.604)
    assert found["A/a"].low is None, "a single deal shows no spread"
    assert found["A/a"].trials == 1


def test_undercovers_are_counted_by_the_seat_that_was_made_undercover(played, fixtures):
    first, second = fixtures(options={"games": "undercover"})[:2]
    clues = ["a clue"]
    caught = [[*clues, 1]] + [[*clues, 0]] * 4
    # Everyone votes for Player 5, then for Player 4: three are left, the undercover among them.
    escaped = [[*clues, 4, *clues, 3]] * 3 + [[*clues, 4, *clues, 0]] + [[*clues, 0]]
    found = scores(environment("undercover"), played([(first, caught), (second, escaped)]))
    assert set(found) == {"A/a"}
    assert (found["A/a"].value, found["A/a"].trials) == (50.0, 2)


def test_rewards_of_bids_are_in_dollars_over_all_seats(played, fixtures):
    one, other = (
        replace(fixture, script={"valuations": [(1000, 400)]})
        for fixture in fixtures(options={"games": "sealed_bid_auction"})[:2]
    )
    found = scores(
        environment("sealed_bid_auction"), played([(one, [[600], [100]]), (other, [[600], [100]])])
    )
    # Player 1 pays 6.00 of 10.00: A in the first match, B in the second.
    assert (found["A/a"].value, found["B/b"].value) == (2.0, 2.0)


def test_one_deal_at_two_tables_is_one_piece_of_evidence_and_two_deals_are_two(played, fixtures):
    made = fixtures("A/a", "B/b", "C/c", matches=2, options={"games": "sealed_bid_auction"})
    first_seat = [f for f in made if f.players[0] == "A/a"]
    assert [f.players[1] for f in first_seat] == ["B/b", "C/c"]
    for seeds, sure in (("11", False), ("12", True)):
        dealt = [replace(f, seed=seed) for f, seed in zip(first_seat, seeds, strict=True)]
        scripts = [(f, [[nth], [0]]) for nth, f in enumerate(dealt, start=1)]
        score = scores(environment("sealed_bid_auction"), played(scripts))["A/a"]
        assert (score.trials, score.low is not None) == (2, sure)


def test_tables_stand_beside_the_published_ones(played, tictactoe):
    matches = played([(tictactoe[0], X_WINS)])
    environments, settled = tables_in_paper_layout.ranking(matches, ["B/b", "A/a"], Rule())
    raw, normal, intervals = environments.tables
    assert [row[0] for row in raw.rows[:3]] == ["B/b", "A/a", "GPT-4 (published)"]
    assert raw.rows[1][1] == pytest.approx(29.396, abs=1e-3)
    assert raw.rows[1][2:] == (None,) * 6
    wizard = next(row for row in raw.rows if row[0] == "WizardLM-13B (published)")
    assert wizard[1:4] == ("79.14 †", "22.67", "19.68")
    assert normal.rows[0][1] == pytest.approx(100 * 20.604 / 29.396, abs=0.01)
    assert normal.rows[1][1] == 100.0
    assert normal.rows[1][-1] is None
    name, player, games, value, *_, normed, low, high = intervals.rows[0]
    assert (name, player, games) == ("TicTacToe", "B/b", 1)
    assert (low, high) == (None, None), "a single deal shows no spread"
    assert normed is not None
    assert normed == pytest.approx(100 * value / 29.396, abs=0.01)
    row = dict(zip(settled.tables[0].header, settled.tables[0].rows[0], strict=True))
    assert (row["settled"], row["games missing at least"], row["distinct games"]) == ("no", 49, 1)


def test_without_matches_there_is_nothing_to_say():
    assert tables_in_paper_layout.ranking([], ["A/a"], Rule()) == []
