"""Beliefs of PGM-aware players over time, as in Figures 5, 7 and 8."""

from __future__ import annotations

from agonist.metrics import Chart, Section
from agonist.metrics.beliefs_of_pgm_players import BeliefHistory, cases, courses
from agonist.suites.magic.charts import line_option
from agonist.suites.magic.hits_and_trials import Facts
from agonist.suites.magic.tables_in_paper_layout import Games


def section(games: Games) -> Section | None:
    """The section on how well beliefs identify the hidden player during a game, with some games in full."""
    found = {
        player: mine
        for player, games_of in games.items()
        if (mine := [c for c in courses([game.played for game in games_of]) if c.player == player])
    }
    if not found:
        return None
    text = (
        "A PGM-aware player analyses every viewpoint before it decides. The chart shows the weight that its "
        "own row gives to the hidden player, averaged over the games in which the player is not hidden "
        "itself; a player without any knowledge has 1/3. `agonist replay MATCH --seat SEAT` shows every "
        "analysis in full."
    )
    charts = [chart] if (chart := weights(found)) is not None else []
    return Section(
        "MAgIC: beliefs",
        text,
        tables=(cases([course for mine in found.values() for course in mine]),),
        charts=tuple(charts),
    )


def weights(histories: dict[str, list[BeliefHistory]]) -> Chart | None:
    """The weight that the player's own row gives to the hidden player after each analysis, from 0 to 1."""
    lines: dict[str, list[float]] = {}
    for player, mine in histories.items():
        series: list[list[float]] = []
        for course in mine:
            game = Facts(course.played)
            if game.role not in ("non-chameleon", "civilian"):
                continue
            for nth, (_, matrix) in enumerate(course.beliefs):
                if matrix:
                    series += [[] for _ in range(nth + 1 - len(series))]
                    series[nth].append(matrix[course.seat][game.hidden])
        if series:
            lines[player] = [round(sum(values) / len(values), 3) for values in series if values]
    if not lines:
        return None
    most = max(map(len, lines.values()))
    axis = {"name": "weight on the hidden player", "min": 0, "max": 1}
    option = line_option(lines, "analysis", [str(nth + 1) for nth in range(most)], axis)
    shows = "; ".join(f"{player}: {', '.join(map(str, values))}" for player, values in lines.items())
    return Chart("Beliefs in the hidden player, analysis by analysis", option, shows)
