"""Tables of pages for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi.responses import Response

from agonist.web.site import csv_cell


def as_csv(rows: Sequence[Mapping[str, Any]], columns: Iterable[str]) -> Response:
    """Rows as CSV with these columns, even without any rows.

    Further keys of rows become columns after these; missing values are empty cells. Lists in a cell are
    joined by semicolons.
    """
    header = list(dict.fromkeys((*columns, *(name for row in rows for name in row))))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([csv_cell(_flat(row.get(name))) for name in header] for row in rows)
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8")


def _flat(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else value
