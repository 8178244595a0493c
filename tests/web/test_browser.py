"""A person with a real browser, who only clicks and types what the pages offer."""

import pytest
from tests.web.clicking import CHROMIUM, click_on_the_board, serving, turns

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

SEED = "7"
"""Opponents and chance play the same each time."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium")


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    """The link to a server over an empty database."""
    with serving(tmp_path_factory.mktemp("site") / "agonist.db", "--port", "0") as found:
        yield found


def sit_down(tab, game, opponents="random"):
    """From the first page to a table of this game, with a person on the first seat."""
    tab.click("header a:has-text('Agonist')")
    tab.click("header a:has-text('Play')")
    tab.click(f"ul.names a[href='/play?game={game}']")
    fields = tab.locator("input[name=player]")
    for nth in range(1, fields.count()):
        fields.nth(nth).fill(opponents)
    tab.click("summary:has-text('Clock')")
    tab.fill("input[name=seed]", SEED)
    tab.click("form.ask button.main")


@pytest.mark.slow
def test_connect_four_is_played_to_the_end_on_the_board_itself(tab):
    sit_down(tab, "connect_four")
    for nth in turns(tab):
        click_on_the_board(tab, lambda places, nth=nth: places[nth * 3 % len(places)])
    assert "The end:" in tab.text_content(".ending")
    tab.click("a:has-text('Replay')")
    assert tab.locator(".board svg.picture").count() == 1
    last = tab.text_content(".tools .at")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_function("last => document.querySelector('.tools .at').textContent !== last", arg=last)
    tab.click("header a:has-text('Leaderboard')")
    assert "human" in tab.text_content("tbody")
    assert tab.problems == []


@pytest.mark.long
def test_a_game_of_words_is_played_to_the_end_by_typing_and_clicking(tab):
    sit_down(tab, "undercover")
    for nth in turns(tab):
        if tab.locator("form.ask textarea").count():
            tab.fill("form.ask textarea", f"It is number {nth}")
            assert "of" in tab.text_content(".count")
            tab.click("form.ask button.main")
        else:
            tab.locator("form.ask .options button").first.click()
    assert "The end:" in tab.text_content(".ending")
    assert tab.problems == []
