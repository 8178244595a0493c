import csv
import io
import json
import re
from dataclasses import replace

import pytest
from rich.console import Console

from agonist.core import UsageError
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import best_two
from agonist.reports.render import FORMATS, render, sections_table, table
from agonist.reports.report import report_of
from agonist.reports.report_tables import tables_of
from agonist.reports.table import TextTable
from agonist.reports.terminal_tables import board, least, print_table

EVIL, MUTE = "evil/</script><script>alert(1)</script>", "mute/x_y%&"


@pytest.fixture
def report(store, run):
    return report_of(store, run)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_every_player_and_steers_no_terminal(report, form):
    text = render(report, form)
    assert "reference" in text
    assert text.endswith("\n")
    assert not set(text) & {"\x1b", "\r", "\x07", "\u202e"}


def test_a_wrong_format_gets_the_nearest_right_one(report):
    with pytest.raises(UsageError, match="did you mean 'markdown'"):
        render(report, "markdwn")


def test_json_is_the_report(report):
    assert json.loads(render(report, "json")) == report.as_json()


def test_csv_has_a_row_for_each_part_board_and_player(report):
    rows = list(csv.DictReader(io.StringIO(render(report, "csv"))))
    assert sum(r["board"] in ("strict", "fallback") for r in rows) == 3 * 2 * 4
    assert sum(r["board"] == "form" for r in rows) == 2 * 4, "of two models, four forms"
    assert len(rows) == 8 * 4
    row = next(r for r in rows if (r["part"], r["board"], r["player"]) == ("tictactoe", "strict", MUTE))
    kept = next(r for r in report.parts[0].strict if r.player == MUTE)
    assert float(row["rating"]) == kept.rating
    assert int(row["losses"]) == kept.losses


@pytest.mark.parametrize("form", FORMATS)
def test_intervals_of_a_run_that_stopped_by_its_results_are_never_called_95_percent(report, form):
    text = render(replace(report, confidence=1 - 0.05 / 6, profile=()), form)
    if form == "json":
        assert json.loads(text)["confidence"] == pytest.approx(0.9917, abs=1e-4)
    elif form == "csv":
        assert {row["confidence"] for row in csv.DictReader(io.StringIO(text))} == {"0.9917"}
    else:
        assert text.count("99.2") >= 3
        assert not re.search(r"\b95 ?\\?%", text)


def test_markdown_tables_have_equal_rows_and_no_markup_of_others(report):
    text = render(report, "markdown")
    assert "<script" not in text
    assert r"mute/x\_y%&amp;" in text
    widths = [
        {line.replace(r"\|", "").count("|") for line in block.splitlines() if line.startswith("|")}
        for block in text.split("\n\n")
        if block.startswith("|")
    ]
    assert len(widths) == len(tables_of(report))
    assert all(len(width) == 1 for width in widths)


def test_latex_is_escaped_and_balanced(report):
    text = render(report, "latex")
    assert r"mute/x\_y\%\&" in text
    bare = re.sub(r"\\[&%$#_{}\\]", "", text)
    assert bare.count("{") == bare.count("}")
    for line in bare.splitlines():
        assert line.startswith(("%", r"\resizebox")) or not set(line) & set("%#$~^_<>|"), line
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == len(tables_of(report)) - 1
    columns = [len(spec) for spec in re.findall(r"\\begin\{tabular\}\{([lr]+)\}", text)]
    heads = [line.count("&") + 1 for line in re.findall(r"\\toprule\n(.*)", text)]
    assert columns == heads


def test_the_terminal_table_keeps_to_the_width_and_takes_no_markup(report):
    for width in (60, 80, 100):
        lines = table(report, width).splitlines()
        assert max(map(len, lines)) <= width
        assert any(line.split()[:1] == ["reference"] for line in lines)
        assert report.run in lines[0]
        for part in tables_of(report):
            for row in part.rows:
                for number in (row[place] for place in range(len(row)) if place not in part.left):
                    assert any(number in line for line in lines), (width, part.title, number)


def test_names_at_the_head_of_a_narrow_table_are_broken_and_not_cut(report):
    head = table(report, 48).split("All games")[0]
    assert EVIL in "".join(line[20:] for line in head.splitlines())


def test_numbers_in_words_are_those_of_the_report(report):
    board = tables_of(report)[0]
    row = next(row for row in report.overall.strict if not row.yardstick)
    cells = dict(zip(board.columns, board.rows[0], strict=False))
    assert cells["Player"] == row.player
    assert float(cells["Rating"]) == pytest.approx(row.rating, abs=0.05)
    assert cells["W/D/L"] == f"{row.wins}/{row.draws}/{row.losses}"
    assert float(cells["Win rate"].rstrip("%")) == pytest.approx(row.win_rate * 100, abs=0.05)


def test_a_table_that_is_too_wide_is_shown_in_parts_and_loses_nothing():
    header = ("player", *(f"sealed_bid_auction_{nth}" for nth in range(30)))
    row = ("someone", *(f"{nth}00.5 ± 12.5" for nth in range(10, 40)))
    numbers = ("someone", *(1000.5 + nth for nth in range(30)))
    for cells in (row, numbers):
        text = sections_table(
            [Section("Wide", "", (ResultTable("All", header, (cells,), note="A note."),))], 100
        )
        assert "Wide: All" in text
        assert max(map(len, text.splitlines())) <= 100
        assert text.count("someone") > 1
        assert "A note." in text
        for cell in cells:
            for word in str(cell).split():
                assert word in text


def test_headings_break_behind_underscores_and_numbers_stay_whole():
    header = ("player", *["guess_often"] * 12)
    text = sections_table([Section("", "", (ResultTable("Scores", header, (("me", *[12.5] * 12),)),))], 100)
    assert text.count("guess_") == text.count("often") == text.count("12.5") == 12


def test_the_best_of_a_column_is_bold_and_the_second_underlined(report):
    rows = (("ann", 2.0, None), ("b_b", 0.5, 1.0), ("cy", 1.0, None))
    best, second = best_two(rows, (1, 2))
    assert (best, second) == (((0, 1),), ((2, 1),))
    marked = ResultTable("Marked", ("player", "rating", "alone"), rows, best=best, second=second)
    ranked = replace(report, sections=(Section("Suite", "", (marked,)),))
    assert "| ann | **2.0** | n/a |\n| b\\_b | 0.5 | 1.0 |\n| cy | <u>1.0</u> | n/a |" in render(
        ranked, "markdown"
    )
    assert r"ann & \textbf{2.0} & n/a \\" in render(ranked, "latex")
    assert r"cy & \underline{1.0} & n/a \\" in render(ranked, "latex")
    page = render(ranked, "html")
    assert "<strong>2.0</strong></td>" in page
    assert "<u>1.0</u></td>" in page
    (kept,) = json.loads(render(ranked, "json"))["sections"][0]["tables"]
    assert (kept["best"], kept["second"]) == ([[0, 1]], [[2, 1]])


def test_long_names_break_behind_their_marks_in_a_narrow_terminal(report):
    names = [f"provider-large-model-2026-01-31-effort-{nth:02}" for nth in range(4)]
    rows = tuple(replace(row, player=name) for row, name in zip(report.parts[0].strict, names, strict=True))
    some = replace(report, parts=(replace(report.parts[0], strict=rows, fallback=rows),))
    shown = next(t for t in tables_of(some) if t.name == "part-0")
    out = io.StringIO()
    print_table(Console(file=out, width=60, color_system=None), shown)
    lines = [line.split(" ")[0] for line in out.getvalue().splitlines()]
    assert max(map(len, out.getvalue().splitlines())) <= 60
    assert "".join(names) in "".join(line for line in lines if line not in ("Player", ""))
    broken = [line for line in lines if line.startswith(("provider", "model", "effort", "2026"))]
    assert broken
    assert all(line[-1] == "-" or line.endswith(tuple(names)) or "effort-" in line for line in broken)


def test_columns_of_words_that_just_fit_are_not_cut_off():
    """Each has its least width; Rich by itself takes more from some than they can give."""
    columns = (
        "model",
        "source",
        *(f"{name}_score" for name in ("alpha", "beta", "gamma", "delta", "epsilon")),
    )
    row = ("provider-model-2026-01-31-effort", "this run: 2 matches", *["48.8 ± 14.7"] * 5)
    table = TextTable("Scores", "", "", columns, (row,), frozenset(range(len(columns))))
    narrow = least(board(table, narrow=True))
    for width in range(narrow, narrow + 12):
        out = io.StringIO()
        print_table(Console(file=out, width=width, color_system=None, highlight=False), table)
        lines = out.getvalue().splitlines()
        assert max(map(len, lines)) <= width
        assert "".join(lines).count("14.7") == 5
        assert "epsilon_" in out.getvalue()


def test_yardsticks_stand_below_a_rule_of_their_own_in_every_table_of_ratings(report):
    first = tables_of(report)[0]
    own = [row.player for row in report.overall.strict if not row.yardstick]
    assert [row[0] for row in first.rows[: first.own]] == own == [MUTE, EVIL] or own == [EVIL, MUTE]
    assert {row[0] for row in first.rows[first.own :]} == {"random", "reference"}
    for form, rule, label in (
        ("table", "─", "Yardsticks"),
        ("latex", r"\midrule", r"\emph{Yardsticks} \\"),
        ("markdown", "", "| *Yardsticks* |"),
    ):
        lines = render(report, form).splitlines()
        at = next(nth for nth, line in enumerate(lines) if line.startswith(label) and len(line) < 40)
        assert lines[at - 1].startswith(rule)
        assert own[-1][:4] in lines[at - 2 if rule else at - 1]
        assert lines[at + 1].lstrip("| ").startswith(("reference", "random"))


def test_where_all_are_built_in_they_are_ordinary_rows(report):
    built_in = tuple(row for row in report.overall.strict if row.yardstick)
    alone = replace(report, overall=replace(report.overall, strict=built_in, fallback=built_in))
    assert tables_of(alone)[0].own is None
    assert [row[0] for row in tables_of(alone)[0].rows] == [row.player for row in built_in]
