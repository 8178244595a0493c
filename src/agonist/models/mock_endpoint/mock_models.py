"""Scripted mock models: they take the place of a model, and read the prompt as one would.

A mock model is a function of OpenAI's messages and a random generator that the endpoint seeds with its own
seed, the conversation and the request's `seed`. The same request gets the same answer, whatever else
goes on; only `script` answers in the order in which requests come in.
"""

from __future__ import annotations

import inspect
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Pick, Speech, Split, UsageError, nearest
from agonist.models.mock_endpoint.answers_to_side_questions import short_answer
from agonist.models.mock_endpoint.filler_sentences import OPENINGS, REASONS, WORDS, one
from agonist.models.mock_endpoint.mock_model_type import MockModel
from agonist.models.mock_endpoint.prompt_instruction import instruction_in
from agonist.models.mock_endpoint.sensible import illegal, sensible
from agonist.models.mock_endpoint.usage import CHARACTERS_PER_TOKEN
from agonist.models.mock_endpoint.writing_styles import untidy
from agonist.text import parse_spec

NOTHING_ASKED: Final = "I see no question here that says how to answer."


def random(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """An answer at random among all that the prompt permits."""
    return _answer(messages, rng, lambda ask: ask.sample(rng))


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


def echo(messages: Sequence[Mapping[str, str]], _rng: Random) -> str:
    """The last message, word for word."""
    return messages[-1]["content"]


careful: Final = sensible(0.0)
"""As `sensible`, without invalid answers."""

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


def script(*, file: str = "") -> MockModel:
    """Answers from a file, in order, and from the start when they are used up.

    Each line is an answer; in a file that ends in `.jsonl`, each line is one as a JSON string.
    Raises `UsageError` for a file that is none of these.
    """
    if not file:
        raise UsageError("say which file, as in script?file=answers.jsonl")
    try:
        lines = [line for line in Path(file).read_text(encoding="utf-8").splitlines() if line.strip()]
        answers = [json.loads(line) for line in lines] if file.endswith(".jsonl") else lines
    except (OSError, ValueError) as why:
        raise UsageError(f"the answers in {file} cannot be read: {why}") from None
    if not answers or not all(isinstance(answer, str) for answer in answers):
        raise UsageError(f"the answers in {file} cannot be read: write one JSON string a line")
    queue = itertools.cycle(answers)
    return lambda _messages, _rng: next(queue)


def long(*, tokens: str = "", shown: str = "") -> MockModel:
    """Like `random`, after about this many tokens of thought; with `shown`, the thought is not in tags."""
    size = tokens or shown
    if bool(tokens) == bool(shown) or not size.isdecimal():
        raise UsageError("say how long, as in long?tokens=900")

    def model(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
        answer = random(messages, rng)
        filler = "I think it over once more. "
        left = max(0, int(size) * CHARACTERS_PER_TOKEN - len(answer))
        thought = (filler * (left // len(filler) + 1))[:left]
        return f"{thought}\n\n{answer}" if shown else f"<think>{thought}</think>\n{answer}"

    return model


def mock_model_named(spec: str) -> MockModel:
    """The mock model of a specification: `first`, `script?file=answers.jsonl`, `long?tokens=20000` (after a
    thought), `long?shown=900` (after so much talk), `untidy?style=single_quotes`.

    >>> mock_model_named("frist")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no mock model 'frist'; did you mean 'first'?
    """
    name, options = parse_spec(spec)
    makers: Mapping[str, Callable[..., MockModel]] = {
        "script": script,
        "long": long,
        "untidy": lambda *, style="": untidy(careful, style),
    }
    if name not in MOCK_MODELS and name not in makers:
        raise UsageError(nearest("mock model", name, [*MOCK_MODELS, *makers]))
    make = makers.get(name, lambda: MOCK_MODELS[name])
    try:
        for option in options:
            if option not in (known := inspect.signature(make).parameters):
                raise UsageError(nearest("option", option, known))
        return make(**options)
    except UsageError as why:
        raise UsageError(f"mock model {spec!r}: {why}") from None


def babble(answer: str, rng: Random) -> str:
    """An answer wrapped in chatter that holds no other answer.

    >>> babble("Column: 3", Random(1)).splitlines()[2]
    'Column: 3'
    """
    before = f"{one(OPENINGS, rng)} {one(REASONS, rng)}"
    return f"{before}\n\n{answer}\n\nI hope that this is what you wanted to hear!"


def _answer(messages: Sequence[Mapping[str, str]], rng: Random, action: Callable[[Any], Any]) -> str:
    instruction = instruction_in(messages)
    if instruction is None:
        return short_answer(messages, rng) or NOTHING_ASKED
    return instruction.answer(action, rng)


def _first(ask: Ask) -> Any:
    match ask:
        case Amount():
            return ask.low
        case Speech():
            return WORDS[0]
        case Split():
            rest = len(ask.among) - 1
            return (ask.total - ask.low * rest, *[ask.low] * rest)
        case Pick():
            return ask.things[: ask.low]
        case Choice():
            return ask.choices[0]
