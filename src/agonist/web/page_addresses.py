"""Addresses of pages: what stands in them (rows, seats, filters), and addresses with a query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias
from urllib.parse import urlencode

from fastapi import HTTPException
from pydantic import Field

RowNumber: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""The number of a row in an address: PostgreSQL's columns hold none above."""

FILTER_CHARACTERS: Final = 200
"""The most characters of a filter."""


def short(text: str) -> str:
    """A filter without surrounding space; answers 400 if it is too long."""
    if len(text) > FILTER_CHARACTERS:
        raise HTTPException(400, f"A filter has at most {FILTER_CHARACTERS} characters.")
    return text.strip()


def linked(path: str, values: Mapping[str, Any] | None = None, **changed: Any) -> str:
    """An address with a query; empty values are left out.

    >>> linked("/matches", {"game": "hive", "before": 3}, before=None, status="finished")
    '/matches?game=hive&status=finished'
    """
    query = {name: value for name, value in {**(values or {}), **changed}.items() if value not in (None, "")}
    return f"{path}?{urlencode(query)}" if query else path


def seat_of(text: str) -> int | None:
    """The seat in `seat2`, from 0; `None` for a bystander."""
    number = text.removeprefix("seat")
    return int(number) - 1 if number.isdecimal() and number.isascii() and len(number) < 4 else None
