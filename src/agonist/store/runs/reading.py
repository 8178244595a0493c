"""Reading runs, matches and what was said, in plain SQL that SQLite and PostgreSQL understand alike.

It needs no SQLAlchemy (see `agonist.store.runs.source`). `where` is the database's name in messages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

from agonist.core import Moves, UsageError, nearest
from agonist.match import Step
from agonist.match.record import moves_from
from agonist.players.model_call import LOST, ModelCall
from agonist.store.engines.failure import DamagedMatch
from agonist.store.runs.damage import UNREADABLE, damaged_match, in_short, of_match, whole_run
from agonist.store.runs.packing import unpack
from agonist.store.runs.rows import call_from, match_from, step_from, turn_from
from agonist.store.runs.source import Query
from agonist.store.runs.values import BROKEN_OFF, Answers, Run, StoredMatch, Tally, Turn

CHUNK: Final = 1000
"""Matches in memory at once while all results are read."""

MATCHES: Final = """
    SELECT m.id, m.nth, m.fixture, m.status, m.error, m.forfeits, m.scores, m.ranks, m.teams, m.reason,
        m.fallback, m.seconds, m.deal, m.ended, r.id AS run
    FROM matches AS m JOIN runs AS r ON r.number = m.run
"""

RUNS: Final = """
    SELECT r.id, r.created, r.plan, r.status, r.note, count(m.id) AS matches,
        sum(CASE WHEN m.status = 'finished' THEN 1 ELSE 0 END) AS finished
    FROM runs AS r LEFT JOIN matches AS m ON m.run = r.number
"""


# Grouped by class of invalid answer as well, so that one pass over one index suffices.
SUMS: Final = """
    SELECT c.match, c.seat, c.error, c.probe, CASE WHEN c.step = :broken_off THEN 0 ELSE 1 END AS complete,
        count(*), sum(c.request), sum(c.prompt), sum(c.cached), sum(c.completion), sum(c.reasoning),
        sum(CASE WHEN c.request = 1 AND c.from_cache = 0 AND c.cost IS NULL THEN 1 ELSE 0 END),
        coalesce(sum(CASE WHEN c.from_cache = 0 THEN c.cost ELSE 0.0 END), 0.0),
        sum(c.seconds), sum(c.tries * c.request), sum(c.estimated),
        coalesce(sum(CASE WHEN c.estimated = 1 THEN c.cost ELSE 0.0 END), 0.0),
        sum(CASE WHEN c.tries > 1 THEN c.tries - 1 ELSE 0 END)
    FROM model_calls AS c {joined}
    WHERE true {only}
    GROUP BY c.match, c.seat, c.error, c.probe, complete
"""

LOST_CALLS: Final = """
    SELECT c.match, c.seat, count(*)
    FROM model_calls AS c {joined}
    WHERE c.step <> :broken_off AND c.tries > 0 AND ({these}) {only}
    GROUP BY c.match, c.seat
"""
"""Requests of complete steps that had no answer, or one that came too late."""

# An attempt may take several calls; the last one is judged.
JUDGED: Final = """
    SELECT match, seat, count(*), sum(invalid), sum(refused) FROM (
        SELECT c.match AS match, c.seat AS seat,
            max(CASE WHEN c.error <> '' THEN 1 ELSE 0 END) AS refused,
            max(CASE WHEN c.error <> '' AND c.request = 1 THEN 1 ELSE 0 END) AS invalid
        FROM model_calls AS c
        JOIN steps AS s ON s.match = c.match AND s.nth = c.step
        JOIN matches AS m ON m.id = c.match
        WHERE m.run = :number AND c.probe = ''
        GROUP BY c.match, c.step, c.seat, c.attempt
    ) AS attempts
    GROUP BY match, seat
"""

Values: TypeAlias = dict[str, Any]


def number_and_id(query: Query, run: str, where: str) -> tuple[int, str]:
    """The number and id of the run given by an id, the beginning of one, or `latest`."""
    known: dict[str, int] = {row.id: row.number for row in query("SELECT id, number FROM runs")}
    if not known:
        raise UsageError(f"there are no runs in {where} yet")
    if run == "latest":
        run = max(known, key=lambda name: known[name])
    found = [run] if run in known else [name for name in known if run and name.startswith(run)]
    if len(found) > 1:
        raise UsageError(f"{run!r} begins more than one run: {', '.join(sorted(found))}")
    if not found:
        raise UsageError(nearest("run", run, [*known, "latest"]))
    return known[found[0]], found[0]


def run(query: Query, name: str, where: str) -> Run:
    """One run."""
    number, _ = number_and_id(query, name, where)
    rows = query(f"{RUNS} WHERE r.number = :number GROUP BY r.number", {"number": number})
    (found,) = map(_run, rows)
    return found


def plan(query: Query, name: str, where: str) -> Mapping[str, Any]:
    """The plan of the run of exactly this id."""
    found = list(query("SELECT plan FROM runs WHERE id = :id", {"id": name}))
    if not found:
        raise UsageError(f"there is no run {name} in {where}")
    plan: Mapping[str, Any] = unpack(found[0].plan)
    return plan


def runs(query: Query) -> list[Run]:
    """All runs, oldest first."""
    return list(map(_run, query(f"{RUNS} GROUP BY r.number ORDER BY r.number")))


def matches(query: Query, name: str, where: str, without: Container[int] = ()) -> list[StoredMatch]:
    """The matches of a run, in planned order, without those in `left_out`."""
    number, _ = number_and_id(query, name, where)
    rows = query(f"{MATCHES} WHERE m.run = :number ORDER BY m.nth", {"number": number})
    return [_match(row, where) for row in rows if row.id not in without]


def _match(row: Any, where: str) -> StoredMatch:
    with of_match(row.id, where):
        return match_from(row)


def match(query: Query, number: int | None, given: Any, where: str) -> StoredMatch:
    """One match; `given` is its id as the user wrote it."""
    for row in query(f"{MATCHES} WHERE m.id = :number", {"number": number}):
        return match_from(row)
    ((first, last),) = query("SELECT min(id), max(id) FROM matches")
    there = "it has none" if first is None else f"they are numbered from {first} to {last}"
    raise UsageError(f"there is no match {given!r} in {where}; {there}")


def steps(query: Query, number: int | None, where: str) -> list[Step]:
    """The complete steps of a match, in order."""
    of = {"number": number, "broken_off": BROKEN_OFF}
    calls = query(
        "SELECT * FROM model_calls WHERE match = :number AND step <> :broken_off ORDER BY step, nth", of
    )
    said = {nth: list(rows) for nth, rows in groupby(calls, key=lambda row: int(row.step))}
    rows = list(query("SELECT * FROM steps WHERE match = :number ORDER BY nth", {"number": number}))
    if any(row.nth != nth for nth, row in enumerate(rows)):
        raise _missing(number or 0, where)
    with of_match(number or 0, where):
        return [step_from(row, said.get(row.nth, ())) for row in rows]


def steps_of_run(query: Query, name: str, where: str, without: Container[int] = ()) -> dict[int, list[Step]]:
    """The complete steps of every match of a run, in order, by the match's id; two queries in all."""
    number, _ = number_and_id(query, name, where)
    calls = query(
        """
        SELECT * FROM model_calls
        WHERE match IN (SELECT id FROM matches WHERE run = :number) AND step <> :broken_off
        ORDER BY match, step, nth
        """,
        {"number": number, "broken_off": BROKEN_OFF},
    )
    said = {at: list(rows) for at, rows in groupby(calls, key=lambda row: (int(row.match), int(row.step)))}
    found: dict[int, list[Step]] = {}
    for row in query(
        "SELECT * FROM steps WHERE match IN (SELECT id FROM matches WHERE run = :number) ORDER BY match, nth",
        {"number": number},
    ):
        if row.match in without:
            continue
        steps = found.setdefault(int(row.match), [])
        if row.nth != len(steps):
            raise _missing(row.match, where)
        with of_match(row.match, where):
            steps.append(step_from(row, said.get((row.match, row.nth), ())))
    return found


def turns(query: Query, matches: Sequence[int], where: str) -> dict[int, list[Turn]]:
    """The complete steps of these matches without their calls; two queries for all of them."""
    found = {match: list[Turn]() for match in matches}
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
    match, known = 0, dict[str, Moves]()  # most moves occur many times
    try:  # one context for all, since one for each of 100,000 turns takes as long as reading them
        for match, nth, moves, fallback, probes in rows:
            own = found[match]
            if nth != len(own):
                raise _missing(match, where)
            if (decoded := known.get(moves)) is None:
                decoded = known[moves] = moves_from(unpack(moves))
            own.append(turn_from(decoded, fallback, probes, errors.get((match, nth), ())))
    except UNREADABLE as error:
        raise damaged_match(match, where, error) from error
    return found


def _missing(match: int, where: str) -> DamagedMatch:
    return DamagedMatch(
        f"steps are missing from match {match} in {where}: it cannot be replayed or resumed", match
    )


def recorded(query: Query, number: int | None) -> tuple[int, list[ModelCall]]:
    """The number of the incomplete step of a match, and its recorded calls in order."""
    ((step,),) = query("SELECT count(*) FROM steps WHERE match = :number", {"number": number})
    return step, _calls(query, number, step)


def broken_off(query: Query, number: int | None) -> tuple[ModelCall, ...]:
    """The calls of a match that belong to no step, in order."""
    return tuple(_calls(query, number, BROKEN_OFF))


def _calls(query: Query, number: int | None, step: int) -> list[ModelCall]:
    rows = query(
        "SELECT * FROM model_calls WHERE match = :number AND step = :step ORDER BY nth",
        {"number": number, "step": step},
    )
    return list(map(call_from, rows))


def results(
    query: Query,
    name: str | None,
    game: str | None,
    where: str,
    unreadable: Callable[[str], None] | None = None,
) -> Iterator[StoredMatch]:
    """Finished matches, oldest first; one chunk is in memory at a time."""
    only, values = _narrowed(query, name, game, where)
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


def tallies(query: Query, name: str | None, game: str | None, where: str) -> list[Tally]:
    """Sums over calls, by match and seat."""
    only, values = _narrowed(query, name, game, where)
    values["broken_off"] = BROKEN_OFF
    joined = "JOIN matches AS m ON m.id = c.match" if only else ""
    totals: dict[tuple[int, int], list[Any]] = {}
    invalid: defaultdict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for at, seat, error, probe, in_step, count, *part in query(SUMS.format(joined=joined, only=only), values):
        key = (at, seat)
        part[-1] *= in_step
        before = totals.get(key)
        totals[key] = part if before is None else [a + b for a, b in zip(before, part, strict=True)]
        if error and in_step and not probe:
            invalid[key][error] = count
    words = (f'%"finish":{gap}"{word}"%' for gap in ("", " ") for word in LOST)
    lost_as = {f"lost{nth}": pattern for nth, pattern in enumerate(words)}
    these = " OR ".join(f"c.words LIKE :{name}" for name in lost_as)
    lost_calls = LOST_CALLS.format(joined=joined, only=only, these=these)
    for at, seat, lost in query(lost_calls, values | lost_as):
        totals[at, seat][-1] += lost
    found = []
    for key in sorted(totals):
        with of_match(key[0], where):
            found.append(_tally(key, totals[key], invalid[key]))
    return found


def answers(query: Query, name: str, where: str) -> list[Answers]:
    """Valid and invalid answers by match and seat; seats without any call are left out."""
    number, _ = number_and_id(query, name, where)
    return [
        Answers(match, seat, int(judged), int(invalid), int(judged - refused))
        for match, seat, judged, invalid, refused in query(JUDGED, {"number": number})
    ]


def _tally(key: tuple[int, int], total: list[Any], invalid: dict[str, int]) -> Tally:
    requests, prompt, cached, completion, reasoning, unknown, cost, seconds, *of_requests = total
    tries, estimated, guess, resent = of_requests
    match, seat = key
    return Tally(
        match=match,
        seat=seat,
        requests=int(requests),
        prompt=int(prompt),
        cached=int(cached),
        completion=int(completion),
        reasoning=int(reasoning),
        cost=None if unknown else float(cost),
        seconds=float(seconds),
        tries=int(tries),
        estimated=int(estimated),
        estimated_cost=float(guess),
        resent=int(resent),
        invalid=invalid,
    )


def _narrowed(query: Query, name: str | None, game: str | None, where: str) -> tuple[str, Values]:
    """A condition on matches `m` for a run or game, to be appended to others, and its values."""
    only, values = "", Values()
    if name is not None:
        only += " AND m.run = :number"
        values["number"], _ = number_and_id(query, name, where)
    if game is not None:
        only += " AND m.game = :game"
        values["game"] = game
    return only, values


def _run(row: Any) -> Run:
    finished = int(row.finished or 0)
    return whole_run(Run(row.id, row.created, unpack(row.plan), row.status, row.note, row.matches, finished))
