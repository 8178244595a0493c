"""Ids of tokens in the database: kept whole, only where there are any, and after a migration."""

from dataclasses import replace

import pytest
from sqlalchemy import inspect, text
from tests.store.conftest import BEFORE_20

from agonist.core import UsageError
from agonist.match import Step
from agonist.models.protocol import TokenIds
from agonist.store import Store, StoreError
from agonist.store.runs.packed_tokens import token_columns
from agonist.store.runs.schema import CALL_TOKENS
from agonist.tournament.evaluation_request import Entry

TOKENS = TokenIds((0, 2**32 - 1, 151_643, 7), (9, 10), (-0.1, -9999.0))
PARTS = (
    TOKENS,
    TokenIds(TOKENS.prompt, None, None),
    TokenIds(None, (), ()),
    TokenIds((1,) * 5000, (3, 4), (-1e-17, -1 / 3, float("-inf"))),
)


def rows(store):
    return store.read(lambda connection: connection.execute(CALL_TOKENS.select()).all())


def started(store, made, calls):
    """A match in which seat 0 was asked so often; returns its id."""
    run = store.start_run({"targets": ["tictactoe"]}, [made.fixture()])
    (match,) = store.matches(run)
    store.begin(match.id)
    for nth, call in enumerate(calls):
        store.add_step(match.id, nth, Step({0: nth}, (call,)))
    return match.id


def test_ids_are_read_as_they_were_given(store, made):
    calls = [made.call(token_ids=tokens) for tokens in PARTS]
    match = started(store, made, calls)
    assert [step.calls[0].token_ids for step in store.steps(match)] == list(PARTS)
    assert [step.calls[0] for step in store.steps(match)] == calls
    (run,) = store.runs()
    assert [step.calls[0].token_ids for step in store.steps_of_run(run.id)[match]] == [None] * len(PARTS)


def test_calls_without_ids_take_no_row(store, made):
    started(store, made, [made.call(), made.call()])
    assert rows(store) == []


def test_ids_of_an_unfinished_step_are_there_when_it_is_resumed_and_once_when_it_is_complete(store, made):
    match = started(store, made, [])
    answered = made.call(token_ids=TOKENS)
    store.add_call(match, 0, 0, answered)
    store.flush()
    assert store.recorded(match) == [answered]
    store.add_step(match, 0, Step({0: 1}, (answered, replace(answered, attempt=2))))
    assert [call.token_ids for call in store.steps(match)[0].calls] == [TOKENS, TOKENS]
    assert len(rows(store)) == 2
    late = replace(answered, finish="late")
    store.add_broken_off(match, (late,))
    assert store.broken_off(match) == (late,)


def test_a_removed_run_leaves_no_ids(store, made):
    started(store, made, [made.call(token_ids=TOKENS)])
    (run,) = store.runs()
    store.remove_run(run.id)
    assert rows(store) == []


def test_ids_are_packed_as_numbers_and_not_as_text():
    prompt = tuple(range(1000, 5000))
    columns = token_columns(TokenIds(prompt, (), ()))
    assert len(columns["prompt"] or b"") < 2 * len(prompt)


def test_damaged_ids_are_damage_of_the_match(store, made):
    match = started(store, made, [made.call(token_ids=TOKENS)])
    store.steps(match)
    store.change(lambda connection: connection.execute(CALL_TOKENS.update(), {"prompt": b"no zlib"}))
    with pytest.raises(StoreError, match="token ids"):
        store.steps(match)


def test_a_database_of_version_18_keeps_its_rows_and_gets_room_for_ids(where, made):
    before = [made.call(), made.call(kept=2, attempt=2)]
    with Store.open(where) as store:
        match = started(store, made, before)
        store.flush()
        older = "UPDATE agonist SET value = '18' WHERE key = 'schema'"
        for statement in (*BEFORE_20, "DROP TABLE call_tokens", older):
            store.change(lambda connection, each=statement: connection.execute(text(each)))
    with Store.open(where, must_exist=True) as store:
        columns = inspect(store._engine).get_columns("call_tokens")
        assert [column["name"] for column in columns] == [column.name for column in CALL_TOKENS.columns]
        assert [step.calls[0] for step in store.steps(match)] == before
        store.add_step(match, 2, Step({0: 2}, (made.call(token_ids=TOKENS),)))
        assert store.steps(match)[2].calls[0].token_ids == TOKENS


@pytest.mark.parametrize("player", ["vllm/m", "vllm/m?token_ids=yes"])
def test_ids_are_prompts_so_who_keeps_no_prompts_cannot_ask_for_them(player):
    asked = "token_ids" not in player
    with pytest.raises(UsageError, match="--keep"):
        Entry((player,), keep="prompts=none", token_ids=asked)
    assert Entry(("random",), keep="prompts=none", token_ids=asked).keep == "prompts=none"


def test_the_plan_of_a_run_names_ids_only_where_they_are_asked_for():
    assert "token_ids" not in Entry(("random",)).as_dict()
    asked = Entry(("vllm/m",), token_ids=True)
    assert Entry.from_dict(asked.as_dict()) == asked
