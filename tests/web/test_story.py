"""What a newcomer does on a public site, in a real browser."""

import contextlib
import os
import re
import subprocess
import sys

import pytest
from tests.web.clicking import CHROMIUM, answer, chromium, click_on_the_board, serving, turns, watched

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium"),
    pytest.mark.long,
]

FIRST = r"http://\S+/sign-up\S+"
PASSWORD = "correct horse battery"


@contextlib.contextmanager
def endpoint():
    """The address of `agonist endpoint`."""
    command = [sys.executable, "-u", "-m", "agonist", "endpoint", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
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
    with serving(tmp_path_factory.mktemp("public") / "agonist.db", *options, link=FIRST) as link:
        yield link


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


def visitor(browser, where):
    """A page in a browser of its own."""
    page = watched(browser.new_context(viewport={"width": 1280, "height": 900}).new_page())
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


def see_on_the_leaderboard(page, home, player, matches):
    """Wait until the leaderboard counts so many matches of somebody: it is fitted at most once a second."""
    for _ in range(120):
        rows = page.request.get(f"{home}leaderboard.json").json()["players"]
        if any(row["player"] == player and row["matches"] == matches for row in rows):
            return
        page.wait_for_timeout(500)
    raise AssertionError(f"the leaderboard does not have {matches} matches of {player}: {rows}")


def test_from_signing_up_to_the_leaderboard(browser, home):
    root = home.partition("sign-up")[0]
    ann = visitor(browser, home)
    sign_up(ann, "Ann")
    with endpoint() as address:
        ann.goto(f"{root}agents")
        ann.click("a:has-text('Register')")
        ann.fill("#name", "Fox")
        ann.select_option("#provider", "vllm")
        ann.fill("#model", "sensible")
        ann.fill("#base_url", address)
        ann.check("input[name=online]")
        ann.click("button:has-text('Register')")
        ann.wait_for_selector("h1:has-text('Fox')")
        # Its test match is watched live, by the member and by a visitor without an account.
        ann.select_option("select[name=game]", "connect_four")
        ann.click("button:has-text('Test it')")
        ann.wait_for_selector("h1")
        eve = visitor(browser, f"{root}matches")
        eve.locator("ul.rows a, a:has-text('connect')").first.click()
        eve.wait_for_function("() => /The end:/.test(document.body.textContent)")
        # They replay it step by step.
        last = eve.url
        eve.keyboard.press("ArrowLeft")
        eve.wait_for_function("last => location.href !== last", arg=last)
        assert eve.locator(".board svg.picture").count() == 1

        open_table(ann, root, "connect_four", ["human", "Fox"])
        lost = False
        for nth in turns(ann):
            if nth == 1:
                lost = True
                # The answer is given without a connection, and arrives when that is back.
                ann.context.set_offline(True)
                click_on_the_board(ann, lambda places: places[0])
                ann.wait_for_selector("#lost:not([hidden])")
                ann.context.set_offline(False)
                ann.wait_for_selector("#lost", state="hidden")
                ann.problems.clear()  # the browser reports requests that failed meanwhile
                continue
            click_on_the_board(ann, lambda places, nth=nth: places[nth * 3 % len(places)])
        assert lost
        assert "The end:" in ann.text_content(".ending")
        see_on_the_leaderboard(ann, root, "Ann", 1)
        see_on_the_leaderboard(ann, root, "Fox", 1)

    open_table(ann, root, "who_is_spy", ["human", *["random"] * 5])
    from random import Random

    rng = Random(2)
    for _ in turns(ann):
        answer(ann, rng)
    assert "The end:" in ann.text_content(".ending")
    see_on_the_leaderboard(ann, root, "Ann", 2)
    assert ann.problems == eve.problems == []


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
    with serving(tmp_path / "agonist.db", "--port", "0", *options, link=FIRST) as link:
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
    with serving(tmp_path / "agonist.db", "--port", port, *options, link=FIRST):
        ann.wait_for_selector("#lost", state="hidden")
        ann.problems.clear()  # the browser reports requests that failed meanwhile
        for nth in turns(ann):
            click_on_the_board(ann, lambda places, nth=nth: places[nth * 3 % len(places)])
        assert "The end:" in ann.text_content(".ending")
        assert ann.problems == []
        ann.close()
