"""The reader against the table of answers, and against noise."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.core import Amount, Choice, InvalidAnswer, Pick, Speech, Split, form, menu
from agonist.text import read, written

ASKS = {
    "column": Choice((1, 2, 3), about="column"),
    "number": Amount(0, 1000, unit="coins", about="chosen_number"),
    "clue": Speech(max_words=5, forbidden=("tea",), about="clue"),
    "split": Split(("Ann", "Bob"), 10, about="plan"),
    "pick": Pick((5, 5, 7), 2, 2, about="cards"),
    "menu": menu("talk", wait={}, say={"to": Choice(("room", 2)), "text": Speech()}),
    "form": form("offer", deal=Choice(("yes", "no")), amount=Amount(0, 10)),
}
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "kinds.jsonl").read_text(encoding="utf-8").splitlines()
]


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{row['ask']}-{row['format']}" for n, row in enumerate(ROWS)])
def test_the_table_of_answers(row):
    ask = ASKS[row["ask"]]

    def play():
        action = read(ask, row["text"], row["format"], cut_off=row.get("cut_off", False))
        ask.check(action)
        return action

    if "error" in row:
        with pytest.raises(InvalidAnswer) as caught:
            play()
        assert caught.value.kind == row["error"]
        assert str(caught.value)
    else:
        assert play() == tuples(row["action"])


@given(
    text=st.text(max_size=200), name=st.sampled_from(sorted(ASKS)), form_=st.sampled_from(["json", "line"])
)
def test_noise_is_a_invalid_answer_or_a_legal_type_never_a_crash(text, name, form_):
    with suppress(InvalidAnswer):
        read(ASKS[name], text, form_)


@pytest.mark.parametrize(
    "text", ['{"column": ' * 5000, "{" * 100_000, '{"column": 3}' + " " * 300_000, '"' * 9999]
)
def test_hostile_answers_are_refused_quickly(text):
    with suppress(InvalidAnswer):
        assert read(ASKS["column"], text, "json") == 3


@given(
    message=st.text(
        st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=80
    ).filter(lambda text: text.strip() == text and text)
)
def test_speech_survives_json_as_written(message):
    ask = Speech(about="clue")
    if "<" not in message:
        assert read(ask, written(ask, message, "json"), "json") == message
