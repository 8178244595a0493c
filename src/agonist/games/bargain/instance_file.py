"""Pools and values from a file, as scripts for chance."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from agonist.core import UsageError
from agonist.games.bargain.goods import POOLS, WHOLE, may_meet, total

Script: TypeAlias = dict[str, list[Any]]
"""Chance's answers for one match: its pool, and the values of both sides."""


def load_instances(path: Path) -> tuple[Script, ...]:
    """The scripts in a file, one a line; `UsageError` for what cannot be read, naming the line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UsageError(f"the file of instances {path} cannot be read ({why})") from None
    return read_instances(text.splitlines(), str(path))


def read_instances(lines: Iterable[str], source: str = "the instances") -> tuple[Script, ...]:
    """One script a line: the counts, the values of Player 1, those of Player 2, each of hats, balls, apples.

    Empty lines are skipped. Raises `UsageError`, which names the line, for values that the rules do not
    allow.

    >>> read_instances(["1,2,3 8,1,0 4,0,2"])
    ({'pool': [(1, 2, 3)], 'values': [((8, 1, 0), (4, 0, 2))]},)
    >>> read_instances(["1,2,3 8,1,0 4,0,1"])
    Traceback (most recent call last):
    agonist.core.errors.UsageError: the instances, line 1: the pool is worth 7 to Player 2, not 10
    """
    scripts = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                scripts.append(_script(line))
            except ValueError as why:
                raise UsageError(f"{source}, line {number}: {why}") from None
    if not scripts:
        raise UsageError(f"{source}: there is no line with a pool and values")
    return tuple(scripts)


def _script(line: str) -> Script:
    parts = [_triple(part) for part in line.split()]
    if len(parts) != 3:
        raise ValueError(f"write it as '1,2,3 8,1,0 4,0,2', not {line.strip()!r}")
    pool, *sides = parts
    if pool not in POOLS:
        raise ValueError(f"a pool has 5 to 7 items, 1 to 5 of each kind, not {','.join(map(str, pool))}")
    for seat, values in enumerate(sides, 1):
        if (worth := total(pool, values)) != WHOLE:
            raise ValueError(f"the pool is worth {worth} to Player {seat}, not {WHOLE}")
        if min(values) < 0:
            raise ValueError(f"the values of Player {seat} are not all from 0 to {WHOLE}")
    if not may_meet(*sides):
        raise ValueError("every kind must be worth something to one side, and some kind to both")
    return {"pool": [pool], "values": [tuple(sides)]}


def _triple(part: str) -> tuple[int, int, int]:
    try:
        hats, balls, apples = map(int, part.split(","))
    except ValueError:
        raise ValueError(f"{part!r} is not three whole numbers with commas between") from None
    return hats, balls, apples
