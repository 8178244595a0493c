"""What is stored of prompts, and of what calls took."""

from dataclasses import replace
from itertools import product

import pytest
from sqlalchemy import text
from tests.store.conftest import STEPS, call

from agonist.match import Step
from agonist.models.protocol import Message
from agonist.store import Store
from agonist.store.engines.failure import DamagedMatch
from agonist.store.runs import repeated_prompts

RULES = Message("system", "The rules, which are the same at each step. " * 9)
SCENE = Message("user", "A scene that occurs once in a while, in several matches. " * 9)


def asked(*sent, **changes):
    return Step({0: 1}, (call(sent=sent, **changes),))


def sql(store, statement):
    return store.change(lambda connection: connection.execute(text(statement)).fetchall())


def filled(store, made, matches=4, **finished):
    run = store.start_run({}, [made.fixture(nth) for nth in range(matches)])
    ids = [match.id for match in store.matches(run)]
    steps = [asked(RULES, SCENE), asked(RULES, replace(SCENE, content=f"{SCENE.content} \ud800\0"))]
    for match, (nth, step) in product(ids, enumerate(steps)):
        store.add_step(match, nth, step)
    for match in ids:
        store.finish(match, made.played(tuple(steps)), 1.0, **finished)
    return run, ids, steps


def test_a_text_that_repeats_is_stored_once_for_its_run_and_read_as_it_was_sent(store, made):
    runs = [filled(store, made) for _ in range(2)]
    for run, ids, steps in runs:
        assert [store.steps(match) for match in ids] == [steps] * len(ids)
        assert store.steps_of_run(run) == dict.fromkeys(ids, steps)
        assert store.calls_at(ids[1], 1) == list(steps[1].calls)
    assert [row[0] for row in sql(store, "SELECT count(*) FROM prompts GROUP BY run")] == [3, 3]
    ((longest, shortest),) = sql(
        store, "SELECT max(length(messages)), min(length(messages)) FROM sent_messages"
    )
    assert shortest < 100 < len(SCENE.content) < longest, "where it was sent first, it stands itself"
    store.remove_run(runs[0][0])
    assert len(sql(store, "SELECT digest FROM prompts")) == 3
    assert [store.steps(match) for match in runs[1][1]] == [runs[1][2]] * 4


def test_a_call_that_is_written_twice_has_not_repeated_itself(store, made):
    run = store.start_run({}, [made.fixture()])
    (match,) = store.matches(run)
    store.add_call(match.id, 0, 0, call(sent=(RULES, SCENE)))
    store.flush()
    store.add_step(match.id, 0, asked(RULES, SCENE))
    assert store.steps(match) == [asked(RULES, SCENE)]
    assert sql(store, "SELECT * FROM prompts") == []


def test_what_a_process_does_not_remember_is_stored_once_all_the_same(store, where, made, monkeypatch):
    monkeypatch.setattr(repeated_prompts, "MOST", 0)
    _run, ids, steps = filled(store, made)
    with Store.open(where) as other:
        other.add_step(ids[0], 2, steps[0])
        other.add_step(ids[0], 3, steps[0])
        other.flush()
    assert store.steps(ids[0]) == [*steps, steps[0], steps[0]]
    assert len(sql(store, "SELECT digest FROM prompts")) == 3


def test_prompts_that_are_not_kept_go_with_the_end_of_the_match_and_nothing_else_does(store, made):
    _run, ids, steps = filled(store, made, keeps_prompts=False)
    store.flush()
    unkept = [replace(step, calls=(replace(step.calls[0], sent=(), unkept=True),)) for step in steps]
    assert [store.steps(match) for match in ids] == [unkept] * len(ids)
    code = Step({0: 1}, (call(sent=(), error="illegal", complaint="no"),))
    store.add_step(ids[0], 2, code)
    assert store.steps(ids[0])[2] == code, "code was sent nothing, so nothing is missing"


def test_a_prompt_whose_text_is_missing_is_damage_of_its_match(store, made):
    _run, ids, _steps = filled(store, made)
    store.flush()
    sql(store, "DELETE FROM prompts WHERE text LIKE '%A scene%' RETURNING run")
    with pytest.raises(DamagedMatch, match=f"match {ids[3]} .*prompt"):
        store.steps(ids[3])


def usage(store, run):
    """The tallies as kept, and as computed from all calls."""
    kept = store.tallies(run=run)
    sql(store, "UPDATE matches SET usage = NULL RETURNING id")
    return kept, store.tallies(run=run)


def test_tallies_kept_as_matches_end_are_those_computed_from_all_their_calls(store, made):
    run = store.start_run({}, [made.fixture(nth) for nth in range(5)])
    ids = [match.id for match in store.matches(run)]
    wrong = asked(SCENE, form="refused", error="empty", seat=1, tries=3, estimated=True, cost=0.5)
    lost = asked(SCENE, finish="unanswered", estimated=True, tries=2)
    for nth, step in enumerate([*STEPS, asked(SCENE, form="as asked"), wrong, lost]):
        store.add_step(ids[0], nth, step)
    store.add_broken_off(ids[0], [call(finish="late"), call(finish="unanswered", estimated=True)])
    store.add_step(ids[1], 0, asked(SCENE, form="leniently", cost=None))
    store.add_step(ids[2], 0, asked(SCENE))
    for match in (ids[0], ids[1], ids[3]):
        store.finish(match, made.played(), 1.0)
    store.flush()
    kept = sql(store, "SELECT usage IS NULL FROM matches ORDER BY id")
    assert [bool(row[0]) for row in kept] == [False, False, True, False, True]
    kept, computed = usage(store, run)
    assert kept == computed
    assert {tally.match for tally in kept} == {*ids[:3]}
    assert kept[0].invalid
    assert kept[0].closed_tokens


def test_calls_that_come_after_the_end_count(store, made):
    run = store.start_run({}, [made.fixture()])
    (match,) = store.matches(run)
    store.add_step(match.id, 0, asked(SCENE))
    store.finish(match.id, made.played(), 1.0)
    store.flush()
    store.add_broken_off(match.id, [call(finish="late")])
    kept, computed = usage(store, run)
    assert kept == computed
    assert kept[0].requests == 2


@pytest.mark.parametrize(
    "stored", ['{"a": 1}', "[[1]]", '[["x",0,1,2,0,3,0,0,1,0,0,0,0,1,0,{},[0,0,0,0,0]]]', "[["]
)
def test_tallies_that_cannot_have_been_written_are_damage_of_their_match(store, made, stored):
    run, _ids, _ = filled(store, made, matches=1)
    store.flush()
    sql(store, f"UPDATE matches SET usage = '{stored}' RETURNING id")
    with pytest.raises(DamagedMatch):
        store.tallies(run=run)
