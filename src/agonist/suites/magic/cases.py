"""What PGM-aware players believed over time: Figures 5, 7 and 8, for the games of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agonist.core import Seat, player_name
from agonist.metrics import Chart, Section, Table
from agonist.metrics.section import Cell
from agonist.players import parse_player
from agonist.players.pgm import Mind, beliefs_over_time
from agonist.players.pgm.analysis import Analysis
from agonist.players.pgm.beliefs import Matrix
from agonist.players.registry import pgm_style_of
from agonist.suites.magic.facts import Facts
from agonist.suites.magic.tables import Games

CASES: Final = 3
"""Games that are told in full, the first ones of each player."""


@dataclass(frozen=True, slots=True)
class Course:
    """What one seat of a game believed after each of its analyses."""

    game: Facts
    seat: Seat
    beliefs: Sequence[tuple[Analysis, Matrix]]


def courses(games: Sequence[Facts]) -> Iterator[Course]:
    """The beliefs of every PGM-aware seat of the challenger, game by game."""
    for game in games:
        fixture = game.played.match.fixture
        spec = parse_player(fixture.spec(game.player))
        if "pgm" not in spec.methods:
            continue
        style, steps = pgm_style_of(spec), game.played.store.steps(game.played.match)
        for seat in game.seats:
            mind = Mind(game.played.record.game, seat, style.beliefs, style.update)
            calls = [call for step in steps for call in step.calls if call.seat == seat]
            if beliefs := beliefs_over_time(mind, calls):
                yield Course(game, seat, beliefs)


def section(games: Games) -> Section | None:
    """How well beliefs find the hidden player as a game goes on, and some games in full."""
    found = {player: list(courses(mine)) for player, mine in games.items()}
    found = {player: mine for player, mine in found.items() if mine}
    if not found:
        return None
    text = (
        "A PGM-aware player analyses every viewpoint before it decides. The chart has the weight that its "
        "own row gives to the hidden player, averaged over games in which it is not that player; without "
        "knowledge it is a third. `agonist replay MATCH --seat SEAT` shows every analysis in full."
    )
    charts = [chart] if (chart := weights(found)) is not None else []
    return Section("MAgIC: beliefs", text, tables=(cases(found),), charts=tuple(charts))


def weights(found: dict[str, list[Course]]) -> Chart | None:
    """The own row's weight on the true hidden player after each analysis."""
    lines: dict[str, list[float]] = {}
    for player, mine in found.items():
        series: list[list[float]] = []
        for course in mine:
            if course.game.role not in ("non-chameleon", "civilian"):
                continue
            for nth, (_, matrix) in enumerate(course.beliefs):
                if matrix:
                    series += [[] for _ in range(nth + 1 - len(series))]
                    series[nth].append(matrix[course.seat][course.game.hidden])
        if series:
            lines[player] = [round(sum(values) / len(values), 3) for values in series if values]
    if not lines:
        return None
    most = max(map(len, lines.values()))
    option = {
        "tooltip": {"trigger": "axis"},
        "legend": {"data": list(lines)},
        "xAxis": {"type": "category", "name": "analysis", "data": [str(nth + 1) for nth in range(most)]},
        "yAxis": {"type": "value", "name": "weight on the hidden player", "min": 0, "max": 1},
        "series": [{"type": "line", "name": player, "data": values} for player, values in lines.items()],
    }
    shows = "; ".join(f"{player}: {', '.join(map(str, values))}" for player, values in lines.items())
    return Chart("Beliefs in the hidden player, analysis by analysis", option, shows)


def cases(found: dict[str, list[Course]]) -> Table:
    """The analyses of the first few games: each row of the matrix, or what was thought of each viewpoint."""
    rows: list[tuple[Cell, ...]] = []
    for player, mine in found.items():
        for course in mine[:CASES]:
            for nth, (analysis, matrix) in enumerate(course.beliefs, start=1):
                for viewpoint in range(3):
                    shares = (
                        [round(share, 3) for share in matrix[viewpoint]] if matrix else [None, None, None]
                    )
                    thought = analysis.texts[viewpoint] if analysis.texts else ""
                    rows.append(
                        (
                            course.game.played.match.id,
                            player,
                            player_name(course.seat),
                            nth,
                            player_name(viewpoint),
                            *shares,
                            " ".join(thought.split()),
                        )
                    )
    header = (
        *("match", "player", "seat", "analysis", "viewpoint"),
        *("on Player 1", "on Player 2", "on Player 3", "how it looks from there"),
    )
    note = "Cells are how likely the viewpoint takes that player for the hidden one, as the player believes."
    return Table("Games in full, as Figures 5, 7 and 8", header, tuple(rows), digits=3, note=note)
