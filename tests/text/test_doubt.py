"""The reader in doubt: replies with another answer than the player's, and replies that plainly give one."""

import pytest
from tests.text import doubtful, independent, plain
from tests.text.situations import situation

INVALID = {"unreadable", "ambiguous", "truncated", "refusal", "illegal", "empty"}
DOUBTFUL = [*doubtful.rows()]


@pytest.mark.parametrize("name", sorted({row.at for row in DOUBTFUL}))
def test_no_doubtful_reply_is_taken_as_another_move(name):
    at, taken = situation(name), []
    for row in DOUBTFUL:
        if row.at == name:
            got = at.play(row.text, row.form)
            asked_again = isinstance(got, str) and got in INVALID
            if not asked_again and (row.may is None or got != row.may):
                taken.append((row.form, row.text, got))
    assert not taken


def test_there_are_more_than_a_thousand_doubtful_replies():
    assert len(set(DOUBTFUL)) > 1000


def test_at_most_a_twentieth_of_plain_replies_is_asked_again_and_none_is_read_as_another():
    rows = [*plain.rows()]
    wrong = [(row, got) for row in rows if (got := situation(row.at).play(row.text, row.form)) != row.action]
    assert [got for _, got in wrong if got not in INVALID] == []
    assert len(rows) > 400
    assert len(wrong) <= len(rows) / 20, wrong


@pytest.mark.every(3)
@pytest.mark.parametrize("part", range(12))
def test_of_independent_writers_replies_none_is_taken_as_another_move(part):
    rows = [*independent.rows()][part::12]
    got = [row.at.play(row.text, "json") for row in rows]
    read = [(row, action) for row, action in zip(rows, got, strict=True) if action not in INVALID]
    assert [(row.text, action) for row, action in read if action != row.action] == []
    assert sum(not row.plain for row in rows) > 80


@pytest.mark.slow
def test_of_independent_writers_plain_replies_at_most_one_in_seventeen_is_asked_again():
    plain_rows = [row for row in independent.rows() if row.plain]
    refused = [row.text for row in plain_rows if row.at.play(row.text, "json") != row.action]
    assert len(plain_rows) > 400
    assert len(refused) <= len(plain_rows) / 17, refused
