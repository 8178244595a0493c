"""The faults that a test endpoint can produce, and how often.

Whether a request meets a fault depends on the seed, the request's content and how many times the same request
came before, never on the clock or on other requests. So a run with faults can be repeated exactly, and a
retry of the same request draws again and may succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from math import isfinite
from random import Random
from typing import Final

from agonist.core import UsageError, nearest
from agonist.models.mock_endpoint.mock_models import babble
from agonist.models.mock_endpoint.openai_wire import error
from agonist.models.mock_endpoint.rejected_requests import REFUSALS

REFUSAL: Final = "I'm sorry, but I can't take part in this."

NOT_UTF8_MARK: Final = "\ue000"
"""Marks the place in a text where bytes that are not UTF-8 are sent."""


RESPONSES: Final[Mapping[str, tuple[int, bytes]]] = {
    "429": (429, error("Rate limit reached.", "requests", code="rate_limit_exceeded")),
    "quota": (429, error("No credit is left.", "insufficient_quota", code="insufficient_quota")),
    "500": (500, error("The server had an error.", "server_error")),
    "503": (503, error("The server is overloaded.", "service_unavailable")),
    "404": (404, error("The model does not exist.", code="model_not_found")),
    "wrong_json": (200, b'{"status": "ok", "result": {"text": ["hello"]}}'),
    "html": (200, b"<!doctype html>\n<title>Welcome</title>\n<h1>It works!</h1>\n"),
}
"""Faults that are a response without an answer: status and body. A 429 has `Retry-After`."""

TEXTS: Final[Mapping[str, Callable[[str, Random], str]]] = {
    "length": lambda text, _: text[: len(text) // 2],
    "empty": lambda _text, _: "",
    "garbage": lambda _, rng: "".join(chr(33 + int(rng.random() * 94)) for _ in range(200)),
    "invalid_utf8": lambda text, _: f"{text[: len(text) // 2]}{NOT_UTF8_MARK}{text[len(text) // 2 :]}",
    "huge": lambda _text, _: "and so on " * 100_000,
    "apology": lambda _text, _: REFUSAL,
    "prose": babble,
}
"""Faults in the text of an answer; `length` has that finish reason, too."""

FAULTS: Final = (
    *("429", "quota", "500", "503", "404", "hang", "cut_off", "length", "empty", "garbage"),
    *("invalid_utf8", "huge", "wrong_json", "html", "refusal", "apology", "prose", "no_usage"),
    *("no_token_ids", "no_prompt_ids", "odd_logprobs"),
    *REFUSALS,
)
"""Every kind of fault, in the order in which they are drawn.

Beside those in the tables: `hang` (no answer until the client gives up), `cut_off` (the connection closes in
the middle of the answer), `refusal` (in OpenAI's field for it), `no_usage` (an answer without token counts);
where ids of tokens are asked for, `no_token_ids` (none), `no_prompt_ids` (only those of the answer) and
`odd_logprobs` (a log-probability less than there are ids).
`openai`, `anthropic` and `gemma` refuse what such endpoints refuse (400), and answer everything else.
"""


class Faults:
    """Rates from 0 to 1 for kinds of fault, of which a request meets at most one.

    A kind that is no name in Python is written with `rate_`. A 429 asks the client to wait `retry_after`
    seconds. Raises `UsageError`. A subclass with another `draw` makes faults fall as a test needs them.

    >>> Faults(rate_429=0.2, empty=0.1).rates
    {'429': 0.2, 'empty': 0.1}
    """

    def __init__(self, *, retry_after: float = 1.0, **rates: float) -> None:
        self.retry_after = retry_after
        faults = {name.removeprefix("rate_"): rate for name, rate in rates.items()}
        for name, rate in faults.items():
            if name not in FAULTS:
                raise UsageError(nearest("fault", name, FAULTS))
            if not 0 <= rate <= 1:
                raise UsageError(f"fault {name}: a rate is from 0 to 1, not {rate}")
        if not (isfinite(retry_after) and retry_after >= 0):
            raise UsageError(f"fault retry_after: {retry_after} is not a number from 0 up")
        if sum(faults.values()) > 1 + 1e-9:
            raise UsageError(
                f"a request meets at most one fault, so the rates must add up to 1 at most: {faults}"
            )
        self.rates = {name: faults[name] for name in FAULTS if faults.get(name)}

    @classmethod
    def parse(cls, texts: Iterable[str]) -> Faults:
        """The faults in a list of `NAME=NUMBER`; a name alone means always.

        >>> Faults.parse(["429=0.2", "retry-after=0.05"]).rates
        {'429': 0.2}
        >>> Faults.parse(["empyt=1"])
        Traceback (most recent call last):
        agonist.core.errors.UsageError: there is no fault 'empyt'; did you mean 'empty'?
        """
        numbers: dict[str, float] = {}
        for text in texts:
            name, equals, number = text.partition("=")
            name = name.strip().replace("-", "_")
            if name in numbers:
                raise UsageError(f"fault {name} is given twice")
            try:
                numbers[name] = float(number if equals else 1)
            except ValueError:
                raise UsageError(f"fault {name}: {number!r} is not a number, as in {name}=0.5") from None
        return cls(**numbers)

    def draw(self, key: str, number: int) -> str:
        """The kind of fault that a request meets, or nothing.

        `key` holds everything that chance may depend on (seed, content, how often it was asked before);
        `number` counts requests from 1 in order of arrival.
        """
        del number
        if not self.rates:
            return ""
        left = int.from_bytes(blake2b(f"fault:{key}".encode(), digest_size=6).digest()) / 2**48
        for name, rate in self.rates.items():
            left -= rate
            if left < 0:
                return name
        return ""

    def __str__(self) -> str:
        """The faults as written on the command line.

        >>> str(Faults(rate_429=0.2, empty=0.5))
        '429=0.2 empty=0.5'
        """
        return " ".join(f"{name}={rate}" for name, rate in self.rates.items())
