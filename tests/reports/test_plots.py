"""Figures saved for papers: each file is of the kind that its name says."""

from xml.etree import ElementTree

import pytest

from agonist.core import UsageError
from agonist.metrics import Chart
from agonist.reports.figures import Figure, figures_of
from agonist.reports.report import report_of

BEGINS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG\r\n"}

CHARTS = {
    "bars": {
        "xAxis": {"type": "category", "data": ["a", "b"]},
        "yAxis": {"name": "score", "max": 100},
        "series": [{"type": "bar", "name": "me", "data": [50, None]}],
    },
    "stacked sideways": {
        "xAxis": {"type": "value", "name": "%"},
        "yAxis": {"type": "category", "inverse": True, "data": ["me", "you"]},
        "series": [
            {"type": "bar", "stack": "s", "name": name, "data": [40, 60]} for name in ("play", "hint")
        ],
    },
    "two scales": {
        "xAxis": [{"type": "value", "name": "area"}, {"type": "value", "name": "rate", "min": 0, "max": 100}],
        "yAxis": {"type": "category", "data": ["me", "you"]},
        "series": [
            {"type": "bar", "name": "area", "data": [9000, 20]},
            {"type": "line", "name": "rate", "xAxisIndex": 1, "data": [50, 60]},
        ],
    },
    "points and boxes": {
        "xAxis": {"type": "category", "data": ["a", "b"]},
        "yAxis": {},
        "series": [
            {"type": "scatter", "name": "s", "data": [{"value": ["a", 3], "name": "x"}, ["b", None]]},
            {"type": "boxplot", "data": [[1, 2, 3, 4, 5], [None] * 5]},
        ],
    },
    "radar": {
        "radar": {"indicator": [{"name": name, "min": 0, "max": 100} for name in "abc"]},
        "series": [{"type": "radar", "data": [{"name": "me $x$", "value": [1, None, 3]}]}],
    },
}


@pytest.mark.slow
def test_every_figure_of_a_run_is_saved_and_again_as_the_same_bytes(store, run, tmp_path):
    for name, figure in figures_of(report_of(store, run)).items():
        for again in ("first", "again"):
            figure.save(tmp_path / f"{name}.{again}.svg")
        first, again = ((tmp_path / f"{name}.{which}.svg").read_bytes() for which in ("first", "again"))
        assert first == again


@pytest.mark.slow
def test_yardsticks_are_named_lines_across_the_ratings(store, run, tmp_path):
    figure = figures_of(report_of(store, run))["ratings"]
    assert {name for name, *_ in figure.data["yardsticks"]} == {"random", "reference"}
    assert not {"random", "reference"} & set(figure.data["players"])
    figure.save(tmp_path / "ratings.svg")
    drawn = ElementTree.parse(tmp_path / "ratings.svg")
    groups = [group.get("id", "") for group in drawn.iter("{http://www.w3.org/2000/svg}g")]
    assert sum(name.startswith("ytick_") for name in groups) == len(figure.data["players"])
    texts = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"random", "reference"} <= texts


@pytest.mark.parametrize("kind", BEGINS)
def test_a_file_is_what_its_name_says(tmp_path, kind):
    Figure("x", "x", None, {"chart": Chart("x", CHARTS["bars"], "")}).save(tmp_path / f"x.{kind}")
    assert (tmp_path / f"x.{kind}").read_bytes().startswith(BEGINS[kind])


@pytest.mark.parametrize("name", CHARTS)
def test_every_kind_of_chart_shows_its_names_as_text(tmp_path, name):
    Figure(name, "A title", None, {"chart": Chart(name, CHARTS[name], "")}).save(tmp_path / "c.svg")
    texts = " ".join(ElementTree.parse(tmp_path / "c.svg").getroot().itertext())
    assert "A title" in texts
    for series in CHARTS[name]["series"]:
        for each in [series, *(series["data"] if series["type"] == "radar" else ())]:
            assert each.get("name", "") in texts


def test_another_format_is_refused_and_nothing_is_written(tmp_path):
    figure = Figure("x", "x", None, {"chart": Chart("x", CHARTS["bars"], "")})
    with pytest.raises(UsageError, match=r"\.svg"):
        figure.save(tmp_path / "x.docx")
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    figure = Figure("x", "x", None, {"chart": Chart("x", CHARTS["bars"], "")})
    with pytest.raises(UsageError, match="figures"):
        figure.save(tmp_path / "x.pdf")
