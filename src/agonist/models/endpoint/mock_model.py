"""Scripted mock models: they take the place of a model, and read the prompt as one would.

A mock model is a function of OpenAI's messages and a random generator that the endpoint seeds with its own
seed, the conversation and the request's `seed`. The same request gets the same answer, whatever else
goes on; only `script` answers in the order in which requests come in.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson

from agonist.core import UsageError, nearest
from agonist.models.endpoint.asides import aside
from agonist.models.endpoint.asked import Asked, Field, asked
from agonist.models.endpoint.model import MockModel
from agonist.models.endpoint.sensible import illegal, sensible
from agonist.models.endpoint.untidy import STYLES, untidy
from agonist.models.endpoint.usage import CHARS_PER_TOKEN
from agonist.models.endpoint.words import OPENINGS, REASONS, WORDS, one
from agonist.text import parse_spec

NOTHING_ASKED: Final = "I see no question here that says how to answer."


def random(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """An answer at random among all that the prompt permits."""
    return _answer(messages, rng, lambda field: _any(field, rng))


def first(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """The first option, the lowest amount, the first things listed."""
    return _answer(messages, rng, _first)


def babbler(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """As `random`, with chatter around the answer."""
    return babble(random(messages, rng), rng)


def thinker(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """As `random`, after thoughts between `<think>` tags, as open reasoning models write them."""
    return f"<think>\n{one(REASONS, rng)} {one(REASONS, rng)}\n</think>\n\n{random(messages, rng)}"


def stubborn(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """Always the same answer, in the right format, but not permitted."""
    return _answer(messages, rng, illegal)


def echo(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """The last message, word for word."""
    del rng
    return messages[-1]["content"]


def careful(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """As `sensible`, without invalid answers."""
    return sensible(0.0)(messages, rng)


def script(file: str | Path, *, again: bool = True) -> MockModel:
    """Answers from a file, in order, and with `again` from the start when they are used up.

    Each line is an answer; in a file that ends in `.jsonl`, each line is a JSON string or an object
    `{"answer": "…"}`. One with `"when": "…"` too is given whenever the last message holds those words,
    and is never used up. Raises `UsageError` for a file that is none of these.
    """
    try:
        lines = [line for line in Path(file).read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as why:
        raise UsageError(f"the answers in {file} cannot be read: {why}") from None
    as_json = Path(file).suffix in (".jsonl", ".ndjson")
    entries = [
        _entry(line, f"{file}, line {n}") if as_json else ("", line) for n, line in enumerate(lines, 1)
    ]
    rules = [(when, answer) for when, answer in entries if when]
    plain = [answer for when, answer in entries if not when]
    queue = itertools.cycle(plain) if again else iter(plain)

    def talk(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
        del rng
        for when, answer in rules:
            if when in messages[-1]["content"]:
                return answer
        try:
            return next(queue)
        except StopIteration:
            raise UsageError(f"{file} has no more answers") from None

    return talk


MOCK_MODELS: Final[Mapping[str, MockModel]] = {
    "sensible": sensible(),
    "careful": careful,
    "random": random,
    "first": first,
    "babbler": babbler,
    "thinker": thinker,
    "stubborn": stubborn,
    "echo": echo,
    "untidy": untidy(careful),
}
"""Mock models by name. A request for a model of one of these names is answered by it."""


def babble(answer: str, rng: Random) -> str:
    """An answer wrapped in chatter that holds no other answer.

    >>> babble("Column: 3", Random(1)).splitlines()[2]
    'Column: 3'
    """
    before = f"{one(OPENINGS, rng)} {one(REASONS, rng)}"
    return f"{before}\n\n{answer}\n\nI hope that this is what you wanted to hear!"


def long(tokens: int, *, shown: bool = False) -> MockModel:
    """Like `random`, after about this many tokens of thought; with `shown`, the thought is not in tags."""

    def talk(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
        answer = random(messages, rng)
        filler = "I think it over once more. "
        left = max(0, tokens * CHARS_PER_TOKEN - len(answer))
        thought = (filler * (left // len(filler) + 1))[:left]
        return f"{thought}\n\n{answer}" if shown else f"<think>{thought}</think>\n{answer}"

    return talk


def mock_model_named(spec: str) -> MockModel:
    """The mock model of a specification: `first`, `sensible?slips=0.1`, `script?file=answers.jsonl`,
    `long?tokens=20000` (after a thought), `long?shown=900` (after so much talk),
    `untidy?style=single_quotes&as=first`.

    >>> mock_model_named("frist")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no mock model 'frist'; did you mean 'first'?
    """
    name, options = parse_spec(spec)
    if name not in MOCK_MODELS and name not in ("script", "long"):
        raise UsageError(nearest("mock model", name, [*MOCK_MODELS, "script", "long"]))
    known = {
        "script": ("file",),
        "long": ("tokens", "shown"),
        "sensible": ("slips",),
        "untidy": ("style", "as"),
    }.get(name, ())
    for option in options:
        if option not in known:
            raise UsageError(f"mock model {spec!r}: {nearest('option', option, known)}")
    match name:
        case "script":
            if "file" not in options:
                raise UsageError(f"mock model {spec!r}: say which file, as in script?file=answers.jsonl")
            return script(options["file"])
        case "long":
            length = "".join(options.values())
            if len(options) != 1 or not length.isdecimal():
                raise UsageError(f"mock model {spec!r}: say how long, as in long?tokens=900")
            return long(int(length), shown="shown" in options)
        case "untidy":
            style = options.get("style", "")
            if style and style not in STYLES:
                raise UsageError(f"mock model {spec!r}: {nearest('style', style, STYLES)}")
            return untidy(mock_model_named(options.get("as", "careful")), style)
        case "sensible" if "slips" in options:
            try:
                return sensible(float(options["slips"]))
            except ValueError as why:
                raise UsageError(f"mock model {spec!r}: slips is a share from 0 to 1") from why
    return MOCK_MODELS[name]


def _answer(messages: Sequence[Mapping[str, str]], rng: Random, answer: Callable[[Field], Any]) -> str:
    wanted: Asked | None = asked(messages)
    if wanted is None:
        return aside(messages, rng) or NOTHING_ASKED
    return wanted.write(wanted.answers(answer), one(REASONS, rng))


def _any(field: Field, rng: Random) -> Any:
    match field.kind:
        case "choice":
            return one(field.options, rng)
        case "amount":
            return field.low + field.step * int(rng.random() * ((field.high - field.low) // field.step + 1))
        case "text":
            text = " ".join(one(WORDS, rng) for _ in range(min(field.high, 1 + int(rng.random() * 5))))
            return text.encode()[: field.most_bytes].decode(errors="ignore").strip() or "a"
        case "split":
            spare = (field.total - field.low * len(field.options)) // field.step
            shares = dict.fromkeys(field.options, field.low)
            edges = sorted([0, spare, *(int(rng.random() * (spare + 1)) for _ in field.options[1:])])
            for name, (low, high) in zip(field.options, itertools.pairwise(edges), strict=True):
                shares[name] += field.step * (high - low)
            return shares
        case "pick":
            pool = list(field.options)
            count = field.low + int(rng.random() * (field.high - field.low + 1))
            return [pool.pop(int(rng.random() * len(pool))) for _ in range(count)]
        case "unknown":
            return one(field.options, rng) if field.options else "?"


def _first(field: Field) -> Any:
    match field.kind:
        case "amount":
            return field.low
        case "text":
            return WORDS[0]
        case "split":
            shares = dict.fromkeys(field.options, field.low)
            shares[field.options[0]] += field.total - sum(shares.values())
            return shares
        case "pick":
            return list(field.options[: field.low])
    return field.options[0] if field.options else "?"


def _entry(line: str, where: str) -> tuple[str, str]:
    try:
        given = orjson.loads(line)
    except orjson.JSONDecodeError as why:
        raise UsageError(f'{where}: not JSON ({why}); write a string or {{"answer": "…"}}') from None
    if isinstance(given, str):
        return "", given
    if isinstance(given, dict) and isinstance(given.get("answer"), str):
        when = given.get("when", "")
        if isinstance(when, str) and given.keys() <= {"answer", "when"}:
            return when, given["answer"]
    raise UsageError(f"{where}: write a string or an object with answer (and when), not {line[:80]}")
