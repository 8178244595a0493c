"""Pictures of every game, packed and unpacked: by our decoder, and by that of the page, run by Node."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import agonist.pages
from agonist.contract.sample import sample_match
from agonist.drawing import svg
from agonist.games import KITS
from agonist.reports.browser.forms import packed_texts, texts_of
from agonist.reports.browser.frames import Film, Pool, edited, edits, pictures_of

STATES = 15
NODE = shutil.which("node")
SCRIPT = """
const { filmOf, svgOf } = require(process.argv[1]);
const films = JSON.parse(require("fs").readFileSync(0, "utf8"));
const drawn = films.map((film) => {
  const { texts, matches } = filmOf(film);
  return matches.map((views) => views.map((pictures) => pictures.map((items) => svgOf(texts, items))));
});
process.stdout.write(JSON.stringify(drawn));
"""


def views_of(kit, seed):
    """The pictures of a random match, for a bystander and then each seat."""
    sample = sample_match(kit, seed)
    return [
        [kit.picture(sample.game.observe(state, seat), None) for state in sample.states[:STATES]]
        for seat in (None, *range(sample.game.seats))
    ]


@pytest.fixture(scope="module")
def films():
    """(the packed film, the SVG of each picture) of two matches of each game."""
    found = []
    for kit in KITS.values():
        if kit.picture is None:
            continue
        pool, matches = Pool(), [views_of(kit, seed) for seed in (1, 2)]
        film = Film(pool.texts)
        for views in matches:
            film.add([list(map(pool.items, view)) for view in views])
        sizes = [(len(views), len(views[0])) for views in matches]
        drawn = [[list(map(svg, view)) for view in views] for views in matches]
        found.append(({"sizes": sizes, **film.packed()}, drawn))
    return found


def test_all_pictures_of_all_games_are_as_they_were_drawn(films):
    assert len(films) > 20
    for film, drawn in films:
        assert list(pictures_of(film, film["sizes"])) == drawn


@pytest.mark.skipif(NODE is None, reason="this needs Node")
def test_the_page_reads_them_in_the_same_way(films):
    script = Path(agonist.pages.__file__).parent / "parts.js"
    ran = subprocess.run(
        [NODE, "-e", SCRIPT, script],
        input=json.dumps([film for film, _ in films]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    assert json.loads(ran.stdout) == [drawn for _, drawn in films]


@settings(max_examples=50)
@given(st.lists(st.integers(0, 12), unique=True), st.lists(st.integers(0, 12), unique=True))
def test_edits_lead_from_any_list_to_any_other(before, after):
    assert edited(before, edits(before, after)) == after


@settings(max_examples=50)
@given(st.lists(st.lists(st.sampled_from([*"12.-0", "٣", " x ", "<title>"])).map("".join)))
def test_texts_with_any_numbers_are_as_they_were(texts):
    assert texts_of(packed_texts(texts)) == texts
