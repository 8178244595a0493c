"""The tables of a run, in the paper's layout, with the published rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite
from typing import Final, TypeAlias

from agonist.core import counted
from agonist.metrics import ResultTable
from agonist.metrics.report_section import Cell, SuiteScore
from agonist.ratings import mean
from agonist.ratings.wilson_intervals import bounded_mean_ends
from agonist.suites.gamabench.published.printed_tables import PrintedScore as Printed
from agonist.suites.gamabench.published.printed_tables import is_doubtful, note_of, published_rows
from agonist.suites.gamabench.report.people import beside_people
from agonist.suites.gamabench.results import ScoredMatch, by_run, mostly_invalid, overall, overalls, values
from agonist.suites.gamabench.scoring import GAMES, Profile
from agonist.tournament.evaluation_request import Entry

ROUNDING: Final = 1e-12
"""A spread below this fraction of the mean is rounding error."""

Interval: TypeAlias = tuple[int, float | None, float | None, float | None, float | None]
"""Number of values, mean, sample standard deviation, low and high end of the 95% interval."""

SOURCES = {"1": "Table 1", "2": "Table 2", "leaderboard": "leaderboard"}


def tables(matches: Sequence[ScoredMatch], entry: Entry, profile: Profile) -> tuple[ResultTable, ...]:
    """The tables of scores, with intervals, of each run, raw, and of each group at mixed tables."""
    tables_made = [
        _paper(matches, entry, profile),
        _intervals(matches, entry, profile),
        _runs(matches, entry),
        _raw(matches, entry, profile),
    ]
    if any(result.groups for result in matches):
        tables_made.append(_groups(matches, profile))
    if (people := beside_people(matches)) is not None:
        tables_made.append(people)
    return tuple(tables_made)


def of_player(matches: Iterable[ScoredMatch], player: str) -> list[ScoredMatch]:
    """The results of one player's own tables."""
    return [result for result in matches if result.player == player]


def _paper(matches: Sequence[ScoredMatch], entry: Entry, profile: Profile) -> ResultTable:
    header = ("model", "source", *GAMES, "overall", "note")
    rows: list[tuple[Cell, ...]] = []
    for player in entry.players:
        mine = of_player(matches, player)
        cells = [spread(values(mine, game)) for game in GAMES]
        source = f"this run: {_counted(mine)} a game"
        rows.append(
            (_named(mine, player), source, *cells, spread(overalls(mine)), invalid_answers(by_run(mine)))
        )
    published = published_rows()
    order = ("leaderboard", "1", "2") if profile == "updated" else ("1", "2", "leaderboard")
    for wanted in order:
        for (table, model), printed in published.items():
            if table == wanted:
                cells = [
                    _marked(_printed(printed.get(game)), doubtful=is_doubtful(table, model, game))
                    for game in (*GAMES, "overall")
                ]
                rows.append((model, SOURCES[table], *cells, note_of(table, model)))
    note = (
        "Published rows: Huang et al., γ-Bench (arXiv 2403.11807), as printed; † marks cells with a remark "
        "in the row's note, such as misprints. Tables 1 and 2 use the paper's formulas, with different "
        "arithmetic in divide_dollar and pirate_game (the profile as-printed); the leaderboard uses the "
        "updated formulas."
    )
    return ResultTable("Scores", header, tuple(rows), note=note)


def _counted(mine: Sequence[ScoredMatch]) -> str:
    """The number of finished matches of each game: one number, or a range such as `3 to 5`."""
    counts = {sum(result.game == game for result in mine) for game in {result.game for result in mine}}
    least, most = min(counts, default=0), max(counts, default=0)
    return counted(most, "match", "matches") if least == most else f"{least} to {most} matches"


def _intervals(matches: Sequence[ScoredMatch], entry: Entry, profile: Profile) -> ResultTable:
    header = ("model", "game", "runs", "mean", "std", "low", "high")
    rows: list[tuple[Cell, ...]] = []
    for player in entry.players:
        mine = of_player(matches, player)
        least = least_score(profile)
        rows += [(_named(mine, player), game, *interval(values(mine, game), least)) for game in GAMES]
        rows.append((_named(mine, player), "overall", *interval(overalls(mine), least)))
    note = (
        "low, high: Wilson's 95% interval of the mean over runs (Student's under `--profile paper`); n/a "
        "where runs do not differ."
    )
    return ResultTable("Scores with intervals", header, tuple(rows), digits=2, note=note)


def _runs(matches: Sequence[ScoredMatch], entry: Entry) -> ResultTable:
    """The paper's Table 5: every run by itself."""
    rows: list[tuple[Cell, ...]] = []
    for player in entry.players:
        mine = of_player(matches, player)
        for run in by_run(mine):
            number = next(iter(run.values())).run + 1
            scores = [run[game].score.value if game in run else None for game in GAMES]
            rows.append((_named(mine, player), number, *scores, overall(run.values())))
    return ResultTable("Scores of each run", ("model", "run", *GAMES, "overall"), tuple(rows))


def _raw(matches: Sequence[ScoredMatch], entry: Entry, profile: Profile) -> ResultTable:
    """The raw scores, in the units of the games, before rescaling."""
    samples: dict[tuple[str, str, str], list[float]] = {}
    ranges: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    for player in entry.players:
        mine = of_player(matches, player)
        for game in GAMES:
            for result in mine:
                if result.game == game:
                    for name, value in result.score.raw.items():
                        key = (_named(mine, player), game, name)
                        samples.setdefault(key, []).append(value)
                        ranges.setdefault(key, []).append(result.choices.raw_range(name, profile))
    rows = []
    for key, sample in samples.items():
        lows, highs = zip(*ranges[key], strict=True)
        rows.append((*key, *interval(sample, min(lows), max(highs))))
    header = ("model", "game", "measure", "runs", "mean", "std", "low", "high")
    note = (
        "In the units of the games: numbers, shares, golds, tokens, coins. The formulas of γ-Bench's Eq. 1 "
        "turn them into scores. low, high: Wilson's 95% interval of the mean over runs, within the range "
        "that the rules allow; n/a where runs do not differ."
    )
    return ResultTable("Raw scores", header, tuple(rows), digits=3, note=note)


def _groups(matches: Sequence[ScoredMatch], profile: Profile) -> ResultTable:
    """The scores of each player's seats at mixed tables."""
    scores: dict[tuple[str, str, str], list[float]] = {}
    for result in matches:
        for name, score in {"all seats": result.score, **result.groups}.items():
            place = scores.setdefault((result.player, result.game, name), [])
            if score.value is not None:
                place.append(score.value)
    rows = [(*key, *interval(values, least_score(profile))) for key, values in scores.items()]
    header = ("evaluated", "game", "seats of", "runs", "mean", "std", "low", "high")
    note = (
        "The same formulas, over the seats of one group. In divide_dollar a group is compared with its equal "
        "part of the golds. n/a where a group did nothing that is scored, such as proposing a plan."
    )
    return ResultTable("Scores of groups of seats", header, tuple(rows), digits=2, note=note)


def interval(sample: Sequence[float], least: float = 0.0, most: float = 100.0) -> Interval:
    """How many, mean, sample standard deviation, and the ends of the interval of the mean.

    It is Wilson's for a bounded mean, and Student's without bounds or if a value lies outside them.

    >>> interval([0.1 + 0.2, 0.3])[2:]
    (0.0, None, None)
    >>> interval([50, 90])[3:]
    (1.54..., 99.71...)
    """
    found = mean(sample)
    # Without any spread, the interval would claim certainty.
    if found.mean is None or found.deviation is None:
        return (found.count, found.mean, found.deviation, None, None)
    if found.deviation <= ROUNDING * max(1.0, abs(found.mean)):
        return (found.count, found.mean, 0.0, None, None)
    assert found.low is not None
    assert found.high is not None
    if isfinite(least) and isfinite(most) and least <= min(sample) and max(sample) <= most:
        return (found.count, found.mean, found.deviation, *bounded_mean_ends(sample, least, most))
    low, high = max(found.low, min(least, *sample)), min(found.high, max(most, *sample))
    return (found.count, found.mean, found.deviation, low, high)


def least_score(profile: Profile) -> float:
    """The lowest possible score; by the formulas of the paper there is none."""
    return -inf if profile == "paper" else 0.0


def suite_scores(
    matches: Sequence[ScoredMatch], players: Sequence[str], profile: Profile
) -> tuple[SuiteScore, ...]:
    """The scores of a run as rows for CSV: each player in each game and arm, and overall."""
    rows = []
    for player in players:
        mine = of_player(matches, player)
        for arm in dict.fromkeys(result.arm for result in mine):
            here = [result for result in mine if result.arm == arm]
            samples = {game: values(here, game) for game in GAMES} | {"": overalls(here)}
            for game, sample in samples.items():
                count, centre, _, low, high = interval(sample, least_score(profile))
                if count:
                    part, name = "|".join(filter(None, (game, arm))), _named(here, player)
                    rows.append(SuiteScore(part, "gamabench", profile, name, centre, low, high, count))
    return tuple(rows)


def spread(sample: Sequence[float]) -> Cell:
    """A mean with its sample standard deviation, as the paper writes it.

    >>> spread([1, 2, 3]), spread([4]), spread([])
    ('2.0 ± 1.0', '4.0', None)
    """
    found = mean(sample)
    return _printed(Printed(found.mean, found.deviation))


def _marked(cell: Cell, *, doubtful: bool) -> Cell:
    return f"{cell} †" if doubtful and cell is not None else cell


def _printed(cell: Printed | None) -> Cell:
    if cell is None or cell.value is None:
        return None
    return f"{cell.value:.1f}" if cell.std is None else f"{cell.value:.1f} ± {cell.std:.1f}"


def invalid_answers(runs: Iterable[Mapping[str, ScoredMatch]]) -> str:
    """The number of invalid answers by game, and of runs that have no overall score because of them, in
    words.

    `runs`: the matches of each run, by game.
    """
    runs = [run for run in runs if run]
    counts = []
    for game in GAMES:
        here = [run[game] for run in runs if game in run]
        if invalid := sum(result.invalid for result in here):
            counts.append(f"{game} {invalid} of {sum(result.answers for result in here)}")
    notes = ["invalid answers: " + ", ".join(counts)] if counts else []
    if lost := sum(mostly_invalid(run.values()) for run in runs):
        notes.append(f"no overall score for {lost} of {len(runs)} runs: most answers are invalid")
    return "; ".join(notes)


def _named(mine: Sequence[ScoredMatch], player: str) -> str:
    """The player, with the others at a mixed table."""
    return mine[0].line_up if mine else player
