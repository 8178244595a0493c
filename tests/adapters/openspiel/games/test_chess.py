"""Chess: counts of positions, how games end, what is read, the reference player."""

from random import Random

import pytest

from agonist.adapters.openspiel.games.chess.moves import fitting, legal_moves, numbered, played, squares
from agonist.adapters.openspiel.games.chess.reference import worth
from agonist.adapters.openspiel.games.chess.text import drawing
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import CHANCE
from agonist.games import find_kit
from agonist.kit import make_game

KIT = find_kit("chess")
GAME = make_game(KIT.game, {})

ENDS = {
    "f3 e5 g4 Qh4#": ((1, -1), "checkmate"),
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8": ((0, 0), "third time"),
    "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6": ((0, 0), "stalemate"),
}
"""Sam Loyd's shortest stalemate, in ten moves, and the shortest mate."""


def after(moves):
    state = GAME.new()
    for san in moves.split():
        (action,) = fitting(state, san)
        state = GAME.act(state, {int(spiel_of(state).current_player()): action})
    return state


def positions(state, depth):
    """How many sequences of legal moves there are."""
    asks = GAME.turn(state)
    if not asks:
        return 0
    ((seat, ask),) = asks.items()
    if depth == 1:
        return len(ask.options())
    return sum(positions(GAME.act(state, {seat: move}), depth - 1) for move in ask.options())


def test_perft_counts_are_the_published_ones():
    assert [positions(GAME.new(), depth) for depth in (1, 2, 3, 4)] == [20, 400, 8902, 197281]


@pytest.mark.parametrize("moves", ENDS)
def test_games_end_as_the_laws_of_chess_have_it(moves):
    state = after(moves)
    outcome = GAME.outcome(state)
    scores, reason = ENDS[moves]
    assert tuple(outcome.scores) == scores
    assert reason in outcome.reason
    assert not GAME.turn(state)


def test_every_legal_move_is_read_from_its_own_texts_and_no_other():
    """In random positions: SAN without its signs, both squares with and without a dash, and the label."""
    rng, state, seen = Random(5), GAME.new(), 0
    while asks := GAME.turn(state):
        for move in legal_moves(state) if len(state.actions) % 8 == 0 else ():
            lan = move.lan
            for text in (move.san, move.plain, lan, f"{lan[:2]}-{lan[2:]}", move.plain.replace("x", "")):
                assert fitting(state, text) == [move.action], (text, move, drawing(state))
                seen += 1
        ((seat, ask),) = asks.items()
        state = GAME.act(state, {seat: ask.sample(rng)})
    assert seen > 3_000


def test_a_text_that_fits_two_moves_stands_for_both():
    state = after("Nf3 Nf6 d4 d5")
    assert {move.san for move in legal_moves(state) if move.action in fitting(state, "Nd2")} == {
        "Nbd2",
        "Nfd2",
    }
    assert fitting(state, "Nbd2") != fitting(state, "Nfd2")


def test_moves_are_numbered_as_in_books():
    state = after("e4 e5 Nf3")
    assert numbered(played(state)) == "1. e4 e5 2. Nf3"


def test_both_sides_value_a_mirrored_position_alike():
    board = squares("4k3/2p5/8/3n4/8/8/1P6/R3K3 w - - 0 1")
    mirrored = squares("r3k3/1p6/8/8/3N4/8/2P5/4K3 w - - 0 1")
    assert worth(board, white=True) == worth(mirrored, white=False) == -worth(board, white=False)
    assert worth(board, white=True) > 100


def test_the_reference_player_mates_and_takes_what_hangs():
    for moves, best in {
        "f3 e5 g4": "Qh4#",
        "e4 d5 a3 Qd6 b4": "dxe4",
        "e4 e5 Qh5 a6 a4 h6 b3 d6": None,
    }.items():
        state = after(moves)
        ((_, ask),) = GAME.turn(state).items()
        chosen = KIT.reference(GAME, state, ask, Random(1))
        san = {move.action: move.san for move in legal_moves(state)}[chosen]
        assert best is None or san == best


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.long)])
def test_the_reference_player_beats_a_random_one(seat):
    state, rng = GAME.new(), Random(seat)
    while asks := GAME.turn(state):
        ((mover, ask),) = asks.items()
        move = KIT.reference(GAME, state, ask, rng) if mover == seat else ask.sample(rng)
        state = GAME.act(state, {mover: move})
    assert GAME.outcome(state).scores[seat] == 1


@pytest.mark.parametrize(
    ("moves", "moment"),
    [
        ("f3 e5 g4 Qh4#", "Black gives mate"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", "White castles"),
        ("e4 d5 exd5 Qxd5 Nc3 Qe4+ Nxe4", "White captures a queen"),
        ("e4 d5 exd5 c6 dxc6 Nf6 cxb7 e6 bxa8=Q", "White promotes a pawn"),
        ("e4 e5 Nf3 Nc6", ""),
    ],
)
def test_key_moments_are_what_readers_look_for(moves, moment):
    state = after(moves.rpartition(" ")[0])
    assert KIT.key_moments(GAME, state, after(moves), {}) == moment


def test_in_chess960_the_drawn_position_is_no_move():
    game = make_game(KIT.game, {"chess960": True})
    state = game.act(game.new(), {CHANCE: 17})
    assert played(state) == []
    assert "none yet" in KIT.words.scene(game, state)
    assert "Chess960" in KIT.words.rules(game)
    ((seat, ask),) = game.turn(state).items()
    assert KIT.picture(game.act(state, {seat: ask.options()[0]}), None).shapes


@pytest.mark.parametrize(("states", "texts"), [(15, 60), pytest.param(250, 150, marks=pytest.mark.long)])
def test_no_text_is_another_move_than_python_chess_reads(states, texts):
    """Texts of moves of other positions, with signs left out and small letters. Ours may take less (a capture
    where nothing is captured) and more (a small letter for a piece), but never another move.
    """
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    rng, seen, pool, same = Random(states), [], set(), 0
    for _ in range(2 if states < 100 else 6):
        state = GAME.new()
        while asks := GAME.turn(state):
            seen.append(state)
            pool.update(text for move in legal_moves(state) for text in (move.san, move.lan))
            ((seat, ask),) = asks.items()
            state = GAME.act(state, {seat: ask.sample(rng)})
    for state in rng.sample(seen, states):
        board = chess.Board(spiel_of(state).board().to_fen())
        lans = {move.action: move.lan for move in legal_moves(state)}
        own = [move.san for move in legal_moves(state)]
        for text in (*own, *rng.sample(sorted(pool), texts)):
            for said in (text, text.rstrip("+#"), text.replace("x", ""), text.replace("=", ""), text.lower()):
                theirs = by_python_chess(board, said)
                ours = [lans[action] for action in fitting(state, said) or ()]
                if theirs is None:
                    assert len(ours) != 1 or said[0] in "nbrqko", (said, board.fen())
                elif ours != [theirs]:  # none, or several, of which theirs is one
                    assert "x" in said if not ours else len(ours) > 1 and theirs in ours, (said, board.fen())
                else:
                    same += 1
    assert same > 20 * states


def by_python_chess(board, text):
    """The move from square to square; `None` for what is no move there, or several."""
    for read in (board.parse_san, board.parse_uci):
        try:
            return read(text).uci()
        except ValueError:
            continue
    return None
