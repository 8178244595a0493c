"""The paper's figures: the radar chart, its area beside win rates, and choices by setting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from agonist.metrics import Chart, Section
from agonist.suites.magic.hits_and_trials import Facts
from agonist.suites.magic.metrics import AXES, METRICS, radar_area, win_rate_overall
from agonist.suites.magic.printed_tables import area_of, everyone
from agonist.suites.magic.tables_in_paper_layout import Games

PLAYERS_IN_CHART: Final = 8
"""The most players in one radar chart."""


def charts_section(games: Games) -> Section:
    charts = [radar(dict(islice(games.items(), PLAYERS_IN_CHART))), area_chart(games)]
    charts += [chart for chart in (defections(games), investments(games)) if chart is not None]
    return Section("MAgIC: figures", charts=tuple(charts))


def radar(games: Games, title: str = "Seven metrics, in percent") -> Chart:
    """Figures 1, 4 and 6: the seven metrics of each player; n/a is drawn at the centre and named."""
    data: list[dict[str, Any]] = []
    words = []
    for player, mine in games.items():
        values = {axis.replace("_", " "): METRICS[axis](mine).value for axis in AXES}
        drawn = [round(100 * min(value or 0.0, 1.0), 1) for value in values.values()]
        data.append({"name": player, "value": drawn})
        caption = (
            f"{axis} {'n/a' if value is None else f'{100 * value:.1f}'}" for axis, value in values.items()
        )
        words.append(f"{player}: {', '.join(caption)}")
    option = {
        "tooltip": {},
        "legend": {"data": list(games)},
        "radar": {"indicator": [{"name": axis.replace("_", " "), "min": 0, "max": 100} for axis in AXES]},
        "series": [{"type": "radar", "data": data}],
    }
    return Chart(title, option, "; ".join(words))


def area_chart(games: Games) -> Chart:
    """Figures 1 and 6: the area as bars and the win rate as a line, published models included."""
    rows: list[tuple[str, float | None, float | None]] = []
    for player, mine in games.items():
        wins = win_rate_overall(mine).value
        rows.append((player, radar_area(mine).value, None if wins is None else 100 * wins))
    rows += [(f"{model} (paper)", area_of(row), row["win_rate"]) for model, row in everyone().items()]
    rows.sort(key=lambda row: row[1] or 0.0)
    option = {
        "tooltip": {"trigger": "axis"},
        "legend": {"data": ["area", "win rate, %"]},
        "grid": {"left": 8, "right": 24, "top": 56, "bottom": 56, "containLabel": True},
        "xAxis": [
            {"type": "value", "name": "area", "nameLocation": "middle", "nameGap": 26},
            {
                "type": "value",
                "name": "win rate, %",
                "nameLocation": "middle",
                "nameGap": 26,
                "min": 0,
                "max": 100,
            },
        ],
        "yAxis": {
            "type": "category",
            "data": [name for name, _, _ in rows],
            "axisLabel": {"interval": 0, "fontSize": 10},
        },
        "series": [
            {"type": "bar", "name": "area", "data": [_rounded(area) for _, area, _ in rows]},
            {
                "type": "line",
                "name": "win rate, %",
                "xAxisIndex": 1,
                "data": [_rounded(w) for _, _, w in rows],
            },
        ],
    }
    shows = "; ".join(
        f"{name}: area {_label(area)}, win rate {_label(wins)}" for name, area, wins in reversed(rows)
    )
    return Chart("Radar area and win rate", option, shows)


def defections(games: Games) -> Chart | None:
    """Figure 10, bottom: the share of defections by payoffs."""

    def share(game: Facts) -> float | None:
        hits, trials = game.rational
        return 100 * hits / trials if trials else None

    return _by_setting(games, "prisoner", _payoffs, share, "Defections by payoffs", "defections, %")


def investments(games: Games) -> Chart | None:
    """Figure 10, top: the tokens put into the pot, by multiplier; above 100 only with `overspend=yes`."""

    def invested(game: Facts) -> float | None:
        return float(game.invested)

    def multiplier(game: Facts) -> str:
        return f"{float(game.played.match.fixture.options['ratio']):g}"

    return _by_setting(
        games, "contributor", multiplier, invested, "Investment by multiplier", "tokens in five rounds"
    )


def _payoffs(game: Facts) -> str:
    options = game.played.match.fixture.options
    return f"({options['cooperate']}, {options['one_defect']}, {options['two_defect']})"


def _by_setting(
    games: Games,
    role: str,
    name: Callable[[Facts], str],
    measure: Callable[[Facts], float | None],
    title: str,
    what: str,
) -> Chart | None:
    """A line for each player over the settings of one game, each the mean of the seats."""
    names: dict[str, None] = {}
    lines: dict[str, Mapping[str, list[float]]] = {}
    for player, mine in games.items():
        found: dict[str, list[float]] = {}
        for game in mine:
            if game.role == role and (value := measure(game)) is not None:
                names[name(game)] = None
                found.setdefault(name(game), []).append(value)
        lines[player] = found
    if not names:
        return None

    def average(values: Sequence[float] | None) -> float | None:
        return round(sum(values) / len(values), 2) if values else None

    drawn = {player: [average(found.get(setting)) for setting in names] for player, found in lines.items()}
    option = line_option(drawn, "setting", list(names), {"name": what})
    shows = "; ".join(
        f"{player}: "
        + ", ".join(f"{setting} {_label(value)}" for setting, value in zip(names, data, strict=True))
        for player, data in drawn.items()
    )
    return Chart(title, option, shows)


def line_option(
    drawn: Mapping[str, Sequence[float | None]], across: str, names: Sequence[str], axis: Mapping[str, Any]
) -> dict[str, Any]:
    """A line for each player over these names; `across` says what they are, `axis` what its values are."""
    return {
        "tooltip": {"trigger": "axis"},
        "legend": {"data": list(drawn)},
        "xAxis": {"type": "category", "name": across, "data": list(names)},
        "yAxis": {"type": "value", **axis},
        "series": [{"type": "line", "name": player, "data": data} for player, data in drawn.items()],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _label(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.1f}"
