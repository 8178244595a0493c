"""Log-probabilities of an answer, as an endpoint that offers them would send them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log
from random import Random
from typing import Any, Final

from agonist.models.mock_endpoint.tokenizer import decode

_TOKEN: Final = re.compile(r"\s*\w+|\s*[^\w\s]+|\s+")
_OPPOSITES: Final = {"yes": "no", "no": "yes"}


def logprobs_of(text: str, alternatives: int, rng: Random) -> dict[str, Any]:
    """The field `logprobs` of a choice: each token of the text with this many alternatives, itself first.

    The alternatives of a number are other numbers, that of yes is no. They share the remaining probability.

    >>> [(a["token"]) for a in logprobs_of("yes", 3, Random(1))["content"][0]["top_logprobs"]]
    ['yes', 'no']
    """
    return {"content": [_token(token, alternatives, rng) for token in _TOKEN.findall(text)], "refusal": None}


def logprobs_of_tokens(ids: Sequence[int], rng: Random) -> dict[str, Any]:
    """The same for these tokens of our tokenizer, without alternatives: one entry each, as of vLLM."""
    entries = [
        _entry(decode([each], "replace"), 0.4 + 0.6 * rng.random()) | {"top_logprobs": []} for each in ids
    ]
    return {"content": entries, "refusal": None}


def _token(token: str, alternatives: int, rng: Random) -> dict[str, Any]:
    likely = 0.4 + 0.55 * rng.random()
    word = token.strip()
    others = [_OPPOSITES[word]] if word in _OPPOSITES else []
    if word.isdecimal():
        others = [str(number) for number in range(10) if str(number) != word]
    rest = [0.5 + rng.random() for _ in others]
    shares = [(1 - likely) * share / sum(rest) for share in rest]
    listed = [(token, likely), *sorted(zip(others, shares, strict=True), key=lambda pair: -pair[1])]
    return _entry(token, likely) | {"top_logprobs": [_entry(*each) for each in listed[:alternatives]]}


def _entry(token: str, share: float) -> dict[str, Any]:
    return {"token": token, "logprob": log(share), "bytes": list(token.encode())}
