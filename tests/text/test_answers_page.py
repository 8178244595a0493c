"""docs/answers.md: each row of its table of examples is read as it says."""

import re
from pathlib import Path

import pytest
from tests.text.situations import situation

PAGE = Path(__file__).parents[2] / "docs" / "answers.md"
ROW = re.compile(r"^\| `(.+)` \| (\w+) \| (\S+) \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))
AT = {"chosen_number": "guess_average", "column": "connect_four"}


@pytest.mark.parametrize(("text", "key", "reading"), ROWS)
def test_examples_of_the_page(text, key, reading):
    got = situation(AT[key]).play(text, "json")
    assert str(got) == reading.strip("*")


def test_the_page_has_its_table():
    assert len(ROWS) > 10
