"""What a newcomer does on a public site, in a real browser."""

import contextlib
import os
import re
import subprocess
import sys
from random import Random

import pytest
from tests.web.clicking import CHROMIUM, answer, click_on_the_board, serving, turns, watched
from tests.web.wheel import ROOT, environment, installed

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium"),
    pytest.mark.long,
]

FIRST = r"http://\S+/sign-up\S+"
PASSWORD = "correct horse battery"


@contextlib.contextmanager
def endpoint():
    """The address of `agonist endpoint`, which takes half a second for each answer."""
    command = [sys.executable, "-u", "-m", "agonist", "endpoint", "--port", "0", "--latency", "0.5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as server:
        found = None
        while found is None:
            line = server.stdout.readline()
            assert line, "the endpoint ended before it printed its address"
            found = re.search(r"http://[\w.:]+/v1", line)
        try:
            yield found[0]
        finally:
            server.terminate()
            server.wait(60)


@pytest.fixture(scope="module", autouse=True)
def secret():
    """What keys are encrypted with, and forms and links follow from."""
    os.environ["AGONIST_SECRET_KEY"] = "0123456789abcdef" * 4
    yield
    del os.environ["AGONIST_SECRET_KEY"]


@pytest.fixture(scope="module")
def home(tmp_path_factory, secret):
    """The link that the server prints to whoever makes the first account."""
    options = ("--port", "0", "--public", "--private-addresses")
    with serving(tmp_path_factory.mktemp("public") / "agonist.db", *options, link=FIRST, wheel=True) as link:
        yield link


def visitor(browser, where):
    """A page in a browser of its own."""
    page = watched(browser.new_context(viewport={"width": 1280, "height": 900}).new_page())
    page.set_default_timeout(180_000)
    page.goto(where)
    return page


def sign_up(page, name):
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.fill("#again", PASSWORD)
    page.click("form.account button.main")
    page.wait_for_selector(f"header :text('{name}')")


def open_table(page, home, game, players):
    page.goto(f"{home}games/{game}")
    page.click("a.button:has-text('Play')")
    fields = page.locator("input[name=player]")
    for nth, player in enumerate(players):
        fields.nth(nth).fill(player)
    page.click("form.ask button.main")
    page.wait_for_selector("#table")


SHOWN = """() => {
  window.shown = [];
  const note = () => {
    const at = Number(document.querySelector("#at").textContent);
    if (at !== window.shown.at(-1)) window.shown.push(at);
  };
  note();
  new MutationObserver(note).observe(document.body, {childList: true, characterData: true, subtree: true});
}"""
"""Notes each step that a page shows, as it shows it."""

HAS = """([player, matches]) =>
[...document.querySelectorAll("#board table:not(.measures) tbody tr")].some((row) =>
  row.querySelector("th a")?.textContent === player
  && row.querySelector("[data-label=Matches]").firstChild.textContent.trim() === matches)"""
"""Whether the board that is shown counts so many matches of somebody."""


def discs(page):
    return page.locator(".board .token:is(.blue, .orange)").count()


def test_the_server_of_these_tests_is_that_of_the_built_wheel():
    asked = [
        sys.executable,
        "-c",
        "import agonist, agonist.web.site_state; print(agonist.web.site_state.__file__)",
    ]
    found = subprocess.run(asked, env=environment(), cwd="/", capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(installed()))
    assert not found.stdout.startswith(str(ROOT))


def test_from_signing_up_to_the_leaderboard(browser, home):
    root = home.partition("sign-up")[0]
    ann = visitor(browser, home)
    sign_up(ann, "Ann")
    eve = visitor(browser, f"{root}leaderboard?game=connect_four")
    assert "There is no finished match to show." in eve.text_content("#board")
    board = visitor(browser, eve.url)
    with endpoint() as address:
        register(ann, root, "Fox", address)
        # Its test match is watched live, by the member and by a visitor without an account.
        ann.fill("#test-game", "connect_four")
        ann.click("button:has-text('Test it')")
        ann.wait_for_selector("h1:has-text('Test of Fox')")
        eve.goto(root.rstrip("/") + ann.get_attribute("a:has-text('Replay')", "href"))
        assert eve.text_content("#live nav .at").startswith("Step"), "the match is not being played any more"
        eve.evaluate(SHOWN)
        eve.wait_for_function("() => /The end:/.test(document.body.textContent)")
        ann.wait_for_selector("#tried .ending:has-text('The end:')")
        shown = eve.evaluate("window.shown")
        # Fox takes its time for each move, and the house agent answers at once.
        assert shown == sorted(set(shown))
        assert len(shown) >= 4
        last = int(eve.text_content("#of"))
        assert shown[-1] == last >= 7
        replay_step_by_step(eve, last)

        # The board that somebody looks at meanwhile moves by itself, when a match ends that counts.
        open_table(ann, root, "connect_four", ["human", "Fox"])
        lost = False
        for nth in turns(ann):
            if nth == 1:
                lost = True
                # The answer is given without a connection, and arrives when that is back.
                before = discs(ann)
                ann.context.set_offline(True)
                click_on_the_board(ann, lambda places: places[0])
                ann.wait_for_selector("#lost:not([hidden])")
                assert discs(ann) == before
                ann.context.set_offline(False)
                ann.wait_for_selector("#lost", state="hidden")
                ann.wait_for_function(
                    "before => document.querySelectorAll('.board .token:is(.blue, .orange)').length > before",
                    arg=before,
                )
                ann.problems.clear()  # the browser reports requests that failed meanwhile
                continue
            click_on_the_board(ann, lambda places, nth=nth: places[nth * 3 % len(places)])
        assert lost
        assert "The end:" in ann.text_content(".ending")
        for player in ("Ann", "Fox"):
            board.wait_for_function(HAS, arg=[player, "1"])

    board.goto(f"{root}leaderboard?game=who_is_spy&sort=points")
    assert "There is no finished match to show." in board.text_content("#board")
    open_table(ann, root, "who_is_spy", ["human", *["random"] * 5])
    rng = Random(2)
    spoken = [answer(ann, rng) for _ in turns(ann)]
    assert len(spoken) >= 2, "Ann speaks and votes"
    assert "The end:" in ann.text_content(".ending")
    board.wait_for_function(HAS, arg=["Ann", "1"])
    assert board.locator(".measures thead th:has-text('Points')").count() == 1
    board.goto(f"{root}leaderboard")
    board.wait_for_function(HAS, arg=["Ann", "2"])
    assert ann.problems == eve.problems == board.problems == []


def register(page, root, name, address):
    """An agent by the form: a model behind an endpoint."""
    page.goto(f"{root}agents")
    page.click("a:has-text('Register')")
    page.fill("#name", name)
    page.select_option("#provider", "vllm")
    page.fill("#model", "sensible")
    page.fill("#base_url", address)
    page.check("input[name=online]")
    page.click("button:has-text('Register')")
    page.wait_for_selector(f"h1:has-text('{name}')")
    assert page.text_content(".state").strip() == "online"


def replay_step_by_step(page, last):
    """From the empty board, a disc a step, to the end; by keys."""
    at = "nth => document.querySelector('#at').textContent === String(nth)"
    page.keyboard.press("Home")
    page.wait_for_function(at, arg=0)
    assert discs(page) == 0
    for nth in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(at, arg=nth)
        assert discs(page) == nth
        assert page.url.endswith(f"/{nth}")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(at, arg=2)
    page.keyboard.press("End")
    page.wait_for_function(at, arg=last)
    assert discs(page) == last
    assert "The end:" in page.text_content("#table .ending")


def test_two_people_play_by_a_link_and_each_sees_what_the_other_does(browser, home):
    root = home.partition("sign-up")[0]
    ann, bob = visitor(browser, root), visitor(browser, root)
    open_table(ann, root, "tictactoe", ["human", "free"])
    bob.goto(ann.input_value("input.link"))
    bob.fill("#name", "Bob")
    bob.click("button:has-text('Sit down')")
    bob.wait_for_selector("#table .request:has-text('turn of Player 1')")
    ann.wait_for_selector("#table[data-asked]")
    # Nothing moves when it becomes one's turn.
    before = bob.locator(".board").bounding_box()
    with bob.context.new_page() as other:  # Bob looks at another page meanwhile
        other.goto(f"{root}games")
        click_on_the_board(ann, lambda places: places[4])
        bob.wait_for_function("() => document.title.startsWith('Your move')", polling=200)
    assert bob.locator(".board").bounding_box() == before
    assert bob.text_content("#announced") == "Your move."
    bob.close()
    ann.wait_for_selector("#table li[data-seat='2'] .away:has-text('away')")
    back = watched(bob.context.new_page())
    back.goto(ann.url.partition("?")[0])
    ann.wait_for_selector("#table li[data-seat='2'] .here.here:not(.away)")
    back.wait_for_selector("#table[data-asked]")
    back.click("summary:has-text('Resign')")
    back.click("button:has-text('Yes, resign')")
    ann.wait_for_selector(".ending:has-text('Player 2 resigns')")
    assert ann.problems == back.problems == []


def test_a_server_that_starts_again_finds_everybody_at_their_table(browser, tmp_path):
    options = ("--public", "--private-addresses")
    with serving(tmp_path / "agonist.db", "--port", "0", *options, link=FIRST, wheel=True) as link:
        root = link.partition("sign-up")[0]
        ann = visitor(browser, root)
        ann.goto(f"{root}play?game=connect_four")
        ann.locator("input[name=player]").nth(1).fill("random")
        ann.click("summary:has-text('Clock')")
        ann.fill("#minutes", "10")
        ann.click("form.ask button.main")
        ann.wait_for_selector("#table[data-asked]")
        click_on_the_board(ann, lambda places: places[0])
        ann.wait_for_selector("#table[data-asked] .clock.running")
        ann.wait_for_function("() => document.querySelectorAll('.board .blue, .board .orange').length >= 2")
    ann.wait_for_selector("#lost:not([hidden])")
    port = re.search(r":(\d+)/", root)[1]
    with serving(tmp_path / "agonist.db", "--port", port, *options, link=FIRST, wheel=True):
        ann.wait_for_selector("#lost", state="hidden")
        ann.problems.clear()  # the browser reports requests that failed meanwhile
        for nth in turns(ann):
            click_on_the_board(ann, lambda places, nth=nth: places[nth * 3 % len(places)])
        assert "The end:" in ann.text_content(".ending")
        assert ann.problems == []
        ann.close()
