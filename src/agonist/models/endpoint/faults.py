"""The faults that a test endpoint can produce, and how often.

Whether a request meets a fault depends on the seed, the request's content and how many times the same request
came before, never on the clock or on other requests. So a run with faults can be repeated exactly, and a
retry of the same request draws again and may succeed.

`fail_first` and `fail_every` alone count requests in the order in which they come in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from hashlib import blake2b
from math import isfinite
from typing import Final

from agonist.core import UsageError, nearest

RATES: Final = {
    "429": "429 (too many requests), with Retry-After",
    "quota": "429 because the account is out of credit; retries do not help",
    "500": "the server had an error",
    "503": "the server is overloaded",
    "404": "the model does not exist",
    "hang": "no answer until the client gives up",
    "cut_off": "the connection closes in the middle of the answer",
    "length": "the answer ends in the middle, with finish_reason length",
    "empty": "an answer with nothing in it",
    "garbage": "an answer of random characters",
    "invalid_utf8": "bytes that are not UTF-8 inside the answer",
    "huge": "an answer of `huge_size` characters",
    "wrong_json": "status 200 and JSON of some other shape",
    "html": "status 200 and a web page",
    "refusal": "a refusal in OpenAI's field for it, and no content",
    "apology": "a refusal in plain words",
    "prose": "the right answer wrapped in chatter",
    "no_usage": "the right answer without token counts",
}
"""Every kind of fault that has a rate, in the order in which they are drawn."""

NUMBERS: Final = {
    "latency": "seconds added to every answer",
    "jitter": "up to this many seconds more, at random",
    "retry_after": "the seconds that a 429 asks the client to wait",
    "huge_size": "characters in a huge answer",
    "fail_first": "this many requests fail, then all succeed",
    "fail_every": "every Nth request fails",
}
"""The settings of faults that are numbers."""

_FIELDS: Final = {name: f"rate_{name}" if name.isdigit() else name for name in RATES}


@dataclass(frozen=True)
class Faults:
    """Rates from 0 to 1 for each kind of fault, of which a request meets at most one, and a few numbers.

    >>> Faults(rate_429=0.2, empty=0.1).rates()
    {'429': 0.2, 'empty': 0.1}
    """

    rate_429: float = 0.0
    quota: float = 0.0
    rate_500: float = 0.0
    rate_503: float = 0.0
    rate_404: float = 0.0
    hang: float = 0.0
    cut_off: float = 0.0
    length: float = 0.0
    empty: float = 0.0
    garbage: float = 0.0
    invalid_utf8: float = 0.0
    huge: float = 0.0
    wrong_json: float = 0.0
    html: float = 0.0
    refusal: float = 0.0
    apology: float = 0.0
    prose: float = 0.0
    no_usage: float = 0.0

    latency: float = 0.0
    jitter: float = 0.0
    retry_after: float = 1.0
    huge_size: int = 1_000_000

    fail_first: int = 0
    fail_every: int = 0
    fail_as: str = "500"
    """The kind of fault that `fail_first` and `fail_every` mean."""

    def __post_init__(self) -> None:
        for name, field in _FIELDS.items():
            if not 0 <= getattr(self, field) <= 1:
                raise UsageError(f"fault {name}: a rate is from 0 to 1, not {getattr(self, field)}")
        for name in NUMBERS:
            if not (isfinite(getattr(self, name)) and getattr(self, name) >= 0):
                raise UsageError(f"fault {name}: {getattr(self, name)} is not a number from 0 up")
        if sum(self.rates().values()) > 1 + 1e-9:
            raise UsageError(
                f"a request meets at most one fault, so the rates must add up to 1 at most: {self.rates()}"
            )
        if self.fail_as not in RATES:
            raise UsageError(f"fault fail_as: {nearest('kind of fault', self.fail_as, RATES)}")

    @classmethod
    def parse(cls, said: Iterable[str]) -> Faults:
        """The faults in a list of `NAME=NUMBER`; a rate's name alone means always.

        >>> Faults.parse(["429=0.2", "retry-after=0.05"]) == Faults(rate_429=0.2, retry_after=0.05)
        True
        >>> Faults.parse(["empyt=1"])
        Traceback (most recent call last):
        agonist.core.errors.UsageError: there is no fault 'empyt'; did you mean 'empty'?
        """
        found: dict[str, float | int | str] = {}
        for item in said:
            name, equals, value = item.partition("=")
            name = name.strip().replace("-", "_")
            if name not in RATES and name not in NUMBERS and name != "fail_as":
                raise UsageError(nearest("fault", name, [*RATES, *NUMBERS, "fail_as"]))
            field = _FIELDS.get(name, name)
            if field in found:
                raise UsageError(f"fault {name} is given twice")
            if not equals and name not in RATES:
                raise UsageError(f"fault {name} needs a value: {name}=VALUE")
            found[field] = _value(name, value.strip() if equals else "1")
        return cls(**found)  # type: ignore[arg-type]

    def rates(self) -> dict[str, float]:
        """The kinds of fault that can happen by chance, with their rates."""
        every = ((name, getattr(self, field)) for name, field in _FIELDS.items())
        return {name: rate for name, rate in every if rate}

    def draw(self, key: str, number: int) -> str:
        """The kind of fault that a request meets, or nothing.

        `key` holds everything that chance may depend on (seed, content, how often it was asked before);
        `number` counts requests from 1 in order of arrival.
        """
        if number <= self.fail_first or (self.fail_every and number % self.fail_every == 0):
            return self.fail_as
        rates = self.rates()
        left = chance(f"fault:{key}") if rates else 0.0
        for name, rate in rates.items():
            left -= rate
            if left < 0:
                return name
        return ""

    def delay(self, key: str) -> float:
        """Seconds that a request is kept waiting; `key` as for `draw`."""
        return self.latency + (self.jitter * chance(f"delay:{key}") if self.jitter else 0.0)

    def __str__(self) -> str:
        """The faults as written on the command line.

        >>> str(Faults(rate_429=0.2, latency=0.5))
        '429=0.2 latency=0.5'
        """
        names = {field: name for name, field in _FIELDS.items()}
        changed = [f for f in fields(self) if getattr(self, f.name) != f.default]
        return " ".join(f"{names.get(f.name, f.name)}={getattr(self, f.name)}" for f in changed)


def chance(key: str) -> float:
    """A number from 0 up to 1 that depends on these words alone.

    >>> chance("a") == chance("a") != chance("b")
    True
    """
    return int.from_bytes(blake2b(key.encode(), digest_size=6).digest()) / 2**48


def _value(name: str, said: str) -> float | int | str:
    if name == "fail_as":
        return said
    whole = name in ("huge_size", "fail_first", "fail_every")
    try:
        return int(said) if whole else float(said)
    except ValueError:
        kind = "a whole number" if whole else "a number"
        raise UsageError(
            f"fault {name}: {said!r} is not {kind}, as in {name}={3 if whole else 0.5}"
        ) from None
