"""The page of a report in a real browser: Chromium says what is shown, what runs and what fits."""

import re
import shutil

import pytest

import agonist
from agonist.api.reports import report_page
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.store import Store

playwright = pytest.importorskip("playwright.sync_api", reason="these need playwright (uv sync)")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="these need a browser: apt install chromium")

WIDTHS = (390, 820, 1440)


@pytest.fixture(scope="module")
def folder(played, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    (folder / "report.html").write_text(report_page(played[1], db=played[0]), encoding="utf-8")
    report_page(played[1], db=played[0], full=folder / "full")
    return folder


@pytest.fixture(scope="module")
def chromium():
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def tab(chromium):
    """A page that remembers what went wrong on it."""
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: page.problems.append(f"a script ran: {dialog.message}"))
    page.on(
        "request", lambda request: page.problems.append(request.url) if "file:" not in request.url else None
    )
    yield page
    page.close()


def show(tab, folder, place="", file="report.html"):
    tab.goto("about:blank")
    tab.goto(f"{(folder / file).as_uri()}{place}")
    tab.wait_for_selector("#found a")
    if "match=" in place:
        tab.wait_for_selector("#viewer .steps li")


@pytest.fixture(scope="module")
def talked(played):
    """A match in which a model answered badly: its id, the step from 1, the seat, and the call."""
    with Store.open(played[0], must_exist=True) as store:
        for match in store.matches(played[1]):
            for nth, step in enumerate(store.steps(match.id), start=1):
                for call in step.calls:
                    if call.error and "alert" in call.text:
                        return match.id, nth, call.seat, call
    raise AssertionError("nobody answered badly")


@pytest.mark.slow
def test_a_link_opens_match_step_and_perspective(tab, folder, talked):
    match, step, seat, _ = talked
    show(tab, folder, f"#match={match}&step={step}&as={seat + 1}")
    assert tab.text_content("#viewer h3").startswith(f"Match {match}:")
    assert tab.get_attribute("#viewer li.now", "data-step") == str(step)
    assert tab.input_value("#as") == str(seat + 1)
    assert tab.locator("#viewer .board svg.picture, #viewer .board .talked").count() == 1
    assert tab.problems == []


def test_keys_step_through_a_match_and_the_address_follows(tab, folder, talked):
    show(tab, folder, f"#match={talked[0]}&step=0")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        tab.keyboard.press(key)
        assert f"step={step}" in tab.evaluate("location.hash")
    before = tab.inner_html("#viewer .board")
    tab.keyboard.press("End")
    assert tab.inner_html("#viewer .board") != before
    tab.keyboard.press("p")
    assert tab.evaluate("location.hash").endswith("as=1")
    tab.keyboard.press("Escape")
    assert not tab.is_visible("#viewer")


def test_tokens_that_the_endpoint_did_not_count_are_said_to_be_about_so_many(tab, tmp_path):
    with Endpoint("sensible", Faults(no_usage=1.0)) as endpoint:
        agonist.play("tictactoe", [f"endpoint/m?base_url={endpoint.url}", "random"], db=tmp_path / "a.db")
    (tmp_path / "report.html").write_text(report_page("latest", db=tmp_path / "a.db"), encoding="utf-8")
    show(tab, tmp_path, "#match=1&step=1")
    folded = tab.locator("#viewer li[data-step='1'] details.call").first.inner_text()
    assert re.search(r"about [\d,]+ tokens sent · about [\d,]+ written", folded)


@pytest.mark.slow
def test_what_was_sent_and_answered_is_folded_beside_its_move_and_is_text(tab, folder, talked):
    match, step, _, call = talked
    show(tab, folder, f"#match={match}&step={step}")
    folded = tab.locator(f"#viewer li[data-step='{step}'] details.call").first
    assert "tokens sent" in folded.inner_text()
    assert call.error in folded.inner_text()
    assert folded.locator("pre").count() == 0
    folded.locator("summary").first.click()
    folded.locator("pre").first.wait_for()
    said = folded.locator("pre").all_inner_texts()
    assert any("</script><script>alert('boo')</script>" in text for text in said)
    assert any(call.sent[-1].content.strip()[:40] in text for text in said)
    assert tab.problems == []


def test_filters_narrow_the_list(tab, folder, played):
    show(tab, folder)
    with Store.open(played[0], must_exist=True) as store:
        matches = store.matches(played[1])
    tab.select_option("#f-game", label="Tic-Tac-Toe")
    tab.select_option("#f-player", label="reference")
    tab.wait_for_function("document.getElementById('count').textContent.includes(' of ')")
    found = [
        match
        for match in matches
        if match.fixture.game == "tictactoe" and "reference" in match.fixture.players
    ]
    assert tab.text_content("#count").startswith(f"{len(found)} of {len(matches)}")
    tab.select_option("#f-result", "1")
    won = [match for match in found if match.ranks[match.fixture.players.index("reference")] == 1]
    assert tab.locator("#found a").count() == len(won)
    tab.select_option("#f-invalid", "any")
    assert tab.locator("#found a").count() < len(found)


def test_search_finds_what_was_said_and_links_to_it(tab, folder):
    show(tab, folder)
    tab.fill("#f-said", "boo')")
    tab.wait_for_selector("#found .hit")
    assert tab.locator("#found mark").first.inner_text() == "boo')"
    assert "step=" in tab.get_attribute("#found a", "href")


def test_two_matches_are_shown_side_by_side(tab, folder, played):
    with Store.open(played[0], must_exist=True) as store:
        one, other = [match.id for match in store.matches(played[1])][:2]
    show(tab, folder, f"#match={one}&with={other}&step=1")
    assert tab.locator(".boards.beside .steps").count() == 2
    assert tab.text_content("#viewer h3").startswith(f"Match {one} beside match {other}")
    assert "step" in tab.text_content("#viewer > .note")
    tab.keyboard.press("ArrowRight")
    assert tab.locator(".boards.beside li.now[data-step='2']").count() == 2
    assert tab.problems == []


def test_a_folder_loads_its_parts_from_the_disk(tab, folder, talked):
    match, step, seat, _ = talked
    show(tab, folder, f"#match={match}&step={step}&as={seat + 1}", file="full/index.html")
    assert tab.locator("#viewer .board svg.picture").count() == 1
    assert tab.locator(f"#viewer li[data-step='{step}'] details.call").count() > 0
    assert tab.problems == []


CUT_OFF = """[...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => !one.closest(".scroll, .found, nav, .text, pre, svg"))
  .map((one) => one.outerHTML.slice(0, 120))"""
"""What is wider than the page, and not within a region of its own that scrolls."""


def test_nothing_is_cut_off_at_any_width(tab, folder, talked):
    show(tab, folder, f"#match={talked[0]}&step=2")
    try:
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 800})
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            assert tab.evaluate(CUT_OFF) == []
    finally:
        tab.set_viewport_size({"width": 1440, "height": 900})
    assert tab.problems == []


def test_light_and_dark_follow_the_reader(tab, folder, talked):
    show(tab, folder, f"#match={talked[0]}&step=2")
    seen = []
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        seen.append(
            tab.evaluate(
                "[getComputedStyle(document.body).backgroundColor,"
                " getComputedStyle(document.querySelector('.picture text')).fill]"
            )
        )
    tab.emulate_media(color_scheme="light")
    assert all(light != dark for light, dark in zip(*seen, strict=True))
