"""Sweeps: plain against PGM-aware models on the same settings, and beliefs in words against a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from agonist.core import UsageError
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.players import parse_player
from agonist.players.unique_names import variant
from agonist.ratings import difference, holm
from agonist.suites.magic.charts import radar
from agonist.suites.magic.hits_and_trials import Facts
from agonist.suites.magic.metrics import AXES, METRICS, judgement, win_rate
from agonist.suites.magic.tables_in_paper_layout import Games
from agonist.tournament.evaluation_request import Entry

ARMS: Final[Mapping[str, tuple[Mapping[str, str], ...]]] = {
    "pgm": ({},),
    "beliefs": ({}, {"beliefs": "matrix"}),
}
"""By sweep, the options of the PGM-aware players that are compared with the plain one."""

GAMES: Final = {"beliefs": "chameleon"}
"""The games of sweeps with fixed games: Figure 9 shows only Chameleon."""


def swept(entry: Entry) -> Entry:
    """The entry with its PGM-aware variants added to each player."""
    players, specs = list(entry.players), dict(entry.specs)
    for player in entry.players:
        for name, spec in variants(entry, player):
            players.append(name)
            specs[name] = spec
    options = dict(entry.options)
    if entry.sweep in GAMES:
        options["games"] = GAMES[entry.sweep]
    return replace(entry, players=tuple(players), specs=specs, options=options)


def variants(entry: Entry, player: str) -> list[tuple[str, str]]:
    """Names and specifications of a player's PGM-aware variants, in order."""
    spec = entry.spec(player)
    return [variant(player, spec, "pgm", options) for options in ARMS[entry.sweep]]


def check(entry: Entry) -> None:
    """Raise `UsageError` for players that a sweep cannot compare."""
    for player in entry.players:
        spec = parse_player(entry.spec(player))
        if not spec.is_model:
            raise UsageError(f"magic: the sweep {entry.sweep} is for models, and {player!r} is not one")
        if "pgm" in spec.methods:
            raise UsageError(
                f"magic: the sweep {entry.sweep} makes players PGM-aware itself; leave pgm: out of {player!r}"
            )
    if entry.sweep in GAMES and "games" in entry.options:
        raise UsageError(f"magic: the sweep {entry.sweep} has fixed games; leave out games=")


def section(games: Games, entry: Entry) -> Section | None:
    """Figures 4 and 9: every plain player with its variants."""
    pairs = [
        (player, name)
        for player in entry.players
        for name, _ in variants(entry, player)
        if name in games and player in games
    ]
    if not pairs:
        return None
    text = (
        "Both play the same settings against the same defenders. A difference is the mean over settings in "
        "which both have a value, with Student's interval; p is from a permutation test of paired settings, "
        f"corrected by Holm's method for the {len(AXES)} metrics of a pair. n/a: fewer than two such "
        "settings."
    )
    tables = [paired(games, pairs)]
    charts = [radar({name: games[name] for name in pair}, " and ".join(pair)) for pair in pairs]
    if entry.sweep == "beliefs":
        tables.append(figure_9(games, entry))
        charts = []
    return Section("MAgIC: plain against PGM-aware", text, tables=tuple(tables), charts=tuple(charts))


def paired(games: Games, pairs: Sequence[tuple[str, str]]) -> ResultTable:
    """Each metric of both, with the difference."""
    rows: list[tuple[Cell, ...]] = []
    for plain, aware in pairs:
        tested = {axis: compared(games[plain], games[aware], axis) for axis in AXES}
        known = [axis for axis in AXES if tested[axis][3] is not None]
        corrected = dict(zip(known, holm([float(tested[axis][3] or 0) for axis in known]), strict=True))
        for axis in AXES:
            gap, low, high, p, settings = tested[axis]
            with_plain, other = (METRICS[axis](games[name]).value for name in (plain, aware))
            bounded = [None if end is None else min(max(end, -1.0), 1.0) for end in (low, high)]
            values = [None if value is None else 100 * value for value in (with_plain, other, gap, *bounded)]
            rows.append((plain, aware, axis.replace("_", " "), *values, p, corrected.get(axis), settings))
    header = (
        "plain",
        "PGM-aware",
        "metric",
        "plain, %",
        "PGM, %",
        "gain",
        "low",
        "high",
        "p",
        "p, Holm",
        "settings",
    )
    return ResultTable("Paired tests", header, tuple(rows), digits=3)


def compared(
    plain: Sequence[Facts], aware: Sequence[Facts], axis: str
) -> tuple[float | None, float | None, float | None, float | None, int]:
    """The mean gain over settings, its 95% interval, p, and the number of settings."""
    one, other = _by_setting(plain, axis), _by_setting(aware, axis)
    both = [setting for setting in one if setting in other]
    return *gain([other[s] for s in both], [one[s] for s in both]), len(both)


def gain(
    aware: Sequence[float], plain: Sequence[float]
) -> tuple[float | None, float | None, float | None, float | None]:
    """The mean gain over the same settings, the ends of its interval, and p; values lie from 0 to 1."""
    found = difference(aware, plain, paired=True)
    return found.estimate, found.low, found.high, found.p


def _by_setting(games: Sequence[Facts], axis: str) -> dict[str, float]:
    """A metric in each setting that has a value."""
    groups: dict[str, list[Facts]] = {}
    for game in games:
        groups.setdefault(game.setting, []).append(game)
    found = {setting: _one(mine, axis) for setting, mine in groups.items()}
    return {setting: value for setting, value in found.items() if value is not None}


def _one(games: Sequence[Facts], axis: str) -> float | None:
    """A metric of one setting; for self-awareness, which weighs two games, only the setting's game."""
    if axis == "self_awareness":
        counts = [game.identities for game in games]
        trials = sum(trial for _, trial in counts)
        return sum(hit for hit, _ in counts) / trials if trials else None
    return METRICS[axis](games).value


def figure_9(games: Games, entry: Entry) -> ResultTable:
    """Win rate and right votes in Chameleon, without beliefs, with beliefs in words, and with a matrix."""
    rows: list[tuple[Cell, ...]] = []
    for player in entry.players:
        for name, beliefs in zip(
            (player, *(n for n, _ in variants(entry, player))), ("none", "text", "matrix"), strict=True
        ):
            mine = games.get(name, ())
            roles = [win_rate(mine, role).value for role in ("chameleon", "non-chameleon")]
            known = [100 * value for value in roles if value is not None]
            votes = judgement(mine).value
            wins = sum(known) / len(known) if len(known) == len(roles) else None
            rows.append((player, beliefs, wins, None if votes is None else 100 * votes))
    note = "Win rate: the mean of both roles; the paper does not say which role its figure is of."
    return ResultTable(
        "As Figure 9", ("player", "beliefs", "win rate, %", "right votes, %"), tuple(rows), note=note
    )
