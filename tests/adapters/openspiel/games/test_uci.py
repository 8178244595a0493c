"""Chess with engines: one of ours in Python always, and that of the distribution where it is installed."""

import subprocess
from random import Random

import pytest

from agonist import play
from agonist.adapters.openspiel.games.chess.position_for_engines import uci_position
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.kit import make_game


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


@pytest.mark.parametrize("matches", [1, pytest.param(30, marks=pytest.mark.long)])
def test_stockfish_names_the_same_legal_moves(matches, stockfish):
    game = find_kit("openspiel:chess").game()
    rng = Random(matches)
    with subprocess.Popen([stockfish], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(matches):
            state = game.new()
            while asks := game.turn(state):
                position = uci_position(game, state)
                assert set(position.answers) == by_stockfish(process, position.moves)
                ((seat, ask),) = asks.items()
                state = game.act(state, {seat: ask.sample(rng)})
        process.stdin.write("quit\n")


def test_stockfish_beats_a_random_player_and_plays_the_same_by_nodes(stockfish):
    players = [f"uci:{stockfish}?nodes=300", "random"]
    first, again = (play("openspiel:chess", players, seed="1") for _ in range(2))
    assert first.outcome.scores == (1, -1)
    assert first.record == again.record
    assert not any(step.fallback for step in first.steps)


def test_stockfish_names_the_strengths_that_it_can_play_at(stockfish):
    with pytest.raises(UsageError, match="elo from"):
        play("openspiel:chess", [f"uci:{stockfish}?elo=100", "random"], seed="1")
