"""Strong Connect Four: alpha-beta search over bitboards, deepened until a budget of positions is spent.

A position is the mover's discs and all discs, laid out as in the rules. Values are for the mover: above
`WON` for a forced win (the sooner, the higher), below `-WON` for a forced loss, an estimate in between.
"""

from __future__ import annotations

from random import Random
from typing import Final

from agonist.core import Ask
from agonist.games.connect_four.rules import Board, ConnectFour, line_shifts

POSITIONS: Final = 15_000
"""The number of positions searched for one move; a count and not a time, so that play can be repeated."""

WON: Final = 100_000

# The weights of the features in an estimate.
THREAT: Final = 30
ON_ITS_ROW: Final = 30
LINE: Final = 4


def strong(game: ConnectFour, view: Board, ask: Ask, rng: Random) -> int:
    """The best column found; columns at the same distance from the middle are searched in random order."""
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
        steps = (1, self.height, self.height - 1, self.height + 1)
        self.neighbours = [[step * n for n in range(1, length)] for step in steps]
        self.shifts = line_shifts(rows, length)
        self.odd = sum(self.bottom << row for row in range(0, rows, 2))
        self.left = POSITIONS
        # position -> depth searched, lowest and highest possible value, the best disc then
        self.table: dict[tuple[int, int], tuple[int, int, int, int]] = {}

    def best(self, mine: int, taken: int, order: list[int]) -> int:
        """The best of these columns (counted from 1), the first of them if all seem alike."""
        wins, threats = self.winning(mine, taken), self.winning(mine ^ taken, taken)
        discs = {column: taken + self.bottom & self.column_cells[column - 1] for column in order}
        for column in order:
            if wins & discs[column]:
                return column
        best = order[0]
        for depth in range(1, (self.cells & ~taken).bit_count() + 1):
            order = [best, *(column for column in order if column != best)]
            alpha = -2 * WON
            try:
                for column in order:
                    disc = discs[column]
                    value = -self.value(
                        taken ^ mine, taken | disc, threats & ~disc, depth - 1, -2 * WON, -alpha
                    )
                    if value > alpha:
                        # The best move so far is searched first, so a better one counts even if the budget
                        # runs out.
                        best, alpha = column, value
            except _Spent:
                break
            if abs(alpha) > WON:
                break
        return best

    def value(self, mine: int, taken: int, stones: int, depth: int, alpha: int, beta: int) -> int:
        """The mover's value: exact if between alpha and beta, otherwise a bound beyond them.

        `stones`: the free cells that would complete a line of the mover.
        """
        if not self.left:
            raise _Spent
        self.left -= 1
        playable = taken + self.bottom & self.cells
        left = (self.cells & ~taken).bit_count()
        if stones & playable:
            return WON + left
        if left <= 1:
            return 0
        threats = self.winning(mine ^ taken, taken)
        forced = threats & playable
        if forced & forced - 1:
            return 1 - WON - left  # two cells to close at once
        # A disc directly below a cell that the opponent needs gives them that cell.
        moves = (forced or playable) & ~(threats >> 1)
        if not moves:
            return 1 - WON - left
        if depth <= 0 and not forced:
            return self.estimate(mine, taken, stones, threats)
        return self.deeper(mine, taken, moves, threats, depth, alpha, beta)

    def deeper(
        self, mine: int, taken: int, moves: int, threats: int, depth: int, alpha: int, beta: int
    ) -> int:
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
        discs = [disc for cells in self.order if (disc := moves & cells)]
        if first and discs[0] != first:
            discs.remove(first)
            discs.insert(0, first)
        best, choice = -2 * WON, discs[0]
        for disc in discs:
            value = -self.value(
                mine ^ taken, taken | disc, threats & ~disc, depth - 1, -beta, -max(alpha, best)
            )
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
        found, free = 0, self.cells & ~taken
        for shifts in self.neighbours:
            # Each round: cells with all but one of a line's discs, some just before and the rest just after.
            run, before = free, []
            for shift in shifts:
                before.append(run)
                run &= discs << shift
            found |= run
            run = free
            for shift in shifts:
                run &= discs >> shift
                if not run:
                    break
                found |= run & before.pop()
        return found

    def estimate(self, mine: int, taken: int, stones: int, threats: int) -> int:
        """An estimate from the cells that would win, which are worth more on rows that their owner gets, and
        from open lines."""
        # In the end the first player gets the odd rows, the second the even ones (if the rows are even).
        own_rows = self.odd if not taken.bit_count() & 1 else ~self.odd
        value = THREAT * (stones.bit_count() - threats.bit_count())
        value += ON_ITS_ROW * ((stones & own_rows).bit_count() - (threats & ~own_rows).bit_count())
        ours, theirs = self.cells & ~(mine ^ taken), self.cells & ~mine
        for direction in self.shifts:
            mine_open, their_open = ours, theirs
            for shift in direction:
                mine_open &= mine_open >> shift
                their_open &= their_open >> shift
            value += LINE * (mine_open.bit_count() - their_open.bit_count())
        return value
