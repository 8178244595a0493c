"""The moves of the pieces of Hive from one position.

The rulings H1, H2, … are for cases that the published rules leave open; the tests are named after them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from agonist.core import Seat
from agonist.games.hive.hexes import GROUPS, SLIDES, STEPS, TAKEN, WIDE, Cell, Mask, around
from agonist.games.hive.pieces import KIND, OWNER, Piece


class Hive:
    """One position, indexed by cell: the pieces on each cell and next to it.

    `cells[piece]` is where a piece is (`None` in reserve), `levels[piece]` how many pieces lie under it.
    """

    def __init__(self, cells: Sequence[Cell | None], levels: Sequence[int]) -> None:
        self.top: dict[Cell, Piece] = {}
        """The uppermost piece of each cell that has one."""
        self.high: dict[Cell, int] = {}
        """Pieces on each cell that has one."""
        top, high = self.top, self.high
        for piece, cell in enumerate(cells):
            if cell is not None and levels[piece] >= high.get(cell, 0):
                top[cell] = piece
                high[cell] = levels[piece] + 1
        self.near: defaultdict[Cell, Mask] = defaultdict(int)
        """For every cell in the hive or next to it, the neighbours that have pieces."""
        for cell in top:
            self._show_or_hide(cell)
        self._cuts: set[Cell] | None = None

    def targets(self, piece: Piece, cell: Cell) -> set[Cell] | list[Cell]:
        """The cells to which the piece on top of this cell may move."""
        if self.is_held(cell):
            return []
        kind = KIND[piece]
        if kind == "G":
            return self.jumps(cell)
        if kind == "B":
            return self.climbs(cell)
        # The other pieces slide, in the hive without themselves.
        self._show_or_hide(cell)
        if kind == "A":
            found: set[Cell] | list[Cell] = self.walk(cell)
        elif kind == "S":
            found = self.three_steps(cell)
        else:
            found = [cell + step for step in SLIDES[self.near[cell]]]
        self._show_or_hide(cell)
        return found

    def is_held(self, cell: Cell) -> bool:
        """Whether the hive would fall apart without the piece on this cell (one hive, H3)."""
        # One group of neighbours is connected without this piece, and so is a stack.
        if self.high[cell] > 1 or GROUPS[self.near[cell]] < 2:
            return False
        if self._cuts is None:
            self._cuts = cut_cells(self.near, next(iter(self.top)))
        return cell in self._cuts

    def _show_or_hide(self, cell: Cell) -> None:
        """Add a piece on this cell to the masks of its neighbours, or remove it."""
        near = self.near
        # For a neighbour it is in the opposite direction. Written out for speed.
        near[cell + 1] ^= 8
        near[cell + WIDE] ^= 16
        near[cell + WIDE - 1] ^= 32
        near[cell - 1] ^= 1
        near[cell - WIDE] ^= 2
        near[cell - WIDE + 1] ^= 4

    def walk(self, start: Cell) -> set[Cell]:
        """Any number of slides: the Ant."""
        near = self.near
        seen, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            for step in SLIDES[near[cell]]:
                there = cell + step
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        seen.remove(start)
        return seen

    def three_steps(self, start: Cell) -> set[Cell]:
        """Exactly three slides over three different cells: the Spider."""
        near = self.near
        found = set[Cell]()
        for one in SLIDES[near[start]]:
            first = start + one
            for two in SLIDES[near[first]]:
                second = first + two
                if second == start:
                    continue
                for three in SLIDES[near[second]]:
                    third = second + three
                    if third not in (first, start):
                        found.add(third)
        return found

    def jumps(self, cell: Cell) -> list[Cell]:
        """Straight over one piece or stack or more to the first gap: the Grasshopper (H7)."""
        high, found = self.high, []
        for step in TAKEN[self.near[cell]]:
            there = cell + 2 * step
            while there in high:
                there += step
            found.append(there)
        return found

    def climbs(self, cell: Cell) -> list[Cell]:
        """One step, also up and down: the Beetle (H1, H2)."""
        high = self.high
        level = high[cell] - 1
        slides = SLIDES[self.near[cell]]
        beside = [high.get(there, 0) for there in around(cell)]
        found = []
        for n, step in enumerate(STEPS):
            goal = beside[n]
            if level == goal == 0:
                if step in slides:
                    found.append(cell + step)
            elif min(beside[n - 1], beside[n - 5]) <= max(level, goal):
                found.append(cell + step)
        return found

    def placements(self, seat: Seat) -> list[Cell]:
        """The free cells next to pieces of this seat and to none of the other's; the uppermost pieces
        count."""
        mine, other = set[Cell](), set[Cell]()
        for cell, piece in self.top.items():
            (mine if OWNER[piece] == seat else other).update(around(cell))
        return sorted(mine - other - self.top.keys())


def cut_cells(near: Mapping[Cell, Mask], start: Cell) -> set[Cell]:
    """The cells without which the others are not connected (Tarjan, 1972)."""
    cuts, order = set[Cell](), dict[Cell, int]()

    def visit(cell: Cell, came: Cell | None) -> int:
        order[cell] = here = low = len(order)
        branches = 0
        for step in TAKEN[near[cell]]:
            there = cell + step
            if there == came:
                continue
            if there in order:
                low = min(low, order[there])
                continue
            branches += 1
            least = visit(there, cell)
            low = min(low, least)
            if came is not None and least >= here:
                cuts.add(cell)
        if came is None and branches > 1:
            cuts.add(cell)
        return low

    visit(start, None)
    return cuts
