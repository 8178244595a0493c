"""The content of a report, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agonist.games import kit_or_none
from agonist.metrics import checkpoint_ratings, cost_and_strength
from agonist.metrics.head_to_head import Pair, pairs_from
from agonist.metrics.leaderboard import Method, Row, charged, leaderboard
from agonist.metrics.results import by_part, outcomes_of, part_of
from agonist.metrics.run_matches import with_counts
from agonist.reports.matches_made_when_read import ReportedMatch, ReportedMatches
from agonist.reports.notebook import board_html
from agonist.reports.questions.certainty import listed
from agonist.reports.questions.losses import (
    EXAMPLES,
    Examples,
    Failure,
    InvalidExample,
    Losses,
    Mirrored,
    endings_of,
    failures_of,
    losses_of,
    mirrored_of,
    reasons_of,
)
from agonist.reports.questions.marks_by_ability import Mark, matrix, profile
from agonist.reports.questions.players_marked_0_and_100 import anchors_of, declared_in
from agonist.reports.questions.seat_rotation import uneven_blocks
from agonist.reports.repeated_matches import repetition_warnings
from agonist.reports.safe_text import on_one_line, percent_of, shown_game, weighting
from agonist.reports.several_suites.overview import Overview, overview_of, sections_of
from agonist.reports.usage import PlayerUsage, UsageCounter
from agonist.tournament.adaptive_matches import MAX_LOOKS, confidence_of

if TYPE_CHECKING:
    from agonist.match import Step
    from agonist.metrics import Section
    from agonist.store import Reader, StoredMatch
    from agonist.store.runs.matches_as_arrays import MatchColumns
    from agonist.tournament.suite import Suite


NAMED: Final = 3
"""How many groups of matches a warning names."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of all games together, or of one game with its options (`part`)."""

    part: str
    """Empty for all games together."""
    strict: tuple[Row, ...]
    """Strict: a match with a fallback move of a player counts as lost by that player."""
    fallback: tuple[Row, ...]
    """Fallback: matches count as they were played, fallback moves included."""


@dataclass(frozen=True, slots=True)
class Report:
    """All results of a run: boards, marks, losses, usage, and the tables of its suites."""

    run: str
    created: str
    """ISO 8601, UTC."""
    status: str
    note: str
    plan: Mapping[str, Any]
    matches: int
    finished: int
    warnings: tuple[str, ...]
    """Warnings that readers must know before they compare players."""
    method: Method
    overall: Boards
    parts: tuple[Boards, ...]
    pairs: tuple[Pair, ...]
    marks: tuple[Mark, ...]
    """How good players are at each game."""
    profile: tuple[Mark, ...]
    """The same by ability."""
    losses: tuple[Losses, ...]
    endings: Mapping[str, Mapping[str, int]]
    """By game, the number of matches with each ending, regardless of who won."""
    reasons: tuple[tuple[str, str, int], ...]
    """Game, reason for the end by the rules, number of matches."""
    failures: tuple[Failure, ...]
    """What stopped matches that were not finished."""
    examples: tuple[InvalidExample, ...]
    """Some invalid answers of each player and class."""
    mirrored: tuple[Mirrored, ...]
    usage: tuple[PlayerUsage, ...]
    lines: Sequence[ReportedMatch]
    sections: tuple[Section, ...] = ()
    """The suites' own tables and charts."""
    overview: Overview | None = None
    """The results of all suites together, in a run of `all`."""
    confidence: float = 0.95
    """The level of the intervals of boards, pairs, marks and forms: greater if the run stopped by its
    results."""
    contracts: Mapping[str, str] = field(default_factory=dict)
    """What of the contract can be checked on each game, by the game with its options: `full`, or what not."""

    @property
    def weighting(self) -> str:
        """What the games count in the board of all games, in words."""
        return weighting([boards.part for boards in self.parts], self.plan.get("weights") or {})

    def _repr_html_(self) -> str:
        """The strict board, which notebooks show for a report at the end of a cell."""
        done = f"{self.finished} of {self.matches} matches finished"
        title = f"Run {self.run}: {done}, {self.method}, strict board"
        return board_html(title, self.overall.strict, percent_of(self.confidence))

    def as_json(self) -> dict[str, Any]:
        """Plain values for JSON; infinite numbers and NaN become null."""
        plain: dict[str, Any] = _as_json(asdict(replace(self, lines=(), sections=())))
        lines = self.lines
        return {
            **plain,
            "lines": lines.plain(_as_json)
            if isinstance(lines, ReportedMatches)
            else [_as_json(asdict(line)) for line in lines],
            "sections": _as_json([section.as_dict() for section in self.sections]),
        }


def report_of(
    store: Reader,
    run: str,
    *,
    method: Method = "bradley-terry",
    sections: Sequence[Section] = (),
    steps: Mapping[int, Sequence[Step]] | None = None,
    fixed: Mapping[str, str] = MappingProxyType({}),
) -> Report:
    """The report of one run, finished or not; only finished matches are rated.

    `sections`: the suites' own tables, which are added unchanged. `steps`: by match id, the steps that have
    been read already. `fixed`: by suite that does not rotate seats, the warning about that.

    Raises `UsageError` if there is no such run.
    """
    found = store.run(run)
    matches = with_counts(store, store.columns(run=found.id))
    counting = UsageCounter()
    counting.moves(matches)
    counting.prompts(store.workers(found.id).rows)
    sums = store.tally_sums(found.id, matches, EXAMPLES)
    counting.tallies(sums.players)
    examples = Examples()
    for nth in sorted({nth for some in sums.examples.values() for nth in some}):
        match = replace(matches.cases[matches.case[nth]], id=int(matches.ids[nth]))
        examples.add(match, store.steps(match.id) if steps is None else steps.get(match.id, []))
    done = matches.only(lambda match: match.status == "finished")
    until = str(found.plan.get("until", ""))
    confidence = confidence_of(until)
    names = sorted({name for match in matches.cases for name in match.fixture.players})
    of_part = by_part(done)
    parts = tuple(_boards(part, some, method, confidence) for part, some in of_part.items())
    # Of one game, the boards of all games are the same, and take as long again.
    (one,) = parts if len(parts) == 1 else (None,)
    weights = found.plan.get("weights") or {}
    overall = _boards("", done, method, confidence, weights) if one is None else replace(one, part="")
    charges = [(b.part, charged(b.strict, of_part[b.part], confidence)) for b in parts]
    boards = {"": overall.strict, **({b.part: b.strict for b in parts} if one is None else {})}
    curve = checkpoint_ratings.section(boards, {"": done, **of_part}, weights, confidence, method)
    costs = None
    if sum(each["requests"] > 0 for each in sums.players.values()) > 0:
        costs = cost_and_strength.section(store, done, overall.strict, confidence)
    marks = matrix(charges, anchors_of(done.by_last_match()), declared_in(done.cases))
    return Report(
        run=found.id,
        created=found.created,
        status=found.status,
        note=found.note,
        plan=found.plan,
        matches=len(matches),
        finished=len(done),
        warnings=(
            *_damaged(store),
            *_warnings(matches, done, fixed),
            *repetition_warnings(done),
            *stopped(until),
        ),
        method=method,
        overall=overall,
        parts=parts,
        pairs=tuple(pairs_from(outcomes_of(done, "strict"), confidence)),
        marks=tuple(marks),
        profile=tuple(profile(marks, _abilities(done))),
        losses=tuple(losses_of(matches)),
        endings=endings_of(matches),
        reasons=tuple(reasons_of(matches)),
        failures=tuple(failures_of(matches)),
        examples=tuple(examples.all()),
        mirrored=tuple(mirrored_of(matches)),
        usage=tuple(counting.of(name, confidence) for name in names),
        lines=ReportedMatches(matches),
        sections=(*([] if curve is None else [curve]), *sections, *([] if costs is None else [costs])),
        confidence=confidence,
        contracts=_contracts(done),
    )


def with_overview(
    report: Report, matches: MatchColumns, suites: Mapping[str, Suite], players: Sequence[str]
) -> Report:
    """The report of a run of several suites, with the tables over all of them before those of each.

    `matches`: the finished ones. `players`: those who are evaluated.
    """
    of_part = by_part(matches)
    boards = [(b.part, charged(b.strict, of_part.get(b.part, []), report.confidence)) for b in report.parts]
    found = overview_of(boards, report.overall.strict, report.sections, matches, suites, players)
    return replace(
        report,
        overview=found,
        marks=found.marks,
        profile=(),
        sections=(*sections_of(found), *report.sections),
    )


def _damaged(store: Reader) -> list[str]:
    if not store.left_out:
        return []
    ids = ", ".join(map(str, sorted(store.left_out)))
    return [f"Damaged, and left out of everything here: match {ids}."]


def _abilities(matches: MatchColumns) -> dict[str, tuple[str, ...]]:
    """The abilities of each game, by part; none for games that no longer exist."""
    found: dict[str, tuple[str, ...]] = {}
    for match in matches.cases:
        part = part_of(match)
        if part not in found:
            kit = kit_or_none(match.fixture.game)
            found[part] = () if kit is None else kit.traits.abilities
    return found


def _contracts(matches: MatchColumns) -> dict[str, str]:
    """What of the contract can be checked on each game, by part; none for games that no longer exist."""
    kits = {part_of(match): kit_or_none(match.fixture.game) for match in matches.cases}
    return {part: kit.contract for part, kit in kits.items() if kit is not None}


def stopped(until: str) -> list[str]:
    """The note about a run that is played until its results are clear; empty for others."""
    if confidence_of(until) == 0.95:
        return []
    return [
        f"Played until {until}, with up to {MAX_LOOKS} analyses of the results. To allow for them, ranks "
        "and all intervals of boards and pairs have a level of "
        f"{percent_of(confidence_of(until))} instead of 95%."
    ]


def _boards(
    part: str,
    matches: MatchColumns,
    method: Method,
    confidence: float,
    weights: Mapping[str, float] = MappingProxyType({}),
) -> Boards:
    rated = partial(leaderboard, matches, method=method, confidence=confidence, weights=weights)
    strict = tuple(rated(board="strict"))
    if not any(match.fallback for match in matches.cases):
        return Boards(part, strict, strict)
    return Boards(part, strict, tuple(rated(board="fallback")))


def _warnings(matches: MatchColumns, done: MatchColumns, fixed: Mapping[str, str]) -> list[str]:
    warnings = []
    if len(done) < len(matches):
        warnings.append(f"Partial: {len(done)} of {len(matches)} matches are finished.")
    rotated = done.only(lambda match: fixed.keys().isdisjoint(_owners(match)))
    owners = {owner for match in done.cases for owner in _owners(match)}
    warnings += [text for name, text in fixed.items() if text and name in owners]
    if uneven := list(dict.fromkeys(uneven_blocks(rotated))):
        named = [f"{shown_game(part)} between {listed([*map(on_one_line, who)])}" for part, who in uneven]
        where = "; ".join(named)
        if len(named) > NAMED:
            counts = Counter(shown_game(part) for part, _ in uneven)
            games = listed([f"{part} ({count})" for part, count in counts.items()], most=20)
            where = f"{len(named)} groups of players, in {games}; one is {named[0]}"
        warnings.append(f"Seats are not evenly rotated, so ratings may favour some of them: {where}.")
    if forks := sum(times for match, times in done.with_times() if match.fixture.taken_over):
        warnings.append(
            f"{forks} of the matches {'was' if forks == 1 else 'were'} played on from the middle of another: "
            "wins and scores are of the whole match, moves and indicators of those who played on. Matches "
            "that were played on from one match count as one piece of evidence, as matches on one deal do."
        )
    broken = sum(times for match, times in matches.with_times() if match.status == "broken")
    if broken:
        warnings.append(f"{broken} of the matches could not be finished because a game's own code failed.")
    return warnings


def _owners(match: StoredMatch) -> tuple[str, str]:
    """The suite that planned a match, where its block or its part begins with the suite's name."""
    return match.fixture.block.partition("/")[0], match.fixture.part.partition(":")[0]


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _as_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(inner) for inner in value]
    return None if isinstance(value, float) and not isfinite(value) else value
