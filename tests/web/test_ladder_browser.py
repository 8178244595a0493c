"""People and agents on one ladder in a browser: opened by a form, played by clicks, seen as it moves."""

import pytest
from tests.web.clicking import CHROMIUM, click_on_the_board, serving, turns
from tests.web.test_story import FIRST, secret, sign_up, visitor

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

__all__ = ["secret"]

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium"),
    pytest.mark.long,
]

ON_BOARD = """names => {
  const shown = [...document.querySelectorAll("#ladder .board-table tbody th a")].map((a) => a.textContent);
  return names.every((name) => shown.includes(name));
}"""


@pytest.fixture(scope="module")
def home(tmp_path_factory, secret):
    options = ("--port", "0", "--public", "--private-addresses")
    with serving(tmp_path_factory.mktemp("public") / "agonist.db", *options, link=FIRST) as link:
        yield link


def test_people_play_on_a_ladder_beside_its_agents_and_everybody_sees_the_board_move(browser, home):
    root = home.partition("sign-up")[0]
    ann, bob, eve = visitor(browser, home), visitor(browser, f"{root}sign-up"), visitor(browser, root)
    sign_up(ann, "Ann")
    sign_up(bob, "Bob")
    ann.goto(f"{root}ladders")
    ann.fill("#game", "tictactoe")
    ann.fill("#name", "Daily")
    ann.click("summary:has-text('Limits')")
    ann.fill("#person_a_day", "none")
    ann.click("button:has-text('Open')")
    assert "whole number" in ann.text_content("#person_a_day-wrong")
    ann.fill("#person_a_day", "9")
    ann.click("button:has-text('Open')")
    ann.wait_for_selector("h1:has-text('Ladder Daily')")
    ladder = ann.url
    eve.goto(ladder)
    assert eve.locator("text=Sign in to play matches that count").count() == 1

    ann.select_option("#other0", "random")
    ann.click("button:has-text('Play a rated match')")
    ann.wait_for_selector("#table")
    assert "Rated on the ladder Daily" in ann.text_content("main")
    for nth in turns(ann):
        click_on_the_board(ann, lambda places, nth=nth: places[nth * 3 % len(places)])
    assert "The end:" in ann.text_content(".ending")
    eve.wait_for_function(ON_BOARD, arg=["Ann", "random"])

    ann.goto(ladder)
    ann.select_option("#other0", "free")
    ann.click("button:has-text('Play a rated match')")
    link = ann.input_value("input.link")
    eve.goto(link)
    assert eve.locator("a:has-text('Sign in to sit down')").count() == 1
    bob.goto(link)
    bob.click("button:has-text('Sit down')")
    bob.wait_for_selector("#table")
    eve.goto(ladder)
    ann.wait_for_selector("#table .clock")
    bob.click("summary:has-text('Resign')")
    bob.click("button:has-text('Yes, resign')")
    ann.wait_for_selector(".ending:has-text('resigns')")
    eve.wait_for_function(ON_BOARD, arg=["Ann", "random", "Bob"])
    eve.click("nav.tabs a:has-text('People')")
    eve.wait_for_function("() => location.search === '?kind=person'")
    assert sorted(eve.locator("#ladder .board-table tbody th a").all_text_contents()) == ["Ann", "Bob"]
    ann.goto(f"{root}notices")
    assert "Nothing yet" in ann.text_content("main")
    problems = [each for each in (*ann.problems, *bob.problems, *eve.problems) if "400" not in each]
    assert problems == []
