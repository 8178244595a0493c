"""The table of chess players: moves judged by an engine, legal moves, Elo beside engines of known Elo."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from agonist.adapters.openspiel.games.chess.judging_engine import judge
from agonist.adapters.openspiel.games.chess.moves import fitting, squares
from agonist.adapters.openspiel.games.chess.quality import accuracy, chance_to_win, phase_of, quality
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.players.uci_process import EngineError

GAME = make_game(find_kit("chess").game, {})


def after(moves):
    state = GAME.new()
    for san in moves.split():
        ((seat, _),) = GAME.turn(state).items()
        state = GAME.act(state, {seat: fitting(state, san)[0]})
    return state


def test_accuracy_and_chances_are_as_lichess_published_them():
    """Points of its published curves, computed by hand from the formulas on its page."""
    assert [round(chance_to_win(c), 1) for c in (0, 100, -100, 300, 1000)] == [50.0, 59.1, 40.9, 75.1, 97.5]
    assert [round(accuracy(lost), 1) for lost in (0, 5, 10, 20, 100)] == [100.0, 79.8, 63.6, 40.0, 0.0]


def test_a_move_loses_what_the_position_was_worth_before_and_is_not_after():
    assert quality(50, -50, "opening").loss == 100
    assert quality(-30, 90, "opening") == (0, pytest.approx(100, abs=0.001), False, "opening", False)
    assert quality(200, -200, "middlegame").blunder
    assert not quality(900, 500, "middlegame").blunder
    assert quality(5000, 2000, "endgame") == (0, pytest.approx(100, abs=0.001), False, "endgame", True)


def test_a_position_with_six_pieces_is_an_endgame_and_one_of_many_moves_no_opening():
    start = squares("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert [phase_of(start, half_moves) for half_moves in (0, 19, 20)] == ["opening", "opening", "middlegame"]
    assert phase_of(squares("r3k2r/pp6/8/8/8/8/PP6/RN2KN2 w - - 0 1"), 5) == "endgame"
    assert phase_of(squares("r3k2r/pp6/8/8/8/8/PP6/RNB1KNR1 w - - 0 1"), 30) == "middlegame"


SCORES = ("cp 30", "cp -25", "cp 200", "cp 300", "mate 1")
"""What an engine says of the positions before each move of `1. e4 e5 2. Qh5 Ke7 3. Qxe5#`, to who moves."""


def test_an_engine_judges_each_move_for_who_made_it(tmp_path):
    path = tmp_path / "engine"
    path.write_text(
        f"#!{sys.executable}\n"
        "import sys\n"
        f"scores = {SCORES}\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words[0] in ('uci', 'isready'):\n"
        "        print({'uci': 'uciok', 'isready': 'readyok'}[words[0]], flush=True)\n"
        "    if words[0] == 'position':\n"
        "        at = len(words[3:])\n"
        "    if words[0] == 'go':\n"
        "        print('info depth 9 score', scores[at], 'nodes 5 pv e2e4')\n"
        "        print('info depth 10 score cp 999 lowerbound nodes 9')\n"
        "        print('bestmove e2e4', flush=True)\n"
    )
    path.chmod(0o755)
    with judge(f"uci:{path}?nodes=9") as at_work:
        found = at_work.qualities(after("e4 e5 Qh5 Ke7 Qxe5#"))
    assert [each.loss for each in found] == [5, 175, 500, 1300, 0]
    assert [each.blunder for each in found] == [False, True, True, True, False]
    assert [each.decided for each in found] == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("spec", "words"),
    [("random", "engine"), ("uci:no-such-engine", "no-such-engine"), ("uci:cat?elo=1500", "full strength")],
)
def test_who_cannot_judge_is_told(spec, words):
    with pytest.raises(UsageError, match=words), judge(spec):
        pass


def test_an_engine_without_scores_is_named(tmp_path):
    path = tmp_path / "mute"
    path.write_text(
        "#!/bin/sh\nwhile read a b; do case $a in uci) echo uciok;; isready) echo readyok;; "
        "go) echo bestmove e2e4;; esac; done\n"
    )
    path.chmod(0o755)
    with pytest.raises(EngineError, match="mute"), judge(f"uci:{path}") as at_work:
        at_work.qualities(after("e4"))


def test_legal_moves_are_counted_by_first_answers_and_forfeits(command):
    """White's first e4 is legal and its second not; Black's first is not: one of three."""
    players = ("only=fixed?answers=e4", "random")
    said = command("run", "chess", *players, "--matches", 2, "--policy", "strict", "--quiet")
    assert said.code == 0, said.err
    rows = {row["player"]: row for row in command("leaderboard", "--board", "chess", "--json").json}
    assert (rows["only"]["asked"], rows["only"]["legal"]) == (3, pytest.approx(1 / 3))
    assert rows["random"]["legal"] == 1
    assert (rows["only"]["losses"], rows["random"]["wins"]) == (2, 2)
    assert rows["only"]["elo"] is None


def report_of(command):
    return command("report", "latest", "--format", "json").json


def test_a_report_without_a_finished_match_of_chess_has_no_table_of_it(command):
    assert command("run", "tictactoe", "random", "b=random", "--matches", 1, "--quiet").code == 0
    assert not [one for one in report_of(command)["sections"] if one["title"].startswith("Chess")]


def test_engines_that_play_at_an_elo_fix_the_scale(command, engine):
    players = (f"strong=uci:{engine}?elo=1800", f"weak=uci:{engine}?elo=1200", "only=fixed?answers=e4")
    said = command("run", "chess", *players, "--matches", 2, "--policy", "strict", "--quiet")
    assert said.code == 0, said.err
    rows = {row["player"]: row for row in command("leaderboard", "--board", "chess", "--json").json}
    assert (rows["strong"]["elo"], rows["weak"]["elo"]) == (1800, 1200)
    assert rows["only"]["low"] is None
    assert rows["only"]["elo"] < rows["only"]["high"] < 1800
    assert rows["only"]["games"] == 4
    table = command("leaderboard", "--board", "chess", "--judge", f"uci:{engine}").out
    assert "known" in table
    assert "below" in table
    assert "blunders" in table
    (section,) = [one for one in report_of(command)["sections"] if one["title"].startswith("Chess")]
    in_report = {row[0]: row for row in section["tables"][0]["rows"]}
    assert {name: row[1] for name, row in in_report.items()} == {"strong": 1800, "weak": 1200, "only": None}
    assert in_report["only"][2] == f"below {rows['only']['high']:.0f}"
    assert in_report["only"][-2] == pytest.approx(100 * rows["only"]["legal"])
    assert "below" in command("report", "latest").out
    moved = command("leaderboard", "--board", "chess", "--json", "--anchor", "only=100").json
    assert {row["player"]: row["elo"] for row in moved}["only"] == 100


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--anchor", "random"), "PLAYER=ELO"),
        (("--anchor", "rndom=400"), "random"),
        (("--game", "tictactoe"), "chess"),
        (("--judge", "random"), "engine"),
    ],
)
def test_wrong_options_of_the_table_are_told(command, words, told):
    assert command("run", "chess", "random", "b=random", "--matches", 1, "--quiet").code == 0
    command("leaderboard", "--board", "chess", *words).told(2, told)
    command("leaderboard", "--anchor", "random=400").told(2, "--board chess")


@pytest.mark.long
def test_stockfish_finds_that_the_reference_player_plays_better_than_a_random_one(command, stockfish):
    assert command("run", "chess", "reference", "random", "--matches", 2, "--quiet", "--seed", 1).code == 0
    said = command("leaderboard", "--board", "chess", "--json", "--judge", f"uci:{stockfish}?nodes=300")
    rows = {row["player"]: row for row in said.json}
    assert rows["reference"]["loss"] < rows["random"]["loss"]
    assert rows["reference"]["accuracy"] > rows["random"]["accuracy"]


PAGE = Path(__file__).parents[4] / "docs" / "chess.md"
SHORTER = (
    ("nodes=20000", "nodes=100"),
    ("nodes=5000", "nodes=50"),
    ("--matches 4", "--matches 1"),
    (" reference", " random"),
)


@pytest.mark.parametrize(
    "shorter", [SHORTER, pytest.param((), marks=pytest.mark.long)], ids=["short", "whole"]
)
def test_the_example_of_the_page_on_chess_runs_with_stockfish(command, stockfish, shorter):
    (example,) = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for long, short in (("uci:stockfish", f"uci:{stockfish}"), *shorter):
        example = example.replace(long, short)
    for line in example.splitlines():
        said = command(*shlex.split(line)[1:])
        assert said.code == 0, (line, said.err)
    assert Path("games/chess.pgn").read_text().count("[Event ") >= 3
    known = {row["elo"] for row in command("leaderboard", "--board", "chess", "--json").json if row["known"]}
    assert known == {1400, 1700}
