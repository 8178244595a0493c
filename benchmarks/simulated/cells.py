"""All that is simulated, by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from benchmarks.simulated.cell import Cell

from agonist.metrics.leaderboard import Method
from agonist.tournament.pairing import Deals, Pairing

METHODS: Final[tuple[Method, ...]] = ("bradley-terry", "trueskill")
DEALS: Final = cast("tuple[Deals, ...]", ("own", "shared"))
DESIGNS: Final = cast("tuple[Pairing, ...]", ("balanced", "connected", "informative"))

PARTS: Final[Mapping[str, Sequence[Cell]]] = {
    "round robin": (
        *(Cell(2, m, s) for m in (4, 20, 100) for s in (0.0, 1.0)),
        *(Cell(n, m, s) for n, m in ((3, 4), (8, 20)) for s in (0.0, 2.0)),
        *(Cell(8, 20, best=best) for best in ("first", "last", "random")),
        Cell(14, 4),
        Cell(14, 4, 0.0),
        Cell(20, 2),
        Cell(20, 2, 0.0),
        *(Cell(20, 2, best=best) for best in ("first", "last")),
        Cell(50, 2),
        Cell(50, 2, 0.0),
        *(Cell(50, 2, best=best) for best in ("first", "last")),
        *(Cell(n, m, draws=0.4) for n, m in ((2, 20), (8, 4))),
        Cell(5, 20, sharp=True),
    ),
    "designs": (
        *(Cell(20, 6, s, pairing=pairing) for s in (0.0, 1.0) for pairing in DESIGNS),
        *(Cell(50, 4, pairing=pairing) for pairing in DESIGNS),
        *(Cell(20, 6, pairing=pairing, best=best) for pairing in DESIGNS for best in ("first", "last")),
    ),
    "deals": (
        *(
            Cell(n, 20, s, luck=1.0, day=0.7, deals=deals)
            for n in (2, 4, 8)
            for s in (0.0, 1.0)
            for deals in DEALS
        ),
        *(
            Cell(20, 10, luck=1.0, day=0.7, deals=deals, pairing=pairing)
            for pairing in DESIGNS
            for deals in DEALS
        ),
        *(Cell(50, 10, luck=1.0, day=0.7, deals=deals, pairing="balanced") for deals in DEALS),
        Cell(3, 4, luck=1.0, day=0.7),
    ),
    "stopping": (
        *(
            Cell(n, 6, s, pairing=pairing, until=until)
            for n in (2, 5)
            for s in (0.0, 1.0)
            for until in ("decided", "width=250")
            for pairing in cast("tuple[Pairing, ...]", ("round-robin", "informative"))
            if n > 2 or pairing == "round-robin"
        ),
        *(
            Cell(20, 6, s, pairing="informative", until=until)
            for s in (0.0, 1.0)
            for until in ("decided", "width=250")
        ),
        *(Cell(4, 10, s, luck=1.0, day=0.7, until="decided") for s in (0.0, 1.0)),
        *(Cell(4, 10, s, luck=1.0, day=0.7, until="width=250") for s in (0.0, 1.0)),
        Cell(5, 6, until="width=100"),
        *(Cell(5, 6, until="decided", best=best) for best in ("first", "last")),
    ),
    "tables of more": (
        *(Cell(n, 10, s, seats=4) for n in (4, 8) for s in (0.0, 1.0)),
        Cell(20, 4, seats=5),
        *(Cell(20, 4, seats=5, pairing=pairing) for pairing in DESIGNS[:2]),
        Cell(50, 4, seats=5, pairing="balanced"),
        *(Cell(8, 10, seats=4, best=best) for best in ("first", "last")),
        *(Cell(8, 20, seats=4, day=1.0, deals=deals) for deals in DEALS),
        Cell(3, 20, seats=3, day=1.0),
    ),
    "TrueSkill": (
        *(Cell(n, m, s, method="trueskill") for n, m in ((2, 20), (8, 4)) for s in (0.0, 1.0)),
        *(Cell(8, 20, best=best, method="trueskill") for best in ("first", "last", "random")),
        Cell(4, 20, luck=1.0, day=0.7, deals="shared", method="trueskill"),
    ),
    "LLMArena": (*(Cell(n, suite="llmarena", method=m) for n in (4, 14) for m in METHODS),),
}
QUICK: Final = (
    Cell(2, 20),
    Cell(8, 4),
    Cell(4, 20, luck=1.0, day=0.7, deals="shared"),
    Cell(5, 6, 0.0, until="decided"),
)
