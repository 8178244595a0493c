"""A person without any idea of the game, who clicks and types what the page of a table offers."""

import re
import shutil
import subprocess
import sys
from contextlib import contextmanager

from tests.web.wheel import environment

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

WORDS = ("well", "maybe", "round", "quiet", "often", "bright", "heavy", "likely", "hm", "agreed")

CENTRES = """() => {
  const found = [];
  for (const shape of document.querySelectorAll(".board [data-choices]")) {
    if (shape.classList.contains("faded")) continue;
    shape.scrollIntoView({block: "center", inline: "center"});
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // A disc may lie on its cell: a click on it means the cell, too.
    const hits = document.elementsFromPoint(x, y);
    if (hits.some((hit) => shape.contains(hit))) found.push([x + scrollX, y + scrollY]);
  }
  return found;
}"""
"""Where a pointer meets each shape that can be clicked, in points of the whole page."""

IS_ANOTHER = """was => {
  const table = document.querySelector("#table"), nonce = document.querySelector("#table input[name=nonce]");
  return table && !table.querySelector(".sending") && (nonce ? nonce.value : table.dataset.key) !== was;
}"""


@contextmanager
def serving(database, *options, link=r"http://\S+", wheel=False):
    """The link that a server of its own over a database prints; `wheel`: that of the built wheel."""
    command = [sys.executable, "-m", "agonist", "serve", "--db", str(database), "--no-open", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment() if wheel else None
    ) as server:
        found = None
        while found is None:
            line = server.stdout.readline()
            assert line, "the server ended before it printed its link"
            found = re.search(link, line)
        try:
            yield found[0]
        finally:
            server.terminate()
            server.wait(60)


@contextmanager
def chromium():
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def watched(page):
    """The page, with all that went wrong on it in `problems`."""
    page.set_default_timeout(60_000)
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda said: page.problems.append(said.text) if said.type == "error" else None)
    page.on(
        "response",
        lambda answer: (
            page.problems.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
        ),
    )
    return page


def click_on_the_board(page, pick):
    """Click a place of the board that a pointer can reach; `pick` chooses among them."""
    places = page.evaluate(CENTRES)
    assert places, "no place on the board can be clicked"
    x, y = pick(places)
    # At once: the page's own way of scrolling takes a moment, and the click would not land where it aims.
    page.evaluate("([x, y]) => scrollTo({top: y - innerHeight / 2, behavior: 'instant'})", [x, y])
    page.mouse.click(x, y - page.evaluate("scrollY"))


def stand(page):
    """What is to be done now: `asked`, `other` (another seat at this screen is asked), `over`, or `wait`."""
    return page.evaluate("""() => {
      const table = document.querySelector("#table");
      if (!table) return "wait";
      if (table.querySelector(".ending")) return "over";
      if (table.querySelector(".warning")) return "problem";
      if ("asked" in table.dataset) return "asked";
      return table.querySelector(".request a") ? "other" : "wait";
    }""")


def mark(page):
    """What tells this page of the table from the next one."""
    return page.evaluate("""() => {
      const nonce = document.querySelector("#table input[name=nonce]");
      return nonce ? nonce.value : document.querySelector("#table").dataset.key;
    }""")


def turns(page, most=400):
    """Each time that somebody at this screen is asked, and clicks are heard, until the match is over."""
    for nth in range(most):
        page.wait_for_function("""() => {
          const table = document.querySelector("#table");
          if (!table) return false;
          if (table.querySelector("#clicked") && !table.querySelector(".board [role=button]")) return false;
          return "asked" in table.dataset || table.querySelector(".ending, .request a, .warning");
        }""")
        now = stand(page)
        if now == "over":
            return
        assert now != "problem", page.text_content("#table .warning")
        if now == "other":
            page.locator("#table .request a").first.click()
            page.wait_for_selector("#table[data-asked], #table .ending", state="attached")
            if stand(page) == "over":
                return
        was = mark(page)
        yield nth
        page.wait_for_function(IS_ANOTHER, arg=was)
    raise AssertionError(f"the match does not end within {most} answers")


def answer(page, rng):
    """Give any answer that the page offers: on the board, typed, by a button or by a form."""
    board = page.locator(".board [data-choices]").count()
    if board and rng.random() < 0.3:
        choose_by_keys(page, rng)
        return
    if board and rng.random() < 0.7:
        was = mark(page)
        # From here to there is two clicks, and a click that fits nothing begins again.
        for _ in range(20):
            click_on_the_board(page, rng.choice)
            page.wait_for_timeout(30)
            if page.locator("#table .sending").count() or stand(page) != "asked" or mark(page) != was:
                return
        raise AssertionError("twenty clicks on the board make no move")
    labels = page.locator("#table .options button:visible").all_text_contents()
    if labels and rng.random() < 0.3:
        page.fill("#typed", rng.choice(labels))
        page.press("#typed", "Enter")
        return
    forms = page.locator("#table form.ask:not(.typed):visible")
    closed = page.locator("#table .asked details:not([open]):not(.resign) > summary")
    if closed.count() and (not forms.count() or rng.random() < 0.8):
        closed.nth(rng.randrange(closed.count())).click()
    forms = page.locator("#table form.ask:not(.typed):visible")
    form = forms.nth(rng.randrange(forms.count()))
    fill(form, rng)
    buttons = form.locator("button:visible")
    buttons.nth(rng.randrange(buttons.count())).click()


def choose_by_keys(page, rng):
    """Make a move on the board with the arrow keys and Enter."""
    was = mark(page)
    page.locator(".board [tabindex='0']").focus()
    for _ in range(60):
        assert page.evaluate("() => Boolean(document.activeElement.closest('.board [data-choices]'))")
        for _ in range(rng.randrange(4)):
            page.keyboard.press(rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
        if page.locator("#table .sending").count() or stand(page) != "asked" or mark(page) != was:
            return
    raise AssertionError("sixty places chosen by keys make no move")


def fill(form, rng):
    """Fill in a form as its fields allow."""
    for select in form.locator("select").all():
        select.select_option(index=rng.randrange(1, select.locator("option").count()))
    splits = form.locator("fieldset:has([data-total])")
    for split in splits.all():
        share(split, rng)
    for field in form.locator("input[type=number]").all():
        if not field.evaluate("field => Boolean(field.closest('fieldset')?.querySelector('[data-total]'))"):
            low, high, step = (int(field.get_attribute(name)) for name in ("min", "max", "step"))
            field.fill(str(rng.randrange(low, high + 1, step)))
    for text in form.locator("textarea").all():
        most = int(text.get_attribute("data-words") or 5)
        text.fill(" ".join(rng.sample(WORDS, min(most, 3))))
    for fieldset in form.locator("fieldset:has(> label.check input[type=checkbox])").all():
        low, high = (re.findall(r"Pick (\d+)(?: to (\d+))?", fieldset.text_content()) or [("1", "")])[-1]
        boxes = fieldset.locator("input[type=checkbox]").all()
        for box in rng.sample(boxes, rng.randint(int(low), int(high or low))):
            box.check()


def share(fieldset, rng):
    """Numbers that add up to what the page says."""
    total = int(fieldset.locator("[data-total]").get_attribute("data-total"))
    inputs = fieldset.locator("input[type=number]").all()
    low, step = int(inputs[0].get_attribute("min")), int(inputs[0].get_attribute("step"))
    rest = (total - low * len(inputs)) // step
    cuts = sorted(rng.randint(0, rest) for _ in inputs[1:])
    parts = [after - before for before, after in zip([0, *cuts], [*cuts, rest], strict=True)]
    for field, part in zip(inputs, parts, strict=True):
        field.fill(str(low + step * part))
