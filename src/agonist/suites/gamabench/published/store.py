"""Published records as matches in a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agonist.games import KITS
from agonist.kit import option_texts
from agonist.match import PRESETS, Fixture, Match, Record, Step
from agonist.store import Run, Store, StoredMatch
from agonist.suites.gamabench.published.row import Read, Row
from agonist.suites.gamabench.results import played_choices
from agonist.suites.gamabench.scoring import Choices
from agonist.suites.gamabench.scoring.packing import packed, unpacked
from agonist.tournament.suite import Entry

SOURCE: Final = "published records of γ-Bench (Huang et al., 2024)"
"""Stands in the plan of every run of imported records."""


def store_records(store: Store, reads: Sequence[Read]) -> str | None:
    """A run with a match for each record that is not stored yet: finished, or void with the reason.

    A void match has the moves that our rules let pass. Of those that are scored nevertheless, as the
    published code took them, all choices stand in the run's plan, under `choices` by block. Returns the
    run's id, or `None` if all records were stored before.
    """
    known = {
        match.fixture.block
        for run in store.runs()
        if run.plan.get("source") == SOURCE
        for match in store.matches(run.id)
        # Imports of the first release kept too little of what the rules refuse to score it.
        if match.status == "finished" or "choices" in run.plan
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
        "choices": {_block(read): packed(read.choices) for read in reads if _kept_whole(read)},
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
    store.set_status(
        run, "finished", f"{len(reads)} published records, {void} of them no matches by our rules"
    )
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
        script={about: list(given) for about, given in read.chance.items()},
    )


def _block(read: Read) -> str:
    return f"published/{read.row.file}"


def _kept_whole(read: Read) -> bool:
    """Whether a record is scored though it is no finished match: refused, or a copy among the usual runs."""
    return bool(read.played.refused) or (read.row.status == "void" and read.name.run is not None)


def stored_choices(store: Store, run: Run, match: StoredMatch) -> Choices | None:
    """What was chosen in an imported match; `None` for copies, and where an old import kept too little."""
    if match.status == "finished":
        return played_choices(store, match)
    kept = run.plan.get("choices", {}).get(match.fixture.block)
    return None if kept is None else unpacked(kept)


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
