"""The curve of a model in training: ratings of the board over steps, and the gains between them."""

import json
from math import log10
from xml.etree import ElementTree

import pytest

import agonist
from agonist.metrics.checkpoint_ratings import TITLE, gains_of, points_of
from agonist.metrics.head_to_head import pairs_of
from agonist.metrics.leaderboard import Row
from agonist.ratings import Result
from agonist.ratings.result_arrays import outcomes_of
from agonist.reports.figures import figure_of
from agonist.reports.render import render

CHECKPOINTS = ["ckpt@1000=mcts?playouts=2", "ckpt@0=random", "ckpt@20000=mcts?playouts=8", "other@5=random"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    db = tmp_path_factory.mktemp("curve") / "curve.db"
    agonist.run("tictactoe", CHECKPOINTS, opponents=["random", "reference"], matches=6, seed=2, db=db)
    return agonist.report(db=db)


def section_of(report):
    [found] = [section for section in report.sections if section.title == TITLE]
    return found


def test_the_curve_has_the_ratings_of_the_board_in_the_order_of_steps(played):
    rows = {row.player: row for row in played.overall.strict}
    curve, _ = section_of(played).tables
    assert [row[0] for row in curve.rows] == ["ckpt@0", "ckpt@1000", "ckpt@20000", "other@5"]
    for name, rating, low, high, rate, matches in curve.rows:
        row = rows[name]
        assert (rating, low, high, matches) == (row.rating, row.low, row.high, row.matches)
        assert rate == 100 * row.win_rate


def test_gains_are_differences_of_the_board_and_wider_together_than_each_by_itself(played):
    rows = {row.player: row for row in played.overall.strict}
    _, gains = section_of(played).tables
    assert [row[:2] for row in gains.rows] == [("ckpt@1000", "ckpt@0"), ("ckpt@20000", "ckpt@1000")]
    for name, before, gain, low, high, all_low, all_high, _ in gains.rows:
        assert gain == pytest.approx(rows[name].rating - rows[before].rating)
        assert all_low < low < gain < high < all_high


def test_with_one_gain_nothing_is_shared_and_with_many_the_same_evidence_may_be_open():
    def wins(one, other, times):
        return [Result(((one,), (other,)), (1, 2), f"{one}{other}{nth}") for nth in range(times)]

    def ladder(steps):
        """Each checkpoint wins two of three against the one before."""
        results = []
        for step in range(steps):
            results += wins(f"c@{step + 1}", f"c@{step}", 40) + wins(f"c@{step}", f"c@{step + 1}", 20)
        return outcomes_of(results, sorted(f"c@{step}" for step in range(steps + 1)))

    [one] = gains_of(ladder(1))
    assert (one.low, one.high, one.verdict) == (one.all_low, one.all_high, "better")
    many = gains_of(ladder(12))
    assert [gain.player for gain in many] == [
        f"c@{step}" for step in range(1, 13)
    ]  # by number, not by letter
    assert all(gain.low > 0 for gain in many)
    assert {gain.verdict for gain in many} == {"open"}
    # The first gain rests on these results alone, so its odds are theirs, drawn to 1 by the prior.
    [pair, _] = pairs_of(wins("a", "b", 40) + wins("b", "a", 20))
    assert one.gain == pytest.approx(400 * log10(pair.rate / (1 - pair.rate)), abs=6)


def test_a_run_of_other_players_has_no_curve(tmp_path):
    agonist.run("tictactoe", ["ckpt@5=random", "reference"], matches=2, db=tmp_path / "x.db")
    assert not agonist.report(db=tmp_path / "x.db").sections
    assert points_of([Row("openai/x@5"), Row("ckpt")]) == []


def test_each_game_has_a_curve_beside_that_of_all_games(tmp_path):
    db = tmp_path / "two.db"
    agonist.run(["tictactoe", "connect_four?rows=4"], CHECKPOINTS[:2], opponents="random", matches=2, db=db)
    titles = [table.title for table in section_of(agonist.report(db=db)).tables]
    assert titles == [
        *("All games", "All games: gains", "Tic-Tac-Toe", "Tic-Tac-Toe: gains"),
        *("Connect Four (rows 4)", "Connect Four (rows 4): gains"),
    ]


def test_every_format_has_the_curve(played, tmp_path):
    texts = {form: render(played, form) for form in ("table", "markdown", "csv", "latex")}
    assert all("ckpt@20000" in text for text in texts.values())
    sections = json.loads(render(played, "json"))["sections"]
    assert sections[0]["tables"][0]["rows"][2][0] == "ckpt@20000"
    drawn = figure_of(played, "rating-by-training-step")
    drawn.save(tmp_path / "curve.svg")
    texts = [
        node.text for node in ElementTree.parse(tmp_path / "curve.svg").iter() if node.tag.endswith("text")
    ]
    assert texts.count("ckpt") == texts.count("other") == 1  # once in the legend, whiskers or not
    assert {"step", "random", "reference"} <= set(texts)
    drawn.save(tmp_path / "curve.html")
    assert "ckpt@20000" in (tmp_path / "curve.html").read_text()


def test_a_curve_by_trueskill_has_its_ratings_and_no_gains_in_elo(tmp_path):
    db = tmp_path / "skill.db"
    agonist.run("tictactoe", CHECKPOINTS[:2], opponents="random", matches=2, db=db)
    report = agonist.report(db=db, method="trueskill")
    [curve] = section_of(report).tables
    assert {row[0]: row[1] for row in curve.rows}["ckpt@0"] == pytest.approx(
        next(row.rating for row in report.overall.strict if row.player == "ckpt@0")
    )
