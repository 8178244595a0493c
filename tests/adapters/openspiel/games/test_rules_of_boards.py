"""The legal moves that our words of the rules allow, written down once more, and those of the library."""

from itertools import pairwise
from random import Random

import pytest

from agonist.adapters.openspiel.games.backgammon.text import steps_of
from agonist.adapters.openspiel.games.backgammon.title_and_endings import position
from agonist.adapters.openspiel.games.nine_mens_morris.text import LINKS, POINTS
from agonist.adapters.openspiel.games.nine_mens_morris.title_and_endings import in_hand, men_left
from agonist.adapters.openspiel.states import spiel_of
from agonist.games import find_kit
from agonist.kit import make_game

BESIDE = [(1, 0), (-1, 0), (0, 1), (0, -1)]
AROUND = [*BESIDE, (1, 1), (1, -1), (-1, 1), (-1, -1)]
WITHOUT_I = "abcdefghjklmnopqrst"


def beyond(cell, step, times=1, letters="abcdefghijklmnopqrstuvwxyz"):
    """The name of the cell so many steps (rows, columns) away; empty left of the first column."""
    column = letters.index(cell[0]) + step[1] * times
    return f"{letters[column]}{int(cell[1:]) + step[0] * times}" if 0 <= column < len(letters) else ""


def rays(board, cell):
    """The empty cells that a queen of chess can reach."""
    for step in AROUND:
        times = 1
        while board.get(target := beyond(cell, step, times)) == ".":
            yield target
            times += 1


def othello(board, mine, theirs, past):
    found = set()
    for cell in (cell for cell, sign in board.items() if sign == "."):
        for step in AROUND:
            times = 1
            while board.get(beyond(cell, step, times)) == theirs:
                times += 1
            if times > 1 and board.get(beyond(cell, step, times)) == mine:
                found.add(cell)
    return found or {"pass"}


def breakthrough(board, mine, theirs, past):
    found, ahead = set(), -1 if mine == "b" else 1
    for cell in (cell for cell, sign in board.items() if sign == mine):
        for aside in (-1, 0, 1):
            sign = board.get(target := beyond(cell, (ahead, aside)))
            if sign == ".":
                found.add(f"{cell}-{target}")
            elif sign == theirs and aside:
                found.add(f"{cell}x{target}")
    return found


def checkers(board, mine, theirs, past):
    steps, jumps = set(), {}
    for cell in (cell for cell, sign in board.items() if sign.lower() == mine):
        ahead = 1 if mine == "o" else -1
        for row in (ahead,) if board[cell] == mine else (1, -1):
            for column in (1, -1):
                near, far = beyond(cell, (row, column)), beyond(cell, (row, column), 2)
                if board.get(near) == ".":
                    steps.add(f"{cell}-{near}")
                elif board.get(near, "").lower() == theirs and board.get(far) == ".":
                    jumps.setdefault(cell, set()).add(f"{cell}x{far}")
    if past.again:
        return jumps[past.move.split("x")[1]]
    return set().union(*jumps.values()) or steps


def amazons(board, mine, theirs, past):
    if past.count % 3 == 0:
        return {f"from {cell}" for cell, sign in board.items() if sign == mine and [*rays(board, cell)]}
    return {f"{('to', 'arrow')[past.count % 3 - 1]} {cell}" for cell in rays(board, past.move.split()[1])}


def lines_of_action(board, mine, theirs, past):
    found = set()
    for cell in (cell for cell, sign in board.items() if sign == mine):
        for step in AROUND:
            line = [board.get(beyond(cell, step, times)) for times in range(-8, 9)]
            far = line.count("x") + line.count("o")
            sign = board.get(target := beyond(cell, step, far))
            if sign in (".", theirs) and theirs not in line[9 : 8 + far]:
                found.add(f"{cell}{'-' if sign == '.' else 'x'}{target}")
    return found


def clobber(board, mine, theirs, past):
    mines = (cell for cell, sign in board.items() if sign == mine)
    near = ((cell, beyond(cell, step)) for cell in mines for step in BESIDE)
    return {f"{cell}x{target}" for cell, target in near if board.get(target) == theirs}


def line(one, other):
    """The three points between the ends of a line of the morris board."""
    columns, rows = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return [p for row in "1234567" for p in sorted(POINTS) if p[1] == row and between(p, columns, rows)]


def between(point, columns, rows):
    return columns[0] <= point[0] <= columns[1] and rows[0] <= point[1] <= rows[1]


MILLS = [line(*ends) for ends in LINKS]


def nine_mens_morris(board, mine, theirs, past):
    own, empty = ({cell for cell, sign in board.items() if sign == each} for each in (mine, "."))
    if past.again:
        men = {cell for cell, sign in board.items() if sign == theirs}
        return men - {cell for mill in MILLS if men.issuperset(mill) for cell in mill} or men
    spiel = spiel_of(past.state)
    if in_hand(spiel)["xo".index(mine)]:
        return empty
    if men_left(spiel)["xo".index(mine)] == 3:
        return {f"{cell}-{target}" for cell in own for target in empty}
    near = [pair for mill in MILLS for one, other in pairwise(mill) for pair in ((one, other), (other, one))]
    return {f"{cell}-{target}" for cell, target in near if cell in own and target in empty}


def go(board, mine, theirs, past):
    def near(cell):
        return [n for step in BESIDE if (n := beyond(cell, step, 1, WITHOUT_I)) in board]

    def group(stones, cell):
        seen, left, free = {cell}, [cell], False
        while left:
            for other in near(left.pop()):
                free |= stones[other] == "."
                if stones[other] == stones[cell] and other not in seen:
                    seen.add(other)
                    left.append(other)
        return seen, free

    found = {"pass"}
    for cell in (cell for cell, sign in board.items() if sign == "."):
        after = {**board, cell: mine}
        groups = (group(after, other) for other in near(cell) if board[other] == theirs)
        taken = set().union(*(stones for stones, free in groups if not free))
        after |= dict.fromkeys(taken, ".")
        if group(after, cell)[1] and not (taken == {past.move} and after == past.board):
            found.add(cell)
    return found


class Past:
    """What there was before a move: the last move and the board before it, whose it was, and how many."""

    board, move, again, count, state = None, None, False, 0, None


RULES = (othello, breakthrough, checkers, amazons, lines_of_action, clobber, nine_mens_morris, go)


def compare(rules, seed, options):
    kit, rng, past, mover = find_kit(f"openspiel:{rules.__name__}"), Random(seed), Past(), None
    game = make_game(kit.game, options)
    state = game.new()
    while asks := game.turn(state):
        ((seat, ask),) = asks.items()
        board = {place.name: place.sign for place in kit.words.grid(state).places()}
        past.again, past.state, mover = seat == mover, state, seat
        labels = {kit.words.label(state, "move", action): action for action in ask.options()}
        assert rules(board, kit.words.signs[seat], kit.words.signs[1 - seat], past) == set(labels)
        past.move, past.board = rng.choice(sorted(labels)), board
        past.count += 1
        state = game.act(state, {seat: labels[past.move]})


@pytest.mark.parametrize("rules", RULES)
def test_open_spiel_allows_what_the_words_of_the_rules_do(rules):
    compare(rules, 1, find_kit(f"openspiel:{rules.__name__}").quick_options)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_open_spiel_allows_what_the_words_of_the_rules_do_in_many_matches(rules):
    for seed in range(10):
        compare(rules, seed, {"board_size": 5} if rules is go and seed % 2 else {})


def checker_moves(mine, bar, theirs, die):
    """(from, to) of each checker that may move by a die; points count from 1, and place 0 is empty."""
    if bar:
        return [("bar", 25 - die)] if theirs[25 - die] < 2 else []
    home = not any(mine[7:])
    off = [
        (n, "off")
        for n in range(1, 7)
        if home and mine[n] and (n == die or (n < die and not any(mine[n + 1 :])))
    ]
    return off + [(n, n - die) for n in range(die + 1, 25) if mine[n] and theirs[n - die] < 2]


def moved(mine, bar, theirs, move):
    mine, theirs, (start, end) = [*mine], [*theirs], move
    if start == "bar":
        bar -= 1
    else:
        mine[start] -= 1
    if end != "off":
        mine[end] += 1
        theirs[end] *= theirs[end] != 1
    return mine, bar, theirs


def backgammon_plays(now, seat):
    """All plays, each as its sorted moves."""
    start = [0, *now.points[seat]], now.bar[seat], [0, *reversed(now.points[1 - seat])]
    found = set()
    for one, other in {now.dice, now.dice[::-1]}:
        for first in checker_moves(*start, one):
            seconds = checker_moves(*moved(*start, first), other)
            found |= {((first, one), (second, other)) for second in seconds} or {((first, one),)}
    most = max(map(len, found), default=0)
    found = {play for play in found if len(play) == most}
    if most == 1:
        found = {play for play in found if play[0][1] == max(each[0][1] for each in found)}
    return {tuple(sorted(f"{a}/{b}" for (a, b), _ in play)) for play in found} or {("pass",)}


TWO_OFF = 24
"""In this match two checkers could be borne off from one point by different dice, in either order."""


@pytest.mark.parametrize("seeds", [[TWO_OFF], pytest.param(range(20), marks=pytest.mark.long)])
def test_open_spiel_allows_the_plays_of_backgammon_that_the_words_of_the_rules_do(seeds):
    kit = find_kit("backgammon")
    game = kit.game()
    for seed in seeds:
        rng, state = Random(seed), game.new()
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            if seat >= 0:
                labels = [kit.words.label(state, "move", action) for action in ask.options()]
                assert len(set(labels)) == len(labels)
                assert set(map(steps_of, labels)) == backgammon_plays(position(spiel_of(state)), seat)
            state = game.act(state, {seat: ask.sample(rng)})
        assert 15 in position(spiel_of(state)).off
