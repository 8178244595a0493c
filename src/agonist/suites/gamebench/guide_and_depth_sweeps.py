"""The paper's future work: a strategy guide in context, and a search of several depths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.players.unique_names import variant
from agonist.ratings import clustered_mean
from agonist.suites.gamebench.games import TITLES, chosen
from agonist.suites.gamebench.match_shares import scored
from agonist.suites.gamebench.schedule import ANCHORS, mirrored
from agonist.tournament.evaluation_request import Entry

ARMS: Final[Mapping[str, tuple[str, ...]]] = {"guide": ("no", "yes"), "depth": ("1", "2", "3")}
"""The values of each sweep, the baseline first."""

NAMES: Final = tuple(ARMS)


def check(entry: Entry) -> None:
    """Raise `UsageError` for players that a sweep cannot change."""
    for player in entry.players if entry.sweep else ():
        spec = parse_player(entry.spec(player))
        if not spec.is_model:
            raise UsageError(f"gamebench: the sweep {entry.sweep} changes models, and {player} isn't one")
        if entry.sweep in spec.options:
            raise UsageError(f"gamebench: {player} already sets {entry.sweep}=; leave it out for this sweep")
        if entry.sweep == "depth" and "rap" not in spec.methods:
            raise UsageError(f"gamebench: the sweep depth is for players that search, as rap:{player}")


def schedule(entry: Entry) -> list[Fixture]:
    """Each player in each arm against the same opponents, on the same deals."""
    return list(_arms(entry))


def _arms(entry: Entry) -> Iterator[Fixture]:
    for title in chosen(entry.options.get("games", "")):
        for player in entry.players:
            for arm in ARMS[entry.sweep]:
                name, spec = variant(player, entry.spec(player), "", {entry.sweep: arm})
                arm_entry = replace(entry, specs={**entry.specs, name: spec})
                for other in entry.opponents or ANCHORS:
                    part = f"gamebench: {title.game}|{entry.sweep}={arm}"
                    yield from mirrored(arm_entry, title, name, other, part, deal=(player, other))


def sections(entry: Entry, matches: Sequence[Played]) -> list[Section]:
    """The mean share of each player in each arm, and the difference to the first on the same deals."""
    arms = ARMS[entry.sweep]
    rows: list[tuple[Cell, ...]] = []
    for player in entry.players:
        names = {arm: variant(player, entry.spec(player), "", {entry.sweep: arm})[0] for arm in arms}
        for title in (None, *TITLES):
            shares = {
                arm: _shares(matches, names[arm], title.game if title else "", f"{entry.sweep}={arm}")
                for arm in arms
            }
            if not any(shares.values()):
                continue
            base = shares[arms[0]]
            cells: list[Cell] = []
            for arm in arms:
                played = [(deal, value) for (deal, _), value in shares[arm].items()]
                cells += clustered_mean(played, seen=(0.0, 1.0))
                if arm != arms[0]:
                    both = [
                        (deal, value - base[deal, turn])
                        for (deal, turn), value in shares[arm].items()
                        if (deal, turn) in base
                    ]
                    cells += clustered_mean(both, seen=(-1.0, 1.0))
            rows.append((player, title.game if title else "all games", *cells))
    header = ["player", "game"]
    for arm in arms:
        header += [f"{entry.sweep}={arm}", "low", "high"]
        if arm != arms[0]:
            header += ["difference", "low", "high"]
    note = (
        "Mean shares with 95% intervals over deals; differences are to the first column, on the same deals."
    )
    table = ResultTable(f"Sweep {entry.sweep}", tuple(header), tuple(rows), digits=2, note=note)
    return [Section(f"GameBench: sweep {entry.sweep}", "", (table,))]


def _shares(
    matches: Sequence[Played], player: str, game: str, arm: str
) -> dict[tuple[str, tuple[int, ...]], float]:
    """The share of a player by deal and seats."""
    found = {}
    for match in matches:
        fixture = match.match.fixture
        if (
            not match.part.endswith(f"|{arm}")
            or player not in match.players
            or game not in ("", fixture.game)
        ):
            continue
        result = scored(match)
        if result is not None:
            other = next(name for name in match.players if name != player)
            key = f"{fixture.game} {other} {fixture.seed}", tuple(match.seats_of(player))
            found[key] = result.scores[result.sides.index((player,))]
    return found
