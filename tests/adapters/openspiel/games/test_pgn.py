"""Matches of chess as PGN, read back by OpenSpiel's parser of moves and by python-chess."""

import io
import re

import pyspiel
import pytest

from agonist.adapters.openspiel.games.chess.moves import fitting
from agonist.adapters.openspiel.games.chess.pgn import pgn
from agonist.core import CHANCE
from agonist.games import find_kit
from agonist.kit import make_game

GAME = make_game(find_kit("chess").game, {})
TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', re.MULTILINE)
COMMENT = re.compile(r"\{[^}]*\}|\d+\.+")


def read_back(text):
    """The tags and the last position of each game, its moves played by OpenSpiel."""
    for part in re.split(r"\n\n(?=\[Event)", text):
        head, _, moves = part.partition("\n\n")
        *sans, result = COMMENT.sub(" ", moves).split()
        state = pyspiel.load_game("chess").new_initial_state()
        for san in sans:
            state.apply_action(state.parse_move_to_action(san))
        yield dict(TAG.findall(head)), state, result


@pytest.fixture(
    params=[("strict", "quick=fixed?answers=e4;Nf3"), ("default", "other=random")], ids=["forfeits", "whole"]
)
def exported(command, tmp_path, request):
    policy, player = request.param
    said = command(
        "run", "chess", "random", player, "--matches", 2, "--policy", policy, "--quiet", "--seed", 3
    )
    assert said.code == 0, said.err
    assert command("export", "latest", "--format", "pgn", "--output", tmp_path / "out").code == 0
    return (tmp_path / "out" / "chess.pgn").read_text()


def test_open_spiel_reads_the_games_of_a_run_back(exported):
    games = list(read_back(exported))
    assert len(games) == 2
    for tags, state, result in games:
        points = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}[result]
        if state.is_terminal():
            assert (state.player_return(1), state.player_return(0)) == points
            assert tags["Termination"] == "normal"
        else:
            assert (result == "1-0") == (tags["White"] == "random")
            assert tags["Termination"] == "rules infraction"
            assert "forfeit" in exported
        assert [*tags][:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
        assert tags["Result"] == result
    assert max(map(len, exported.splitlines())) < 256  # PGN's longest line


def test_moves_by_fallback_are_marked_and_the_number_is_given_again():
    state = GAME.new()
    for san in ("e4", "e5", "Nf3"):
        ((seat, _),) = GAME.turn(state).items()
        state = GAME.act(state, {seat: fitting(state, san)[0]})
    text = pgn(state, {"White": 'An "engine"\n'}, (), not_theirs={0})
    assert '[White "An \\"engine\\""]' in text
    assert text.endswith("1. e4 {by fallback, no answer of the player} 1... e5 2. Nf3 *\n")


def test_chess960_gives_the_position_that_was_drawn():
    game = make_game(find_kit("chess").game, {"chess960": True})
    state = game.act(game.new(), {CHANCE: 17})
    ((seat, ask),) = game.turn(state).items()
    text = pgn(game.act(state, {seat: ask.options()[0]}), {}, ())
    fen = dict(TAG.findall(text))["FEN"]
    assert pyspiel.load_game("chess", {"chess960": True}).new_initial_state(fen).legal_actions()


def test_a_run_without_chess_is_told(command, tmp_path):
    assert command("run", "tictactoe", "random", "reference", "--matches", 1, "--quiet").code == 0
    command("export", "latest", "--format", "pgn", "--output", tmp_path).told(2, "chess")


def test_python_chess_reads_the_same_games_and_positions(exported):
    """TextArena needs it and brings it to the tests; its licence is the GPL, so nothing of ours needs it."""
    chess = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    stream = io.StringIO(exported)
    for tags, state, result in read_back(exported):
        game = chess.read_game(stream)
        assert game.errors == []
        assert dict(game.headers) == tags
        assert game.end().board().fen().split()[:2] == str(state).split()[:2]
        assert game.headers["Result"] == result
    assert chess.read_game(stream) is None
