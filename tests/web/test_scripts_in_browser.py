"""A public site in a real browser: scripts in everything that can be written, and what axe finds."""

import asyncio
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.conftest import SECRET
from tests.reports.conftest import play_run
from tests.web.clicking import CHROMIUM, chromium
from tests.web.public import PASSWORD

from agonist.arena.accounts.authentication import Accounts
from agonist.models.protocol import Reply, Usage
from agonist.models.scripted import ScriptedModel
from agonist.store import Store
from agonist.store.platform.agents import add_agent

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium"),
]

NAME = "evil/</title></script><script>hacked()</script>"

NASTY = (
    "\"'></textarea></pre><svg><animate onbegin='hacked()' attributeName='x' dur='1s'/></svg>"
    "<svg/onload=hacked()><img src=x onerror=hacked()><script>hacked()</script>"
    "<a href='javascript:hacked()'>here</a><style>*{color:red}</style>{{ 7*7 }}"
)

INJECTED = """() => [...document.querySelectorAll(
    "main animate, main script, main img[src=x], main style, main [onbegin], main [onload], main [onerror], "
    + "[href^='javascript:' i], [style*='red']"
)].map(found => found.outerHTML)"""


def evil(messages):
    """It speaks in markup, whatever it is asked."""
    text = messages[-1].content
    named = re.search(r"one of ([^.\n]*Player \d)", text)
    answer = {"speech": NASTY, "vote": named[1].split(", ")[0].strip('" ') if named else "Player 1"}
    return Reply(f"{NASTY}\n{json.dumps(answer)}", "stop", Usage(1, 1), NASTY, thought=NASTY)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A public site over such matches, and the link for its first admin."""
    database = tmp_path_factory.mktemp("site") / "agonist.db"
    games, players = ["who_is_spy?seats=4", "tictactoe"], [NAME, "random"]
    run = play_run(database, games, players, matches=1, connect=lambda _spec: ScriptedModel(evil))
    with Store.open(database) as store:
        add_agent(
            store, "Fox", "random", about=NASTY, language=NASTY, code="javascript:hacked()", public=True
        )
        match = store.matches(run)[-1]
        store.suspend(match.id, "suspended", NASTY)
    command = [sys.executable, "-m", "agonist", "serve", "--public", "--port", "0", "--db", database]
    environ = {**os.environ, "AGONIST_SECRET_KEY": SECRET}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as server:
        first = None
        while first is None:
            line = server.stdout.readline()
            assert line, "the server ended before it printed its link"
            first = re.search(r"http://\S+first=\S+", line)
        try:
            yield first[0], run, database
        finally:
            server.terminate()
            server.wait(60)


def test_nothing_that_anybody_writes_becomes_part_of_a_page(site):
    link, run, database = site
    home = link.partition("/sign-up")[0]
    with Store.open(database) as store:
        matches = store.matches(run)
        seen = {match.id: len(store.steps(match)) for match in matches}
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(60_000)
        page.add_init_script("window.hacked = () => { window.was = true; }")
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: problems.append(dialog.message))

        def look(path=None):
            if path is not None:
                page.goto(home + path)
            page.wait_for_load_state()
            assert page.evaluate(INJECTED) == [], page.url
            assert page.evaluate("() => !window.was"), page.url
            assert page.evaluate("() => getComputedStyle(document.body).color") != "rgb(255, 0, 0)"

        page.goto(link)
        for field, text in (("name", NASTY), ("password", PASSWORD), ("again", PASSWORD)):
            page.evaluate(f"document.getElementById('{field}').removeAttribute('maxlength')")
            page.fill(f"#{field}", text)
        page.click("main button.main")
        look()
        page.fill("#name", "Rita")
        page.fill("#password", PASSWORD)
        page.fill("#again", PASSWORD)
        page.click("main button.main")
        for label, button in (("key-label", "Add the key"), ("token-label", "Make a token")):
            page.goto(f"{home}/me")
            page.fill(f"#{label}", "<svg><animate onbegin=hacked() dur=1s>")
            if label == "key-label":
                page.fill("#key-secret", "<script>hacked()</script>")
            page.click(f"text={button}")
            look()
        quoted = page.evaluate("encodeURIComponent", NASTY)
        for path in (
            "/", "/me", "/admin", f"/admin?q={quoted[:150]}", "/leaderboard", "/leaderboard?game=who_is_spy",
            "/matches", "/matches?said=hacked", f"/matches?player={quoted[:150]}", "/runs", f"/runs/{run}",
            "/agents", "/agents/Fox", "/community", f"/agents/{quoted}", "/agents/new?copy=Fox",
            "/play", f"/play?game=tictactoe&options={quoted[:150]}", f"/compare?a={quoted}&b=random",
            "/compare?a=random", f"/sign-in?then={quoted}", f"/games/{quoted}", "/games/who_is_spy",
        ):  # fmt: skip
            look(path)
        spoken = False
        for match, steps in seen.items():
            for step in {*range(min(steps, 9)), steps}:
                look(f"/matches/{match}/{step}")
                page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
                look()
                spoken = spoken or "onbegin" in page.text_content("main")
            look(f"/matches/{match}/{steps}?as=seat1")
        # Else nothing was tried.
        assert spoken
        page.goto(f"{home}/runs/{run}/report")
        page.wait_for_timeout(300)
        assert page.evaluate("() => !window.was")
        assert not problems


def test_axe_finds_no_serious_fault_on_pages_of_accounts(site):
    link, _, database = site
    home = link.partition("/sign-up")[0]
    (folder,) = importlib.util.find_spec("axe_playwright_python").submodule_search_locations
    source = (Path(folder) / "axe.min.js").read_text(encoding="utf-8")
    with Store.open(database) as store:
        accounts = Accounts(store)
        for name, role in (("Olga", "admin"), ("Paul", "member")):
            accounts.change(asyncio.run(accounts.add(name, PASSWORD, "admin")).id, role=role)
        accounts.passwords.close()
    faults = {}
    with chromium() as browser:
        for scheme in ("light", "dark"):
            # Pages allow no script but their own; the one that looks at them comes in by another way.
            tab = browser.new_context(color_scheme=scheme, bypass_csp=True).new_page()
            tab.set_default_timeout(60_000)

            def look(path, tab=tab, scheme=scheme):
                tab.goto(home + path)
                for width in (390, 1280):
                    tab.set_viewport_size({"width": width, "height": 900})
                    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
                    tab.evaluate(source)
                    for one in tab.evaluate("axe.run().then((found) => found.violations)"):
                        if one["impact"] in ("serious", "critical"):
                            faults[path, scheme, width, one["id"]] = one["nodes"][0]["html"][:160]
                    wide = tab.evaluate("document.documentElement.scrollWidth")
                    if wide > width:
                        faults[path, scheme, width, "scrolls sideways"] = wide

            look("/sign-up")
            look("/sign-in")
            tab.fill("#name", "Olga")
            tab.fill("#password", PASSWORD)
            tab.click("main button.main")
            tab.wait_for_selector("nav.who a[href='/me']")
            look("/me")
            look("/admin")
    assert faults == {}
