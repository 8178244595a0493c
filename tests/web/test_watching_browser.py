"""Watching in a real browser: replays that play themselves, twelve live tabs, and what axe finds."""

import importlib.util
import re
from pathlib import Path

import pytest
from tests.web.clicking import CHROMIUM, serving, turns, watched

from agonist.api import play, run
from agonist.store import Store
from agonist.web.app import PAGES as APP_PAGES

pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium"),
]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Who is Spy, Tic-tac-toe and Hold'em by bots, all of it finished."""
    path = tmp_path_factory.mktemp("watching") / "agonist.db"
    targets = ["who_is_spy", "tictactoe", "texas_holdem?hands=1"]
    run(targets, ["random", "reference"], matches=2, db=path)
    return path


@pytest.fixture(scope="module")
def link(database):
    with serving(database, "--port", "0", wheel=True) as found:
        yield found


def home(link):
    return link.partition("/?")[0]


def at(page):
    return int(page.text_content("#at"))


def test_words_are_found_by_keys_and_lead_from_step_to_step_until_the_search_is_closed(tab, link):
    tab.goto(f"{home(link)}/matches/1/0")
    tab.keyboard.press("/")
    tab.keyboard.type("player 2")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#places a[data-at]")
    steps = tab.locator("#places a[data-at]").evaluate_all(
        "links => links.map(each => Number(each.dataset.at))"
    )
    for step in sorted(set(steps))[:2]:
        tab.keyboard.press("n")
        tab.wait_for_function(f"() => document.querySelector('#at').textContent === '{step}'")
        assert tab.locator("ol.steps .now mark").count() > 0
        assert tab.locator("#places a[aria-current]").count() == steps.count(step)
    tab.keyboard.press("p")
    tab.wait_for_function(f"() => document.querySelector('#at').textContent === '{steps[0]}'")
    tab.keyboard.press("Escape")
    assert tab.locator("#places a").count() == 0
    assert tab.problems == []


def test_a_replay_plays_itself_goes_by_keys_and_by_key_moments_and_is_shared_by_its_address(tab, link):
    tab.goto(f"{home(link)}/matches/1/0?as=seat2")
    tab.locator("#speed select").select_option("0.3")
    tab.keyboard.press("Space")
    tab.wait_for_function("() => Number(document.querySelector('#at').textContent) >= 3")
    tab.keyboard.press("Space")
    tab.wait_for_function("() => document.querySelector('#play').getAttribute('aria-pressed') === 'false'")
    # The step that was on its way when the key was pressed may still come.
    tab.wait_for_function("() => location.pathname.endsWith(`/${document.querySelector('#at').textContent}`)")
    assert tab.url.endswith("?as=seat2")
    tab.keyboard.press("End")
    tab.wait_for_selector(".ending")
    tab.keyboard.press("Home")
    tab.wait_for_function("() => document.querySelector('#at').textContent === '0'")
    tab.click("a:has-text('Key moments only')")
    tab.wait_for_selector("a:has-text('Every step')")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function("() => Number(document.querySelector('#at').textContent) > 3")
    assert tab.locator("ul.chips a[aria-current]").count() == 1
    assert tab.problems == []


def started(database):
    """A match of Tic-tac-toe that has just begun; (the store, its id, its steps)."""
    store = Store.open(database)
    steps = play("tictactoe", ["random", "reference"], seed=5).steps
    fixture = store.match(3).fixture
    assert fixture.game == "tictactoe"
    (match,) = store.matches(store.start_run({"targets": ["tictactoe"]}, [fixture]))
    store.begin(match.id)
    store.flush()
    return store, match.id, steps


def test_twelve_tabs_of_one_browser_are_live_over_one_stream_and_stay_so_when_the_first_is_closed(
    browser, link, database
):
    store, match, steps = started(database)
    context, streams = browser.new_context(), []
    context.on("request", lambda request: streams.append(request.url) if "/events?" in request.url else None)
    try:
        tabs = [watched(context.new_page()) for _ in range(12)]
        tabs[0].goto(link)
        for tab in tabs:
            tab.goto(f"{home(link)}/matches/{match}")
        for nth in (0, 1):
            store.add_step(match, nth, steps[nth])
            store.flush()
            for tab in tabs:
                tab.wait_for_function(f"() => document.querySelector('#at').textContent === '{nth + 1}'")
        assert len(streams) <= 3, streams
        tabs[0].close()
        store.add_step(match, 2, steps[2])
        store.flush()
        for tab in tabs[1:]:
            tab.wait_for_function("() => document.querySelector('#at').textContent === '3'")
            assert tab.locator("ol.steps li.now").get_attribute("data-step") == "3"
            assert tab.problems == []
    finally:
        context.close()
        store.suspend(match, "void", "the test is over")
        store.close()


def test_whoever_reloads_the_page_of_a_match_or_goes_to_its_last_step_watches_on(tab, link, database):
    store, match, steps = started(database)

    def add(nth):
        store.add_step(match, nth, steps[nth])
        store.flush()

    def shows(step):
        tab.wait_for_function(f"() => document.querySelector('#at').textContent === '{step}'")

    try:
        tab.goto(f"{home(link)}/matches/{match}")
        add(0)
        shows(1)
        tab.goto("about:blank")
        add(1)
        tab.go_back()
        shows(2)
        add(2)
        shows(3)
        tab.click("a[rel=first]")
        shows(0)
        add(3)
        tab.click("a[rel=last]")
        shows(4)
        add(4)
        shows(5)
    finally:
        store.suspend(match, "void", "the test is over")
        store.close()


def test_the_end_is_shown_though_the_server_could_not_be_reached_when_it_came(tab, link, database):
    store, match, steps = started(database)
    failed = []

    def once(route):
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    try:
        store.add_step(match, 0, steps[0])
        store.flush()
        tab.goto(f"{home(link)}/matches/{match}")
        assert at(tab) == 1
        tab.route(f"**/matches/{match}", once)
        store.suspend(match, "void", "the test is over")
        store.flush()
        tab.wait_for_selector("#live:not([data-running])")
        assert failed
    finally:
        store.close()


def test_the_first_page_plays_a_match_by_itself_until_it_is_held_and_then_follows_a_live_one(
    tab, link, database
):
    tab.goto(f"{home(link)}/")
    later = "least => Number(document.querySelector('.show .at').textContent) >= least"
    tab.wait_for_function(later, arg=2)
    tab.click(".show .hold")
    held = tab.text_content(".show .at")
    tab.wait_for_timeout(2_000)
    assert tab.text_content(".show .at") == held
    tab.click(".show .hold")
    tab.wait_for_function(later, arg=int(held) + 1)
    store, match, steps = started(database)
    try:
        tab.goto(f"{home(link)}/")
        tab.wait_for_selector(f"[data-scene='{match}']")
        before = tab.inner_html(".shown")
        for nth, step in enumerate(steps[:2]):
            store.add_step(match, nth, step)
        store.flush()
        tab.wait_for_function(later, arg=2)
        assert tab.inner_html(".shown") != before
    finally:
        store.suspend(match, "void", "the test is over")
        store.close()
    # When it is over, another one plays itself in its place.
    tab.wait_for_selector("[data-show]")
    tab.wait_for_function(later, arg=1)
    assert tab.problems == []


def test_a_leaderboard_moves_the_moment_a_match_ends(tab, link, database):
    tab.goto(f"{home(link)}/leaderboard?game=tictactoe")
    tab.wait_for_selector("tbody tr")
    before = tab.text_content("#board .note")
    store = Store.open(database)
    try:
        fixture = store.match(3).fixture
        (match,) = store.matches(store.start_run({"targets": ["tictactoe"]}, [fixture]))
        store.finish(match.id, play("tictactoe", list(fixture.players), seed=9), 1.0)
        store.flush()
    finally:
        store.close()
    tab.wait_for_function("was => document.querySelector('#board .note').textContent !== was", arg=before)
    assert tab.problems == []


def test_an_evaluation_is_estimated_started_followed_and_read_in_the_browser(tab, link):
    tab.goto(f"{home(link)}/runs/new")
    tab.click("button[data-line='random']")
    tab.click("button[data-line='reference']")
    tab.fill("#targets", "tictactoe")
    tab.fill("#number", "2")
    tab.click("button:has-text('Estimate')")
    assert "2 matches" in tab.text_content("main")
    tab.click("button:has-text('Start')")
    tab.wait_for_selector("a:has-text('Full report')")
    assert "2 of 2 matches finished" in tab.text_content("#progress")
    tab.click("a:has-text('Full report')")
    tab.wait_for_selector("h1")
    assert tab.problems == []


PAGES = (
    "/", "/leaderboard", "/leaderboard?game=who_is_spy&forfeits=without", "/leaderboard?q=nobody",
    "/leaderboard?game=tictactoe&sort=missed-wins", "/abilities", "/matches", "/matches?said=nothing",
    "/matches/1/9", "/matches/3", "/matches/3/2?view=short", "/matches/5/2?as=seat1",
    "/compare?a=random&b=reference", "/compare", "/runs", "/runs/new", "/runs/RUN", "/games",
    "/games/tictactoe", "/games/who_is_spy", "/agents", "/agents/new", "/agents/new?sort=http",
    "/agents/random", "/agents/Fox", "/agents/Fox/edit", "TEST", "/community", "/docs/agents", "/ladders",
    "/ladders/1", "/ladders/1/settings", "/notices", "/play", "/play?game=who_is_spy", "/play?game=tictactoe",
    "TABLE",
    "/nowhere", "/games/tictacto", "/leaderboard?sort=cat",
)  # fmt: skip
"""What the site has for one person. RUN, TEST and TABLE stand for those that the test has made."""

PUBLIC = (
    "/sign-in", "/sign-up", "/", "/agents", "/agents/new", "/me", "/admin", "/notices", "/nowhere",
    "/play", "/play?game=tictactoe", "/api", "JOIN",
)  # fmt: skip
"""What is otherwise on a public site. JOIN stands for the link to a seat."""

NO_PAGES = (
    "/events",
    "/play/{number}/now",
    "/docs/agents/{name}",
    "/matches/{number}",
    "/matches/{number}/game.{notation}",
    "/runs/{name}/report",
    "/metrics",
)
"""Addresses that answer with no page of the site: streams, data, files, a redirection, and reports."""


def test_every_page_of_the_site_is_among_those_that_axe_looks_at():
    own = [path.partition("?")[0] for path in (*PAGES, *PUBLIC)]
    stands_for = {"TEST": "/agents/Fox/trials/1", "TABLE": "/play/1", "JOIN": "/play/1/join/x"}
    own = [stands_for.get(path, path) for path in own]
    for route in (route for module in APP_PAGES for route in routes_of(module.router)):
        if "GET" in route.methods and not re.search(r"\.\w+$", route.path) and route.path not in NO_PAGES:
            pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", route.path))
            assert any(pattern.fullmatch(path) for path in own), route.path


def routes_of(router):
    """All routes of a router, those of routers in it too."""
    for route in router.routes:
        if hasattr(route, "methods"):
            yield route
        else:
            yield from routes_of(route.original_router)


@pytest.fixture(scope="module")
def made(browser, link):
    """Pages that there are only after something was done: of an agent, its test, a ladder, a table."""
    tab = browser.new_page()
    tab.set_default_timeout(60_000)
    tab.goto(link)
    tab.goto(f"{home(link)}/agents/new?sort=player")
    tab.fill("#name", "Fox")
    tab.select_option("#player", "random")
    tab.click("form.agent button:has-text('Register')")
    tab.wait_for_selector("h1:has-text('Fox')")
    tab.click("button:has-text('Test it')")
    tab.wait_for_selector("h1:has-text('Test of Fox')")
    test = tab.url
    tab.goto(f"{home(link)}/ladders")
    tab.fill("#game", "tictactoe")
    tab.click("button:has-text('Open')")
    tab.wait_for_url("**/ladders/*")
    tab.goto(f"{home(link)}/play?game=connect_four")
    tab.click("form.ask button.main")
    tab.wait_for_selector("#table")
    table = tab.url
    tab.goto(f"{home(link)}/runs")
    run = tab.get_attribute("tbody th a", "href")
    tab.close()
    return {"TEST": test, "TABLE": table, "/runs/RUN": f"{home(link)}{run}"}


def faults_of(tab, addresses):
    """What axe finds, by page and width."""
    (folder,) = importlib.util.find_spec("axe_playwright_python").submodule_search_locations
    source = (Path(folder) / "axe.min.js").read_text(encoding="utf-8")
    faults = {}
    for width in (390, 1280):
        tab.set_viewport_size({"width": width, "height": 900})
        for address in addresses:
            tab.goto(address)
            tab.evaluate(source)
            found = tab.evaluate("axe.run().then((found) => found.violations)")
            bad = [
                (one["id"], one["nodes"][0]["html"][:160])
                for one in found
                if one["impact"] in ("serious", "critical")
            ]
            wider = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wider > 0:
                bad.append((f"{wider} pixels wider than the screen", ""))
            if bad:
                faults[address, width] = bad
    return faults


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_on_any_page_and_none_is_wider_than_the_screen(
    browser, link, made, scheme
):
    # Pages allow no script but their own; the one that looks at them comes in by another way.
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    try:
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.goto(link)
        assert faults_of(tab, [made.get(path, home(link) + path) for path in PAGES]) == {}
    finally:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_on_pages_of_a_public_site(browser, tmp_path, scheme, monkeypatch):
    monkeypatch.setenv("AGONIST_SECRET_KEY", "0123456789abcdef" * 4)
    first = r"http://\S+/sign-up\S+"
    options = ("--port", "0", "--public")
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    try:
        with serving(tmp_path / "public.db", *options, link=first, wheel=True) as where:
            tab = context.new_page()
            tab.set_default_timeout(60_000)
            root = where.partition("/sign-up")[0]
            assert faults_of(tab, [root + path for path in PUBLIC if path.startswith("/sign")]) == {}
            tab.goto(where)
            for field in ("#name", "#password", "#again"):
                tab.fill(field, "Ann" if field == "#name" else "correct horse battery")
            tab.click("form.account button.main")
            tab.wait_for_selector("header :text('Ann')")
            tab.goto(f"{root}/play?game=tictactoe")
            tab.locator("input[name=player]").nth(1).fill("free")
            tab.click("form.ask button.main")
            invitation = tab.input_value("input.link")
            assert faults_of(tab, [root + path for path in PUBLIC if path.startswith("/")]) == {}
            stranger = browser.new_context(color_scheme=scheme, bypass_csp=True)
            assert faults_of(stranger.new_page(), [invitation, f"{root}/agents/new"]) == {}
            stranger.close()
    finally:
        context.close()


STOP = """() => {
  const now = document.activeElement;
  const style = getComputedStyle(now.querySelector("rect, circle, polygon") || now);
  const name = now.getAttribute("aria-label") || now.labels?.[0]?.textContent || now.textContent || now.title;
  const ring = getComputedStyle(now).outlineStyle !== "none" || Number.parseFloat(style.strokeWidth) >= 3;
  return {name: (name || "").trim(), ring, html: now.outerHTML.slice(0, 120), tag: now.tagName};
}"""
"""Where the focus is: what it is called, and whether that can be seen."""


def tab_to(page, selector, stops, most=120):
    """Press Tab until the focus is on such an element."""
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop["tag"] != "BODY":
            stops.append(stop)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no {selector} is reached by {most} presses of Tab")


def test_connect_four_is_found_played_and_replayed_by_keys_alone_and_each_stop_has_a_name_and_is_seen(
    tab, link
):
    stops = []
    for selector in ("a[href='/games']", "a[href='/games/connect_four']", "a.button[href^='/play']"):
        tab_to(tab, selector, stops)
        with tab.expect_navigation():
            tab.keyboard.press("Enter")
    tab_to(tab, "form.ask button.main", stops)
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    tab.wait_for_selector("#table[data-asked]")
    for nth in turns(tab):
        if nth == 0:
            tab_to(tab, ".board [data-choices]", stops)
        # From then on the focus stays on the board.
        tab.wait_for_function("() => document.activeElement.matches('.board [data-choices]')")
        stops.append(tab.evaluate(STOP))
        for _ in range(nth % 3):
            tab.keyboard.press("Tab")
            if not tab.evaluate("() => document.activeElement.matches('.board [data-choices]')"):
                tab.keyboard.press("Shift+Tab")
        tab.keyboard.press("Enter")
    assert "The end:" in tab.text_content(".ending")
    tab_to(tab, "a.button[href^='/matches/']", stops)
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    tab.wait_for_selector("#live .ending")
    tab.keyboard.press("Home")
    tab.wait_for_function("() => document.querySelector('#at').textContent === '0'")
    tab_to(tab, "#live a[rel=next]", stops)
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => document.querySelector('#at').textContent === '1'")
    assert tab.evaluate("() => document.activeElement.matches('#live a[rel=next]')")
    assert [stop for stop in stops if not stop["name"]] == []
    assert [stop for stop in stops if not stop["ring"]] == []
    assert tab.problems == []


def test_nothing_moves_for_those_who_do_not_want_it():
    css = (Path(__file__).parents[2] / "src/agonist/web/site.css").read_text(encoding="utf-8")
    moving = [line for line in css.splitlines() if re.search(r"\b(transition|animation)\b", line)]
    assert all("prefers-reduced-motion: no-preference" in line for line in moving)
