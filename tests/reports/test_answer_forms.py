"""The form of answers: what a run counts, beside what its models did, counted as they did it."""

import csv
import io
import re
from collections import Counter
from itertools import cycle
from random import Random

import pytest
from tests.reports.conftest import play_run

import agonist
from agonist.models.mock_endpoint.mock_models import babble, careful
from agonist.models.mock_endpoint.writing_styles import STYLES
from agonist.models.scripted import ScriptedModel
from agonist.players.model_call_record import FORMS
from agonist.reports.answer_tables import form_tables
from agonist.reports.number_format import NOT_AVAILABLE
from agonist.reports.page import page
from agonist.reports.render import render
from agonist.reports.report import report_of
from agonist.store import Store

GAMES = ["tictactoe", "guess_average?seats=3&rounds=4", "bargain", "liars_dice?seats=2"]
JSON, LINES = "vllm/json", "vllm/lines?format=line"
TIDY = ("plain", "thought", "unopened_thought", "channels")
"""Styles that keep the form: the answer alone, after thoughts in marks."""

WAYS = [
    *(("as asked" if style in TIDY else "leniently", style) for style in STYLES),
    ("asked again", "nonsense once"),
    ("leniently", "chatter"),
    ("refused", "nonsense always"),
]
"""What should become of a question, and how it is answered."""


class Messy:
    """A model that answers each question in another way."""

    def __init__(self):
        self.counts = Counter()
        self._ways = cycle(WAYS)

    def __call__(self, messages):
        said = [{"role": message.role, "content": message.content} for message in messages]
        tidy = careful(said, Random(len(messages[-1].content)))
        if "cannot be played" in said[-1]["content"]:
            again = said[-2]["content"]
            return tidy if "once" in again else again
        form, way = next(self._ways)
        text = way
        if way in STYLES:
            text = re.sub(*STYLES[way], tidy) if tidy.startswith("{") else tidy
        elif way == "chatter":
            text = babble(tidy, Random(1))
        # A style may have nothing to change: a key without an underscore cannot be escaped.
        self.counts["as asked" if text == tidy else form] += 1
        return text


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """(path of a database, its run, what each model did)"""
    models = {JSON: Messy(), LINES: Messy()}
    path = tmp_path_factory.mktemp("forms") / "games.db"
    players = [JSON, LINES, "random"]
    run = play_run(path, GAMES, players, matches=2, connect=lambda spec: ScriptedModel(models[spec.text]))
    return path, run, {name: model.counts for name, model in models.items()}


def test_the_four_forms_of_several_games_are_counted_as_the_models_answered(played):
    path, run, counts = played
    with Store.open(path) as store:
        report = report_of(store, run)
    usage = {one.player: one for one in report.usage}
    for name, expected in counts.items():
        assert {form: usage[name].form[form].count for form in FORMS} == expected
        assert sum(expected.values()) == usage[name].asked > 30
        assert min(expected.values()) > 1
        assert usage[name].fallback == expected["refused"]
        for one in usage[name].form.values():
            assert one.share == one.count / usage[name].asked
            assert 0 <= one.low <= one.share <= one.high <= 1
    assert usage["random"].form == {}


def test_every_format_of_the_report_says_the_same(played):
    path, run, counts = played
    with Store.open(path) as store:
        report = report_of(store, run)
    (table,) = form_tables(report.usage, "95%")
    rows = {row[0]: row[1:] for row in table.rows}
    lines = list(csv.DictReader(io.StringIO(render(report, "csv"))))
    plain = {one["player"]: one["form"] for one in report.as_json()["usage"]}
    for name, expected in counts.items():
        answers = sum(expected.values())
        assert rows[name][0] == str(answers)
        assert rows[name][1::2] == tuple(f"{100 * expected[form] / answers:.1f}%" for form in FORMS)
        shares = {
            line["method"]: float(line["score"])
            for line in lines
            if (line["board"], line["player"]) == ("form", name)
        }
        assert shares == {form: expected[form] / answers for form in FORMS}
        assert {form: one["count"] for form, one in plain[name].items()} == expected
        for text in (render(report, "table"), render(report, "latex").replace(r"\%", "%"), page(report)):
            assert rows[name][1] in text
    assert set(rows["random"]) == {NOT_AVAILABLE}
    assert plain["random"] == {}


def test_tables_of_exports_have_the_form_of_each_reply_and_the_counts_of_each_seat(played):
    path, run, counts = played
    calls = agonist.calls_df(run, db=path)
    seats = agonist.matches_df(run, db=path).groupby("player")
    for name, expected in counts.items():
        of_name = calls[calls.player == name]
        assert set(of_name.form) == {"as asked", "leniently", "refused"}
        assert ((of_name.form == "refused") == (of_name.error != "")).all()
        for form in FORMS:
            assert seats[form.replace(" ", "_")].sum()[name] == expected[form]
    assert seats.as_asked.count()["random"] == 0


def test_who_plays_without_text_has_no_table_of_forms(tmp_path):
    path = tmp_path / "games.db"
    run = play_run(path, ["tictactoe"], ["random", "reference"], matches=2)
    with Store.open(path) as store:
        report = report_of(store, run)
    assert list(form_tables(report.usage, "95%")) == []
    assert "Form of answers" not in page(report)
