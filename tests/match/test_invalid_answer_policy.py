"""A policy declares its options as a game does: text, Python and documentation follow from that."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from agonist.core import UsageError
from agonist.core.options import ranges_of
from agonist.kit import option_texts
from agonist.match.invalid_answer_policy import Policy, parse_policy

COMMANDS = Path(__file__).resolve().parents[2] / "docs/commands.md"


@pytest.mark.parametrize("option", list(ranges_of(Policy)))
def test_each_number_of_a_policy_is_checked_against_the_range_it_declares(option):
    low = ranges_of(Policy)[option].low
    assert getattr(parse_policy(f"default?{option}={low}"), option) == low
    for text in (str(low - 1), "inf", "nan", "many"):
        with pytest.raises(UsageError, match=option):
            parse_policy(f"default?{option}={text}")
    with pytest.raises(UsageError, match=option):
        Policy(**{option: low - 1})


@pytest.mark.parametrize("text", ["then=resign", "illegal=no", "feedback=maybe", "retires=1"])
def test_a_value_or_an_option_that_no_policy_has_is_refused(text):
    with pytest.raises(UsageError, match=text.partition("=")[0]):
        parse_policy(f"default?{text}")


def test_truths_are_spelled_as_in_options_of_games():
    assert [parse_policy(f"default?feedback={each}").feedback for each in ("no", "false", "yes")] == [
        False, False, True,
    ]  # fmt: skip


def test_the_documentation_lists_the_options_of_a_policy_with_their_defaults():
    rows = re.findall(r"^\| `(\w+)` \| .* \| `?(\w+)`?.* \|$", COMMANDS.read_text("utf-8"), re.MULTILINE)
    defaults = {True: "yes", False: "no", None: "none"}
    expected = {name: str(defaults.get(each, each)) for name, each in option_texts(Policy()).items()}
    assert {name: default for name, default in rows if name in expected} == expected
    assert list(expected) == [each.name for each in fields(Policy)]
