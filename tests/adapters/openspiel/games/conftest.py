"""Chess engines for tests: one of ours in Python, always; that of the distribution where it is installed."""

import shutil
import sys
import textwrap

import pytest

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")

ENGINE = """
    import sys
    import pyspiel

    for line in sys.stdin:
        word, *rest = line.split()
        if word == "uci":
            print("option name UCI_LimitStrength type check default false")
            print("option name UCI_Elo type spin default 1500 min 500 max 3000")
            print("uciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            state = pyspiel.load_game("chess").new_initial_state()
            for move in rest[2:]:
                state.apply_action(state.parse_move_to_action(move))
        elif word == "go":
            board = state.board()
            lans = [pyspiel.chess.action_to_move(a, board).to_lan() for a in state.legal_actions()]
            signs = board.to_fen().split()[0]
            worth = dict(P=100, N=300, B=300, R=500, Q=900)
            score = sum(worth.get(s.upper(), 0) * (1 if s.isupper() else -1) for s in signs)
            if state.current_player() == 0:
                score = -score
            print("info depth 1 score cp 7 lowerbound pv a")
            print("info depth 2 score cp", score, "nodes 1 pv", lans[0])
            print("bestmove", max(lans), flush=True)
"""
"""It counts the pieces, and plays the last move by its letters."""


@pytest.fixture(scope="session")
def engine(tmp_path_factory):
    path = tmp_path_factory.mktemp("engine") / "engine"
    path.write_text(f"#!{sys.executable}\n{textwrap.dedent(ENGINE)}")
    path.chmod(0o755)
    return path


@pytest.fixture(scope="session")
def stockfish():
    if STOCKFISH is None:
        pytest.skip("stockfish is not installed")
    return STOCKFISH
