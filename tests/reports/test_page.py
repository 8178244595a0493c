"""The page of a report, as a parser of HTML sees it; `test_browser.py` asks a real browser."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from agonist.metrics import Chart, Section
from agonist.pages.packing import unpacked
from agonist.reports.browser.replays import replays_of
from agonist.reports.page import write_folder
from agonist.reports.page_tables import boards_of
from agonist.reports.render import render
from agonist.reports.report import report_of

EVIL = "evil/</script><script>alert(1)</script>"


class Page(HTMLParser):
    """What a browser would make of it, as far as these tests ask."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.loads, self.policy = [], [], [], [], ""
        self.scripts, self.style, self.text, self._in = {}, "", "", ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append(tag)
        self._in = tag
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        self.loads += [given["src"]] if "src" in given else []
        assert not any(name.startswith("on") or name == "style" for name in given)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "script":
            self._script = given.get("type"), given.get("id")
            self.scripts[self._script] = ""

    def handle_endtag(self, tag):
        self._in = ""

    def handle_data(self, data):
        if self._in == "script":
            self.scripts[self._script] += data
        elif self._in == "style":
            self.style += data
        else:
            self.text += data


@pytest.fixture(scope="module")
def replays(played):
    from agonist.store import Store

    with Store.open(played[0], must_exist=True) as store:
        return replays_of(store, played[1])


@pytest.fixture(scope="module")
def report(played):
    from agonist.store import Store

    with Store.open(played[0], must_exist=True) as store:
        return report_of(store, played[1])


@pytest.fixture(scope="module")
def page(report, replays):
    return Page(render(report, "html", replays))


def parts_of(page, kind):
    return [unpacked(text) for (_, name), text in page.scripts.items() if name and name.startswith(kind)]


def index_of(page):
    return json.loads(page.scripts["application/json", "index"])


def test_its_policy_allows_its_own_script_and_style_and_nothing_else(page):
    digests = {
        kind: f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for kind, text in (("script-src", page.scripts[None, None]), ("style-src", page.style))
    }
    rules = dict(rule.strip().split(" ", 1) for rule in page.policy.split(";"))
    assert rules == {
        "default-src": "'none'", "img-src": "data:", "base-uri": "'none'", "form-action": "'none'", **digests,
    }  # fmt: skip
    assert {kind for kind, _ in page.scripts} == {None, "application/json", "text/plain"}


def test_what_others_wrote_is_text(page):
    assert EVIL in page.text
    assert "</script><script>alert('boo')</script>␛[2J␛[31mred" in page.text
    assert "\x1b" not in page.text
    assert not {"iframe", "object", "embed", "img", "link"} & set(page.tags)


def test_it_needs_no_network(page):
    assert page.loads == []
    assert all(link.startswith("#") for link in page.links)


def test_every_link_leads_somewhere_and_every_place_is_one(page):
    assert len(set(page.ids)) == len(page.ids)
    places = {link[1:] for link in page.links if not link.startswith("#match=")}
    assert places <= set(page.ids)
    known = {str(line[0]) for line in index_of(page)["matches"]}
    told = [link.split("=")[1].split("&")[0] for link in page.links if link.startswith("#match=")]
    assert told
    assert set(told) <= known


def test_the_four_questions_come_in_their_order_and_the_run_last(page, report):
    questions = [place for place in page.ids if place in {"who", "what", "why", "cost", "matches", "run"}]
    assert questions == ["who", "what", "why", "cost", "matches", "run"]
    assert report.run not in page.text.split("About this run")[0].split("Matches")[0]
    assert page.text.rstrip().endswith(f"Run {report.run}.")


def test_tables_are_readable_without_scripts(page, report):
    assert page.tags.count("table") == page.tags.count("thead") >= 8
    assert {"main", "nav", "h1", "h2", "th"} <= set(page.tags)
    for row in report.overall.strict:
        assert f"{row.wins}/{row.draws}/{row.losses}" in page.text


def test_every_match_is_in_it_with_all_moves_and_pictures(page, store, run):
    moves, films = parts_of(page, "moves-"), parts_of(page, "film-")
    fields = {name: place for place, name in enumerate(index_of(page)["fields"])}
    for line in index_of(page)["matches"]:
        place, number = line[fields["part"]], line[fields["id"]]
        match = next(one for one in moves[place]["matches"] if one["id"] == number)
        assert len(match["steps"]) == len(store.steps(number)) == line[fields["steps"]]
        assert len(match["views"]) == len(line[fields["players"]]) + 1
        shared, own = films[place]["matches"][str(number)]
        assert shared
        assert bool(own) == (max(match["views"]) > 0)


def test_pictures_and_steps_are_those_of_the_matches(replays, store, run, read_films):
    from agonist.drawing import svg
    from agonist.games import KITS
    from agonist.reports.match_text import record_of
    from agonist.reports.turn_by_turn import turns_of

    checked = 0
    for part, film in zip(map(unpacked, replays.moves), map(unpacked, replays.films), strict=True):
        sizes = {one["id"]: (max(one["views"]) + 1, len(one["steps"]) + 1) for one in part["matches"]}
        for told, pictures in zip(part["matches"], read_films([(film, sizes)])[0], strict=True):
            match, steps = store.match(told["id"]), store.steps(told["id"])
            kit = KITS[match.fixture.game]
            record = record_of(match, steps, lambda _name, kit=kit: kit)
            turns = list(turns_of(kit, record, steps))
            assert [[[d[0], bool(d[2])] for d in moves] for moves, _ in told["steps"]] == [
                [[move.seat, move.fallback] for move in turn.moves] for turn in turns
            ]
            assert [tuple(announced) for _, announced in told["steps"]] == [turn.announced for turn in turns]
            for (moves, _), turn in zip(told["steps"], turns, strict=True):
                for (_, words, _, invalid), move in zip(moves, turn.moves, strict=True):
                    assert words.endswith(move.words)
                    assert [kind for kind, _ in invalid] == [call.error for call in move.invalid]
            for place, seat in enumerate((None, *range(record.game.seats))):
                views = [record.game.observe(state, seat) for state in record.states()]
                assert pictures[told["views"][place]] == [svg(kit.picture(view, None)) for view in views]
            checked += 1
    assert checked == replays.matches


def test_what_was_sent_and_answered_is_that_of_the_transcript(page, store):
    places = {name: place for place, name in enumerate(index_of(page)["call"])}
    checked = 0
    for part in parts_of(page, "talk-"):
        for match, talk in part["matches"].items():
            calls = [call for step in store.steps(int(match)) for call in step.calls]
            assert len(calls) == len(talk["calls"])
            for call, told in zip(calls, talk["calls"], strict=True):
                sent = [talk["messages"][n] for a, b in told[places["ranges"]] for n in range(a, b + 1)]
                assert len(sent) == call.kept + len(call.sent)
                for message, (role, text) in zip(call.sent, sent[call.kept :], strict=True):
                    assert (role, part["texts"][text]) == (message.role, message.content)
                assert (told[places["prompt"]], told[places["error"]]) == (call.usage.prompt, call.error)
                checked += 1
    assert checked > 100


def test_all_steps_of_a_run_are_those_of_its_matches(store, run):
    assert store.steps_of_run(run) == {match.id: store.steps(match.id) for match in store.matches(run)}


def test_texts_are_kept_once(replays):
    for part in map(unpacked, replays.talks):
        assert len(set(part["texts"])) == len(part["texts"])


def test_where_there_is_no_room_matches_with_invalid_answers_keep_their_texts(store, run, monkeypatch):
    from agonist.reports.browser import replays as module

    monkeypatch.setattr(module, "LEAST_TEXT_BYTES", 0)
    monkeypatch.setattr(module, "SPOKEN", 2_000)
    whole = module.replays_of(store, run)
    size = sum(map(len, (*whole.moves, *whole.films)))
    some = module.replays_of(store, run, room=size + module.A_LINE * whole.matches + 3_000, besides=0)
    assert 0 < some.texts_kept < some.with_texts == whole.texts_kept
    assert (some.moves, some.films) == (whole.moves, whole.films)
    kept = [line for line in some.index["matches"] if line[some.index["fields"].index("talk")] >= 0]
    assert all(line[some.index["fields"].index("invalid")] for line in kept)
    text = Page(render(report_of(store, run), "html", some)).text
    assert f"in {some.texts_kept} of {some.with_texts} matches" in text


def test_where_there_is_less_room_the_longest_matches_have_pictures_of_a_bystander(store, run):
    from agonist.reports.browser import replays as module

    whole = module.replays_of(store, run)
    size = sum(map(len, (*whole.moves, *whole.films)))
    some = module.replays_of(
        store, run, room=module.LEAST_TEXT_BYTES + module.A_LINE * whole.matches + size - 50, besides=0
    )
    assert sum(map(len, (*some.moves, *some.films))) <= size - 50
    assert some.moves == whole.moves
    found = []
    for before, film in zip(map(unpacked, whole.films), map(unpacked, some.films), strict=True):
        for match, (shared, own) in film["matches"].items():
            assert bool(shared)
            if before["matches"][match][1] and not own:
                found.append(match)
            else:
                assert bool(own) == bool(before["matches"][match][1])
    assert 0 < len(found) < len(some.index["matches"])


def test_the_folder_has_everything_and_no_text_of_a_player_is_a_script(report, replays, tmp_path):
    write_folder(report, replays, tmp_path)
    files = sorted(path.name for path in (tmp_path / "data").iterdir())
    assert len(files) == len(replays.moves) + len(replays.films) + len(replays.talks)
    for path in (tmp_path / "data").iterdir():
        name, text = path.read_text().removeprefix('agonistPart("').removesuffix('");\n').split('","')
        assert name == path.stem
        assert not set(text) & set("\"'\\<>()\n")
        assert unpacked(text)["matches"]
    assert EVIL not in (tmp_path / "index.html").read_text()


def test_a_match_whose_game_has_changed_is_told_so(store, run):
    class Changed:
        def __getattr__(self, name):
            return getattr(store, name)

        def matches(self, name):
            return [replace(m, fixture=replace(m.fixture, version=99)) for m in store.matches(name)]

    replays = replays_of(Changed(), run)
    matches = [match for part in map(unpacked, replays.moves) for match in part["matches"]]
    assert all("version 99" in match["problem"] for match in matches)


def test_charts_of_suites_are_drawn_by_their_own_library_only_where_there_are_some(report, page):
    chart = Chart("Ends", {"xAxis": {}, "yAxis": {}, "series": [{"type": "bar", "data": [1]}]}, "one bar")
    drawn = render(replace(report, sections=(Section("Suite", "", (), (chart,)),)), "html")
    assert 'aria-label="one bar"' in drawn
    assert "Apache ECharts" in drawn
    assert "Apache ECharts" not in page.text


def test_yardsticks_are_lines_across_the_figures_of_the_others(report):
    board = boards_of(report)[0]
    named = [row.player for row in report.overall.strict if row.yardstick]
    assert [row["player"] for row in board.yardsticks] == named
    assert all(f">{name}</text>" in board.lines for name in named)
    lines = {re.search(r'class="yardsticks" d="([^"]*)"', row["figure"])[1] for row in board.rows}
    assert len(lines) == 1, "one line leads through all rows"
    assert lines.pop().count("M") == len(named)
    assert not any(row["figure"] for row in board.yardsticks)
    built_in = replace(report.overall, strict=tuple(r for r in report.overall.strict if r.yardstick))
    ordinary = boards_of(replace(report, overall=built_in))[0]
    assert (len(ordinary.rows), ordinary.yardsticks, ordinary.lines) == (2, (), "")
    assert all(row["figure"] for row in ordinary.rows)
