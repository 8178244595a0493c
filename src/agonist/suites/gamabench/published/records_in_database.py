"""Published records as matches in a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from agonist.games import KITS
from agonist.kit import option_texts
from agonist.match import PRESETS, Fixture, Match, Record, Step
from agonist.metrics.run_matches import TurnReader
from agonist.store import Run
from agonist.suites.gamabench.published.names import named
from agonist.suites.gamabench.published.scored_record import FileResult, Read
from agonist.suites.gamabench.results import played_choices
from agonist.suites.gamabench.scoring import Choices
from agonist.suites.gamabench.scoring.choices_as_json import packed, unpacked
from agonist.tournament.evaluation_request import Entry

if TYPE_CHECKING:
    from agonist.store import Reader, Store

PUBLISHED: Final = "published/"
"""Begins the block of every imported record, and the name of its model."""

SOURCE: Final = "published records of γ-Bench (Huang et al., 2024)"
"""Stands in the plan of every run of imported records."""


def store_records(store: Store, reads: Sequence[Read]) -> str | None:
    """A run with a match for each record that is not stored yet: finished, or void with the reason.

    A void match has the moves that our rules allow, which for a copy are all. For records with a refused
    move, all choices are in the run's plan, under `choices` by block, since they are scored as by the
    published code. Returns the run's id, or `None` if all records were stored before.
    """
    known = {
        match.fixture.block
        for run in store.runs()
        if run.plan.get("source") == SOURCE
        for match in store.matches(run.id)
    }
    fixtures = {read.row.file: _fixture(read) for read in reads}
    reads = [read for read in reads if fixtures[read.row.file].block not in known]
    if not reads:
        return None
    plan = {
        "suite": "gamabench",
        "targets": list(dict.fromkeys(read.name.game for read in reads)),
        "players": list(dict.fromkeys(spec for read in reads for spec in read.players)),
        "source": SOURCE,
        "suites": {"gamabench": Entry(players=()).as_dict()},
        "choices": {_block(read): packed(read.choices) for read in reads if read.played.refused},
    }
    run = store.start_run(plan, [fixtures[read.row.file] for read in reads], imported=True)
    for stored, read in zip(store.matches(run), reads, strict=True):
        store.begin(stored)
        steps = tuple(Step(moves) for moves in read.played.moves)
        for nth, step in enumerate(steps):
            store.add_step(stored, nth, step)
        game, outcome = read.played.game, read.played.outcome
        if read.row.status == "finished" and game is not None and outcome is not None:
            record = Record(read.name.game, game, read.played.moves)
            store.finish(stored, Match(record, steps, outcome), 0.0)
        else:
            store.suspend(stored, "void", f"{read.row.file}: {read.row.error} ({_scores(read.row)})")
    store.flush()
    void = sum(read.row.status == "void" for read in reads)
    note = f"{len(reads)} published records, {void} of them void: refused by our rules, or copies"
    store.set_status(run, "finished", note)
    return run


def _fixture(read: Read) -> Fixture:
    name, row = read.name, read.row
    kit = KITS[name.game]
    return Fixture(
        game=name.game,
        version=kit.game.version,
        options=option_texts(read.played.game) if read.played.game is not None else {},
        seed=f"published/{row.file}",
        players=read.players,
        policy=PRESETS["gamabench"],
        block=_block(read),
        part=_part(read),
        script={about: list(draws) for about, draws in read.chance.items()},
    )


def _block(read: Read) -> str:
    return f"{PUBLISHED}{read.row.file}"


def stored_choices(store: Reader, run: Run) -> dict[int, Choices]:
    """The choices in the matches of an import, by match id."""
    matches, in_plan = store.matches(run.id), run.plan["choices"]
    reader = TurnReader(store, [match for match in matches if match.fixture.block not in in_plan])
    return {
        match.id: unpacked(in_plan[match.fixture.block])
        if match.fixture.block in in_plan
        else played_choices(match, reader.turns(match))
        for match in matches
    }


def stored_rows(store: Reader, run: Run, known: Mapping[int, Choices]) -> list[FileResult]:
    """The records of an import that can be scored, as far as the published tables are computed from them.

    `known`: the choices of each match by its id, as `stored_choices` gives them.
    """
    rows = []
    for match in store.matches(run.id):
        file = match.fixture.block.removeprefix(PUBLISHED)
        if (name := named(file)) is not None:
            marks = (name.unscored,) if name.unscored else ()
            more = {"player": match.fixture.players[0], "status": match.status, "error": match.error}
            rows.append(FileResult.scored(file, name, known[match.id], marks=marks, **more))
    return rows


def _part(read: Read) -> str:
    """The game and, unless it is one of the usual runs, the arm."""
    name = read.name
    variant = {"bar_game_explicit": "mode=explicit"}.get(
        name.stem, "price=second" if name.second_price else ""
    )
    arm = ",".join(filter(None, [variant, name.arm]))
    return f"{name.game}|{arm}" if arm else name.game


def _scores(row: FileResult) -> str:
    def shown(value: float | None) -> str:
        return "n/a" if value is None else f"{value:.2f}"

    return f"score {shown(row.score_paper)} by the paper, {shown(row.score_updated)} updated"
