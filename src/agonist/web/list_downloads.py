"""Lists of pages as JSON, and as CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response


class Listing(NamedTuple):
    """A JSON object whose entry `rows` is a list, and the columns of this list as CSV (see `as_csv`)."""

    found: Mapping[str, Any]
    rows: str
    columns: Iterable[str] = ()


Find: TypeAlias = Callable[..., Listing]


def files(router: APIRouter, path: str) -> Callable[[Find], Find]:
    """Offers what the decorated route finds at this path, with `.json` and with `.csv`, to everybody."""

    def decorated(find: Find) -> Find:
        @wraps(find)
        def as_object(**given: Any) -> Response:
            return JSONResponse(find(**given).found)

        @wraps(find)
        def as_table(**given: Any) -> Response:
            listing = find(**given)
            return as_csv(listing.found[listing.rows], listing.columns)

        for end, route in (("json", as_object), ("csv", as_table)):
            router.get(f"{path}.{end}", tags=["look"], response_model=None)(route)
        return find

    return decorated


def as_csv(rows: Sequence[Mapping[str, Any]], columns: Iterable[str]) -> Response:
    """Rows as CSV with these columns, even without any rows.

    Further keys of rows become columns after these; missing values are empty cells. Lists in a cell are
    joined by semicolons.
    """
    header = list(dict.fromkeys((*columns, *(name for row in rows for name in row))))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_csv_cell(_flat(row.get(name))) for name in header] for row in rows)
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8")


def _flat(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _csv_cell(value: Any) -> Any:
    """A cell for CSV that no spreadsheet reads as a formula."""
    text = "" if value is None else value
    return f"'{text}" if isinstance(text, str) and text[:1] in ("=", "+", "-", "@", "\t") else text
