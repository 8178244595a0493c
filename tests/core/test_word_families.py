"""Lemmas and families of English words."""

import subprocess
import sys
from time import process_time

import pytest

from agonist.core.word_families import _text, entry, is_form, lemmas, roots, shared


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        *[("mice", "mouse"), ("oxen", "ox"), ("people", "person"), ("stigmata", "stigma")],
        *[("went", "go"), ("slain", "slay"), ("counties", "county"), ("worse", "bad")],
        *[("unhorsed", "unhorse"), ("firemen", "fireman")],
    ],
)
def test_inflected_forms_have_their_lemma(form, lemma):
    assert lemma in lemmas(form)
    assert is_form(form, lemma)


@pytest.mark.parametrize(
    ("word", "parts"),
    [("horseshoe", "horse shoe"), ("cupboard", "cup board"), ("unbroken", "break"), ("waitress", "wait")],
)
def test_a_word_has_what_it_is_made_from_as_its_roots(word, parts):
    assert set(parts.split()) <= set(roots(word))


def test_spellings_of_one_word_are_akin():
    for one, other in (
        ("theatre", "theater"),
        ("harbour", "harbor"),
        ("organise", "organize"),
        ("axe", "ax"),
    ):
        assert shared(one, other)


def test_words_are_found_wherever_they_stand_in_the_list():
    lines = _text().splitlines()
    for line in (lines[0], lines[1], lines[len(lines) // 2], lines[-1]):
        assert entry(line.split()[0]) != ((), (), ())
    for unknown in ("", "a", "zzzzz", "aaaaa", "чай", "horseshoes-"):
        assert entry(unknown) == ((), (), ())


def test_the_list_is_read_when_a_word_is_looked_up_and_within_100_ms():
    code = (
        "import agonist.games; from agonist.core.word_families import _text; print(_text.cache_info().misses)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "0"
    _text.cache_clear()
    start = process_time()
    _text()
    assert process_time() - start < 0.1
