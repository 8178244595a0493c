"""What others say of Hive: OpenSpiel's game in lock step with ours, and counts of positions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pyspiel

from agonist.games.hive import HiveGame, State
from agonist.games.hive.hexes import STEPS, Cell, column_and_row
from agonist.games.hive.pieces import BY_NAME, KIND, QUEENS
from agonist.games.hive.rules import PASS, actions, read

PERFT = {
    "tournament": (4, 96, 1440, 21600, 516240, 12219480),
    "queen first": (5, 150, 2220, 32856),
    "no beetles, tournament": (3, 54, 648, 7776, 146448),
    "no beetles, queen first": (4, 96, 1128, 13254),
}
"""Numbers of sequences of 1, 2, … actions; the first row is published, all stand in ruling H4."""

GAMES = {
    "tournament": HiveGame(queen_first=False, repetition=False),
    "queen first": HiveGame(repetition=False),
    "no beetles, tournament": HiveGame(beetles=False, queen_first=False, repetition=False),
    "no beetles, queen first": HiveGame(beetles=False, repetition=False),
}

MARKS = {"/": 5, "-": 0, "\\": 1}, {"/": 2, "-": 3, "\\": 4}
"""Directions of marks behind and before a neighbour's name, as the Universal Hive Protocol writes them."""

RADIUS = 14
"""The largest board that OpenSpiel has; games that drift to its edge are left."""


def perft(game: HiveGame, state: State, depth: int) -> int:
    """How many sequences of so many actions there are."""
    found = options(game, state)
    if depth == 1:
        return len(found)
    return sum(perft(game, game.act(state, {state.mover: action}), depth - 1) for action in found)


def options(game: HiveGame, state: State) -> Sequence[str]:
    return () if state.end else actions(game, state) or (PASS,)


@dataclass
class Compared:
    """How many games and positions were compared, and how the games ended."""

    games: int = 0
    positions: int = 0
    of_known_fault: int = 0
    """Positions in which OpenSpiel lets Black split the hive (H8): ours must be among its actions."""
    differing: int = 0
    """Those of them in which it does have more."""
    left_early: int = 0
    """Games that reached the edge of its board."""
    ends: frozenset[str] = frozenset()


def lock_step(
    games: int,
    seed: str,
    longest: int,
    progress: Callable[[Compared], None] = lambda _found: None,
    look: Callable[[HiveGame, State, Any], None] = lambda _game, _state, _theirs: None,
) -> Compared:
    """Play random games of up to so many actions on both; `AssertionError` where they differ.

    `look` gets each position of both.
    """
    spiel = pyspiel.load_game(
        "hive",
        {"board_size": RADIUS, "uses_mosquito": False, "uses_ladybug": False, "uses_pillbug": False},
    )
    game, found = GAMES["tournament"], Compared()
    for nth in range(games):
        _one(game, spiel.new_initial_state(), Random(f"{seed}:{nth}"), longest, found, look)
        progress(found)
    return found


def _one(
    game: HiveGame,
    theirs: Any,
    rng: Random,
    longest: int,
    found: Compared,
    look: Callable[[HiveGame, State, Any], None],
) -> None:
    found.games += 1
    state = game.new()
    while not state.end:
        if state.turns == longest:
            return
        if _at_the_edge(state):
            found.left_early += 1
            return
        assert not theirs.is_terminal()
        assert theirs.current_player() == state.mover
        look(game, state, theirs)
        named = sorted((theirs.action_to_string(action), action) for action in theirs.legal_actions())
        # It offers all equal pieces in reserve, we the lowest: that one is played, and names stay the same.
        said = {_said(state, name): action for name, action in reversed(named)}
        ours = {_move(state, action): action for action in options(game, state)}
        found.positions += 1
        if state.cells[QUEENS[0]] is None and state.cells[QUEENS[1]] is not None:
            found.of_known_fault += 1
            found.differing += ours.keys() != said.keys()
            assert ours.keys() <= said.keys()
        else:
            assert ours.keys() == said.keys(), (state, ours.keys() ^ said.keys())
        move = sorted(ours, key=str)[int(rng.random() * len(ours))]
        state = game.act(state, {state.mover: ours[move]})
        theirs.apply_action(said[move])
    found.ends |= {state.end.reason}
    assert theirs.is_terminal()
    assert theirs.returns() == list(state.end.scores)


def _at_the_edge(state: State) -> bool:
    places = [column_and_row(cell) for cell in state.cells if cell is not None]
    return any(max(abs(q), abs(r), abs(q + r)) > RADIUS - 2 for q, r in places)


def _move(state: State, action: str) -> Any:
    """An action as kind, from and to: which of two equal pieces in reserve is placed makes no difference."""
    if action == PASS:
        return PASS
    piece, cell = read(action)
    return KIND[piece], state.cells[piece], cell


def _said(state: State, said: str) -> Any:
    """OpenSpiel's name of an action as kind, from and to."""
    if said == PASS:
        return PASS
    name, _, beside = said.partition(" ")
    piece = BY_NAME[name]
    return KIND[piece], state.cells[piece], _cell(state, beside)


def _cell(state: State, beside: str) -> Cell:
    if not beside:
        return 0
    neighbour = state.cells[BY_NAME[beside.strip("/-\\")]]
    assert neighbour is not None
    if beside[-1] in MARKS[0]:
        return neighbour + STEPS[MARKS[0][beside[-1]]]
    if beside[0] in MARKS[1]:
        return neighbour + STEPS[MARKS[1][beside[0]]]
    return neighbour
