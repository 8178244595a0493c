"""Usage and answers of each seat, summed over model calls by the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Protocol

from agonist.players.model_call_record import LOST, UNANSWERED
from agonist.store.engines.database import Query
from agonist.store.runs.damage import of_match
from agonist.store.runs.match_end_tallies import NO_CALLS, kept, tallies_from
from agonist.store.runs.queries import CHUNK, Values, narrowed, number_and_id
from agonist.store.runs.query_results import BROKEN_OFF, Answers, SeatUsage, Tally

# Grouped by class of invalid answer as well, so that one pass suffices.
SUMS: Final = """
    SELECT c.match, c.seat, c.error, c.probe, CASE WHEN c.step = :broken_off THEN 0 ELSE 1 END AS complete,
        CASE WHEN c.estimated = 1 AND (c.words LIKE :closed0 OR c.words LIKE :closed1) THEN 1 ELSE 0 END
            AS closed,
        count(*), sum(c.request), sum(c.prompt), sum(c.cached), sum(c.completion), sum(c.reasoning),
        sum(CASE WHEN c.request = 1 AND c.from_cache = 0 AND c.cost IS NULL THEN 1 ELSE 0 END),
        coalesce(sum(CASE WHEN c.from_cache = 0 THEN c.cost ELSE 0.0 END), 0.0),
        sum(c.seconds), sum(c.tries * c.request), sum(c.estimated),
        coalesce(sum(CASE WHEN c.estimated = 1 THEN c.cost ELSE 0.0 END), 0.0),
        sum(CASE WHEN c.tries > 1 THEN c.tries - 1 ELSE 0 END)
    FROM model_calls AS c {joined}
    WHERE true {only}
    GROUP BY c.match, c.seat, c.error, c.probe, complete, closed
"""

LOST_CALLS: Final = """
    SELECT c.match, c.seat, count(*)
    FROM model_calls AS c {joined}
    WHERE c.step <> :broken_off AND c.tries > 0 AND ({these}) {only}
    GROUP BY c.match, c.seat
"""
"""Requests of complete steps that had no answer, or one that came too late."""

# Without a form nobody was asked for text. Several replies may lead to one answer, and each has its form.
FORMS_OF_QUESTIONS: Final = """
    SELECT match, seat, form, count(*) FROM (
        SELECT c.match AS match, c.seat AS seat, CASE
            WHEN max(CASE WHEN c.form = 'unknown' THEN 1 ELSE 0 END) = 1 THEN 'unknown'
            WHEN max(CASE WHEN c.error <> '' THEN c.attempt ELSE 0 END) = max(c.attempt) THEN 'refused'
            WHEN max(c.error) <> '' THEN 'asked again'
            WHEN max(CASE WHEN c.form IN ('leniently', 'refused') THEN 1 ELSE 0 END) = 1 THEN 'leniently'
            ELSE 'as asked' END AS form
        FROM model_calls AS c {joined}
        WHERE c.step <> :broken_off AND c.probe = '' {only}
        GROUP BY c.match, c.step, c.seat
        HAVING max(c.form) <> ''
    ) AS questions
    GROUP BY match, seat, form
"""

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


class Asks(Protocol):
    """Queries of one transaction, as `Query` runs them."""

    @property
    def name(self) -> str:
        """The name of the database in messages."""

    def __call__(self, sql: str, values: Mapping[str, Any], /) -> Iterable[Any]: ...


def tallies(query: Query, *, run: str | None = None, game: str | None = None) -> list[Tally]:
    """The usage of each seat of each match, finished or not; seats without any call are left out.

    Of matches that have ended, it is what was summed then.
    """
    only, values = narrowed(query, run, game)
    texts = query(
        f"SELECT m.id, m.usage FROM matches AS m WHERE m.usage <> '{NO_CALLS}' {only}", values, chunk=CHUNK
    )
    found = list[Tally]()
    for match, usage in texts:
        with of_match(match, query.name):
            found += tallies_from(match, usage)
    found += computed_tallies(query, f"{only} AND m.usage IS NULL", values)
    return sorted(found, key=lambda tally: (tally.match, tally.seat))


def tallies_of_ended(query: Asks, matches: Sequence[int]) -> dict[int, str]:
    """What is kept of the tallies of these matches, by id; nothing of those without calls."""
    some = ", ".join(map(str, matches))
    called = [row[0] for row in query(f"SELECT DISTINCT match FROM model_calls WHERE match IN ({some})", {})]
    if not called:
        return {}
    some = ", ".join(map(str, called))
    found = computed_tallies(query, f"AND c.match IN ({some})", {}, joined="")
    return {match: kept(of_match) for match, of_match in groupby(found, key=attrgetter("match"))}


def computed_tallies(
    query: Asks, only: str, values: Values, joined: str = "JOIN matches AS m ON m.id = c.match"
) -> list[Tally]:
    """The tallies of some matches `m` by match and seat, summed over their calls `c`."""
    found = {(each.match, each.seat): each for each in _sums(query, joined, only, values)}
    lost_as = {f"lost{nth}": pattern for nth, pattern in enumerate(_finished_as(*LOST))}
    these = " OR ".join(f"c.words LIKE :{name}" for name in lost_as)
    lost_calls = LOST_CALLS.format(joined=joined, only=only, these=these)
    for at, seat, lost in query(lost_calls, values | lost_as | {"broken_off": BROKEN_OFF}):
        before = found[at, seat]
        found[at, seat] = replace(before, resent=before.resent + lost)
    forms: defaultdict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    asked = query(FORMS_OF_QUESTIONS.format(joined=joined, only=only), values | {"broken_off": BROKEN_OFF})
    for at, seat, form, count in asked:
        forms[at, seat][form] = int(count)
    return [replace(tally, forms=forms[key]) if key in forms else tally for key, tally in found.items()]


def usage_of(query: Query, matches: Sequence[int]) -> list[SeatUsage]:
    """The usage of each seat of these matches; seats without any call are left out. A query per thousand."""
    found: list[SeatUsage] = []
    for first in range(0, len(matches), CHUNK):
        # As text, since there can be more of them than a query may have parameters.
        some = ", ".join(str(int(match)) for match in matches[first : first + CHUNK])
        found += _sums(query, "", f"AND c.match IN ({some})", {})
    return found


def _sums(query: Asks, joined: str, only: str, values: Values) -> list[Tally]:
    """Without lost calls in `resent`."""
    totals: dict[tuple[int, int], list[Any]] = {}
    invalid: defaultdict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    closed_as = {f"closed{nth}": pattern for nth, pattern in enumerate(_finished_as(UNANSWERED))}
    sums = query(SUMS.format(joined=joined, only=only), values | closed_as | {"broken_off": BROKEN_OFF})
    for at, seat, error, probe, in_step, closed, *part in sums:
        key = (at, seat)
        part[-1] *= in_step
        if error and in_step and not probe:
            invalid[key][error] = invalid[key].get(error, 0) + part[0]
        part = _charged(part, closed)
        before = totals.get(key)
        totals[key] = part if before is None else [a + b for a, b in zip(before, part, strict=True)]
    found = []
    for key in sorted(totals):
        with of_match(key[0], query.name):
            found.append(_tally(key, totals[key], invalid[key]))
    return found


def answers(query: Query, run: str) -> list[Answers]:
    """Valid and invalid answers of each seat of each match, in all complete steps of a run.

    Seats without any call are left out.
    """
    number, _ = number_and_id(query, run)
    return [
        Answers(match, seat, int(judged), int(invalid), int(judged - refused))
        for match, seat, judged, invalid, refused in query(JUDGED, {"number": number})
    ]


def _finished_as(*finishes: str) -> list[str]:
    """Patterns of the words of a call with one of these finishes, as any JSON library writes them."""
    return [f'%"finish":{gap}"{finish}"%' for finish in finishes for gap in ("", " ")]


def _charged(part: list[Any], closed: bool) -> list[Any]:
    """The sums with what budgets count; of requests that were closed without an answer, nothing else does."""
    calls, _, prompt, _, completion, _, _, cost, _, tries, *_, resent = part
    if not closed:
        return [*part, cost, 0]
    return [calls, *[0] * 8, tries, 0, 0.0, resent, cost, prompt + completion]


def _tally(key: tuple[int, int], total: list[Any], invalid: dict[str, int]) -> Tally:
    calls, requests, prompt, cached, completion, reasoning, unknown, cost, seconds, *of_requests = total
    tries, estimated, guess, resent, charged, closed_tokens = of_requests
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
        closed_tokens=int(closed_tokens),
        charged=float(charged),
        invalid=invalid,
        calls=int(calls),
    )
