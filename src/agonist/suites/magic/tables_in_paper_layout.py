"""The paper's tables with new rows, stricter definitions, and all numbers with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.players import parse_player
from agonist.players.prompting_methods import ALONE
from agonist.players.unique_names import identity, variant
from agonist.ratings import clustered_mean
from agonist.suites.magic.competition import PAPERS
from agonist.suites.magic.hits_and_trials import ROLES, Facts
from agonist.suites.magic.metrics import (
    AXES,
    METRICS,
    STRICT,
    VARIANTS,
    radar_area,
    radar_area_strict,
    win_rate,
    win_rate_overall,
)
from agonist.suites.magic.printed_tables import AVERAGE, MISPRINTS, area_of, everyone, published

Games = Mapping[str, Sequence[Facts]]
"""The finished games of each challenger."""

Row = Mapping[str, float | None]
"""The win rate and the seven metrics, in percent."""

MARK: Final = "†"

CONDITIONS: Final = {
    True: "Models played at the paper's temperature of 0 unless their specifications say otherwise.",
    False: "Models played at their own temperature; --profile paper plays at the paper's, 0.",
}


def metrics_section(games: Games, defenders: Sequence[str]) -> Section:
    """The section with Table 1 and all numbers behind it."""
    styles = [game.played.match.fixture.style for mine in games.values() for game in mine]
    text = (
        f"Challengers play against fixed defenders ({', '.join(defenders)}); the paper's defender was GPT-4, "
        "so published rows are not comparable with rows against others. Metrics are percentages; the area of "
        "the radar chart is in percent squared, which the paper shows in thousands. Intervals are 95%; "
        "settings count as independent, games of one setting do not. n/a: no evidence, or a part of the "
        f"number is missing. {CONDITIONS[styles.count(PAPERS) == len(styles)]}"
    )
    tables = (as_table_1(games), strictly(games), intervals(games), by_role(games))
    return Section("MAgIC: seven metrics", text, tables=tables)


def as_table_1(games: Games) -> ResultTable:
    """Challengers and published models, one row each, and the average improvement by PGM of both."""
    rows: list[tuple[Cell, ...]] = []
    ours: dict[str, Row] = {}
    for player, mine in games.items():
        spans = [win_rate_overall(mine), *(METRICS[axis](mine) for axis in AXES)]
        ours[player] = dict(zip(COLUMNS, (span.times(100).value for span in spans), strict=True))
        rows.append((player, len(mine), *ours[player].values(), radar_area(mine).value))
    for model, row in everyone().items():
        printed = [
            _printed("1" if model in published("1") else "4", model, column, row[column])
            for column in COLUMNS
        ]
        rows.append((f"{model} (published)", 143, *printed, area_of(row)))
    if pairs := with_pgm({player: _spec(mine) for player, mine in games.items()}):
        gains = improvement(ours, pairs)
        rows.append((AVERAGE, None, *(gains[column] for column in COLUMNS), None))
    last = [_printed("4", AVERAGE, column, published("4")[AVERAGE][column]) for column in COLUMNS]
    rows.append((f"{AVERAGE} (published)", None, *last, None))
    notes = [
        f"{model}, {column}: {why}" for (table, model, column), why in MISPRINTS.items() if table in "14"
    ]
    header = ("player", "games", *(column.replace("_", " ") for column in COLUMNS), "area")
    note = (
        "All rows by the definitions that the printed numbers fit. reasoning: “not sure” is a miss, the "
        "chameleon's own view too, and guesses of both others' suspicions have to be right. deception: the "
        "share of games won in the hidden roles, without the second term of Equation 4. coordination: of all "
        "games, those with an agreement on the challenger's own split, whoever proposed it. rationality: "
        f"invalid answers count as rational. {AVERAGE}: the mean gain of the players that are here with PGM "
        f"and without. {MARK} misprints. {'; '.join(notes)}."
    )
    return ResultTable("As Tables 1 and 4", header, tuple(rows), note=note)


def strictly(games: Games) -> ResultTable:
    """The metrics that have a stricter definition, and the area with them."""
    rows = tuple(
        (
            player,
            *(metric(mine).times(100).value for _, metric in STRICT.values()),
            radar_area_strict(mine).value,
        )
        for player, mine in games.items()
    )
    note = (
        "No printed numbers are of these definitions. Pair by pair: each guess of a player's suspicion "
        "counts for itself, where both answers are known. Own proposal voted for: the agreement was reached "
        "by votes for the challenger's own proposal. Valid decisions: invalid answers do not count. Area: of "
        "the radar with these, and the other four metrics as above."
    )
    header = ("player", *(name for name, _ in STRICT.values()), "area")
    return ResultTable("By stricter definitions", header, rows, note=note)


COLUMNS: Final = ("win_rate", *AXES)


def with_pgm(specs: Mapping[str, str]) -> list[tuple[str, str]]:
    """Of these players, by name and specification, those without PGM that are here with it, too."""
    known = {identity(spec): player for player, spec in specs.items()}
    pairs = []
    for player, spec in specs.items():
        parsed = parse_player(spec)
        if parsed.is_model and not set(parsed.methods) & set(ALONE):
            aware = identity(variant(player, spec, "pgm", {})[1])
            pairs += [(player, known[aware])] if aware in known else []
    return pairs


def improvement(rows: Mapping[str, Row], pairs: Sequence[tuple[str, str]]) -> Row:
    """The mean gain of the second of each pair over the first, by column; `None` where no pair has both."""
    gains: dict[str, float | None] = {}
    for column in COLUMNS:
        both = [(rows[plain][column], rows[aware][column]) for plain, aware in pairs]
        found = [more - less for less, more in both if less is not None and more is not None]
        gains[column] = sum(found) / len(found) if found else None
    return gains


def _spec(mine: Sequence[Facts]) -> str:
    return mine[0].played.match.fixture.spec(mine[0].player)


def _printed(table: str, model: str, column: str, value: float) -> Cell:
    return f"{value:.1f} {MARK}" if (table, model, column) in MISPRINTS else value


def intervals(games: Games) -> ResultTable:
    """Each metric with its interval, and all variants."""
    rows: list[tuple[Cell, ...]] = []
    for player, mine in games.items():
        for name, measure in {**METRICS, **VARIANTS}.items():
            found = measure(mine).times(100)
            rows.append((player, name.replace("_", " "), *found, found.trials))
        for name, area in (("radar area", radar_area(mine)), ("radar area: strict", radar_area_strict(mine))):
            rows.append((player, name, *area, None))
    note = (
        "deception: equation 4 adds a quarter of the share of wrong guesses, so it can exceed 100; the code "
        "adds a quarter of the share of kinds of guesses that were right. coordination given success: of "
        "the agreements only."
    )
    return ResultTable(
        "Intervals and variants", ("player", "metric", "%", "low", "high", "trials"), tuple(rows), note=note
    )


def by_role(games: Games) -> ResultTable:
    """Win rates in the seven roles."""
    rows: list[tuple[Cell, ...]] = []
    for player, mine in games.items():
        found = {role: win_rate(mine, role) for role in ROLES if _in(mine, role)}
        found["all seven"] = win_rate_overall(mine)
        rows += [(player, role, *span.times(100), span.trials) for role, span in found.items()]
    note = (
        "Credits as published: 2 per game of Chameleon and 3 of Undercover, where a tie gives the undercover "
        "2. In the economic games a tie for first place counts as a win, and so does an agreement. All "
        "seven: the mean of the roles."
    )
    return ResultTable(
        "Win rates by role", ("player", "role", "%", "low", "high", "games"), tuple(rows), note=note
    )


def economic_section(games: Games) -> Section | None:
    """The section with Table 2: costs of agreements, points, and paybacks."""
    rows: list[tuple[Cell, ...]] = []
    for player, mine in games.items():
        agreed = [game for game in _in(mine, "airline") if game.share is not None]
        shares = [(game.setting, float(game.share or 0)) for game in agreed]
        points = [(game.setting, game.final) for game in _in(mine, "prisoner")]
        pots = _in(mine, "contributor")
        paid = [(game.setting, game.final - 100 + game.invested) for game in pots]
        if not (shares or points or pots):
            continue
        rows.append(
            (
                player,
                win_rate(mine, "airline").times(100).value,
                *clustered_mean(shares, seen=(0, 100)),
                win_rate(mine, "prisoner").times(100).value,
                *clustered_mean(points),
                win_rate(mine, "contributor").times(100).value,
                *clustered_mean(paid),
                *clustered_mean((game.setting, game.final) for game in pots),
            )
        )
    if not rows:
        return None
    for model, row in published("2").items():
        cells = [_printed("2", model, column, row[column]) for column in ECONOMY]
        rows.append(
            (
                f"{model} (published)",
                *(cells[0], cells[1], None, None),
                *(cells[2], cells[3], None, None),
                *(cells[4], cells[5], None, None),
                *(None, None, None),
            )
        )
    header = (
        *("player", "agreed, %", "cost, %", "low", "high"),
        *("prisoner wins, %", "points", "low", "high"),
        *("contributor wins, %", "payback", "low", "high"),
        *("final tokens", "low", "high"),
    )
    notes = [f"{model}, {column}: {why}" for (table, model, column), why in MISPRINTS.items() if table == "2"]
    note = (
        "Cost: the share that the challenger pays by an agreement. Payback: its part of the pot. The paper "
        "does not say whether payback means this part or all final tokens, so both are here. "
        f"{MARK} misprints. {'; '.join(notes)}."
    )
    return Section(
        "MAgIC: the economic games",
        tables=(ResultTable("As Table 2", header, tuple(rows), digits=2, note=note),),
    )


ECONOMY: Final = (
    "cost_sharing:win_rate",
    "cost_sharing:cost",
    "prisoner:win_rate",
    "prisoner:score",
    "public_good:win_rate",
    "public_good:payback",
)


def _in(games: Sequence[Facts], role: str) -> list[Facts]:
    return [game for game in games if game.role == role]
