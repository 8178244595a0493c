"""Parsing names with options: `name?key=value&key=value`, or `name(key=value, key=value)` as in OpenSpiel."""

from __future__ import annotations

import re
from typing import Final

from agonist.core import UsageError

_IN_BRACKETS: Final = re.compile(r"([\w:.]+)\((\s*\w+\s*=.*)?\)", re.DOTALL)


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a specification, still as text.

    >>> parse_spec("guess_average?ratio=0.5&rounds=10"), parse_spec("tictactoe(seats=2)")
    (('guess_average', {'ratio': '0.5', 'rounds': '10'}), ('tictactoe', {'seats': '2'}))
    >>> parse_spec("mcts?playouts")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: 'mcts?playouts': write options as name?key=value&key=value
    """
    name, mark, rest = spec.partition("?")
    pairs = rest.split("&") if rest else []
    if bracketed := _IN_BRACKETS.fullmatch(spec):
        name, mark = bracketed[1], ""
        pairs = [pair.strip() for pair in bracketed[2].split(",")] if bracketed[2] else []
    options: dict[str, str] = {}
    if not name or (mark and not rest):
        raise UsageError(f"{spec!r}: write options as name?key=value&key=value")
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise UsageError(f"{spec!r}: write options as name?key=value&key=value")
        if key in options:
            raise UsageError(f"{spec!r}: {key} is given twice")
        options[key] = value
    return name, options
