"""By how much the reference of each game beats a random, an idle and a greedy player, and the baseline
player an idle one.

    uv run benchmarks/yardsticks.py [GAME | GAME/PRESET …] [--rival greedy] [--deals 400] [--seconds 30]

Each comparison ends after so many deals, or so many seconds of processor time, but has at least 20 deals.
What was measured replaces the rows of these games in `yardsticks.csv`, from which the tables of
docs/yardsticks.md are written. The deals are known to no test and no tuning of a player: those use other
seeds.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.duels import PLAYERS, Deal, duel, play, reference, sides

from agonist.core import Game
from agonist.games import KITS, find_kit
from agonist.kit import Kit, make_game
from agonist.ratings.distributions import student_quantile
from agonist.ratings.win_rate import wilson

Key: TypeAlias = tuple[str, str, str]
"""Game, player and rival."""

ROOT: Final = Path(__file__).resolve().parents[1]
MEASURED: Final = ROOT / "benchmarks" / "yardsticks.csv"
PAGE: Final = ROOT / "docs" / "yardsticks.md"


def _settings() -> Iterator[tuple[str, Game[Any, Any]]]:
    for name in KITS:
        kit, found = find_kit(name), list[Game[Any, Any]]()
        for label, options in {"": {}, **kit.presets()}.items():
            game = make_game(kit.game, dict(options))
            if game not in found and label not in ("gamebench-code", "tournament", "full"):
                yield f"{name}/{label}".rstrip("/"), game
            found.append(game)


SETTINGS: Final[Mapping[str, Game[Any, Any]]] = dict(_settings())
"""Each game with its default options (`GAME`), and with each preset that differs and that the suites play
(`GAME/PRESET`)."""

BESIDE_REFERENCE: Final = (("reference", "random"), ("reference", "idle"), ("reference", "greedy"))
BESIDE_BASELINE: Final = (
    *(("random", "idle"), ("baseline", "idle")),
    *(("baseline", "random"), ("reference", "baseline")),
)
"""Player and rival in the order of the columns; the second only in games that declare sensible answers."""

AMONG_THEMSELVES: Final[Mapping[str, Game[Any, Any]]] = {
    **{
        name: game
        for name, game in SETTINGS.items()
        if game.name in ("chameleon", "undercover", "who_is_spy")
    },
    "chameleon?seats=5": make_game(find_kit("chameleon").game, {"seats": 5}),
}
"""Games of one hidden side, whose references also play each other."""

FEWEST: Final = 20
"""The fewest deals of a comparison, however long they take."""

TABLE: Final = re.compile(r"(<!-- table -->)\n(?:.*?\n)??(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """How one player did against another. Ends of 95% intervals; a deal counts once."""

    game: str
    player: str
    rival: str
    deals: int
    won: float
    """The share of matches won, from 0 to 1; a draw is half a win, except among references."""
    won_low: float
    won_high: float
    margin: float
    """By how much the player's mean score exceeds the rival's, in the game's unit."""
    margin_reach: float
    """How far the interval of the margin reaches on each side; 0 if all deals ended alike."""

    @property
    def key(self) -> Key:
        return self.game, self.player, self.rival

    @property
    def beats(self) -> bool:
        """Whether the player is decidedly ahead, in wins and in scores."""
        return self.won_low > 0.5 and self.margin > self.margin_reach


def summary(game: str, player: str, rival: str, found: Sequence[Deal]) -> Row:
    """Wilson's interval of the share of wins, Student's of the margin."""
    won, gains = fmean(deal.won for deal in found), [deal.ours - deal.theirs for deal in found]
    reach = student_quantile(len(gains) - 1, 0.975) * stdev(gains) / sqrt(len(gains))
    numbers = (won, *wilson(won, len(found)), fmean(gains), reach)
    return Row(game, player, rival, len(found), *(float(f"{number:.5g}") for number in numbers))


def deals(
    one_deal: Callable[[str], Deal], most: int, seconds: float = inf, seeds: str = "yardsticks"
) -> list[Deal]:
    """What came of each deal, until there are enough or the time is over, at least `FEWEST`."""
    start, found = time.process_time(), list[Deal]()
    while len(found) < most and (len(found) < FEWEST or time.process_time() - start < seconds):
        found.append(one_deal(f"{seeds} {len(found)}"))
    return found


def comparisons() -> dict[Key, Callable[[str], Deal]]:
    """What is measured, in the order of the tables, and how a deal of it is played, given its seed."""
    found: dict[Key, Callable[[str], Deal]] = {}
    for name, game in SETTINGS.items():
        kit = find_kit(game.name)
        for player, rival in (*BESIDE_REFERENCE, *BESIDE_BASELINE * bool(kit.baseline)):
            found[name, player, rival] = partial(duel, kit, game, PLAYERS[player], PLAYERS[rival])
    for name, game in AMONG_THEMSELVES.items():
        kit = find_kit(game.name)
        found[name, "hidden", "others"] = partial(among_themselves, kit, game, False)
        found[name, "others", "hidden"] = partial(among_themselves, kit, game, True)
    return found


def among_themselves(kit: Kit, game: Game[Any, Any], others: bool, seed: str) -> Deal:
    """A match of references: what the hidden side, or else the other one, has won alone, and both sides'
    mean scores."""
    outcome = play(kit, game, [reference] * game.seats, seed)
    mine, rest = sorted(sides(game, seed), key=len, reverse=others)
    alone = all((rank == 1) == (seat in mine) for seat, rank in enumerate(outcome.ranks))
    return Deal(float(alone), *(fmean(outcome.scores[seat] for seat in side) for side in (mine, rest)))


def read() -> dict[Key, Row]:
    """The rows of the file."""
    with MEASURED.open(newline="") as file:
        _, *lines = csv.reader(file)
    rows = [
        Row(game, player, rival, int(count), *map(float, numbers))
        for game, player, rival, count, *numbers in lines
    ]
    return {row.key: row for row in rows}


def tables(rows: Mapping[Key, Row]) -> Iterator[str]:
    """The tables of the page: of the baseline, of the reference, and of references among themselves."""
    lines = ["| game | `random` against idle | margin | `baseline` against idle | margin "]
    lines[0] += "| `baseline` against `random` | margin | `reference` against `baseline` | margin | deals |"
    lines.append("|---" * 10 + "|")
    for name, game in SETTINGS.items():
        if find_kit(game.name).baseline:
            lines.append(_line(name, [rows[name, *pair] for pair in BESIDE_BASELINE]))
    yield "\n".join(lines)
    lines = ["| game | random | margin | idle | margin | greedy | margin | deals |", "|---" * 8 + "|"]
    lines += [_line(name, [rows[name, *pair] for pair in BESIDE_REFERENCE]) for name in SETTINGS]
    yield "\n".join(lines)
    lines = ["| game | hidden side | others | matches |", "|---" * 4 + "|"]
    for name in AMONG_THEMSELVES:
        hidden, others = rows[name, "hidden", "others"], rows[name, "others", "hidden"]
        lines.append(f"| `{name}` | {_share(hidden)} | {_share(others)} | {hidden.deals} |")
    yield "\n".join(lines)


def _line(name: str, cells: Sequence[Row]) -> str:
    """A row of a table; what is not decidedly ahead has a star."""
    texts = [text for row in cells for text in (_share(row), _margin(row) + "\\*" * (not row.beats))]
    counts = ", ".join(str(count) for count in dict.fromkeys(row.deals for row in cells))
    return f"| `{name}` | {' | '.join(texts)} | {counts} |"


def _share(row: Row) -> str:
    low, high = (f"{100 * end:.0f}" for end in (row.won_low, row.won_high))
    return f"{100 * row.won:.0f}% ({low} to {high})"


def _margin(row: Row) -> str:
    return f"{row.margin:.3g} ± {row.margin_reach:.2g}".replace("-", "−")


def page(text: str, rows: Mapping[Key, Row]) -> str:
    """The page with the tables of these rows between its marks."""
    written = iter(tables(rows))
    return TABLE.sub(lambda found: f"{found[1]}\n{next(written)}\n{found[2]}", text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", help="GAME, GAME/PRESET; all if none is named")
    parser.add_argument("--rival", help="only this one")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    rows = read() if MEASURED.exists() else {}
    wanted = comparisons()
    for key, one_deal in wanted.items():
        named = not given.games or {key[0], re.split("[/?]", key[0])[0]} & set(given.games)
        if named and given.rival in (None, key[2]):
            row = rows[key] = summary(*key, deals(one_deal, given.deals, given.seconds))
            print(*key, row.deals, _share(row), _margin(row), "" if row.beats else "*", flush=True)
            with MEASURED.open("w", newline="") as file:
                out = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
                out.writeheader()
                out.writerows(asdict(rows[each]) for each in wanted if each in rows)
    if rows.keys() >= wanted.keys():
        PAGE.write_text(page(PAGE.read_text(), rows))


if __name__ == "__main__":
    main()
