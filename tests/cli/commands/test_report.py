"""Reports in every format."""

from __future__ import annotations

import csv
import io
import re

import pytest


@pytest.mark.parametrize("form", ["table", "markdown", "html", "json", "csv", "latex"])
def test_reports_come_in_every_format(command, evening, tmp_path, form):
    db, run = evening
    said = command("report", run[:5], "--format", form, "--db", db)
    assert said.code == 0
    assert not said.err
    text = said.out
    assert "random" in text
    match form:
        case "json":
            assert said.json["run"] == run
        case "csv":
            assert len({len(row) for row in csv.reader(io.StringIO(text.strip()))}) == 1
        case "html":
            assert "<html" in text
            assert not re.search(r"""(?:src|href)=["']https?:""", text)
        case "latex":
            assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") > 0
    written = command("report", "latest", "--format", form, "--db", db, "--output", tmp_path / "out.txt")
    assert written.code == 0
    assert not written.out
    assert (tmp_path / "out.txt").read_text().strip() == text.strip()
