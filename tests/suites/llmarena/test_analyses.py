"""Bids, equities, actions at Hanabi and people's games, worked by hand."""

from collections import Counter
from dataclasses import replace

import pytest

from agonist.games.hanabi.cards import pack
from agonist.games.texas_holdem import equity
from agonist.suites.llmarena import (
    bid_deviation,
    connect_four_move_gains,
    equity_by_action,
    hanabi_actions_by_stage,
    human_baseline,
)


def test_bids_against_half_of_the_valuation(played, dealt):
    fixture = dealt("bid", {"valuations": [(1000, 400)]})
    nothing = dealt("bid", {"valuations": [(0, 10)]})
    matches = played([(fixture, [[750], [100]]), (nothing, [[0], [10]])])
    # 0.5 above, 0.5 below; nothing to say of a valuation of 0; all that it is worth
    assert [off for _, off in bid_deviation.deviations(matches)["A/a"]] == [0.5, -0.5, 1.0]
    (section,) = bid_deviation.section(matches)
    row = dict(zip(section.tables[0].header, section.tables[0].rows[0], strict=True))
    assert (row["bids"], row["lowest"], row["median"], row["highest"]) == (3, -0.5, 0.5, 1.0)
    assert row["above equilibrium, %"] == pytest.approx(200 / 3)
    (chart,) = section.charts
    assert chart.option["series"][0]["data"] == [[-0.5, 0.0, 0.5, 0.75, 1.0]]


HAND = {
    "dealer": [1],
    "hole": [("2c", "3h", "As", "Ah")],
    "flop": [("6s", "Kc", "Qc")],
    "turn": [("Ad",)],
    "river": [("Ac",)],
}


def test_equity_at_each_action_is_that_of_the_own_cards_on_that_street(played, fixtures):
    call = "check_call"
    scripts = [[call, call, call, "fold"], [call, call, "raise_pot"]]
    whole = next(f for f in fixtures() if f.game == "texas_holdem")
    (match,) = played([(replace(whole, script=HAND, players=("A/a", "A/a")), scripts)])
    found = equity_by_action.decisions([match])
    assert [(d.street, d.action) for d in found[:2]] == [("before the flop", call)] * 2
    assert Counter(d.street for d in found) == {"before the flop": 2, "flop": 2, "turn": 3}
    flop = next(d for d in found if d.street == "flop")
    # 2c 3h on 6s Kc Qc: 0.18196 by counting all 1,070,190 cases
    assert abs(flop.equity - 18.1957) < 4 * flop.standard_error < 2
    folded = found[-1]
    assert (folded.action, folded.standard_error) == ("fold", 0)
    assert folded.equity == 100 * equity(["3h", "2c"], ["Kc", "Qc", "6s", "Ad"]).share
    (section,) = equity_by_action.section([match], "sampled")
    rows = {row[:3]: row[3:] for row in section.tables[0].rows}
    assert rows["A/a", "turn", "fold"][:2] == (1, folded.equity)
    assert rows["A/a", "all", call][0] == 5
    assert "sampled, 10,000 deals" in section.text


def test_a_fixed_flop_is_one_decision_of_the_tested_player(played, fixtures):
    made = [f for f in fixtures(sweep="risk", matches=2) if f.players[0] == "A/a"]
    matches = played([(made[0], [["raise_pot"], []]), (made[1], [["fold"], []])])
    assert all(not match.match.fallback for match in matches)
    found = equity_by_action.decisions(matches)
    assert [(d.player, d.street, d.action) for d in found] == [
        ("A/a", "flop", "raise_pot"),
        ("A/a", "flop", "fold"),
    ]
    (section,) = equity_by_action.section(matches, "sampled")
    (table,) = section.tables
    assert "as Figure 4" in table.title
    assert [row[:4] for row in table.rows] == [("A/a", "flop", "fold", 1), ("A/a", "flop", "raise_pot", 1)]
    assert section.charts[0].title == table.title


def test_actions_at_hanabi_by_thirds_of_the_game(played, dealt):
    first = ("R1", "R2", "Y1", "Y2", "R5")
    rest = Counter(pack(2, 5)) - Counter(first)
    fixture = dealt("collaboration", {"deck": [(*first, *rest.elements())]})
    one = [("play", 0), ("hint", (1, "Y")), ("play", 1)]  # the last is the R5, which does not fit
    other = [("play", 0), ("discard", 1)]
    (match,) = played([(fixture, [one, other])])
    assert hanabi_actions_by_stage.actions(match) == [
        (0, "first third", "play"),
        (1, "first third", "play"),
        (0, "middle third", "hint"),
        (1, "middle third", "discard"),
        (0, "last third", "play"),
    ]
    (section,) = hanabi_actions_by_stage.section([match])
    actions, ends = section.tables
    rows = {row[1]: row for row in actions.rows}
    assert rows["all"][2:4] == (5, 60.0)
    assert rows["all"][-1] == pytest.approx((10 + 10 + 0 + 5 + 10) / 5)
    assert (rows["middle third"][3], rows["middle third"][6], rows["middle third"][9]) == (0.0, 50.0, 50.0)
    # The last life is lost: a score of 0, and fireworks of height 2 that stay
    assert ends.rows[0][2] == 0.0
    assert ends.rows[0][5] == 2.0
    assert ends.rows[0][-3:] == (100.0, None, None), "a single deal"


WON = ([1, 1, 1, 1], [2, 2, 2])


def test_a_persons_games_stand_in_a_row(played, fixtures):
    made = fixtures("human", "A/a", "B/b", sweep="human")
    scripts = [(f, WON) for f in made]  # whoever moves first wins
    matches = played(scripts)
    (section,) = human_baseline.section(matches)
    rows = {row[2]: row for row in section.tables[0].rows}
    assert set(rows) == {"all", "A/a", "B/b"}
    assert rows["all"][:8] == ("connect_four", "human", "all", 12, 6, 0, 6, 50.0)
    assert rows["A/a"][3:8] == (6, 3, 0, 3, 50.0)
    low, high = rows["all"][8:]
    # Wilson's interval of 6 of 12 by Student's quantile for 11 degrees of freedom
    assert (low, high) == pytest.approx((23.186, 76.814), abs=0.001)


def test_rewards_at_connect_four_by_player(played, fixtures):
    matches = played([(f, WON) for f in fixtures(sweep="planning")[:2]])
    (section,) = connect_four_move_gains.section(matches, "windows", "previous")
    figure, readings = section.tables
    rows = {row[0]: row for row in figure.rows}
    # First once and second once: 17 and 0 in a game, over 4 and 3 moves
    assert rows["A/a"][1:4] == rows["B/b"][1:4] == (2, 7, 8.5)
    assert rows["A/a"][6] == pytest.approx(17 / 7)
    assert rows["GPT-4 (published)"][3] == "131.17"
    assert readings.rows[0] == ("A/a", 8.5, (26 + 9) / 2, 2.5, (10 + 5) / 2)


def test_matches_of_the_ablation_say_nothing_of_planning(played, fixtures):
    hidden = [f for f in fixtures(sweep="hints", matches=1) if f.game == "connect_four"]
    assert connect_four_move_gains.section(played([(hidden[0], WON)]), "windows", "previous") == []
