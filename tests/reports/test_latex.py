"""LaTeX that compiles, with tables that a paper can use."""

import re
import shutil
import subprocess

import pytest

from agonist.reports.latex import document
from agonist.reports.render import render
from agonist.reports.report import report_of
from agonist.reports.table import TextTable


@pytest.fixture
def text(store, run):
    return render(report_of(store, run), "latex")


def test_labels_differ_and_the_headings_of_a_table_too(text, run):
    labels = re.findall(r"\\label\{(.*)\}", text)
    assert len(labels) == len(set(labels)) >= 3
    assert all(label.startswith(f"tab:{run}") for label in labels)
    for head in re.findall(r"\\toprule\n(.*) \\\\\n", text):
        headings = head.split(" & ")
        assert len(headings) == len(set(headings)), head


def test_no_table_is_wider_than_the_line(text):
    assert text.count(r"\begin{tabular}") == text.count(r"\resizebox{\ifdim\width>\linewidth")


EVIL = "50% of γ_x^2 & {me} \\ ~ # $5 <3> “a” – … × ± ≤ é\x07"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pdflatex_compiles_it(text, tmp_path):
    evil = document("% x", [TextTable("e", EVIL, EVIL, (EVIL, "b"), ((EVIL, EVIL),))], label="evil")
    for name, body in (("report", text), ("evil", evil)):
        packages = "".join(re.findall(r"\\usepackage(?:\[\w+\])?\{\w+\}", body))
        paper = rf"\documentclass{{article}}{packages}\begin{{document}}" + "\n" + body + r"\end{document}"
        (tmp_path / f"{name}.tex").write_text(paper, encoding="utf-8")
        line = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-1500:]
        assert b"Overfull \\hbox" not in done.stdout
