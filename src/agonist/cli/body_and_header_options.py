"""The options that add fields and headers to the requests of all models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from agonist.core import UsageError
from agonist.players.options import BODY
from agonist.players.spec import with_style

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
