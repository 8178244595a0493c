"""All players of a database by overall score, from our evaluations and from imported published records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from agonist.metrics import ResultTable
from agonist.metrics.report_section import Cell, by_rating
from agonist.metrics.run_matches import finished
from agonist.players.unique_names import identity, unambiguous
from agonist.store import Run, StoredMatch
from agonist.suites.gamabench.published.names import AUGUST, Name, named
from agonist.suites.gamabench.published.records_in_database import PUBLISHED, SOURCE, stored_choices
from agonist.suites.gamabench.report.tables_in_paper_layout import interval, invalid_answers, least_score
from agonist.suites.gamabench.results import PREFIX, ScoredMatch, overall, published_result, result_of
from agonist.suites.gamabench.scoring import GAMES, Choices, Profile
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Board

if TYPE_CHECKING:
    from agonist.store import Reader

PAPERS: Final = "the paper's conditions"

Run8: TypeAlias = dict[str, ScoredMatch]
"""The matches of one run, by game; eight in a complete run."""


@dataclass
class PlayerRuns:
    """One player in one setting: its runs, by an identifying key."""

    runs: dict[tuple[str, int], Run8] = field(default_factory=dict)
    remarks: dict[str, dict[str, int]] = field(default_factory=dict)
    """Remarks on published records, each with the number of records by game."""

    def results(self) -> list[ScoredMatch]:
        return [result for run in self.runs.values() for result in run.values()]

    def sample(self, game: str) -> list[float]:
        """The scores of one game."""
        values = (run[game].score.value for run in self.runs.values() if game in run)
        return [value for value in values if value is not None]

    def overalls(self) -> list[float]:
        """The overall scores of the runs that have all eight games and mostly valid answers."""
        found = [overall(run.values()) for run in self.runs.values()]
        return [value for value in found if value is not None]

    def remark(self, text: str, game: str) -> None:
        """Count one more record of a game with this remark."""
        counts = self.remarks.setdefault(text, {})
        counts[game] = counts.get(game, 0) + 1


Lines: TypeAlias = dict[tuple[str, str, str], PlayerRuns]
"""By the player's name and identity, and the setting."""


def board(
    store: Reader,
    profile: Profile,
    settings: Mapping[str, Entry],
    only: str = "",
    choices: Mapping[int, Choices] | None = None,
) -> Board:
    """A row for each player and setting, best first, with the paper's setting before all others.

    `settings`: the entry of each of our runs, by id. `only`: the id of the only run to read, if given;
    `choices`: the choices of its matches, if known. Only matches with one player in all seats count: mixed
    tables, sweeps and the ablations among the published records are left out.
    """
    lines: Lines = {}
    for run in store.runs():
        if only and run.id != only:
            continue
        if run.plan.get("source") == SOURCE:
            _published(store, run, profile, lines, choices)
        elif run.id in settings:
            _ours(store, run, settings[run.id], profile, lines)
    for line in lines.values():
        line.runs = _once(line.runs)
    names = unambiguous((player, spec) for player, spec, _ in lines)
    shown = {
        (names[player, spec], setting): line
        for (player, spec, setting), line in lines.items()
        if any(line.runs.values()) or line.remarks
    }
    text = (
        f"Overall scores by the profile {profile!r}: the mean of the eight games, for each run that has all "
        "of them. Low and high are Wilson's 95% interval of the mean over runs; where scores have no bound, "
        "Student's."
    )
    if not shown:
        text = "There is no finished match yet in which one player took all seats, and no imported record."
    least = least_score(profile)
    return text, (_board(shown, least), _games(shown, least))


def _ours(store: Reader, run: Run, entry: Entry, profile: Profile, lines: Lines) -> None:
    if entry.sweep:
        return
    setting = setting_of(entry)
    for played in finished(store, run.id, ""):
        fixture = played.match.fixture
        alone = len(set(fixture.players)) == 1
        if alone and fixture.block.startswith(PREFIX):
            number = int(fixture.block.removeprefix(PREFIX).split("/")[1])
            player = fixture.players[0]
            result = result_of(played, player, number, profile)
            line = lines.setdefault((player, identity(fixture.spec(player)), setting), PlayerRuns())
            line.runs.setdefault((run.id, number), {})[result.game] = result


def _published(
    store: Reader, run: Run, profile: Profile, lines: Lines, known: Mapping[int, Choices] | None
) -> None:
    """The five usual runs of each model; a record that was imported twice counts once.

    All of them count, as in the published tables, and remarks mark unusual ones: records with moves that our
    rules refuse (scored as the published code did), with a persona, or that repeat another record.
    """
    known = stored_choices(store, run) if known is None else known
    for match, name, number in usual_records(store, run):
        player, game = f"{PUBLISHED}{name.model}", match.fixture.game
        line = lines.setdefault((player, player, ""), PlayerRuns())
        runs = line.runs.setdefault((PUBLISHED, number), {})
        if game not in runs:
            august = name.model in AUGUST
            runs[game] = published_result(match, known[match.id], player, number - 1, profile, august=august)
            if match.fixture.players[0].startswith("persona:"):
                line.remark("records with a persona", game)
            if name.copy_of and match.status == "void":
                line.remark("records that repeat another", game)


def usual_records(store: Reader, run: Run) -> Iterator[tuple[StoredMatch, Name, int]]:
    """The records of the usual runs: each with its parsed name and its number."""
    for match in store.matches(run.id):
        fixture = match.fixture
        name = named(fixture.block.removeprefix(PUBLISHED))
        if name is not None and name.run is not None and fixture.part == fixture.game:
            yield match, name, name.run


def _once(runs: dict[tuple[str, int], Run8]) -> dict[tuple[str, int], Run8]:
    """The runs without repetitions (the same seed and answers), which add no evidence."""
    seen, unique = set[frozenset[object]](), {}
    for key, run in runs.items():
        what = frozenset((result.key, result.choices) for result in run.values())
        if what not in seen or key[0] == PUBLISHED:
            unique[key] = run
        seen.add(what)
    return unique


def setting_of(entry: Entry) -> str:
    """The settings in which an evaluation differs from the paper; empty if there are none.

    >>> setting_of(Entry(("random",), quick=True)), setting_of(Entry(("random",)))
    ('quick', '')
    """
    parts = [PAPERS] if entry.profile == "paper" else []
    parts += ["quick"] if entry.quick else []
    parts += [f"{key}={value}" for key, value in sorted(entry.options.items()) if key != "games"]
    parts += [f"policy={entry.policy}"] if entry.policy else []
    parts += [f"prompts={folder.name}" for folder in entry.prompts]
    return ", ".join(parts)


def _board(lines: Mapping[tuple[str, str], PlayerRuns], least: float) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for (player, setting), line in lines.items():
        runs, mean, std, low, high = interval(line.overalls(), least)
        means = [interval(line.sample(game), least)[1] for game in GAMES]
        rows.append((player, setting, mean, std, low, high, runs, len(line.results()), *means, _note(line)))
    header = ("player", "setting", "rating", "std", "low", "high", "runs", "matches", *GAMES, "note")
    note = (
        "rating: the overall score. runs: complete runs of all eight games with mostly valid answers; "
        "without any there is no rating. Other settings than the paper's are listed last, and cannot be "
        "compared with it. Mixed tables and sweeps are left out. Published records are scored as the "
        "published code did, including moves that our rules refuse."
    )
    rows.sort(key=lambda row: (row[1] not in ("", PAPERS), str(row[1]), by_rating((row[0], row[2]))))
    return ResultTable("Overall", header, tuple(rows), note=note)


def _note(line: PlayerRuns) -> str:
    notes = [invalid_answers(line.runs.values())]
    for remark, counts in line.remarks.items():
        notes.append(f"{remark}: " + ", ".join(f"{game} {counts[game]}" for game in GAMES if game in counts))
    return "; ".join(filter(None, notes))


def _games(lines: Mapping[tuple[str, str], PlayerRuns], least: float) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for (player, setting), line in sorted(lines.items(), key=lambda item: (item[0][1], item[0][0])):
        rows += [
            (player, setting, game, *interval(line.sample(game), least))
            for game in GAMES
            if line.sample(game)
        ]
    return ResultTable(
        "Games", ("player", "setting", "game", "runs", "mean", "std", "low", "high"), tuple(rows), digits=2
    )
