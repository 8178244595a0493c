"""Queries on an open connection. `where` is the database's name in messages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Select, and_, case, func, or_, select

from agonist.core import Moves, UsageError, nearest
from agonist.match import Step
from agonist.match.record import moves_from
from agonist.players.model_call import LOST, ModelCall
from agonist.store.damage import UNREADABLE, damaged_match, in_short, of_match, whole_run
from agonist.store.failure import DamagedMatch
from agonist.store.packing import unpack
from agonist.store.rows import call_from, match_from, step_from, turn_from
from agonist.store.tables import BROKEN_OFF, MATCHES, MODEL_CALLS, RUNS, STEPS
from agonist.store.values import Answers, Run, StoredMatch, Tally, Turn

CHUNK = 1000


def number_and_id(connection: Connection, run: str, where: str) -> tuple[int, str]:
    """The number and id of the run given by an id, the beginning of one, or `latest`."""
    known = {row.id: row.number for row in connection.execute(select(RUNS.c.id, RUNS.c.number))}
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


def run(connection: Connection, name: str, where: str) -> Run:
    """One run."""
    number, _ = number_and_id(connection, name, where)
    (found,) = _runs(connection, _run_query().where(RUNS.c.number == number))
    return found


def runs(connection: Connection) -> list[Run]:
    """All runs, oldest first."""
    return _runs(connection, _run_query())


def matches(connection: Connection, name: str, where: str, without: Container[int] = ()) -> list[StoredMatch]:
    """The matches of a run, in planned order, without those in `left_out`."""
    number, _ = number_and_id(connection, name, where)
    query = _match_query().where(MATCHES.c.run == number).order_by(MATCHES.c.nth)
    return [_match(row, where) for row in connection.execute(query) if row.id not in without]


def _match(row: Any, where: str) -> StoredMatch:
    with of_match(row.id, where):
        return match_from(row)


def match(connection: Connection, number: int | None, given: Any, where: str) -> StoredMatch:
    """One match; `given` is its id as the user wrote it."""
    row = connection.execute(_match_query().where(MATCHES.c.id == number)).one_or_none()
    if row is None:
        first, last = connection.execute(select(func.min(MATCHES.c.id), func.max(MATCHES.c.id))).one()
        there = "it has none" if first is None else f"they are numbered from {first} to {last}"
        raise UsageError(f"there is no match {given!r} in {where}; {there}")
    return match_from(row)


def steps(connection: Connection, number: int | None, where: str) -> list[Step]:
    """The complete steps of a match, in order."""
    of = MODEL_CALLS.c
    query = select(MODEL_CALLS).where(of.match == number, of.step != BROKEN_OFF).order_by(of.step, of.nth)
    said = {
        nth: list(rows) for nth, rows in groupby(connection.execute(query), key=lambda row: int(row.step))
    }
    rows = connection.execute(select(STEPS).where(STEPS.c.match == number).order_by(STEPS.c.nth)).all()
    if any(row.nth != nth for nth, row in enumerate(rows)):
        raise _missing(number or 0, where)
    with of_match(number or 0, where):
        return [step_from(row, said.get(row.nth, ())) for row in rows]


def steps_of_run(
    connection: Connection, name: str, where: str, without: Container[int] = ()
) -> dict[int, list[Step]]:
    """The complete steps of every match of a run, in order, by the match's id; two queries in all."""
    number, _ = number_and_id(connection, name, where)
    of = MODEL_CALLS.c
    own = select(MATCHES.c.id).where(MATCHES.c.run == number)
    query = select(MODEL_CALLS).where(of.match.in_(own), of.step != BROKEN_OFF)
    query = query.order_by(of.match, of.step, of.nth)
    said = {
        at: list(rows)
        for at, rows in groupby(connection.execute(query), key=lambda row: (int(row.match), int(row.step)))
    }
    found: dict[int, list[Step]] = {}
    query = select(STEPS).where(STEPS.c.match.in_(own)).order_by(STEPS.c.match, STEPS.c.nth)
    for row in connection.execute(query):
        if row.match in without:
            continue
        steps = found.setdefault(int(row.match), [])
        if row.nth != len(steps):
            raise _missing(row.match, where)
        with of_match(row.match, where):
            steps.append(step_from(row, said.get((row.match, row.nth), ())))
    return found


def turns(connection: Connection, matches: Sequence[int], where: str) -> dict[int, list[Turn]]:
    """The complete steps of these matches without their calls; two queries for all of them."""
    of, found = MODEL_CALLS.c, {match: list[Turn]() for match in matches}
    errors: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    query = select(of.match, of.step, of.error).where(
        of.match.in_(matches), of.error != "", of.probe == "", of.step != BROKEN_OFF
    )
    for match, step, error in connection.execute(query.order_by(of.match, of.step, of.nth)):
        errors[match, step].append(error)
    of_step = STEPS.c
    rows: Select[Any] = select(of_step.match, of_step.nth, of_step.moves, of_step.fallback, of_step.probes)
    rows = rows.where(of_step.match.in_(matches)).order_by(of_step.match, of_step.nth)
    match, known = 0, dict[str, Moves]()  # most moves occur many times
    try:  # around them all, since a context for each of 100,000 turns takes as long as reading it
        for match, nth, moves, fallback, probes in connection.execute(rows).all():
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


def recorded(connection: Connection, number: int | None) -> tuple[int, list[ModelCall]]:
    """The number of the incomplete step of a match, and its recorded calls in order."""
    of = MODEL_CALLS.c
    step = connection.execute(select(func.count()).where(STEPS.c.match == number)).scalar_one()
    query = select(MODEL_CALLS).where(of.match == number, of.step == step).order_by(of.nth)
    return step, list(map(call_from, connection.execute(query)))


def broken_off(connection: Connection, number: int | None) -> tuple[ModelCall, ...]:
    """The calls of a match that belong to no step, in order."""
    of = MODEL_CALLS.c
    query = select(MODEL_CALLS).where(of.match == number, of.step == BROKEN_OFF).order_by(of.nth)
    return tuple(map(call_from, connection.execute(query)))


def results(
    connection: Connection,
    name: str | None,
    game: str | None,
    where: str,
    unreadable: Callable[[str], None] | None = None,
) -> Iterator[StoredMatch]:
    """Finished matches, oldest first; one chunk is in memory at a time."""
    query = _narrowed(connection, _match_query(), name, game, where)
    query = query.where(MATCHES.c.status == "finished").order_by(MATCHES.c.id)
    rows = connection.execution_options(yield_per=CHUNK).execute(query)
    try:
        for row in rows:
            try:
                match = match_from(row)
            except UNREADABLE as error:
                if unreadable is None:
                    raise
                unreadable(f"match {row.id} is damaged: {in_short(error)}")
            else:
                yield match
    finally:
        rows.close()


def tallies(connection: Connection, name: str | None, game: str | None, where: str) -> list[Tally]:
    """Sums over calls, by match and seat."""
    of = MODEL_CALLS.c
    # Grouped by class of invalid answer as well, so that one pass over one index suffices.
    unknown = case((of.request * (1 - of.from_cache) == 1, case((of.cost.is_(None), 1), else_=0)), else_=0)
    sums = [
        func.sum(of.request),
        func.sum(of.prompt),
        func.sum(of.cached),
        func.sum(of.completion),
        func.sum(of.reasoning),
        func.sum(unknown),
        func.coalesce(func.sum(case((of.from_cache == 0, of.cost), else_=0.0)), 0.0),
        func.sum(of.seconds),
        func.sum(of.tries * of.request),
        func.sum(of.estimated),
        func.coalesce(func.sum(case((of.estimated == 1, of.cost), else_=0.0)), 0.0),
        func.sum(case((of.tries > 1, of.tries - 1), else_=0)),
    ]
    complete = case((of.step == BROKEN_OFF, 0), else_=1)
    groups = (of.match, of.seat, of.error, of.probe, complete)
    query: Select[Any] = select(*groups, func.count(), *sums).group_by(*groups)
    if name is not None or game is not None:
        query = _narrowed(connection, query.join(MATCHES, MATCHES.c.id == of.match), name, game, where)
    totals: dict[tuple[int, int], list[Any]] = {}
    invalid: defaultdict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for at, seat, error, probe, in_step, count, *part in connection.execute(query):
        key = (at, seat)
        part[-1] *= in_step
        before = totals.get(key)
        totals[key] = part if before is None else [a + b for a, b in zip(before, part, strict=True)]
        if error and in_step and not probe:
            invalid[key][error] = count
    for at, seat, lost in connection.execute(_lost(connection, name, game, where)):
        totals[at, seat][-1] += lost
    found = []
    for key in sorted(totals):
        with of_match(key[0], where):
            found.append(_tally(key, totals[key], invalid[key]))
    return found


def answers(connection: Connection, name: str, where: str) -> list[Answers]:
    """Valid and invalid answers by match and seat; seats without any call are left out."""
    of = MODEL_CALLS.c
    refused = func.max(case((of.error != "", 1), else_=0))
    refused_of_model = func.max(case((and_(of.error != "", of.request == 1), 1), else_=0))
    # An attempt may take several calls; the last one is judged.
    attempt = (of.match, of.step, of.seat, of.attempt)
    complete = and_(STEPS.c.match == of.match, STEPS.c.nth == of.step)
    attempts = _narrowed(
        connection,
        select(*attempt, refused.label("refused"), refused_of_model.label("invalid"))
        .join(STEPS, complete)
        .join(MATCHES, MATCHES.c.id == of.match)
        .where(of.probe == "")
        .group_by(*attempt),
        name,
        None,
        where,
    ).subquery()
    seat = (attempts.c.match, attempts.c.seat)
    sums = (func.count(), func.sum(attempts.c.invalid), func.sum(attempts.c.refused))
    return [
        Answers(row[0], row[1], int(row[2]), int(row[3]), int(row[2] - row[4]))
        for row in connection.execute(select(*seat, *sums).group_by(*seat))
    ]


def _lost(connection: Connection, name: str | None, game: str | None, where: str) -> Select[Any]:
    """How many requests of complete steps had no answer, or one that came too late, by match and seat."""
    of = MODEL_CALLS.c
    how = or_(*(of.words.contains(f'"finish":{gap}"{word}"') for word in LOST for gap in ("", " ")))
    query: Select[Any] = select(of.match, of.seat, func.count())
    query = query.where(of.step != BROKEN_OFF, of.tries > 0, how).group_by(of.match, of.seat)
    if name is not None or game is not None:
        query = _narrowed(connection, query.join(MATCHES, MATCHES.c.id == of.match), name, game, where)
    return query


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


def _narrowed(
    connection: Connection, query: Select[Any], name: str | None, game: str | None, where: str
) -> Select[Any]:
    if name is not None:
        query = query.where(MATCHES.c.run == number_and_id(connection, name, where)[0])
    return query if game is None else query.where(MATCHES.c.game == game)


def _match_query() -> Select[Any]:
    columns = [column for column in MATCHES.c if column.name not in ("run", "key", "game")]
    return select(*columns, RUNS.c.id.label("run")).join(RUNS, RUNS.c.number == MATCHES.c.run)


def _run_query() -> Select[Any]:
    finished = func.sum(case((MATCHES.c.status == "finished", 1), else_=0)).label("finished")
    return (
        select(RUNS, func.count(MATCHES.c.id).label("matches"), finished)
        .outerjoin(MATCHES, MATCHES.c.run == RUNS.c.number)
        .group_by(RUNS.c.number)
        .order_by(RUNS.c.number)
    )


def _runs(connection: Connection, query: Select[Any]) -> list[Run]:
    return [
        whole_run(
            Run(
                row.id,
                row.created,
                unpack(row.plan),
                row.status,
                row.note,
                row.matches,
                int(row.finished or 0),
            )
        )
        for row in connection.execute(query)
    ]
