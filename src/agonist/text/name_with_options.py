"""Parsing names with options: `name?key=value&key=value`."""

from __future__ import annotations

from agonist.core import UsageError


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a specification, still as text.

    >>> parse_spec("guess_average?ratio=0.5&rounds=10")
    ('guess_average', {'ratio': '0.5', 'rounds': '10'})
    >>> parse_spec("mcts?playouts")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: 'mcts?playouts': write options as name?key=value&key=value
    """
    name, mark, rest = spec.partition("?")
    options: dict[str, str] = {}
    if not name or (mark and not rest):
        raise UsageError(f"{spec!r}: write options as name?key=value&key=value")
    for pair in rest.split("&") if rest else ():
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise UsageError(f"{spec!r}: write options as name?key=value&key=value")
        if key in options:
            raise UsageError(f"{spec!r}: {key} is given twice")
        options[key] = value
    return name, options
