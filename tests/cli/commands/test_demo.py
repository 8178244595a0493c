"""The tour of the platform."""

from __future__ import annotations

import re

import pytest


@pytest.mark.slow
def test_the_demo_plays_and_says_what_comes_next(command, tmp_path):
    said = command("demo", "--matches", 1)
    assert said.code == 0, said.err
    for word in ("random", "reference", "endpoint/sensible", "agonist run", "OPENAI_API_KEY", "report.html"):
        assert word in said.out
    page = (tmp_path / "report.html").read_text()
    assert str(tmp_path / "report.html") in said.out
    assert "<html" in page
    assert not re.search(r"""(?:src|href)=["']https?:""", page)
    (run,) = command("runs", "--db", "demo.db", "--json").json
    assert run["finished"] == run["matches"] > 10
