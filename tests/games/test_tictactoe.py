"""Tic-Tac-Toe against what is known of it and what OpenSpiel says."""

import asyncio
from random import Random

import pyspiel
import pytest

from agonist.games.tictactoe import KIT, Board, TicTacToe
from agonist.games.tictactoe.rules import CELLS, free_cells
from agonist.match.playing import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

GAME = TicTacToe()


def test_there_are_as_many_positions_and_games_as_is_known():
    """5,478 positions can be reached, and 255,168 orders of play lead to an end."""
    games = {}

    def count(state):
        position = (frozenset(state.cells_of(0)), frozenset(state.cells_of(1)))
        if position not in games:
            asks = GAME.turn(state)
            following = [GAME.act(state, {s: cell}) for s, ask in asks.items() for cell in ask.options()]
            games[position] = sum(map(count, following)) if following else 1
        return games[position]

    assert count(GAME.new()) == 255_168
    assert len(games) == 5_478


def test_random_games_are_as_open_spiel_says():
    spiel, rng = pyspiel.load_game("tic_tac_toe"), Random("tictactoe")
    ends = set()
    for _ in range(150):
        state, theirs = GAME.new(), spiel.new_initial_state()
        while asks := GAME.turn(state):
            ((seat, ask),) = asks.items()
            assert seat == theirs.current_player()
            assert [CELLS.index(cell) for cell in ask.options()] == theirs.legal_actions()
            cell = ask.sample(rng)
            state = GAME.act(state, {seat: cell})
            theirs.apply_action(CELLS.index(cell))
        assert theirs.is_terminal()
        assert list(GAME.outcome(state).scores) == theirs.returns()
        ends.add(GAME.outcome(state).scores)
    assert ends == {(1, -1), (-1, 1), (0, 0)}


def scores(factories, seed):
    return asyncio.run(play(KIT, GAME, factories, seed=seed)).outcome.scores


def test_perfect_play_against_itself_is_a_draw():
    assert {scores([ReferencePlayer, ReferencePlayer], str(n)) for n in range(10)} == {(0, 0)}


@pytest.mark.parametrize("seat", [0, 1])
def test_perfect_play_never_loses_whatever_the_other_plays(seat):
    """Every answer of the other is tried, against one perfect answer a position and seed."""

    def worst(state):
        if outcome := GAME.outcome(state):
            return outcome.scores[seat]
        if state.mover == seat:
            ask = GAME.turn(state)[seat]
            return worst(GAME.act(state, {seat: KIT.reference(GAME, state, ask, Random(len(state.marked)))}))
        return min(worst(GAME.act(state, {1 - seat: cell})) for cell in free_cells(state))

    assert worst(GAME.new()) == 0


def test_perfect_play_mostly_beats_random():
    def random(_):
        return RandomPlayer()

    first = [scores([ReferencePlayer, random], str(n))[0] for n in range(20)]
    second = [scores([random, ReferencePlayer], str(n))[1] for n in range(20)]
    assert min(first + second) >= 0
    assert sum(first) >= 15
    assert sum(second) >= 10


def test_perfect_play_wins_where_it_can():
    state = Board(((1, 1), (2, 1), (1, 2), (2, 2)))  # X wins at (1, 3), and O threatens (2, 3)
    assert {KIT.reference(GAME, state, GAME.turn(state)[0], Random(n)) for n in range(10)} == {(1, 3)}


def test_perfect_play_blocks():
    state = Board(((1, 1), (2, 2), (1, 2)))
    assert {KIT.reference(GAME, state, GAME.turn(state)[1], Random(n)) for n in range(10)} == {(1, 3)}


def test_the_misere_game_ends_as_open_spiels_misere_transformation_says():
    game, spiel, rng = (
        TicTacToe(misere=True),
        pyspiel.load_game("misere(game=tic_tac_toe())"),
        Random("misere"),
    )
    ends = set()
    for _ in range(100):
        state, theirs = game.new(), spiel.new_initial_state()
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            cell = ask.sample(rng)
            state = game.act(state, {seat: cell})
            theirs.apply_action(CELLS.index(cell))
        assert theirs.is_terminal()
        assert list(game.outcome(state).scores) == theirs.returns()
        ends.add(game.outcome(state).scores)
    assert ends == {(1, -1), (-1, 1), (0, 0)}


def test_the_misere_game_is_a_draw_and_only_the_centre_begins_it_well():
    """As is known: the first player draws by taking the centre and answering point-symmetrically."""
    game = TicTacToe(misere=True)
    ask = game.turn(game.new())[0]
    assert {KIT.reference(game, game.new(), ask, Random(seed)) for seed in range(20)} == {(2, 2)}
    outcome = asyncio.run(play(KIT, game, [ReferencePlayer, ReferencePlayer], seed="0")).outcome
    assert outcome.scores == (0, 0)
