"""Values at the steps of a match: tic-tac-toe by its known theory, others as a search judges them."""

import sys
import time

import pytest

from agonist.arena.match_visibility import ALL, BYSTANDER
from agonist.arena.replay import judging_on_demand
from agonist.arena.replay.judging_on_demand import Analyses, Busy
from agonist.arena.replay.shown_match import Replay
from agonist.arena.replay.step_values import JudgedSteps, values_of
from agonist.core import UsageError
from agonist.games import KITS
from agonist.games.connect_four.rules import ConnectFour
from agonist.games.tictactoe.rules import TicTacToe
from agonist.match import Fixture, Record
from agonist.store import StoredMatch
from agonist.store.runs.query_results import Turn


def recorded(game, moves):
    return Record(game.name, game, tuple({nth % 2: move} for nth, move in enumerate(moves)))


def replay(number=1, game="tictactoe", status="finished"):
    kit = KITS[game]
    fixture = Fixture(game, kit.game.version, kit.options(), "1", ("a", "b"))
    stored = StoredMatch(number, "run", 0, fixture, status)
    moves = ((1, 1), (2, 1), (2, 2)) if game == "tictactoe" else ()
    turns = [Turn({nth % 2: move}, (), (), ()) for nth, move in enumerate(moves)]
    return Replay(stored, turns, lambda *_: kit)


def settled(known, number):
    until = time.monotonic() + 60
    while known.is_pending(number):
        assert time.monotonic() < until, "the match is judged for ever"
        time.sleep(0.05)
    return known.of(number)


def test_tictactoe_is_drawn_until_a_corner_is_answered_at_an_edge():
    # Every opening is a draw, and the reply to a corner that loses is any but the centre.
    found = values_of(KITS["tictactoe"], recorded(TicTacToe(), [(1, 1), (2, 2)]))
    assert [value.scores for value in found.values] == [(0.0, 0.0)] * 3
    found = values_of(KITS["tictactoe"], recorded(TicTacToe(), [(1, 1), (1, 2)]))
    assert [value.scores for value in found.values] == [(0.0, 0.0), (0.0, 0.0), (1.0, -1.0)]
    assert found.how == "if all play perfectly from there"


def test_a_search_of_connect_four_sees_the_winning_move_and_says_the_same_again():
    record = recorded(ConnectFour(), [4, 1, 4, 1, 4, 1])
    found = values_of(KITS["connect_four"], record)
    assert found.values[-1].scores[0] > 0.9  # the fourth in the column is next
    assert found.values[-1].scores[0] > found.values[0].scores[0]
    assert values_of(KITS["connect_four"], record) == found


def test_without_time_the_ends_are_judged_first_and_longer_matches_at_equal_distances(monkeypatch):
    record = recorded(ConnectFour(), [4, 1, 4, 1, 4, 1])
    assert [value.step for value in values_of(KITS["connect_four"], record, seconds=0.0).values] == [0]
    monkeypatch.setattr("agonist.arena.replay.step_values.MOST_STEPS", 4)
    assert [value.step for value in values_of(KITS["connect_four"], record).values] == [0, 2, 4, 6]


def test_no_search_judges_hidden_hands():
    hidden = replay(game="texas_holdem")
    assert not Analyses.are_open(hidden, ALL)
    with pytest.raises(UsageError, match="no search judges"):
        values_of(KITS["texas_holdem"], hidden.record())


def test_only_a_match_that_is_over_and_open_is_judged():
    assert Analyses.are_open(replay(), ALL)
    assert not Analyses.are_open(replay(), BYSTANDER)
    assert not Analyses.are_open(replay(status="playing"), ALL)
    assert not Analyses.are_open(replay(status="suspended"), ALL)


def test_a_match_is_judged_once_by_a_process_of_its_own(monkeypatch):
    known = Analyses()
    assert known.of(1) is None
    known.begin(replay())
    found = settled(known, 1)
    assert isinstance(found, JudgedSteps)
    assert [value.step for value in found.values] == [0, 1, 2, 3]
    monkeypatch.setattr(judging_on_demand, "COMMAND", ("false",))
    known.begin(replay())
    assert known.of(1) is found


def test_a_search_that_never_ends_or_fails_is_told_and_only_so_many_wait(monkeypatch):
    known = Analyses()
    monkeypatch.setattr(judging_on_demand, "SECONDS", 0.3)
    monkeypatch.setattr(judging_on_demand, "COMMAND", (sys.executable, "-c", "while True: pass"))
    monkeypatch.setattr(judging_on_demand, "MOST_WAITING", 0)
    with pytest.raises(Busy):
        known.begin(replay(1))
    monkeypatch.setattr(judging_on_demand, "MOST_WAITING", 1)
    known.begin(replay(1))
    assert settled(known, 1) == "the search took too long"
    monkeypatch.setattr(judging_on_demand, "COMMAND", ("false",))
    known.begin(replay(9))
    assert settled(known, 9) == "the search failed"
