"""Case studies as in Appendix B: moments that are what their rows say, and links that lead there."""

import re

import pytest

from agonist import api
from agonist.metrics.run_matches import finished
from agonist.store import Store
from agonist.suites.llmarena import case_studies


def found(tmp_path, game, players, **more):
    db = tmp_path / "a.db"
    api.run(game, players, matches=1, db=db, **more)
    with Store.open(db) as store:
        (run,) = store.runs()
        (section,) = case_studies.section(finished(store, run.id, ""))
    (table,) = section.tables
    return [(row[1], row[5], moment.seat) for row, moment in zip(table.rows, table.moments, strict=True)]


def test_a_win_not_taken_and_a_win_not_stopped_at_tic_tac_toe(tmp_path):
    # X (1,1) (1,2), O (2,2) (3,1): X does not finish the row at (1,3), where O then finishes the diagonal.
    players = {"x": "fixed?answers=(1, 1);(1, 2);(3, 3)", "o": "fixed?answers=(2, 2);(3, 1);(1, 3)"}
    assert found(tmp_path, "tictactoe", players) == [
        ("did not stop a win", 4, 1),
        ("did not win at once", 5, 0),
    ]


@pytest.mark.slow
def test_whole_runs_have_cases_of_each_environment_and_the_page_leads_to_their_steps(tmp_path):
    db = tmp_path / "l.db"
    api.run("llmarena", ["random", "reference"], quick=True, db=db, seed="b")
    section = next(s for s in api.report(db=db).sections if s.title == "LLMArena: cases")
    (table,) = section.tables
    environments = {row[0] for row in table.rows}
    assert {"TicTacToe", "ConnectFour", "TexasHoldem", "Undercover", "Hanabi"} <= environments
    page = api.report_page(db=db)
    links = re.findall(r'<a href="#match=(\d+)&amp;step=(\d+)&amp;as=(\d)">step \d+</a>', page)
    assert links == [(str(m.match), str(m.step), str(m.seat + 1)) for m in table.moments]
    with Store.open(db) as store:
        matches = {each.match.id: each for each in finished(store, store.runs()[0].id, "")}
    hanabi = [row for row in table.rows if row[0] == "Hanabi"]
    for row, moment in zip(table.rows, table.moments, strict=True):
        match = matches[moment.match]
        assert row[4:] == (moment.match, moment.step)
        turn = match.log[moment.step - 1]
        if row in hanabi:
            assert turn.moves[moment.seat][0] == "play"
        if row[0] == "TexasHoldem":
            assert turn.moves == {moment.seat: "fold"}
        if row[0] == "Undercover":
            assert len(turn.moves) >= 3


def test_who_bids_it_all_wins_nearly_nothing(tmp_path):
    rows = found(tmp_path, "sealed_bid_auction?seats=2&rounds=6", {"a": "random", "b": "random"})
    assert [name for name, *_ in rows] == ["bid nearly everything"]


def test_who_accepts_the_worse_part_has_the_lower_score(tmp_path):
    db = tmp_path / "b.db"
    api.run("bargain?score=difference", {"a": "random", "b": "random"}, matches=40, db=db)
    with Store.open(db) as store:
        played = {each.match.id: each for each in finished(store, store.runs()[0].id, "")}
        (section,) = case_studies.section(list(played.values()))
    for moment in section.tables[0].moments:
        match = played[moment.match]
        assert match.log[moment.step - 1].moves == {moment.seat: ("deal",)}
        assert match.match.scores[moment.seat] < match.match.scores[1 - moment.seat]
