"""Pictures of every game, packed, and read again by the script of the page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.contract.sample_matches import sample_match
from agonist.drawing import svg
from agonist.games import KITS
from agonist.kit.picture import Label, Picture
from agonist.reports.browser.picture_differences import (
    ADD,
    CUT,
    NONE,
    SWAP,
    ItemPool,
    edits,
    edits_of,
    written,
)

STATES = 15


def views_of(kit, seed):
    """The pictures of a random match, for a bystander and then each seat."""
    sample = sample_match(kit, seed)
    return [
        [kit.picture(sample.game.observe(state, seat), None) for state in sample.states[:STATES]]
        for seat in (None, *range(sample.game.seats))
    ]


def film_of(matches):
    """These matches, each as the pictures of its views, and how many these are, as the page gets them."""
    pool, edits = ItemPool(), []
    for views in matches:
        edits += edits_of([list(map(pool.items, view)) for view in views])
    texts, numbers = written(pool.texts, edits)
    film = {"texts": texts, "matches": dict(enumerate(zip(numbers[::2], numbers[1::2], strict=True)))}
    return film, {nth: (len(views), len(views[0])) for nth, views in enumerate(matches)}


def drawn(matches):
    return [[list(map(svg, view)) for view in views] for views in matches]


def test_the_page_reads_all_pictures_of_all_games_as_they_were_drawn(read_films):
    games = [[views_of(kit, seed) for seed in (1, 2)] for kit in KITS.values() if kit.picture is not None]
    assert len(games) > 20
    assert read_films(list(map(film_of, games))) == list(map(drawn, games))


TEXTS = ("", "12", "-0.50 1e3", "٣ 04", 'a "b" <title>', "\n \t", "x\ud800\ue000", "𝄞#$1$&")


def test_texts_with_any_characters_are_as_they_were(read_films):
    shapes = [[Label(n, m, text, text) for m in range(3)] for n, text in enumerate(TEXTS)]
    matches = [
        [[Picture(9, 9, tuple(shapes[n]), text) for n, text in enumerate(TEXTS)]],
        [[Picture(9, 9, tuple(some[at % 3 :]), "the same") for at, some in enumerate(shapes)]] * 2,
    ]
    assert read_films([film_of(matches)]) == [drawn(matches)]


@pytest.mark.slow
def test_tens_of_thousands_of_items_are_as_they_were(read_films):
    labels = [Label(n % 100, n // 100, f"{n}", f"{n}") for n in range(34_000)]
    matches = [[[Picture(9, 9, tuple(labels[at : at + 2_000]), "") for at in range(0, 34_000, 2_000)]]]
    assert read_films([film_of(matches)]) == [drawn(matches)]


@settings(max_examples=200)
@given(st.lists(st.integers(0, 12)), st.lists(st.integers(0, 12)))
def test_edits_lead_from_any_list_to_any_other(before, after):
    found, at = [], 0
    for code, new, near in edits(before, after):
        stay, kind = divmod(code, 3)
        found += before[at : at + stay]
        at += stay
        assert near == {SWAP: before[at : at + 1], ADD: found[-1:] or [NONE], CUT: [NONE]}[kind][0]
        at += kind != ADD
        found += [new] if kind != CUT else []
    assert found + before[at:] == after


def test_what_changes_in_all_views_is_written_once():
    before, after = [1, 2, 3], [1, 5, 3]
    shared, own = edits_of([[before, after], [[4, *before], [4, *after]]])
    assert list(shared.counts) == [3, 1]
    assert list(own.counts) == [1, 0]
