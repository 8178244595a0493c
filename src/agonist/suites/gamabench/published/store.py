"""Published records as matches in a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agonist.games import KITS
from agonist.kit import option_texts
from agonist.match import PRESETS, Fixture, Match, Record, Step
from agonist.store import Store
from agonist.suites.gamabench.published.row import Read, Row
from agonist.tournament.suite import Entry

SOURCE: Final = "published records of γ-Bench (Huang et al., 2024)"
"""Stands in the plan of every run of imported records."""


def store_records(store: Store, reads: Sequence[Read]) -> str | None:
    """A run with a match for each record that is not stored yet: finished, or void with why.

    A void match has the moves that our rules let pass, and its scores in its note. Returns the run's id, or
    `None` if all records were stored before.
    """
    known = {
        match.fixture.key
        for run in store.runs()
        if run.plan.get("source") == SOURCE
        for match in store.matches(run.id)
    }
    fixtures = {read.row.file: _fixture(read) for read in reads}
    reads = [read for read in reads if fixtures[read.row.file].key not in known]
    if not reads:
        return None
    plan = {
        "suite": "gamabench",
        "targets": list(dict.fromkeys(read.name.game for read in reads)),
        "players": list(dict.fromkeys(spec for read in reads for spec in read.players)),
        "source": SOURCE,
        "suites": {"gamabench": Entry(players=()).as_dict()},
    }
    run = store.start_run(plan, [fixtures[read.row.file] for read in reads])
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
    store.set_status(run, "finished", f"{len(reads)} published records, {void} of them void")
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
        block=f"published/{row.file}",
        part=_part(read),
    )


def _part(read: Read) -> str:
    """The game and, unless it is one of the usual runs, what it was played for."""
    name = read.name
    variant = {"bar_game_explicit": "mode=explicit"}.get(
        name.stem, "price=second" if name.second_price else ""
    )
    arm = ",".join(filter(None, [variant, name.arm]))
    return f"{name.game}|{arm}" if arm else name.game


def _scores(row: Row) -> str:
    def shown(value: float | None) -> str:
        return "n/a" if value is None else f"{value:.2f}"

    return f"score {shown(row.score_paper)} by the paper, {shown(row.score_updated)} updated"
