"""What views and asks are made of goes to JSON and back unchanged, or is refused."""

import json

import pytest

from agonist.core import Amount, Choice, Form, Menu, Pick, Shuffle, Speech, Split, form, menu
from agonist.core.views_and_asks_as_json import NotJson, ask_from_json, ask_to_json, from_json, to_json

ASKS = [
    Choice((("a", 1), "b", 2), about="take"),
    Amount(0, 10, 2, "chip", about="bid"),
    Speech(max_bytes=9, cut=3, forbidden=("tea",), optional=True, about="talk"),
    Split(("gold", "silver"), 10, about="share"),
    Pick(("ace", "ace", "king"), 1, 2, about="cards"),
    form("plan", x=Amount(1, 2), y=Choice(("up", "down"))),
    menu("act", wait={}, say={"text": Speech(9)}),
]


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_an_ask_comes_back_equal(ask):
    assert isinstance(ask, Choice | Amount | Speech | Split | Pick | Form | Menu)
    assert ask_from_json(json.loads(json.dumps(ask_to_json(ask)))) == ask


def test_what_only_chance_is_asked_and_what_is_no_ask_are_refused():
    with pytest.raises(NotJson, match="Shuffle"):
        ask_to_json(Shuffle((1, 2), 1))
    for wrong in (
        None,
        3,
        {},
        {"kind": "Shuffle"},
        {"kind": "Choice"},
        {"kind": "Amount", "low": 1, "high": 2, "x": 3},
    ):
        with pytest.raises(NotJson):
            ask_from_json(wrong)


@pytest.mark.parametrize(
    ("kind", "data"),
    [(int, True), (int, "1"), (tuple[int, int], [1]), (int | None, "x"), (str, None)],
)
def test_data_of_another_type_are_refused(kind, data):
    with pytest.raises(NotJson):
        from_json(kind, data)


def test_what_json_has_no_word_for_is_refused():
    with pytest.raises(NotJson, match="set"):
        to_json({"a": {1, 2}})
    assert to_json({"a": (1, None)}) == {"a": [1, None]}
