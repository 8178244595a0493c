"""The options of a run that its database does not store, as they are typed again to continue it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from agonist.cli.body_and_header_options import HIDDEN
from agonist.run_config import RunConfig
from agonist.tournament.run_options import RunOption, run_options


def options_to_resume(options: Mapping[str, Any], header: Sequence[str] | None, log: Path | None) -> str:
    """What continues a run as it was, to be typed again: settings, headers and log are not in the database.

    Budgets are there. The values of headers may be secret, so each is replaced by a sign that `headers_in`
    refuses.

    >>> chosen = {"requests_per_minute": 60.0, "cache": Path("my cache.db")}
    >>> options_to_resume(chosen, ["X-Team: chess"], None)
    "--rpm 60 --cache 'my cache.db' --header 'X-Team: …'"
    """
    described = run_options(RunConfig)
    words = [
        as_typed(described[name], value)
        for name, value in options.items()
        if name in described
        and name not in ("usd", "tokens", "requests")
        and value != described[name].default
    ]
    names = (line.partition(":")[0].strip() for line in header or ())
    words += [f"--header {quote(f'{name}: {HIDDEN}')}" for name in names]
    words += [] if log is None else [f"--log {quote(str(log))}"]
    return " ".join(words)


def as_typed(option: RunOption, value: Any) -> str:
    """An option as it is typed."""
    if value is True:
        return f"--{option.flag}"
    return f"--{option.flag} {f'{value:.10g}' if isinstance(value, float) else quote(str(value))}"
