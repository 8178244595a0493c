"""The published records of γ-Bench (Huang et al., 2024), scored, checked and stored as matches.

Scores come from the raw choices, whether or not our rules allow them. Matches that our rules can replay are
stored as finished, all others as void with the reason.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from agonist.core import UsageError
from agonist.players import parse_player
from agonist.suites.gamabench.published.names import Name, named
from agonist.suites.gamabench.published.published_match import PublishedMatch
from agonist.suites.gamabench.published.record_file import Published, RecordProblem, read_published
from agonist.suites.gamabench.published.records_in_database import store_records
from agonist.suites.gamabench.published.replay import differences, replay
from agonist.suites.gamabench.published.scored_record import FileResult, Read
from agonist.suites.gamabench.published.simultaneous_records import course_of
from agonist.suites.gamabench.scoring import Choices

if TYPE_CHECKING:
    from agonist.store import Store


def import_records(folder: Path, store: Store | None = None) -> list[FileResult]:
    """A row for each JSON file below a folder, by path; with a store, those it lacks are stored as a run.

    Files that are no records are rows with an `error`. Raises `UsageError` if there is no such folder or no
    JSON file in it.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder} of records")
    # `walk` passes over folders that may not be read, or are removed meanwhile.
    found_files = (Path(where) / name for where, _, names in os.walk(folder) for name in names)
    files = sorted(
        (path for path in found_files if path.suffix == ".json"),
        key=lambda path: path.relative_to(folder).as_posix(),
    )
    if not files:
        raise UsageError(f"there is no JSON file in {folder}: name the folder raw_results of the records")
    found = [read_file(path, path.relative_to(folder).as_posix()) for path in files]
    reads = with_copies({one.row.file: one for one in found if isinstance(one, Read)})
    if store is not None:
        store_records(store, list(reads.values()))
    return [reads[one.row.file].row if isinstance(one, Read) else one for one in found]


def read_file(path: Path, file: str) -> Read | FileResult:
    """The contents of one file; `file` is its path below the folder of records."""
    name = named("/".join(path.absolute().parts[-3:]))
    if name is None:
        return FileResult(file, None, None, error="neither its folder nor its name is that of a game")
    try:
        published = read_published(path)
        course = course_of(name.game, published, second_price=name.second_price)
        played = replay(name.game, course)
        differing = differences(name.game, published, course, played)
    except RecordProblem as problem:
        return FileResult(file, name.game, name.model, run=name.run, arm=name.arm, error=str(problem))
    players, more = _players(name, published)
    row = FileResult.scored(
        file,
        name,
        course.choices,
        player=players[0],
        status="void" if played.refused else "finished",
        marks=(*published.marks, *course.marks, *more, *_known(name, course)),
        differences=tuple(differing),
        error=played.refused,
    )
    return Read(row, name, course.choices, played, players, course.chance)


def _players(name: Name, published: Published) -> tuple[tuple[str, ...], list[str]]:
    """The player of each seat, and remarks.

    The model comes from the file's name, the persona from the first message, which overrides the name.
    """
    marks = []
    personas = {player.persona for player in published.players}
    persona = personas.pop() if len(personas) == 1 else ""
    if persona != name.persona:
        if persona:
            marks.append(f"carries the {persona} persona, which its name does not say")
            name = replace(name, persona=persona)
        else:
            marks.append(f"its name says {name.persona}, but no persona is in its first message")
    players = []
    for seat, player in enumerate(published.players):
        if player.model.startswith("specified="):
            answers = player.model.removeprefix("specified=").replace("/", ",")
            players.append(f"fixed?answers={answers}")
            marks.append(f"player {seat + 1} always answered {answers}")
        else:
            players.append(name.player)
    return tuple(parse_player(spec).label for spec in players), marks


def _known(name: Name, course: PublishedMatch) -> list[str]:
    """Marks for known problems of the published records."""
    marks = [mark for mark in (name.aside, name.unscored) if mark]
    if name.model == "gpt-3.5-turbo-0125" and name.game == "pirate_game" and name.run in (1, 2, 4, 5):
        marks.append("contaminated: only run 3 of these five is exclusive to the usual setting")
    if name.game == "guess_average" and course.options["low"]:
        marks.append("the lowest number is not 0: the published code, and so `updated`, takes it off twice")
    return marks


def with_copies(reads: Mapping[str, Read]) -> dict[str, Read]:
    """The rows, with repetitions of another record marked; known copies become void.

    Equal choices alone prove little in games where all choose the same, so they only give a mark.
    """
    twins: dict[tuple[str, str, str], Read] = {}
    for read in reads.values():
        name = read.name
        twins[(name.model, _kind(name), name.suffix)] = read
    by_choices: dict[tuple[str, str, Choices], str] = {}
    for file, read in reads.items():
        by_choices.setdefault((read.name.model, _kind(read.name), read.choices), file)
    marked = {}
    for file, read in reads.items():
        name, row = read.name, read.row
        twin = twins.get((name.model, _kind(name), name.copy_of)) if name.copy_of else None
        first = by_choices[(name.model, _kind(name), read.choices)]
        if twin is not None and twin.choices == read.choices:
            mark = f"the same match as {twin.row.file}"
            error = row.error or f"{mark}: it counts once"
            row = replace(row, marks=(*row.marks, mark), status="void", error=error)
        elif twin is not None:
            row = replace(row, marks=(*row.marks, f"said to repeat {twin.row.file}, but does not"))
        elif first != file:
            row = replace(row, marks=(*row.marks, f"the same choices as in {first}; it may be coincidence"))
        marked[file] = replace(read, row=row)
    return marked


def _kind(name: Name) -> str:
    return f"{name.stem}/{'second' if name.second_price else ''}"
