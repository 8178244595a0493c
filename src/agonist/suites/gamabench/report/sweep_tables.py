"""The tables of a sweep: each arm with its spread, and whether it differs from the control by more than
noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, isfinite, sqrt
from typing import Final

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.ratings import difference, holm, mean
from agonist.ratings.mean_difference import PERMUTATIONS, Difference
from agonist.ratings.share_intervals import Span, combined
from agonist.suites.gamabench.published.printed_tables import misprint_of, published_level
from agonist.suites.gamabench.report.sweep_charts import sweep_charts
from agonist.suites.gamabench.report.tables_in_paper_layout import (
    interval,
    least_score,
    of_player,
    suite_scores,
)
from agonist.suites.gamabench.results import ScoredMatch, overalls, values
from agonist.suites.gamabench.scoring import GAMES, Profile
from agonist.suites.gamabench.sweeps import FACTOR, NULL
from agonist.tournament.evaluation_request import Entry

LEVEL: Final = 0.05
OVERALL: Final = "overall"


def comparison(
    matches: Sequence[ScoredMatch], entry: Entry, profile: Profile, arms: Mapping[str, Sequence[str]]
) -> list[Section]:
    """The sections of a sweep: one for each player. `arms`: those of each game, the control first."""
    return [_section(of_player(matches, player), player, entry, profile, arms) for player in entry.players]


def _section(
    mine: Sequence[ScoredMatch],
    player: str,
    entry: Entry,
    profile: Profile,
    arms: Mapping[str, Sequence[str]],
) -> Section:
    samples = samples_of(mine, arms)
    text = (
        f"Sweep of {entry.sweep}, scores by the profile {profile!r}. The arm {NULL!r} repeats the control "
        "with other seeds: its difference from the control is noise."
    )
    least = least_score(profile)
    tables = [_arms(samples, entry.sweep, profile), differences(samples, least)]
    if entry.sweep == "prompts":
        tables.append(_wordings(samples, least))
    return Section(
        f"γ-Bench, {entry.sweep}: {player}",
        text,
        tuple(tables),
        sweep_charts(mine, entry.sweep, samples, profile),
        suite_scores(mine, (player,), profile),
    )


def samples_of(
    mine: Sequence[ScoredMatch], arms: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, list[float]]]:
    """The scores of each arm, control first, for each game; overall, too, if all games have the same arms."""

    def of(arm: str) -> list[ScoredMatch]:
        return [result for result in mine if result.arm == arm]

    samples = {game: {arm: values(of(arm), game) for arm in arms[game]} for game in GAMES if game in arms}
    same = {tuple(labels) for labels in arms.values()}
    if len(samples) == len(GAMES) and len(same) == 1:
        samples[OVERALL] = {arm: overalls(of(arm)) for arm in same.pop()}
    return samples


def _arms(samples: dict[str, dict[str, list[float]]], sweep: str, profile: Profile) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    least = least_score(profile)
    for game, arms in samples.items():
        for arm, sample in arms.items():
            compared = arm != NULL and (sweep != "prompts" or arm == "v1")
            printed = published_level(FACTOR[sweep], game, arm) if compared else None
            misprint = "" if printed is None else misprint_of(FACTOR[sweep], game, arm)
            rows.append((game, arm, *interval(sample, least), printed, misprint))
        every = [sum(s) / len(s) for arm, s in arms.items() if s and arm != NULL]
        rows.append((game, "average of arms", *interval(every, least), None, ""))
    note = (
        "low, high: Wilson's 95% interval of the mean over runs. "
        + (
            "It does not include the spread between wordings; see the third table."
            if sweep == "prompts"
            else "If runs take the wordings in turn, it includes the spread between wordings."
        )
        + " published: GPT-3.5-Turbo 0125 in the paper's tables, one match per cell"
        + (
            "."
            if profile == "as-printed"
            else ", with different formulas in guess_average at ratio 1, sealed_bid_auction and pirate_game: "
            "`agonist report --profile as-printed` computes our scores with these, too."
        )
    )
    header = ("game", "arm", "runs", "mean", "std", "low", "high", "published", "misprint")
    return ResultTable("Arms", header, tuple(rows), digits=2, note=note)


def differences(samples: Mapping[str, Mapping[str, Sequence[float]]], lowest: float = 0.0) -> ResultTable:
    """The difference of each arm from the control of its game; `samples` are scores by arm, the control
    first.
    """
    rows: list[tuple[Cell, ...]] = []
    for game, arms in samples.items():
        control, *others = arms
        both = [*arms[control], *arms.get(NULL, [])]
        found = {arm: difference(arms[arm], arms[control] if arm == NULL else both) for arm in others}
        tested = [arm for arm in others if arm != NULL and found[arm].p is not None]
        corrected = dict(zip(tested, holm([found[arm].p or 0.0 for arm in tested]), strict=True))
        for arm in others:
            one = found[arm]
            p = corrected.get(arm, one.p if arm == NULL else None)
            other = arms[control] if arm == NULL else both
            least = least_p(len(arms[arm]), len(other)) * (1 if arm == NULL else len(tested))
            ends = ends_of(one, arms[arm], other, lowest)
            rows.append((game, arm, one.estimate, *ends, one.p, p, verdict(p, least)))
    note = (
        "Arm less control, with the 95% interval that follows from those of both (Newcombe's method 10; "
        f"Welch's if scores are not bounded). The runs of the arm {NULL!r} count as the control's, "
        "since they are played under the same conditions; its own row compares it with the rest of the "
        "control. p by permutation of the runs, corrected by Holm's method over the arms of one game. "
        f"More than noise: yes if the corrected p is below {LEVEL}; no if it is not, though this many "
        "runs could have shown it; otherwise there is not enough evidence: play more runs (--matches)."
    )
    header = ("game", "arm", "difference", "low", "high", "p", "p (Holm)", "more than noise")
    return ResultTable("Differences from the control", header, tuple(rows), digits=3, note=note)


def ends_of(
    gap: Difference, arm: Sequence[float], control: Sequence[float], least: float
) -> tuple[float | None, float | None]:
    """The interval of a difference of two means, within the possible range if scores are bounded.

    >>> ends_of(difference([60, 100], [0, 20]), [60, 100], [0, 20], 0)
    (-46.2..., 92.2...)
    """
    if gap.estimate is None or gap.low is None or not isfinite(least):
        return gap.low, gap.high
    # A sample without any spread counts as known exactly, as in Welch's interval; the other has some.
    spans = []
    for sample in (arm, control):
        _, centre, _, low, high = interval(sample, least)
        spans.append(Span(centre, centre if low is None else low, centre if high is None else high))
    _, low, high = combined([(1, spans[0]), (-1, spans[1])])
    return low, high


def verdict(p: float | None, least: float) -> str:
    """Whether a difference is more than noise, from its corrected p and the least attainable p.

    >>> verdict(0.01, 0.008), verdict(0.3, 0.008), verdict(0.3, 0.1), verdict(None, 1)
    ('yes', 'no', 'not enough evidence', 'not enough evidence')
    """
    if p is not None and p < LEVEL:
        return "yes"
    return "not enough evidence" if p is None or least >= LEVEL else "no"


def attainable(arms: int, runs: int) -> float:
    """The least attainable corrected p of a sweep with `arms` arms (control and null arm included) of `runs`
    runs.

    >>> attainable(14, 5) < 0.005, attainable(14, 2) > 0.05
    (True, True)
    """
    return min(1.0, least_p(runs, 2 * runs) * (arms - 2))


def least_p(first: int, second: int) -> float:
    """The least p that a permutation of two samples of these sizes can give.

    >>> least_p(5, 5) == 2 / 252
    True
    """
    if min(first, second) < 2:
        return 1.0
    ways = comb(first + second, first)
    if ways > PERMUTATIONS:
        return 1 / (PERMUTATIONS + 1)
    return (2 if first == second else 1) / ways


def _wordings(samples: dict[str, dict[str, list[float]]], least: float) -> ResultTable:
    """The table that splits the spread into that between wordings and that within one wording."""
    rows: list[tuple[Cell, ...]] = []
    for game, arms in samples.items():
        groups = [sample for arm, sample in arms.items() if arm != NULL and sample]
        rows.append((game, len(groups), *components(groups, least)))
    note = (
        "between, within: standard deviations between wordings, and between the runs of one wording, by "
        "analysis of variance. low, high: the 95% interval of the mean over all possible wordings, from the "
        "means of these; it includes both deviations."
    )
    header = ("game", "wordings", "mean", "between", "within", "low", "high")
    return ResultTable("Spread between wordings", header, tuple(rows), digits=2, note=note)


def components(groups: Sequence[Sequence[float]], least: float = 0.0) -> tuple[float | None, ...]:
    """Mean of group means, standard deviations between and within groups, and the interval of the mean.

    The deviation between groups is that of their means beyond what the spread within groups explains; at
    least 0.

    >>> [round(x, 1) for x in components([[1, 3], [5, 7]])]
    [4.0, 2.6, 1.4, 0.1, 65.6]
    """
    means = [sum(group) / len(group) for group in groups]
    found = mean(means)
    freedom = sum(len(group) - 1 for group in groups)
    within = None
    if freedom:
        squares = sum((x - m) ** 2 for group, m in zip(groups, means, strict=True) for x in group)
        within = squares / freedom
    between = None
    if found.deviation is not None and within is not None:
        share = sum(1 / len(group) for group in groups) / len(groups)
        between = sqrt(max(0.0, found.deviation**2 - within * share))
    *_, low, high = interval(means, least)
    return (found.mean, between, None if within is None else sqrt(within), low, high)
