import base64
import hashlib
import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from agonist.reports.page import labels
from agonist.reports.page_matches import replays_of
from agonist.reports.render import render
from agonist.reports.report import report_of

EVIL = "evil/</script><script>alert(1)</script>"


class Page(HTMLParser):
    """What a browser would make of it, as far as these tests ask."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.loads, self.policy = [], [], [], [], ""
        self.scripts, self.text, self._in = [], "", ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append(tag)
        self._in = tag
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        self.loads += [given["src"]] if "src" in given else []
        assert not any(name.startswith("on") for name in given)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "script":
            self.scripts.append([given.get("type"), ""])

    def handle_endtag(self, tag):
        self._in = ""

    def handle_data(self, data):
        if self._in == "script":
            self.scripts[-1][1] += data
        elif self._in != "style":
            self.text += data


@pytest.fixture(scope="module")
def page(played):
    from agonist.store import Store

    with Store.open(played[0], must_exist=True) as store:
        report = report_of(store, played[1])
        return Page(render(report, "html", replays_of(store, played[1])))


def test_only_its_own_scripts_are_in_it_and_the_policy_lets_no_others_run(page):
    kinds = [kind for kind, _ in page.scripts]
    assert kinds == ["application/json", None, None]
    for kind, script in page.scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert (f"'sha256-{digest}'" in page.policy) == (kind is None)
    assert "default-src 'none'" in page.policy


def test_what_others_wrote_is_text(page):
    assert f"Player 1: {EVIL}" in page.text
    assert "</script><script>alert('boo')</script>␛[2J␛[31mred" in page.text
    assert "\x1b" not in page.text
    assert not {"iframe", "object", "embed", "img", "link", "form"} & set(page.tags)


def test_it_needs_no_network(page):
    assert page.loads == []
    assert all(link.startswith("#") for link in page.links)


def test_every_link_leads_somewhere_and_every_place_is_one(page):
    assert len(set(page.ids)) == len(page.ids)
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert sum(link.startswith("#match-") for link in page.links) == page.tags.count("ol") > 20


def test_plots_show_the_numbers_of_the_report(page, store, run):
    report = report_of(store, run)
    plots = json.loads(page.scripts[0][1])
    shown = labels([row.player for row in report.overall.strict])
    assert plots["ratings"]["players"] == list(shown.values())
    assert [value[0] for value in plots["ratings"]["values"]] == [row.rating for row in report.overall.strict]
    for x, y, rate, *_ in plots["pairs"]["cells"]:
        names = [row.player for row in report.overall.strict]
        assert [p.rate for p in report.pairs if (p.player, p.opponent) == (names[y], names[x])] == [
            pytest.approx(rate, abs=1e-4)
        ]
    assert (
        dict(plots["invalid"]["classes"])["empty"][plots["invalid"]["players"].index(shown["mute/x_y%&"])] > 0
    )


def test_tables_are_readable_without_scripts(page):
    assert page.tags.count("table") == page.tags.count("thead") >= 8
    assert {"main", "nav", "h1", "h2", "th"} <= set(page.tags)


def test_replays_are_limited_in_number_and_size_and_the_page_says_so(store, run):
    few, small = replays_of(store, run, most=3), replays_of(store, run, room=5_000)
    assert len(few.matches) == 3 < few.of
    assert 0 < len(small.matches) < small.of
    text = Page(render(report_of(store, run), "html", few)).text
    assert f"The first 3 of {few.of} finished matches" in text


def test_a_match_whose_game_has_changed_is_told_so(store, run):
    class Changed:
        def __getattr__(self, name):
            return getattr(store, name)

        def matches(self, name):
            return [replace(m, fixture=replace(m.fixture, version=99)) for m in store.matches(name)]

    replays = replays_of(Changed(), run)
    assert all("version 99" in match.problem for match in replays.matches)
    assert "This match cannot be told" in render(report_of(store, run), "html", replays)
