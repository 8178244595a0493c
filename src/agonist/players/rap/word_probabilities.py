"""The probability that a model gives to each of a few one-word answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp
from typing import Any, Final

from agonist.players.model_call_record import AS_ASKED, LENIENTLY, REFUSED

MISSING: Final = -100.0
"""The log-probability that the published player gives to an answer that the endpoint does not list."""

LISTED_BY_PAPER: Final = 5
LISTED: Final = 20
"""How many of the likeliest tokens are requested: by the published player, and the most that endpoints
return."""


def first_token(logprobs: Sequence[Any] | None) -> dict[str, float]:
    """The probabilities of the first token of an answer and its alternatives; empty if the endpoint gave
    none."""
    if not logprobs:
        return {}
    token, logprob, others = logprobs[0]
    listed = [(token, logprob), *others]
    return {str(text): exp(min(float(number), 0.0)) for text, number in reversed(listed)}


def as_published(logprobs: Sequence[Any], candidates: Sequence[str]) -> list[float]:
    """For each candidate, the probability of the first listed token that matches it in any case, divided by
    the sum of all listed ones.

    >>> as_published([("yes", -0.1, (("yes", -0.1), ("no", -2.5)))], ["yes", "no"])
    [0.9168..., 0.0831...]
    """
    _, _, others = logprobs[0]
    listed = list(others) or [logprobs[0][:2]]
    mass = sum(exp(number) for _, number in listed)
    return [
        exp(next((number for text, number in listed if text.casefold() == word.casefold()), MISSING)) / mass
        for word in candidates
    ]


def among(logprobs: Sequence[Any] | None, candidates: Sequence[str]) -> list[float]:
    """The shares of the candidates, with all spellings of each added up; equal shares if none is listed.

    >>> among([(" Yes", -0.1, ((" Yes", -0.1), ("yes", -3.0), ("maybe", -4.0)))], ["yes", "no"])
    [1.0, 0.0]
    """
    found = first_token(logprobs)
    mass = [
        sum(share for text, share in found.items() if _word(text) == word.casefold()) for word in candidates
    ]
    total = sum(mass)
    return [share / total for share in mass] if total else [1 / len(candidates)] * len(candidates)


def counted(answers: Sequence[str], candidates: Sequence[str]) -> list[float]:
    """Estimates from sampled answers: the share of each candidate, counted with one more, so that none is 0.

    >>> counted(["Yes.", "yes", "No", "well"], ["yes", "no"])
    [0.6, 0.4]
    """
    words = [_first_word(answer, candidates) for answer in answers]
    counts = [1 + words.count(word.casefold()) for word in candidates]
    return [count / sum(counts) for count in counts]


def form_of(answer: str, candidates: Sequence[str]) -> str:
    """The form of a sampled answer that should be one of the candidates and nothing else.

    >>> [form_of(answer, ["yes", "no"]) for answer in ("yes", "Yes.", "well")]
    ['as asked', 'leniently', 'refused']
    """
    if answer.strip() in candidates:
        return AS_ASKED
    return LENIENTLY if _first_word(answer, candidates) else REFUSED


def _word(token: str) -> str:
    return token.strip(" \t\n.,:;!*\"'`()[]Ġ▁").casefold()


def _first_word(answer: str, candidates: Sequence[str]) -> str:
    wanted = {word.casefold() for word in candidates}
    return next((word for word in re.findall(r"\w+", answer.casefold()) if word in wanted), "")
