"""A game has one name for people, everywhere: its title. Its id is for what is typed."""

import re
from dataclasses import replace

import pytest
from tests.reports.test_page import Page

from agonist.games import KITS
from agonist.reports.browser.replays import replays_of
from agonist.reports.figures import figures_of
from agonist.reports.render import render
from agonist.reports.report import report_of

CODE = re.compile(r"`[^`]*`|<code>.*?</code>")


def ids_in(text):
    """The ids of games in a text, apart from those in code; those that are a word anyway are told by case."""
    plain = CODE.sub("", text)
    return {game for game in KITS if re.search(rf"(?<![\w/]){game}(?![\w/=])", plain)}


def test_titles_are_distinct_and_are_no_ids():
    titles = [kit.title for kit in KITS.values()]
    assert len(set(titles)) == len(KITS)
    assert not set(titles) & set(KITS)


@pytest.fixture
def of_all_games(store, run):
    """A report whose matches are of all games, one each, in which all endings came."""
    report = report_of(store, run)
    board, lines = report.parts[0], report.lines
    parts = [f"{game}?seats=3" if nth % 3 else game for nth, game in enumerate(KITS)]
    return replace(
        report,
        parts=tuple(replace(board, part=part) for part in parts),
        lines=tuple(replace(lines[nth % len(lines)], part=part) for nth, part in enumerate(parts)),
        marks=tuple(replace(mark, part=part) for part in parts for mark in report.marks[:2]),
        endings=dict.fromkeys(parts, next(iter(report.endings.values()))),
        reasons=tuple((part, "over", 1) for part in parts),
        failures=((tuple(parts), "suspended", "the endpoint is down", 1),),
        mirrored=tuple(replace(one, part=part) for part in parts for one in report.mirrored[:1]),
        plan={**report.plan, "targets": parts},
    )


@pytest.mark.parametrize("form", ["table", "markdown", "latex"])
def test_tables_show_every_game_by_its_title_alone(of_all_games, form):
    text = render(of_all_games, form).replace("\\", "")
    assert ids_in(text) == set()
    shown = " ".join(text.replace("&amp;", "&").split())
    assert {kit.title for kit in KITS.values() if kit.title not in shown} == set()


def test_the_page_shows_every_game_by_its_title_alone(of_all_games, store, run):
    page = Page(render(of_all_games, "html", replays_of(store, run)))
    shown = page.text + str(page.scripts["application/json", "index"])
    assert ids_in(shown) == set()
    assert {kit.title for kit in KITS.values() if kit.title not in page.text} == set()


def test_figures_show_every_game_by_its_title_alone(of_all_games):
    cells = figures_of(of_all_games)["games"].data
    assert {cell[1].partition(" (seats")[0] for cell in cells} == {kit.title for kit in KITS.values()}


def test_programs_get_ids(of_all_games):
    assert {board["part"].partition("?")[0] for board in of_all_games.as_json()["parts"]} == set(KITS)
    assert ids_in(render(of_all_games, "csv").replace("?", " ")) == set(KITS)
