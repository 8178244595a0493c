"""Prompts: blanks are filled or refused, overlays lie over, digests tell of every word."""

import pytest

from agonist.core import UsageError
from agonist.text import Prompts
from agonist.text.prompt_files import forget_words


@pytest.fixture
def prompts(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "hello.md").write_text("Hello {name}, you have {coins}.\n", encoding="utf-8")
    return Prompts((tmp_path / "own",))


def test_blanks_are_filled(prompts):
    assert prompts.fill("hello", name="Ann", coins=3) == "Hello Ann, you have 3."


def test_an_empty_blank_is_refused(prompts):
    with pytest.raises(UsageError, match="coins"):
        prompts.fill("hello", name="Ann")


def test_a_value_left_over_is_refused(prompts):
    with pytest.raises(UsageError, match="cards"):
        prompts.fill("hello", name="Ann", coins=3, cards=2)


def test_an_overlay_may_say_less_but_nothing_unknown(prompts, tmp_path):
    over = tmp_path / "over"
    over.mkdir()
    laid = prompts.over(over)
    before = laid.digest
    (over / "hello.md").write_text("Hi {name}.", encoding="utf-8")
    assert laid.digest == before, "what has begun goes on in the same words"
    forget_words()
    assert laid.fill("hello", name="Ann", coins=3) == "Hi Ann."
    assert laid.digest != before
    forget_words()
    (over / "other.md").write_text("{unknown}", encoding="utf-8")
    with pytest.raises(UsageError, match="unknown"):
        laid.fill("other", name="Ann")


def test_broken_templates_are_named(prompts, tmp_path):
    (tmp_path / "own" / "json.md").write_text('Answer {"a": 1}', encoding="utf-8")
    with pytest.raises(UsageError, match=r"json\.md"):
        prompts.fill("json")


def test_a_missing_prompt_is_named(prompts):
    with pytest.raises(UsageError, match=r"bye\.md"):
        prompts.fill("bye")
