"""Playing without a pointer: where the focus is, what Tab and the arrow keys reach, what typing counts."""

from random import Random

import pytest
from tests.web.clicking import CHROMIUM, IS_ANOTHER, choose_by_keys, mark, serving, stand

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium"),
]

IN = "part => Boolean(document.activeElement.closest(`#table ${part}`))"

STOPS = """() => [...document.querySelectorAll("#table :is(a, button, input, summary, [tabindex])")]
  .filter((each) => each.tabIndex >= 0 && each.type !== "hidden" && each.checkVisibility()).length"""

REACHED = """() => {
  const shapes = [...document.querySelectorAll(".board [tabindex]")], found = new Set([shapes[0]]);
  for (const shape of found) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      shape.focus();
      shape.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      found.add(document.activeElement);
    }
  }
  return [found.size, shapes.length];
}"""


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("keys") / "agonist.db", "--port", "0") as found:
        yield found


def sit_down(tab, link, game, *players):
    tab.goto(f"{link.partition('?')[0]}play?game={game}&seats={len(players)}")
    for nth, player in enumerate(players):
        tab.locator("input[name=player]").nth(nth).fill(player)
    tab.click("summary:has-text('Clock')")
    tab.fill("input[name=seed]", "7")
    tab.click("form.ask button.main")
    tab.wait_for_selector("#table")
    tab.wait_for_load_state()
    asked(tab)


def asked(tab):
    tab.wait_for_selector("#table[data-asked], #table .ending", state="attached")


def moved(tab, was):
    tab.wait_for_function(IS_ANOTHER, arg=was)


def test_hive_is_played_on_the_board_by_keys_alone_and_the_focus_stays_there(tab, link):
    sit_down(tab, link, "hive", "human", "random")
    tab.keyboard.press("b")
    rng = Random(1)
    for _ in range(9):
        asked(tab)
        if stand(tab) == "over":
            break
        assert tab.evaluate(IN, ".board [data-choices]")
        # The board, the field to type in and its button, the buttons of moves, resigning.
        assert tab.evaluate(STOPS) == 5
        reached, all_of_them = tab.evaluate(REACHED)
        assert reached == all_of_them
        was = mark(tab)
        choose_by_keys(tab, rng)
        moved(tab, was)
        assert tab.evaluate(IN, ".board")
    assert tab.problems == []


def test_escape_takes_back_the_first_half_of_a_move(tab, link):
    sit_down(tab, link, "hive", "human", "random")
    was = mark(tab)
    tab.locator(".options button").first.click()
    moved(tab, was)
    asked(tab)
    tab.locator('.board [data-choices*=" "]').first.focus()
    buttons = tab.locator(".options button:visible").count()
    tab.keyboard.press("Enter")
    assert tab.locator(".options button:visible").count() < buttons
    tab.keyboard.press("Escape")
    assert tab.locator(".options button:visible").count() == buttons
    assert not tab.locator(".board .faded").count()


def test_who_types_and_who_presses_buttons_goes_on_where_they_were(tab, link):
    sit_down(tab, link, "tictactoe", "human", "human")
    for nth, move in enumerate(("(1, 1)", "(9, 9)", "1 3")):
        tab.keyboard.press("/")
        tab.keyboard.press("ControlOrMeta+A")
        tab.keyboard.type(move)
        was = mark(tab)
        tab.keyboard.press("Enter")
        moved(tab, was)
        if nth == 1:
            assert "is not one of" in tab.text_content("#typed-wrong")
            assert tab.input_value("#typed") == move
        else:
            tab.wait_for_selector("#table .request a")
            # The next one's side of the table comes without another page, and the focus with it.
            assert tab.evaluate(IN, ".asked")
            tab.keyboard.press("Enter")
            asked(tab)
        assert tab.evaluate(IN, "#typed")
    tab.locator(".options button").first.focus()
    tab.keyboard.press("ArrowRight")
    was = mark(tab)
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#table .request a")
    assert tab.evaluate(IN, ".asked .request a")
    assert [each for each in tab.problems if "422" not in each] == []


def test_a_question_mark_shows_the_keys_and_escape_brings_back_the_focus(tab, link):
    sit_down(tab, link, "tictactoe", "human", "random")
    tab.keyboard.press("b")
    tab.keyboard.press("?")
    assert tab.locator("dialog#keys").is_visible()
    tab.keyboard.press("Escape")
    assert not tab.locator("dialog#keys").is_visible()
    assert tab.evaluate(IN, ".board [data-choices]")
    tab.keyboard.press("/")
    tab.keyboard.type("?")
    assert tab.input_value("#typed") == "?"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one",
        "  two  words ",
        "no\u00a0break",
        "a\u3000b",
        "next\u0085line",
        "zero\ufeffwidth",
        "a\x1fb",
        "好 的",
        "x\n\ny",
    ],
)
def test_a_form_counts_words_as_python_does(tab, link, text):
    sit_down(tab, link, "undercover", *["human"] * 5)
    tab.locator("form.ask textarea").evaluate(
        "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }", text
    )
    most = int(tab.get_attribute("form.ask textarea", "data-words"))
    assert tab.text_content(".count") == f"{len(text.split())} of {most} words."


def test_a_form_counts_characters_where_a_text_is_cut_and_says_when_it_is_too_long(tab, link):
    sit_down(tab, link, "who_is_spy", *["human"] * 4)
    most = int(tab.get_attribute("form.ask textarea", "data-characters"))
    tab.fill("form.ask textarea", "🦊" * (most + 1))
    assert tab.text_content(".count") == f"{most + 1} of {most} characters."
    assert tab.locator(".count.over").count() == 1


def test_who_taps_a_button_gets_no_keyboard_on_their_screen(tab, link):
    sit_down(tab, link, "tictactoe", "human", "random")
    for _ in range(2):
        was = mark(tab)
        tab.locator(".options button").first.click()
        moved(tab, was)
        assert not tab.evaluate(IN, ".resign")
        asked(tab)
        assert tab.evaluate(IN, ".options button")


def test_a_phone_shows_the_pot_the_stakes_and_who_acts_without_scrolling(tab, link):
    tab.set_viewport_size({"width": 390, "height": 844})
    sit_down(tab, link, "texas_holdem", "human", "random")
    shown = ("pot ", "to act", "in the pot", "dealer")
    places = """shown => shown.map((words) => {
      const texts = [...document.querySelectorAll(".board text")];
      const box = texts.find((each) => each.textContent.includes(words)).getBoundingClientRect();
      const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
      return inside && box.height >= 9;
    })"""
    assert tab.evaluate(places, shown) == [True] * len(shown)
    assert tab.evaluate("() => document.documentElement.scrollWidth") == 390
    assert tab.evaluate("document.querySelector('.board').scrollWidth") <= 390
    # Whoever watches is three steps behind, and sees as much of it.
    was = mark(tab)
    tab.locator(".options button", has_text="call").click()
    moved(tab, was)
    tab.goto(tab.url.partition("?")[0].replace("/play/", "/matches/"))
    assert tab.evaluate(places, ["pot ", "in the pot"]) == [True, True]
    assert tab.evaluate("() => document.documentElement.scrollWidth") == 390
