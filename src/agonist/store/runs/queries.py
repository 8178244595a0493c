"""Reading runs, matches and steps, in plain SQL that SQLite and PostgreSQL understand alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, TypeAlias

from agonist.core import UsageError, nearest
from agonist.match import Fixture, Step
from agonist.match.record import moves_from
from agonist.players.model_call_record import ModelCall
from agonist.store.engines.database import Query
from agonist.store.engines.failure import DamagedMatch
from agonist.store.runs.damage import UNREADABLE, damaged_match, in_short, of_match, whole_run
from agonist.store.runs.match_ids_from_callers import MatchName, number_of
from agonist.store.runs.query_results import BROKEN_OFF, Run, StoredMatch, Turn
from agonist.store.runs.row_conversion import (
    TokensOf,
    call_from,
    fixture_from,
    kind_of,
    match_from,
    step_from,
    turn_from,
)
from agonist.store.runs.serialization import unpack
from agonist.store.runs.stored_prompts import texts_of, texts_of_match

CHUNK: Final = 1000
"""Matches in memory at once while all results are read."""

MATCHES: Final = """
    SELECT m.id, m.nth, m.fixture, m.status, m.error, m.forfeits, m.scores, m.ranks, m.teams, m.reason,
        m.fallback, m.seconds, m.deal, m.ended, r.id AS run, m.move_counts, m.course
    FROM matches AS m JOIN runs AS r ON r.number = m.run
"""

RUNS: Final = """
    SELECT r.id, r.created, r.plan, r.status, r.note, count(m.id) AS matches,
        sum(CASE WHEN m.status = 'finished' THEN 1 ELSE 0 END) AS finished
    FROM runs AS r LEFT JOIN matches AS m ON m.run = r.number
"""

CALLS: Final = """
    SELECT c.*, s.messages
    FROM model_calls AS c LEFT JOIN sent_messages AS s
        ON s.match = c.match AND s.step = c.step AND s.nth = c.nth
"""


Values: TypeAlias = dict[str, Any]


def number_and_id(query: Query, run: str) -> tuple[int, str]:
    """The number and id of the run given by an id, the beginning of one, or `latest`."""
    known: dict[str, int] = {row.id: row.number for row in query("SELECT id, number FROM runs")}
    if not known:
        raise UsageError(f"there are no runs in {query.name} yet")
    if run == "latest":
        run = max(known, key=lambda name: known[name])
    found = [run] if run in known else [name for name in known if run and name.startswith(run)]
    if len(found) > 1:
        raise UsageError(f"{run!r} begins more than one run: {', '.join(sorted(found))}")
    if not found:
        raise UsageError(nearest("run", run, [*known, "latest"]))
    return known[found[0]], found[0]


def run(query: Query, run: str) -> Run:
    """The run by its id, a beginning of it, or `latest`. Raises `UsageError` if there is none."""
    number, _ = number_and_id(query, run)
    rows = query(f"{RUNS} WHERE r.number = :number GROUP BY r.number", {"number": number})
    (found,) = map(_run, rows)
    return found


def plan(query: Query, run: str) -> Mapping[str, Any]:
    """The plan of the run of exactly this id; its matches are not counted, as `run` does."""
    found = list(query("SELECT plan FROM runs WHERE id = :id", {"id": run}))
    if not found:
        raise UsageError(f"there is no run {run} in {query.name}")
    plan: Mapping[str, Any] = unpack(found[0].plan)
    return plan


def runs(query: Query) -> list[Run]:
    """All runs, oldest first."""
    return list(map(_run, query(f"{RUNS} GROUP BY r.number ORDER BY r.number")))


def games_played(query: Query) -> list[str]:
    """The games with matches, in alphabetical order. Reads few rows, since it steps from game to game."""
    rows = query("""
        WITH RECURSIVE games(game) AS (
            SELECT min(game) FROM matches
            UNION ALL SELECT (SELECT min(m.game) FROM matches AS m WHERE m.game > games.game)
            FROM games WHERE game IS NOT NULL
        ) SELECT game FROM games WHERE game IS NOT NULL
    """)
    return [row.game for row in rows]


def matches(query: Query, run: str, without: Container[int] = ()) -> list[StoredMatch]:
    """The matches of a run, in the order they were planned, without some."""
    number, _ = number_and_id(query, run)
    rows = query(f"{MATCHES} WHERE m.run = :number ORDER BY m.nth", {"number": number})
    return [_match(row, query.name) for row in rows if row.id not in without]


def left(query: Query, run: str) -> list[tuple[Fixture, int]]:
    """The first fixture of each kind among the matches of a run that are not at their end, and their number.

    Fixtures of one kind differ in their seeds and blocks only.
    """
    number, _ = number_and_id(query, run)
    rows = query(
        "SELECT id, fixture FROM matches WHERE run = :number AND status NOT IN ('finished', 'void') "
        "ORDER BY nth",
        {"number": number},
        chunk=CHUNK,
    )
    found: dict[str, tuple[Fixture, int]] = {}
    for row in rows:
        with of_match(row.id, query.name):
            kind = kind_of(row.fixture)
            first, many = found.get(kind) or (fixture_from(row.fixture), 0)
            found[kind] = first, many + 1
    return list(found.values())


def statuses(query: Query, run: str) -> Mapping[str, int]:
    """How many matches of a run have each status."""
    number, _ = number_and_id(query, run)
    rows = query(
        "SELECT status, count(*) FROM matches WHERE run = :number GROUP BY status", {"number": number}
    )
    return {status: int(many) for status, many in rows}


def _match(row: Any, where: str) -> StoredMatch:
    with of_match(row.id, where):
        return match_from(row)


def match(query: Query, match: MatchName) -> StoredMatch:
    """The match in its present status. Raises `UsageError` if there is none."""
    for row in query(f"{MATCHES} WHERE m.id = :number", {"number": number_of(match)}):
        return match_from(row)
    ((first, last),) = query("SELECT min(id), max(id) FROM matches")
    there = "it has none" if first is None else f"they are numbered from {first} to {last}"
    raise UsageError(f"there is no match {match!r} in {query.name}; {there}")


def steps(query: Query, match: MatchName) -> list[Step]:
    """The complete steps of a match, equal to those that were added."""
    number = number_of(match)
    of = {"number": number, "broken_off": BROKEN_OFF}
    calls = query(f"{CALLS} WHERE c.match = :number AND c.step <> :broken_off ORDER BY c.step, c.nth", of)
    calls_of = {nth: list(rows) for nth, rows in groupby(calls, key=lambda row: int(row.step))}
    rows = list(query("SELECT * FROM steps WHERE match = :number ORDER BY nth", {"number": number}))
    if any(row.nth != nth for nth, row in enumerate(rows)):
        raise _missing(number or 0, query.name)
    text_of, tokens = texts_of_match(query, number), _tokens(query, number)
    with of_match(number or 0, query.name):
        return [step_from(row, calls_of.get(row.nth, ()), text_of, tokens) for row in rows]


def _tokens(query: Query, match: int | None, step: int | None = None) -> TokensOf:
    """What is stored of the tokens of a match, or of one of its steps."""
    only = "" if step is None else " AND step = :step"
    rows = query(f"SELECT * FROM call_tokens WHERE match = :match{only}", {"match": match, "step": step})
    return {(row.step, row.nth): row for row in rows}


def steps_of_run(query: Query, run: str, without: Container[int] = ()) -> dict[int, list[Step]]:
    """The complete steps of the matches of a run by id, without ids of tokens; matches without any are left
    out.

    Two queries in all.
    """
    number, _ = number_and_id(query, run)
    calls = query(
        f"""
        {CALLS}
        WHERE c.match IN (SELECT id FROM matches WHERE run = :number) AND c.step <> :broken_off
        ORDER BY c.match, c.step, c.nth
        """,
        {"number": number, "broken_off": BROKEN_OFF},
    )
    calls_of = {
        at: list(rows) for at, rows in groupby(calls, key=lambda row: (int(row.match), int(row.step)))
    }
    found: dict[int, list[Step]] = {}
    text_of = texts_of(query, number)
    for row in query(
        "SELECT * FROM steps WHERE match IN (SELECT id FROM matches WHERE run = :number) ORDER BY match, nth",
        {"number": number},
    ):
        if row.match in without:
            continue
        steps = found.setdefault(int(row.match), [])
        if row.nth != len(steps):
            raise _missing(row.match, query.name)
        with of_match(row.match, query.name):
            steps.append(step_from(row, calls_of.get((row.match, row.nth), ()), text_of))
    return found


def turns(query: Query, matches: Sequence[MatchName]) -> dict[int, list[Turn]]:
    """The complete steps of each of these matches by its id, without their calls.

    Some hundreds are read about as fast as a few: two queries for all of them.
    """
    found = {number: list[Turn]() for match in matches if (number := number_of(match)) is not None}
    if not found:
        return found
    errors: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    # As text, since there can be more of them than a query may have parameters.
    these = ", ".join(str(int(match)) for match in found)
    for match, step, error in query(
        f"""
        SELECT match, step, error FROM model_calls
        WHERE match IN ({these}) AND error <> '' AND probe = '' AND step <> :broken_off
        ORDER BY match, step, nth
        """,
        {"broken_off": BROKEN_OFF},
    ):
        errors[match, step].append(error)
    rows = query(
        f"SELECT match, nth, moves, fallback, probes FROM steps WHERE match IN ({these}) ORDER BY match, nth"
    )
    match, known = 0, dict[tuple[str, str, str], Turn]()  # most turns occur many times
    try:  # one context for all, since one for each of 100,000 turns takes as long as reading them
        for match, nth, moves, fallback, probes in rows:
            match_turns = found[match]
            if nth != len(match_turns):
                raise _missing(match, query.name)
            texts = moves, fallback, probes
            if (turn := known.get(texts)) is None:
                turn = known[texts] = turn_from(moves_from(unpack(moves)), fallback, probes, ())
            wrong = errors.get((match, nth))
            match_turns.append(replace(turn, errors=tuple(wrong)) if wrong else turn)
    except UNREADABLE as error:
        raise damaged_match(match, query.name, error) from error
    return found


def _missing(match: int, where: str) -> DamagedMatch:
    return DamagedMatch(
        f"steps are missing from match {match} in {where}: it cannot be replayed or resumed", match
    )


def recorded(query: Query, match: MatchName) -> tuple[int, list[ModelCall]]:
    """The number of the incomplete step of a match, and its recorded calls in order."""
    number = number_of(match)
    ((step,),) = query("SELECT count(*) FROM steps WHERE match = :number", {"number": number})
    return step, calls_at(query, match, step)


def broken_off(query: Query, match: MatchName) -> tuple[ModelCall, ...]:
    """The calls of a match that belong to none of its steps, in order."""
    return tuple(calls_at(query, match, BROKEN_OFF))


def calls_at(query: Query, match: MatchName, step: int) -> list[ModelCall]:
    """The calls of one step of a match, counted from 0, in order."""
    number = number_of(match)
    rows = query(
        f"{CALLS} WHERE c.match = :number AND c.step = :step ORDER BY c.nth",
        {"number": number, "step": step},
    )
    text_of, tokens = texts_of_match(query, number), _tokens(query, number, step)
    with of_match(number or 0, query.name):
        return [call_from(row, text_of, tokens) for row in rows]


def results(
    query: Query,
    run: str | None,
    game: str | None,
    unreadable: Callable[[str], None] | None = None,
) -> Iterator[StoredMatch]:
    """Finished matches, oldest first; one chunk is in memory at a time."""
    only, values = narrowed(query, run, game)
    sql = f"{MATCHES} WHERE m.status = 'finished' {only} ORDER BY m.id"
    for row in query(sql, values, chunk=CHUNK):
        try:
            match = match_from(row)
        except UNREADABLE as error:
            if unreadable is None:
                raise
            unreadable(f"match {row.id} is damaged: {in_short(error)}")
        else:
            yield match


def narrowed(query: Query, run: str | None, game: str | None) -> tuple[str, Values]:
    """A condition on matches `m` for a run or game, to be appended to others, and its values."""
    only, values = "", Values()
    if run is not None:
        only += " AND m.run = :number"
        values["number"], _ = number_and_id(query, run)
    if game is not None:
        only += " AND m.game = :game"
        values["game"] = game
    return only, values


def _run(row: Any) -> Run:
    finished = int(row.finished or 0)
    return whole_run(Run(row.id, row.created, unpack(row.plan), row.status, row.note, row.matches, finished))
