"""Names that look alike, by the examples of Unicode Technical Standard 39."""

import unicodedata
from importlib import resources

import pytest

from agonist.players.lookalike_names import keys, normalized


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ǉeto", "ljeto"),  # single script
        ("paypal", "p\u0430yp\u0430l"),  # mixed script: a is Cyrillic
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),  # whole script: all are Cyrillic
    ],
)
def test_the_confusable_strings_of_uts_39_share_a_key(one, other):
    assert keys(one) & keys(other)


@pytest.mark.parametrize(
    "other",
    [
        "Fох",
        "FOX",
        "fox",
        "F0x",
        "Ｆｏｘ",
        "𝕱ox",
        "F.o-x",
        "F\u200box",
        "Fo\u3164x",
        "FΟХ",
        " fo x ",
        "Fo\u00adx",
    ],
)
def test_what_looks_like_fox_has_its_key(other):
    assert keys("Fox") & keys(other)


def test_a_large_i_looks_like_a_small_l_and_is_a_small_i():
    assert keys("AI") & keys("Al")
    assert keys("AI") & keys("ai")
    assert not keys("Al") & keys("ai")


def test_names_that_differ_share_no_key():
    names = [
        "Fox",
        "Fix",
        "Fux",
        "Foxy",
        "Ann",
        "Anna",
        "Zoë",
        "Zoe",
        "Ярослав",
        "Мария",
        "李",
        "木",
        "a1",
        "a2",
    ]
    for nth, one in enumerate(names):
        for other in names[nth + 1 :]:
            assert not keys(one) & keys(other), (one, other)


def test_nothing_that_is_not_drawn_stays_in_a_name():
    assert normalized("\u3164\u115f\uffa0\u200d\u2066") == ""
    assert normalized("Fo\u200bx \u00a0 Jr") == "Fox Jr"


def test_the_table_has_single_characters_that_nfkc_leaves_as_they_are():
    """Others cannot be in a name, so that nothing of Unicode's table is missing for names."""
    lines = resources.files("agonist.players").joinpath("confusables.txt").read_text("utf-8").splitlines()
    ones = [chr(int(line.split(";")[0], 16)) for line in lines if not line.startswith("#")]
    assert len(ones) == len(set(ones)) > 2_000
    assert all(unicodedata.normalize("NFKC", one) == one for one in ones)
