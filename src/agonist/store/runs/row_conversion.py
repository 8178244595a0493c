"""Converting matches and steps to rows of tables, and back."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from agonist.core import Moves, UsageError
from agonist.core.views_and_asks_as_json import tuples
from agonist.match import Fixture, Match, Policy, ProbeAnswer, Step
from agonist.match.record import moves_from
from agonist.models.protocol import Usage
from agonist.players.model_call_record import ModelCall
from agonist.store.engines.failure import USERINFO, StoreError, without_secrets
from agonist.store.runs.damage import Damaged, expect_end, whole_fixture, whole_match
from agonist.store.runs.move_tally import tally_of
from agonist.store.runs.packed_tokens import tokens_from
from agonist.store.runs.query_results import StoredMatch, Turn
from agonist.store.runs.serialization import numbers_as_text, pack, printable, unpack, unpack_tuples
from agonist.store.runs.stored_prompts import TextOf, messages_from

Row = dict[str, Any]
StepRow: TypeAlias = tuple[int, int, str, str, str]
"""All columns of `steps`, in their order."""

MOST_TOKENS = 2**31 - 1
NOBODY = "[]"

TokensOf: TypeAlias = Mapping[tuple[int, int], Any]
"""Rows of `call_tokens` of a match, by step and number of the call."""

NO_TOKENS: Final[TokensOf] = MappingProxyType({})


def fixture_rows(fixtures: Iterable[Fixture]) -> Iterator[Row]:
    """The columns of `matches` that each of these fixtures fills. Raises `UsageError` for an address with a
    password in it.

    Most fixtures of a run share all values but their seeds and blocks: the rest is encoded once.
    """
    known: dict[tuple[int, ...], tuple[tuple[str, str, str], str]] = {}
    for fixture in fixtures:
        seed, block = fixture.seed, fixture.block
        shared = (*map(id, BEFORE(fixture)), *map(id, BETWEEN(fixture)), *map(id, AFTER(fixture)))
        if shared not in known or not (PLAIN.fullmatch(seed) and PLAIN.fullmatch(block)):
            text = _whole(fixture)
            if parts := divided(text):
                known[shared] = parts[::2], printable(fixture.game)
            game = printable(fixture.game)
        else:
            (before, between, after), game = known[shared]
            text = f'{before}{SEED}{seed}"{between}{BLOCK}{block}"{after}'
        yield {
            "game": game,
            "fixture": text,
            "status": "planned",
            "deal": deal_key(fixture.deal) if fixture.block else "",
        }


def _whole(fixture: Fixture) -> str:
    text = pack(fixture.plain())
    if USERINFO.search(text):
        shown = without_secrets(", ".join(fixture.players))
        raise UsageError(f"{shown}: the user and the password in this address would be stored; remove them")
    return text


def deal_key(deal: str) -> str:
    """A key that matches of a run with the same deal share."""
    return hashlib.sha256(deal.encode("utf-8", "replace")).hexdigest()[:16]


def fixture_from(text: str) -> Fixture:
    """The stored fixture; lists in its script become tuples again.

    Most fixtures of a run differ in their seeds and blocks only. The rest is decoded once, and shared, which
    takes a third of the time and of the memory.
    """
    parts = divided(text)
    if parts is None:
        return _decoded(text)
    before, seed, between, block, after = parts
    one, two, three = _shared(before, between, after)
    return Fixture(*(*one, seed, *two, block, *three))


def divided(text: str) -> tuple[str, str, str, str, str] | None:
    """A stored fixture at its seed and its block, the second and the fourth part; `None` if it is written in
    another way."""
    before, _, rest = text.partition(SEED)
    seed, _, rest = rest.partition('"')
    between, _, rest = rest.partition(BLOCK)
    block, _, after = rest.partition('"')
    if "\\" in seed or "\\" in block or text.count(SEED) != 1 or text.count(BLOCK) != 1:
        return None
    return before, seed, between, block, after


def kind_of(text: str) -> str:
    """All of a stored fixture but its seed and its block."""
    before, _, rest = text.partition(SEED)
    between, _, rest = rest.partition('"')[2].partition(BLOCK)
    _, _, after = rest.partition('"')
    return f"{before} {between} {after}"


PLAIN: Final = re.compile(r"[\w/?=&.:+-]*", re.ASCII)
"""What JSON holds as it is, and what is no part of an address with a password."""

SEED: Final = '"seed":"'
BLOCK: Final = '"block":"'
FIELDS: Final = tuple(field.name for field in fields(Fixture))
BEFORE: Final = attrgetter(*FIELDS[: FIELDS.index("seed")])
BETWEEN: Final = attrgetter(*FIELDS[FIELDS.index("seed") + 1 : FIELDS.index("block")])
AFTER: Final = attrgetter(*FIELDS[FIELDS.index("block") + 1 :])


@lru_cache(maxsize=4096)
def _shared(before: str, between: str, after: str) -> tuple[tuple[Any, ...], ...]:
    fixture = _decoded(f'{before}{SEED}"{between}{BLOCK}"{after}')
    return BEFORE(fixture), BETWEEN(fixture), AFTER(fixture)


def _decoded(text: str) -> Fixture:
    stored = unpack(text)
    script = {about: tuples(answers) for about, answers in stored["script"].items()}
    read = {
        "players": tuple(stored["players"]),
        "policy": Policy(**stored["policy"]),
        "probes": tuple(stored["probes"]),
        "script": script,
    }
    return whole_fixture(Fixture(**stored | read))


def match_from(row: Any) -> StoredMatch:
    """A match from a row of `matches`, in which `run` is the run's id."""
    try:
        fixture = fixture_from(row.fixture)
        end = _end(
            *(row.status == "finished", len(fixture.players), row.forfeits, row.scores, row.ranks),
            *(row.teams, row.fallback),
        )
        forfeits, scores, ranks, teams, fallback = end
        return whole_match(
            StoredMatch(
                *(row.id, row.run, row.nth, fixture, row.status, row.error, forfeits, scores, ranks, teams),
                *(row.reason, fallback, row.seconds, row.ended),
            )
        )
    except Damaged as error:
        raise Damaged(f"match {row.id!r} {error}") from None
    except UsageError as error:  # a stored policy with impossible values
        raise Damaged(f"match {row.id!r}: {error}") from None


@lru_cache(maxsize=4096)
def _end(finished: bool, seats: int, *texts: str) -> tuple[Any, ...]:
    """What the texts about a match's end hold: most matches have the same few."""
    forfeits, scores, ranks, teams, fallback = map(unpack_tuples, texts)
    expect_end(seats, forfeits, scores, ranks, teams, fallback, finished=finished)
    return forfeits, scores, ranks, teams, fallback


def end_row(played: Match, seconds: float, texts: Sequence[str] = ()) -> Row:
    """The columns of `matches` that are filled at its end; `texts` are as in `tally_of`."""
    outcome, forfeits = played.outcome, played.record.forfeits
    tally = tally_of(played.steps, played.record.game.seats, texts=texts)
    fallback = [seat for seat, many in enumerate(tally.fallback) if many]
    return {
        "status": "finished",
        "error": "",
        "forfeits": pack(forfeits) if forfeits else NOBODY,
        "scores": numbers_as_text(outcome.scores),
        "ranks": pack(outcome.ranks),
        "teams": pack(outcome.teams) if outcome.teams else NOBODY,
        "reason": printable(outcome.reason),
        "fallback": pack(fallback) if fallback else NOBODY,
        "seconds": seconds,
        "ended": time.time(),
        "move_counts": pack((tally.asked, tally.fallback)),
        "course": tally.course,
    }


def step_row(match: int, nth: int, step: Step) -> StepRow:
    """A row of `steps`."""
    fallback = pack(step.fallback) if step.fallback else NOBODY
    probes = step.probes and [(each.name, each.seat, each.answer) for each in step.probes]
    return match, nth, pack(step.moves), fallback, pack(probes) if probes else NOBODY


def call_rows(match: int, step: int, calls: Sequence[ModelCall]) -> list[Row]:
    """Rows of `calls`, in order, without what was sent."""
    return [
        {
            "match": match,
            "step": step,
            "nth": nth,
            "seat": call.seat,
            "attempt": call.attempt,
            "probe": call.probe,
            "error": call.error,
            "form": call.form,
            "request": int(call.is_request),
            **_tokens(call.usage),
            "cost": call.cost,
            "seconds": call.seconds,
            "tries": call.tries,
            "from_cache": int(call.from_cache),
            "estimated": int(call.estimated),
            "words": _words(call),
            "logprobs": None if call.logprobs is None else pack(call.logprobs, exact=True),
        }
        for nth, call in enumerate(calls)
    ]


def step_from(row: Any, calls: Iterable[Any], text_of: TextOf, tokens: TokensOf = NO_TOKENS) -> Step:
    """A step from its row and those of its calls."""
    return Step(
        moves=moves_from(unpack(row.moves)),
        calls=tuple(call_from(call, text_of, tokens) for call in calls),
        fallback=unpack_tuples(row.fallback),
        probes=tuple(ProbeAnswer(*probe) for probe in unpack_tuples(row.probes)),
    )


def turn_from(moves: Moves, fallback: str, probes: str, errors: Iterable[str]) -> Turn:
    """A step without its calls; `errors` are the classes of its invalid answers."""
    return Turn(
        moves=moves,
        fallback=unpack_tuples(fallback) if fallback != NOBODY else (),
        probes=tuple(ProbeAnswer(*probe) for probe in unpack_tuples(probes)) if probes != NOBODY else (),
        errors=tuple(errors),
    )


def call_from(row: Any, text_of: TextOf, tokens: TokensOf = NO_TOKENS) -> ModelCall:
    """A call from its row, with the `messages` that were sent; those from before schema 18 have them among
    the other words."""
    of_call = tokens.get((row.step, row.nth)) if tokens else None
    words = unpack(row.words)
    sent = words["sent"] if "sent" in words else None if row.messages is None else unpack(row.messages)
    return ModelCall(
        sent=() if sent is None else messages_from(sent, text_of),
        kept=words["kept"],
        text=words["text"],
        finish=words["finish"],
        model=words["model"],
        settings=words["settings"],
        usage=Usage(row.prompt, row.cached, row.completion, row.reasoning),
        cost=row.cost,
        seconds=row.seconds,
        tries=row.tries,
        from_cache=bool(row.from_cache),
        estimated=bool(row.estimated),
        logprobs=None if row.logprobs is None else unpack_tuples(row.logprobs),
        seat=row.seat,
        attempt=row.attempt,
        probe=row.probe,
        error=row.error,
        form=row.form,
        complaint=words["complaint"],
        purpose=words.get("purpose", ""),
        thought=words.get("thought", ""),
        unkept=sent is None and bool(row.request),
        token_ids=None if of_call is None else tokens_from(of_call),
    )


def cleaned(value: Any) -> Any:
    """A plain value without the users and passwords in its addresses.

    >>> cleaned({"base_url": "http://ann:s3cret@10.0.0.1/v1", "seed": 7})
    {'base_url': 'http://***@10.0.0.1/v1', 'seed': 7}
    """
    if isinstance(value, str):
        return without_secrets(value) if "://" in value else value
    if isinstance(value, Mapping):
        return {name: cleaned(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(part) for part in value]
    return value


def _tokens(usage: Usage) -> Mapping[str, int]:
    counts = {
        "prompt": usage.prompt,
        "cached": usage.cached,
        "completion": usage.completion,
        "reasoning": usage.reasoning,
    }
    for what, count in counts.items():
        if not 0 <= count <= MOST_TOKENS:
            raise StoreError(f"the endpoint counts {count} {what} tokens in one answer, which is absurd")
    return counts


def _words(call: ModelCall) -> str:
    return pack(
        {
            "kept": call.kept,
            "text": call.text,
            "finish": call.finish,
            "model": call.model,
            "settings": cleaned(call.settings),
            "complaint": call.complaint,
            **({"purpose": call.purpose} if call.purpose else {}),
            **({"thought": call.thought} if call.thought else {}),
        }
    )
