"""The options that add fields and headers to the requests of all models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Final

import typer

from agonist.core import UsageError
from agonist.players.options import BODY
from agonist.players.spec import with_style
from agonist.run_config import RunConfig
from agonist.tournament.run_options import RunOption, run_options

HIDDEN: Final = "…"
"""Replaces the value of a header in the command that continues a run."""

Body = Annotated[
    list[str] | None,
    typer.Option(
        help="A field of models' requests, such as top_k=40 or provider.sort=price; part of their identity."
    ),
]
Header = Annotated[
    list[str] | None,
    typer.Option(help="A header of models' requests, as 'X-Team: chess'. Not stored: resume with it."),
]


def with_body(players: Sequence[str], fields: Sequence[str] | None) -> list[str]:
    """The players; models get these fields, unless their specifications set them.

    >>> with_body(["random", "vllm/m?body.top_k=5"], ["top_k=40", "user=me"])
    ['random', 'vllm/m?body.top_k=5&body.user=me']
    """
    style = {}
    for text in fields or ():
        name, equals, value = text.partition("=")
        if not name or not equals or "&" in value:
            raise UsageError(f"write --body as FIELD=VALUE without '&', such as top_k=40, not {text!r}")
        style[f"{BODY}{name}"] = value
    return [with_style(player, style) for player in players]


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


def headers_in(lines: Sequence[str] | None) -> dict[str, str]:
    """Headers by name. Raises `UsageError`, which does not repeat the value: it may be a secret.

    >>> headers_in(["X-Team: chess"])
    {'X-Team': 'chess'}
    """
    headers = {}
    for line in lines or ():
        name, colon, value = line.partition(":")
        if not name.strip() or not colon or not value.strip():
            raise UsageError("write --header as 'NAME: VALUE', such as 'X-Team: chess'")
        if value.strip() == HIDDEN:
            raise UsageError(
                f"--header {name.strip()}: write its value in place of {HIDDEN}; it is not stored"
            )
        headers[name.strip()] = value.strip()
    return headers
