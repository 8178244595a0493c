"""Every kind of ask: samples are legal, options are all there is, wrong actions are refused with a reason."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.core import (
    Amount,
    Choice,
    Draw,
    IllegalAction,
    Pick,
    Shuffle,
    Speech,
    Split,
    UsageError,
    form,
    menu,
    uniform,
)
from agonist.core.ask import size_of
from agonist.core.forbidden_words import says
from agonist.core.word_pairs import PAIRS, words_of

ASKS = [
    Choice(("a", "b", "c")),
    Amount(3, 17),
    Amount(0, 100, step=5),
    Speech(max_words=3, max_bytes=6),
    Split(("x", "y", "z"), 10),
    Split(("x", "y"), 100, low=10, step=5),
    Pick((1, 2, 2, 5), 0, 3),
    form(one=Choice((1, 2)), two=Amount(0, 3)),
    menu(wait={}, pay={"much": Amount(1, 2)}, none={"left": Choice(())}),
    Shuffle((1, 2, 3, 3), 3),
    Draw(("win", "lose"), (0.2, 0.8)),
]


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
@given(seed=st.integers(0, 10_000))
def test_samples_are_legal_and_among_the_options(ask, seed):
    action = ask.sample(Random(seed))
    ask.check(action)
    options = ask.options()
    assert options is None or action in options
    assert action == ask.sample(Random(seed))


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_options_are_all_legal_and_different(ask):
    options = ask.options() or ()
    for option in options:
        ask.check(option)
    assert len(set(options)) == len(options)


@pytest.mark.parametrize(
    ("ask", "action", "why"),
    [
        (Choice(("a", "b")), "c", "'c' is not one of 'a', 'b'"),
        (Choice((0, 1)), True, "True is not one of"),
        (Choice((0, 1)), 1.0, "1.0 is not one of"),
        (Choice(((0, 1),)), (0, 1.0), r"\(0, 1.0\) is not one of"),
        (Amount(3, 17), 2, "2 is not a whole number from 3 to 17"),
        (Amount(0, 9), True, "True is not a whole number"),
        (Amount(0, 9), 3.0, "3.0 is not a whole number"),
        (Amount(0, 100, step=5), 7, "7 is not 0 plus a multiple of 5"),
        (Speech(), "", "say something"),
        (Speech(), 5, "answer with text"),
        (Speech(max_words=2), "a b c", "at most 2 words, not 3"),
        (Speech(max_bytes=3), "äää", "at most 3 bytes"),
        (Speech(max_bytes=3), "a\ud800", "at most 3 bytes"),
        (Speech(forbidden=("tea",)), "TEA!", "'tea' may not be said"),
        (Split(("x", "y"), 10), (5, 6), "add up to 11, not 10"),
        (Split(("x", "y"), 10), (11, -1), "y: -1 is not a whole number from 0 up"),
        (Split(("x", "y"), 10), (10,), "give a number for each of x, y"),
        (Pick((1, 2, 2), 1, 2), (2, 1), "in the order"),
        (Pick((1, 2, 2), 1, 2), (1, 1), "1 is not among"),
        (Pick((1, 2, 2), 1, 2), (), "pick 1 to 2 things, not 0"),
        (form(one=Choice((1,)), two=Amount(0, 3)), (1, 4), "two: 4 is not a whole number"),
        (form(one=Choice((1,))), (1, 1), "answer one"),
        (menu(wait={}, pay={"much": Amount(1, 2)}), ("pay", 3), "much: 3 is not"),
        (menu(wait={}), ("go",), r"\('go',\) does not start with one of wait"),
        (Shuffle((1, 2), 2), (1, 1), "1 is not among"),
        (Shuffle((1, 2), 2), (1,), "2 things are drawn, not 1"),
        (Shuffle((1, 2), 2), None, "give a list"),
        (Draw((1, 2)), 3, "3 cannot be drawn"),
    ],
)
def test_wrong_actions_are_refused_with_the_reason(ask, action, why):
    with pytest.raises(IllegalAction, match=why):
        ask.check(action)


def test_a_menu_without_verbs_is_refused():
    with pytest.raises(UsageError, match="talk"):
        menu("talk", accept={"offer": Choice(())})


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("tooth", "It has teeth."),
        ("knife", "Knives do it."),
        ("berry", "berries"),
        ("fisherman", "Like fishermen"),
        ("dice", "a die"),
        ("scissors", "A scissor."),
        ("ice cream", "an ice  cream"),
        ("ice cream", "ice-cream!"),
        ("ice cream", "icecreams"),
        ("tea", "_tea_"),
        ("tea", "my_tea_pot"),
        ("tea", "t e a"),
        ("tea", "T.E.A."),
        ("tea", "Drink te-a."),
        ("tea", "t/ea"),
        ("fly", "It has flown."),
        ("break", "broken"),
        ("goose", "Many geese."),
        ("galleries", "a gallery"),
        ("tea", "t**e**a"),
        ("tea", "tea's"),
        ("tea", "te\u200ba"),
        ("tea", "ｔｅａ"),
        ("tea", "tе\u0430"),  # Cyrillic
        ("café", "CAFE"),
        ("straße", "STRASSE"),
        ("Bär", "bär"),
        ("чай", "ЧАЙ"),
        ("spies", "a spy"),
        ("wives", "his wife"),
        ("runner-up", "two runners up"),
        ("football", "a foot ball"),
        ("stigma", "stigmata"),
        ("polyhedron", "polyhedra"),
    ],
)
def test_a_forbidden_word_is_found_however_it_is_written(word, text):
    with pytest.raises(IllegalAction, match="may not be said"):
        Speech(forbidden=(word,)).check(text)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        *[("bus", "but bu"), ("glass", "glad"), ("man", "human beings"), ("ox", "a box")],
        *[("rain", "a train"), ("bees", "to be"), ("toes", "to go"), ("island", "it is land")],
        *[
            ("tea", "a teapot"),
            ("rose", "They rise."),
            ("news", "new"),
            ("heat", "Here he.At last!"),
            ("angel", "Angeles"),
        ],
    ],
)
def test_other_words_that_look_alike_may_be_said(word, text):
    Speech(forbidden=(word,)).check(text)


@pytest.mark.long
def test_plurals_of_all_our_words_are_found_as_inflect_forms_them():
    import inflect  # takes seconds to load, and only this test needs it

    engine = inflect.engine()
    # Plurals that are not used of the thing, or a guess at one that is no word.
    odd = {"brethren", "kine", "golves", "judoes", "opus", "piani", "rugbies"}
    for word in {word for pair in PAIRS for word in words_of(pair)}:
        for classical in (False, True):
            engine.classical(all=classical)
            if (plural := engine.plural_noun(word)) not in odd:
                assert says(f"Look, {plural}!", word), (word, plural)


@pytest.mark.parametrize("word", ["thing", "item", "object", "thing-7"])
def test_a_random_text_never_has_a_forbidden_word(word):
    ask = Speech(forbidden=(word, "thing"))
    for seed in range(30):
        ask.check(ask.sample(Random(seed)))


def test_a_random_text_is_never_the_forbidden_number():
    number = Speech().sample(Random(1)).removeprefix("thing-")
    assert Speech(forbidden=(number,)).sample(Random(1)) == "thing"


@pytest.mark.parametrize("make", [uniform, lambda ask, rng: ask.sample(rng)])
def test_every_answer_to_a_menu_is_equally_likely(make):
    ask = menu("offer", deal={}, propose={"text": Speech(), "hats": Amount(0, 5), "balls": Amount(0, 2)})
    rng = Random(2)
    deals = sum(make(ask, rng) == ("deal",) for _ in range(3800))
    assert 150 < deals < 250  # 200 expected (1 in 19), four standard deviations are 55


def test_every_pick_is_equally_likely_where_they_are_too_many_to_list():
    ask = Pick(tuple(range(12)), 0, 12)
    assert ask.options() is None
    rng = Random(1)
    sizes = [len(uniform(ask, rng)) for _ in range(2000)]
    assert 5.8 < sum(sizes) / 2000 < 6.2
    assert sum(size in (0, 12) for size in sizes) < 8  # 1 in 2048 each


@pytest.mark.parametrize("low", [0, 2])
def test_every_pick_of_equal_things_is_equally_likely(low):
    ask = Pick(("a", "b", "a", "c", "a", "b"), low, 4)
    every = ask.options()
    rng = Random(3)
    found = Counter(ask.sample(rng) for _ in range(200 * len(every)))
    assert size_of(ask) == len(every)
    assert found.keys() == set(every)
    # 200 expected of each; five standard deviations are 71.
    assert max(abs(count - 200) for count in found.values()) < 71


def test_forbidden_words_are_words_not_letters():
    Speech(forbidden=("tea",)).check("Steam rises from it at teatime.")


def test_draws_follow_their_weights():
    draw, rng = Draw(("rare", "often"), (1, 9)), Random(1)
    rare = sum(draw.sample(rng) == "rare" for _ in range(2000))
    assert 150 < rare < 250  # 200 expected, four standard deviations are 54


def test_few_is_a_thousand():
    assert Amount(1, 1000).options() is not None
    assert Amount(1, 1001).options() is None
