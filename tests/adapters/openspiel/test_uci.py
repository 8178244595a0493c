"""Chess with engines: one of ours in Python always, and that of the distribution where it is installed."""

import shutil
import subprocess
import sys
import textwrap
from random import Random

import pytest

from agonist import play
from agonist.adapters.openspiel.games.chess.uci import uci_position
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.kit import make_game

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
installed = pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")

ENGINE = """
    import sys
    import pyspiel

    for line in sys.stdin:
        word, *rest = line.split()
        if word == "uci":
            print("uciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            state = pyspiel.load_game("chess").new_initial_state()
            for move in rest[2:]:
                state.apply_action(state.parse_move_to_action(move))
        elif word == "go":
            moves = [pyspiel.chess.action_to_move(a, state.board()).to_lan() for a in state.legal_actions()]
            print("bestmove", max(moves), flush=True)
"""


@pytest.fixture
def engine(tmp_path):
    """An engine that plays the last move by its letters."""
    path = tmp_path / "engine"
    path.write_text(f"#!{sys.executable}\n{textwrap.dedent(ENGINE)}")
    path.chmod(0o755)
    return path


def test_an_engine_plays_chess_by_its_name(engine, command):
    said = command("play", "openspiel:chess", f"uci:{engine}?nodes=1", "random", "--seed", 3, "--json")
    assert said.code == 0, said.err
    assert command("replay", 1, "--verify").code == 0


def test_an_engine_is_told_of_castling_promotion_and_capture_as_uci_writes_them():
    game = find_kit("openspiel:chess").game()
    state = game.new()
    for wanted in ("e2e4", "d7d5", "e4d5", "c7c6", "d5c6", "g8f6", "c6b7", "e7e6", "g1f3", "f8e7", "f1e2"):
        state = game.act(state, {len(state.actions) % 2: uci_position(game, state).answers[wanted]})
    state = game.act(state, {1: uci_position(game, state).answers["e8g8"]})
    position = uci_position(game, state)
    assert position.start is None
    assert position.moves[-1] == "e8g8"
    assert {"e1g1", "b7a8q", "b7a8n", "b7c8r"} <= set(position.answers)


def test_chess960_is_not_spoken():
    game = make_game(find_kit("openspiel:chess").game, {"chess960": True})
    with pytest.raises(UsageError, match="chess960"):
        uci_position(game, game.new())


def by_stockfish(process, moves):
    """The legal moves, as Stockfish counts them one by one."""
    process.stdin.write(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}\ngo perft 1\n")
    process.stdin.flush()
    found = set()
    for line in process.stdout:
        if line.startswith("Nodes searched"):
            return found
        move, colon, _ = line.partition(": ")
        if colon and move.isalnum() and move[0] in "abcdefgh":
            found.add(move)
    raise AssertionError("it has ended")


@installed
@pytest.mark.parametrize("matches", [1, pytest.param(30, marks=pytest.mark.long)])
def test_stockfish_names_the_same_legal_moves(matches):
    game = find_kit("openspiel:chess").game()
    rng = Random(matches)
    with subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(matches):
            state = game.new()
            while asks := game.turn(state):
                position = uci_position(game, state)
                assert set(position.answers) == by_stockfish(process, position.moves)
                ((seat, ask),) = asks.items()
                state = game.act(state, {seat: ask.sample(rng)})
        process.stdin.write("quit\n")


@installed
def test_stockfish_beats_a_random_player_and_plays_the_same_by_nodes():
    players = [f"uci:{STOCKFISH}?nodes=300", "random"]
    first, again = (play("openspiel:chess", players, seed="1") for _ in range(2))
    assert first.outcome.scores == (1, -1)
    assert first.record == again.record
    assert not any(step.fallback for step in first.steps)


@installed
def test_stockfish_names_the_strengths_that_it_can_play_at():
    with pytest.raises(UsageError, match="elo from"):
        play("openspiel:chess", [f"uci:{STOCKFISH}?elo=100", "random"], seed="1")
