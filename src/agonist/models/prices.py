"""Prices of tokens. The dated table is data; the user's own file takes precedence."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from datetime import date
from importlib import resources
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agonist.core import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agonist.models.protocol import Usage

PRICES_VARIABLE = "AGONIST_PRICES"
PRICE_FIELDS = frozenset({"input", "cached", "output", "written"})


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens; thought that is not shown is charged as output.

    `cached`: input read from the provider's cache; `written`: input written to it, `None` if it costs as much
    as `input`.
    """

    input: float
    cached: float
    output: float
    written: float | None = None

    def cost(self, usage: Usage) -> float:
        """Dollars for a number of tokens.

        >>> from agonist.models.protocol import Usage
        >>> Price(2.0, 0.5, 8.0).cost(Usage(prompt=1_000_000, cached=400_000, completion=100_000))
        2.2
        """
        fresh = max(0, usage.prompt - usage.cached - usage.written)
        written = self.input if self.written is None else self.written
        sent = fresh * self.input + usage.cached * self.cached + usage.written * written
        return (sent + usage.completion * self.output) / 1_000_000


FREE = Price(0.0, 0.0, 0.0)
"""The price of a model on this machine."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by full model name (`openai/gpt-5-mini`); names are matched whole.

    A dated name (`…-2024-05-13`) is another model and may have another price, so it is not found
    under the short one. `overrides` are the names that the user's file gives.
    """

    models: Mapping[str, Price]
    as_of: date | None
    overrides: frozenset[str] = field(default=frozenset())

    def find(self, name: str) -> Price | None:
        """The price of a model, if it is known."""
        return self.models.get(name)


def load_prices(path: str | os.PathLike[str] | None = None) -> Prices:
    """The table that comes with Agonist, overridden by the user's file.

    The file is `path`, or else the one named by the environment variable AGONIST_PRICES.
    Raises `UsageError` for a file that cannot be read or has a wrong entry.
    """
    ours = listed_prices()
    file = path if path is not None else os.environ.get(PRICES_VARIABLE) or None
    if file is None:
        return ours
    try:
        text = Path(file).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        named = f" (named by {PRICES_VARIABLE})" if path is None else ""
        raise UsageError(f"the price file {os.fspath(file)!r}{named} cannot be read: {error}") from None
    theirs = _read(text, os.fspath(file))
    names = frozenset(theirs.models)
    return Prices(MappingProxyType({**ours.models, **theirs.models}), theirs.as_of or ours.as_of, names)


def listed_prices() -> Prices:
    """The table that comes with Agonist."""
    return _read(resources.files("agonist.models").joinpath("prices.toml").read_text("utf-8"), "prices.toml")


def _read(text: str, where: str) -> Prices:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"the price file {where!r} is not TOML: {error}") from None
    unknown = set(table) - {"as_of", "models"}
    models = table.get("models", {})
    if unknown or not isinstance(models, dict):
        raise UsageError(f"the price file {where!r} may have `as_of` and a table [models], nothing else")
    return Prices(
        MappingProxyType({name: _price(entry, f"{where!r}, {name!r}") for name, entry in models.items()}),
        _day(table.get("as_of"), where),
    )


def _price(entry: Any, where: str) -> Price:
    numbers = entry if isinstance(entry, dict) else {}
    right = numbers.keys() <= PRICE_FIELDS and {"input", "output"} <= numbers.keys()
    if not right or not all(_amount(number) for number in numbers.values()):
        raise UsageError(
            f"price file {where}: a price is {{ input = …, cached = …, written = …, output = … }} "
            "in dollars per million tokens (cached and written may be left out)"
        )
    fresh = float(numbers["input"])
    return Price(
        fresh,
        float(numbers.get("cached", fresh)),
        float(numbers["output"]),
        float(numbers["written"]) if "written" in numbers else None,
    )


def _amount(number: Any) -> bool:
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    return is_number and isfinite(number) and number >= 0


def _day(value: Any, where: str) -> date | None:
    if value is None:
        return None
    try:
        return value if isinstance(value, date) else date.fromisoformat(value)
    except (TypeError, ValueError):
        raise UsageError(f"price file {where!r}: as_of is a date such as 2026-06-30, not {value!r}") from None
