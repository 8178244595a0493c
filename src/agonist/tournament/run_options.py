"""The options of a run, each described once: by the field of `Entry` or of `RunConfig` that holds it.

The command line, the file of `--config`, the site's form and the documentation follow from these.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from math import inf
from types import MappingProxyType
from typing import Any, Final, TypeVar

from agonist.core import UsageError
from agonist.core.options import Range

Value = TypeVar("Value")

_DESCRIBED: Final = "run option"


@dataclass(frozen=True, slots=True)
class FormField:
    """How the site's form asks for an option, in a field for a text or a box to tick."""

    label: str
    wanted: str = ""
    """The beginning of a message, such as `seed is a whole number`; empty for a box."""
    low: int = 0
    high: int | None = None
    """The range for visitors."""
    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class RunOption:
    """One option of a run. Its name in Python, its type and its default are those of its field."""

    help: str
    flag: str
    """The name on the command line and in files, without dashes; by default that of the field."""
    range: Range
    form: FormField | None
    """Visitors of the site may set only options that have one."""
    name: str = ""
    kind: Any = None
    default: Any = None

    def check(self, value: float | None) -> None:
        """Raise `UsageError` for a number out of range."""
        if value is None or value in self.range:
            return
        low, high = self.range.low, self.range.high
        wanted = f"{low:,} or more" if value < low else f"{high:,} or less"
        raise UsageError(f"--{self.flag} must be {wanted}, not {value:,}")


def run_option(
    default: Value,
    help: str,  # noqa: A002  the command line's name
    *,
    flag: str = "",
    low: float = -inf,
    high: float = inf,
    form: FormField | None = None,
) -> Value:
    """A field of a dataclass that is an option of a run, as in `seed: int = run_option(0, "…")`."""
    described = RunOption(help, flag, Range(low, high), form)
    declared: Value = field(default=default, metadata={_DESCRIBED: described})
    return declared


@cache
def run_options(owner: type) -> Mapping[str, RunOption]:
    """The options that a dataclass holds, by the names of their fields."""
    kinds = typing.get_type_hints(owner)
    return MappingProxyType(
        {
            each.name: replace(
                described,
                name=each.name,
                flag=described.flag or each.name.replace("_", "-"),
                kind=kinds[each.name],
                default=each.default,
            )
            for each in fields(owner)
            if (described := each.metadata.get(_DESCRIBED)) is not None
        }
    )


def options_of(owner: type, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of these options that a dataclass holds."""
    return {name: value for name, value in options.items() if name in run_options(owner)}
