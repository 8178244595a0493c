"""Tables of pages for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.responses import Response

from agonist.web.site import csv_cell


def as_csv(rows: Sequence[Mapping[str, Any]]) -> Response:
    """Rows of the same columns as CSV; a list in a cell is joined by semicolons."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
    writer.writerows([csv_cell(_flat(value)) for value in row.values()] for row in rows)
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8")


def _flat(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else value
