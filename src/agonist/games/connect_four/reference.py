"""Strong Connect Four: alpha-beta search over bitboards, deepened until a budget of positions is spent.

A position is the mover's discs and all discs, laid out as in the rules. Values are for the mover: above
`WON` for a forced win (the sooner, the higher), below `-WON` for a forced loss, an estimate in between.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from agonist.core import Ask
from agonist.games.connect_four.rules import Board, ConnectFour

POSITIONS: Final = 8_000
"""How many positions are looked at for one move; a count and not a clock, so that play can be repeated."""

WON: Final = 100_000


def strong(game: ConnectFour, view: Board, ask: Ask, rng: Random) -> int:
    """The best column found; between mirror images, chance decides which is looked at first."""
    options: list[int] = list(ask.options() or ())
    order = sorted(options, key=lambda column: (abs(2 * column - game.columns - 1), rng.random()))
    mine = view.discs[view.mover]
    return _Search(game.rows, game.columns, game.length).best(mine, view.discs[0] | view.discs[1], order)


class _Spent(Exception):
    """The budget is used up."""


class _Search:
    """One search from one position."""

    def __init__(self, rows: int, columns: int, length: int) -> None:
        self.rows, self.columns, self.length = rows, columns, length
        self.height = rows + 1
        self.bottom = sum(1 << column * self.height for column in range(columns))
        self.cells = self.bottom * ((1 << rows) - 1)
        self.column_cells = [((1 << rows) - 1) << column * self.height for column in range(columns)]
        self.order = sorted(
            self.column_cells, key=lambda cells: abs(2 * self.column_cells.index(cells) - columns + 1)
        )
        self.weights = centrality(rows, columns)
        self.odd = sum(self.bottom << row for row in range(0, rows, 2))
        self.left = POSITIONS
        # position -> depth searched, lowest and highest possible value, the best disc then
        self.table: dict[tuple[int, int], tuple[int, int, int, int]] = {}

    def best(self, mine: int, taken: int, order: list[int]) -> int:
        """The best of these columns (counted from 1), the first of them if all seem alike."""
        free = self.cells.bit_count() - taken.bit_count()
        playable = taken + self.bottom & self.cells
        for column in order:
            if self.winning(mine, taken) & playable & self.column_cells[column - 1]:
                return column
        for depth in range(1, free + 1):
            try:
                order, value = self.ranked(mine, taken, order, depth)
            except _Spent:
                break
            if abs(value) > WON:
                break
        return order[0]

    def ranked(self, mine: int, taken: int, order: list[int], depth: int) -> tuple[list[int], int]:
        """The columns with the best one at this depth moved to the front, and its value."""
        best, alpha = order[0], -2 * WON
        for column in order:
            disc = taken + self.bottom & self.column_cells[column - 1]
            value = -self.value(taken ^ mine, taken | disc, depth - 1, -2 * WON, -alpha)
            if value > alpha:
                best, alpha = column, value
        return [best, *(column for column in order if column != best)], alpha

    def value(self, mine: int, taken: int, depth: int, alpha: int, beta: int) -> int:
        """The mover's value, exact between alpha and beta, otherwise a bound on the right side of them."""
        if not self.left:
            raise _Spent
        self.left -= 1
        playable = taken + self.bottom & self.cells
        free = self.cells & ~taken
        left = free.bit_count()
        own = self.winning(mine, taken)
        if own & playable:
            return WON + left
        if left <= 1:
            return 0
        threats = self.winning(mine ^ taken, taken)
        forced = threats & playable
        if forced & forced - 1:
            return 1 - WON - left  # two cells to close at once
        # A disc right below a cell that the opponent wants gives it to him.
        moves = (forced or playable) & ~(threats >> 1)
        if not moves:
            return 1 - WON - left
        if depth <= 0 and not forced:
            return self.estimate(mine, taken, own, threats)
        return self.deeper(mine, taken, moves, depth, alpha, beta)

    def deeper(self, mine: int, taken: int, moves: int, depth: int, alpha: int, beta: int) -> int:
        """The best of these moves."""
        known = self.table.get((mine, taken))
        first = 0
        if known:
            searched, low, high, first = known
            if searched >= depth:
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
        discs = [disc for column in self.order if (disc := moves & column)]
        if first and discs[0] != first:
            discs.remove(first)
            discs.insert(0, first)
        best, choice = -2 * WON, discs[0]
        for disc in discs:
            value = -self.value(mine ^ taken, taken | disc, depth - 1, -beta, -max(alpha, best))
            if value > best:
                best, choice = value, disc
                if best >= beta:
                    break
        low = best if best > alpha else -2 * WON
        high = best if best < beta else 2 * WON
        self.table[mine, taken] = (depth, low, high, choice)
        return best

    def winning(self, discs: int, taken: int) -> int:
        """The free cells that would complete a line of these discs, playable now or not."""
        found = 0
        for step in (1, self.height, self.height - 1, self.height + 1):
            # after[n], before[n]: the cells with n of these discs in a row just below or just above them
            after, before = [self.cells], [self.cells]
            for n in range(1, self.length):
                after.append(after[-1] & discs << step * n)
                before.append(before[-1] & discs >> step * n)
            for n in range(self.length):
                found |= after[n] & before[self.length - 1 - n]
        return found & self.cells & ~taken

    def estimate(self, mine: int, taken: int, own: int, threats: int) -> int:
        """Cells that would win, worth more on the rows that fall to their owner, and places in the middle."""
        # In the end the first player gets the odd rows, the second the even ones (if the rows are even).
        first_moves = not taken.bit_count() & 1
        own_rows = self.odd if first_moves else ~self.odd
        value = 30 * (own.bit_count() - threats.bit_count())
        value += 30 * ((own & own_rows).bit_count() - (threats & ~own_rows).bit_count())
        for weight, cells in self.weights:
            value += weight * ((mine & cells).bit_count() - ((mine ^ taken) & cells).bit_count())
        return value


@cache
def centrality(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """The cells by how far they lie from the edges: weights and the cells that have them."""
    weights: dict[int, int] = {}
    for column in range(columns):
        for row in range(rows):
            weight = min(column, columns - 1 - column, 3) + min(row, rows - 1 - row, 2)
            weights[weight] = weights.get(weight, 0) | 1 << column * (rows + 1) + row
    return tuple((weight, cells) for weight, cells in weights.items() if weight)
