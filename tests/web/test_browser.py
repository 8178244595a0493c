"""A person with a real browser, who only clicks and types what the pages offer."""

import re
import shutil
import subprocess
import sys

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

SEED = "7"
"""Opponents and chance play the same each time."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium")


@pytest.fixture(scope="module")
def link(tmp_path_factory):
    """A server of its own over an empty database; the link that it prints."""
    database = tmp_path_factory.mktemp("site") / "agonist.db"
    command = [sys.executable, "-m", "agonist", "serve", "--db", str(database), "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        found = None
        while found is None:
            found = re.search(r"http://\S+", server.stdout.readline())
        yield found[0]
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="module")
def tab(link):
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(60_000)
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else None)
        page.goto(link)
        yield page
        browser.close()


def sit_down(tab, game, opponents="random"):
    """From the first page to a table of this game, with a person on the first seat."""
    tab.click("header a:has-text('Agonist')")
    tab.click("a:has-text('any seat')")
    tab.click(f"ul.games a[href='/games/{game}']")
    tab.click("a.button:has-text('Play')")
    fields = tab.locator("input[name=player]")
    for nth in range(1, fields.count()):
        fields.nth(nth).fill(opponents)
    tab.click("summary:has-text('Clock')")
    tab.fill("input[name=seed]", SEED)
    tab.click("form.ask button.main")


def turns(tab):
    """Each time the person is asked, until the match is over."""
    for nth in range(100):
        tab.wait_for_selector("form.ask, .ending", state="attached")
        if tab.locator(".ending").count():
            return
        was = tab.input_value("input[name=nonce] >> nth=0")
        yield nth
        # The page that comes next is another, whether it asks again, waits or is the last.
        tab.wait_for_function("was => !document.querySelector(`input[name=nonce][value='${was}']`)", arg=was)
    raise AssertionError("the match does not end")


CENTRES = """() => {
  const found = [];
  for (const shape of document.querySelectorAll(".board [data-choices]")) {
    shape.scrollIntoView({block: "center"});
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // A disc may lie on its cell: the centre then belongs to the disc.
    if (shape.contains(document.elementFromPoint(x, y))) found.push([x + scrollX, y + scrollY]);
  }
  return found;
}"""
"""Where a pointer meets each shape that can be clicked, in points of the whole page."""


def click_on_the_board(tab, nth):
    """Click the `nth` place of the board that a pointer can reach."""
    places = tab.evaluate(CENTRES)
    x, y = places[nth % len(places)]
    tab.evaluate("([x, y]) => scrollTo(0, y - innerHeight / 2)", [x, y])
    tab.mouse.click(x, y - tab.evaluate("scrollY"))


def test_connect_four_is_played_to_the_end_on_the_board_itself(tab):
    sit_down(tab, "connect_four")
    for nth in turns(tab):
        click_on_the_board(tab, nth * 3)
    assert "The end:" in tab.text_content(".ending")
    tab.click("a:has-text('Replay')")
    assert tab.locator(".board svg.picture").count() == 1
    last = tab.text_content(".tools .at")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_function("last => document.querySelector('.tools .at').textContent !== last", arg=last)
    tab.click("header a:has-text('Leaderboard')")
    assert "human" in tab.text_content("tbody")
    assert tab.problems == []


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
