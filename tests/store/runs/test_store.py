import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import event, select, text

from agonist.core import UsageError
from agonist.match import Step
from agonist.models.protocol import Usage
from agonist.players.model_call_record import LATE
from agonist.store import Store, StoreError
from agonist.store.runs import insertion
from agonist.store.runs.row_conversion import step_row
from agonist.store.runs.schema import STEPS
from agonist.store.runs.write_orders import insert_values


def test_what_was_planned_comes_back_equal(store, made):
    fixtures = [made.fixture(nth) for nth in range(3)]
    run = store.start_run({"targets": ["tictactoe"], "matches": 3}, fixtures)
    matches = store.matches(run)
    assert [match.fixture.key for match in matches] == [fixture.key for fixture in fixtures]
    assert [match.nth for match in matches] == [0, 1, 2]
    assert {(match.run, match.status) for match in matches} == {(run, "planned")}
    assert matches[0].fixture.policy == fixtures[0].policy
    assert matches[0].fixture.script == {"deal": (("a", 1), ("b", 2)), "who": (0,)}
    found = store.run(run)
    assert (found.plan, found.status, found.matches, found.finished) == (
        {"targets": ["tictactoe"], "matches": 3}, "running", 3, 0,
    )  # fmt: skip
    assert found.created.endswith("+00:00")


def test_matches_planned_later_come_after_those_there_are(store, made):
    run = store.start_run({}, [made.fixture(0), made.fixture(1)])
    other = store.start_run({}, [made.fixture(5)])
    store.add_fixtures(run, [made.fixture(2, probes=("spy",)), made.fixture(3, style={"history": "none"})])
    store.add_fixtures(run, [])
    assert [(match.nth, match.fixture.seed) for match in store.matches(run)] == [
        (0, "s0"), (1, "s1"), (2, "s2"), (3, "s3"),
    ]  # fmt: skip
    assert store.matches(run)[2].fixture.probes == ("spy",)
    assert store.matches(run)[3].fixture.style == {"history": "none"}
    assert (store.run(run).matches, store.run(other).matches) == (4, 1)


def test_a_seed_of_any_characters_comes_back(store, made):
    run = store.start_run({}, [made.fixture(seed="nul \0 and é")])
    assert store.matches(run)[0].fixture.seed == "nul \0 and é"


@pytest.mark.parametrize("many", [1, 100, 250])
def test_steps_are_written_a_hundred_in_a_statement_or_copied(store, made, many):
    match = store.matches(store.start_run({}, [made.fixture()]))[0]
    rows = [step_row(match.id, nth, made.steps[nth % len(made.steps)]) for nth in range(many)]
    columns, statements = tuple(STEPS.columns.keys()), []

    @event.listens_for(store._engine, "before_cursor_execute")
    def heard(_connection, _cursor, statement, values, _context, is_many):
        if statement.startswith("INSERT"):
            statements.append(len(values) if is_many else 1)

    store.change(lambda connection: insert_values(connection, STEPS, columns, rows))
    copied = store._engine.dialect.name == "postgresql"
    assert sum(statements) == (0 if copied else many // 100 + many % 100)
    with store.reading() as connection:
        found = connection.execute(select(STEPS).order_by(STEPS.c.nth))
        assert [tuple(row) for row in found] == rows


def test_steps_come_back_as_they_were(where, made):
    with Store.open(where) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0]
        for nth, step in enumerate(made.steps):
            store.add_step(match, nth, step)
    with Store.open(where, must_exist=True) as store:
        assert store.steps(match.id) == list(made.steps)
        assert store.steps(str(match.id)) == list(made.steps)
        turns = [(step.moves, step.fallback, step.probes) for step in made.steps]
        assert [(t.moves, t.fallback, t.probes) for t in store.turns([match])[match.id]] == turns
        moves = store.steps(match)[3].moves
        assert [type(moves[0]), type(moves[1])] == [bool, float]


def test_a_match_goes_through_its_states(store, made):
    run = store.start_run({}, [made.fixture(0), made.fixture(1)])
    first, second = store.matches(run)
    store.begin(first)
    assert store.match(first.id).status == "playing"
    store.suspend(first, "suspended", "the endpoint is gone\0")
    assert (store.match(first).status, store.match(first).error[:8]) == ("suspended", "the endp")
    store.begin(first)
    store.finish(first, made.played(), 12.5)
    store.begin(second)
    end = store.match(str(first.id))
    assert (end.status, end.error, end.forfeits, end.seconds) == ("finished", "", (1,), 12.5)
    assert (end.scores, end.ranks, end.teams) == ((1.0, -1.0), (1, 2), ((0,), (1,)))
    assert (end.reason, end.fallback) == ("Player 2 forfeits", (0, 1))
    assert [match.id for match in store.results()] == [first.id]
    assert [match.id for match in store.results(run=run, game="tictactoe")] == [first.id]
    assert list(store.results(game="chess")) == []
    assert store.run(run).finished == 1
    store.set_status(run, "partial", "the budget is spent")
    assert (store.run(run).status, store.run(run).note) == ("partial", "the budget is spent")


def test_tallies_are_the_sums_over_the_transcript(store, made):
    run = store.start_run({}, [made.fixture(0), made.fixture(1, game="other")])
    first, second = store.matches(run)
    for nth, step in enumerate(made.steps):
        store.add_step(first, nth, step)
    store.add_step(second, 0, Step({0: 1}, (made.call(cost=0.5), made.call(cost=0.25))))
    tallies = {(tally.match, tally.seat): tally for tally in store.tallies(run=run)}
    assert list(tallies) == [(first.id, 0), (first.id, 1), (second.id, 0)]
    for (match, seat), tally in tallies.items():
        own = [e for step in store.steps(match) for e in step.calls if e.seat == seat]
        asked = [e for e in own if e.sent]
        usage = sum((e.usage for e in own), Usage())
        assert Usage(tally.prompt, tally.cached, tally.completion, tally.reasoning) == usage
        assert (tally.requests, tally.tries) == (len(asked), sum(e.tries for e in asked))
        assert tally.seconds == pytest.approx(sum(e.seconds for e in own))
        for kind in ("illegal", "timeout", "empty"):
            assert tally.invalid.get(kind, 0) == sum(e.error == kind and not e.probe for e in own)
    assert tallies[first.id, 0].cost is None  # one price is unknown
    assert tallies[first.id, 1].cost == 0.25  # the cached one is free, the late one was no request
    assert tallies[second.id, 0].cost == 0.75
    assert [tally.match for tally in store.tallies(game="other")] == [second.id]


def test_a_late_answer_is_a_request_that_was_sent_again_and_no_dollars(store, made):
    run = store.start_run({}, [made.fixture()])
    (match,) = store.matches(run)
    store.add_step(match, 0, Step({0: 1}, (made.call(cost=0.5, finish=LATE, tries=1),)))
    (tally,) = store.tallies(run=run)
    assert (tally.resent, tally.cost, tally.charged) == (1, 0.5, 0.5)


QUESTIONS = [
    # what became of a question, and of each of its calls: (form, attempt, whether it was invalid)
    ("as asked", [("as asked", 1, False)]),
    ("as asked", [("", 1, False), ("as asked", 1, False)]),  # reasoned first
    ("leniently", [("leniently", 1, False)]),
    ("leniently", [("refused", 1, False), ("as asked", 1, False)]),  # an analysis that could not be read
    ("asked again", [("refused", 1, True), ("as asked", 2, False)]),
    ("asked again", [("refused", 1, True), ("refused", 2, True), ("leniently", 3, False)]),
    ("asked again", [("", 1, True), ("as asked", 2, False)]),  # late at first
    ("refused", [("refused", 1, True)]),
    ("refused", [("as asked", 1, False), ("refused", 1, True)]),  # the second of two replies
    ("refused", [("refused", 1, True), ("", 2, True)]),
    ("unknown", [("unknown", 1, True), ("unknown", 2, False)]),
    (None, [("", 1, True), ("", 2, False)]),  # a player without text
]


def test_the_form_of_a_question_is_that_of_all_of_its_calls(store, made):
    run = store.start_run({}, [made.fixture(nth) for nth in range(len(QUESTIONS))])
    hidden = made.call(seat=0, probe="mood", form="leniently")
    for match, (_, calls) in zip(store.matches(run), QUESTIONS, strict=True):
        said = [
            made.call(seat=0, form=form, attempt=attempt, error="illegal" if wrong else "")
            for form, attempt, wrong in calls
        ]
        store.add_step(match, 0, Step({0: 1, 1: 1}, (hidden, *said, made.call(seat=1, form="as asked"))))
    found = {(tally.match, tally.seat): tally.forms for tally in store.tallies(run=run)}
    for match, (expected, _) in zip(store.matches(run), QUESTIONS, strict=True):
        assert found[match.id, 0] == ({} if expected is None else {expected: 1})
        assert found[match.id, 1] == {"as asked": 1}


def test_what_was_said_in_broken_off_steps_is_counted_and_not_replayed(store, made):
    run = store.start_run({}, [made.fixture()])
    (match,) = store.matches(run)
    first = (made.call(), made.call(seat=1, error="illegal", complaint="taken"))
    store.add_broken_off(match, first)
    store.suspend(match, "suspended", "the endpoint is gone")
    assert store.steps(match) == []
    store.add_step(match, 0, made.steps[1])
    store.add_broken_off(match, first[:1])
    assert store.steps(match) == [made.steps[1]]
    assert store.broken_off(match) == (*first, *first[:1])
    seats = {tally.seat: tally for tally in store.tallies(run=run)}
    assert (seats[0].requests, seats[0].invalid) == (4, {"illegal": 1})
    assert (seats[1].requests, seats[1].cost, seats[1].invalid) == (2, 0.25, {})


def test_runs_are_found_by_id_beginning_and_latest(store):
    with pytest.raises(UsageError, match=r"there are no runs in .* yet"):
        store.run("latest")
    old, new = store.start_run({"n": 1}, []), store.start_run({"n": 2}, [])
    assert [run.id for run in store.runs()] == [old, new]
    assert store.run("latest").id == new
    assert store.run(old[:7]).plan == {"n": 1}
    with pytest.raises(UsageError, match="there is no run 'lates'; did you mean 'latest'"):
        store.run("lates")
    with pytest.raises(UsageError, match="there is no run"):
        store.matches("")


def test_a_beginning_that_two_runs_share_is_refused(store):
    store.start_run({}, [])
    store.start_run({}, [])
    store.change(lambda connection: connection.execute(text("UPDATE runs SET id = 'abc' || number")))
    with pytest.raises(UsageError, match="'abc' begins more than one run: abc1, abc2"):
        store.run("abc")


@pytest.mark.parametrize("name", ["x", "99", "-1", "²", "9" * 30, ""])
def test_an_unknown_match_is_refused(store, made, name):
    store.start_run({}, [made.fixture()])
    with pytest.raises(UsageError, match=r"there is no match .*numbered from 1 to 1"):
        store.match(name)


def test_a_run_is_written_whole_or_not_at_all(store, made):
    with pytest.raises(UsageError, match="would be stored"):
        store.start_run({}, [made.fixture(), made.fixture(players=("x?base_url=http://u:pw@h/v1",))])
    assert store.runs() == []


def test_no_password_reaches_the_database(where, made):
    with Store.open(where) as store:
        plan = {"db": "postgresql://u:hunter2@h/d", "deep": [{"base_url": "http://u:hunter2@h:1/v1"}]}
        match = store.matches(store.start_run(plan, [made.fixture()]))[0]
        said = made.call(settings={"base_url": "http://u:hunter2@h/v1"})
        store.add_step(match, 0, Step({0: 1}, (said,)))
        assert store.run("latest").plan["deep"] == [{"base_url": "http://***@h:1/v1"}]
        assert store.steps(match)[0].calls[0].settings == {"base_url": "http://***@h/v1"}
        with store._engine.connect() as connection:
            rows = [connection.execute(text(f"SELECT * FROM {t}")).all() for t in ("runs", "model_calls")]
        assert "hunter2" not in str(rows)


def test_absurd_tokens_and_unplain_moves_fail_alone(store, made):
    match = store.matches(store.start_run({}, [made.fixture()]))[0]
    with pytest.raises(StoreError, match="which is absurd"):
        store.add_step(match, 0, Step({0: 1}, (made.call(usage=Usage(10**30)),)))
    with pytest.raises(StoreError, match="cannot be stored as JSON"):
        store.add_step(match, 0, Step({0: object()}))
    store.add_step(match, 0, Step({0: 1}))
    assert len(store.steps(match)) == 1


def test_a_step_written_twice_is_an_error_that_harms_nothing(store, made):
    match = store.matches(store.start_run({}, [made.fixture()]))[0]
    store.add_step(match, 0, Step({0: 1}))
    store.flush()
    store.add_step(match, 0, Step({0: 2}))
    with pytest.raises(StoreError, match="is it played twice"):
        store.flush()
    with pytest.raises(StoreError, match="is it played twice"):
        store.add_step(match, 1, Step({0: 3}))
    assert store.steps(match) == [Step({0: 1})]


def test_a_failure_nobody_heard_of_is_told_at_the_end(where, made):
    store = Store.open(where)
    store.add_step(12345, 0, Step({0: 1}))  # there is no such match
    with pytest.raises(StoreError):
        store.close()
    with pytest.raises(StoreError):
        store.begin(1)


def test_missing_steps_are_noticed(store, made):
    match = store.matches(store.start_run({}, [made.fixture()]))[0]
    store.add_step(match, 1, Step({0: 1}))
    with pytest.raises(StoreError, match="steps are missing"):
        store.steps(match)


def test_only_one_holds_a_run_and_others_another(store):
    run, other = store.start_run({}, []), store.start_run({}, [])
    taken = pytest.raises(StoreError, match=f"run {run} is being played by")
    with store.claim(run), store.claim(other), taken:
        store.claim(run).__enter__()
    with store.claim(run[:6]):
        pass


PLAYER = """
import sys, time
from agonist.match import Fixture, Step
from agonist.models.protocol import Message
from agonist.players.model_call_record import ModelCall
from agonist.store import Store
where, what = sys.argv[1:]
step = Step({0: 1}, (ModelCall(sent=(Message("user", "x" * 1400),)), ModelCall(text="y", seat=1)))
fixtures = [Fixture("tictactoe", 1, {}, str(n), ("a", "b")) for n in range(4)]
with Store.open(where) as store:
    run = store.start_run({}, fixtures)
    with store.claim(run):
        matches = store.matches(run)
        print(run, flush=True)
        nth = 0
        while what == "forever" or nth < int(what):
            for match in matches:
                store.add_step(match, nth, step)
            nth += 1
            if nth % 50 == 0:
                store.flush()
                print(nth, flush=True)
"""


def start(where, what):
    return subprocess.Popen([sys.executable, "-c", PLAYER, where, what], stdout=subprocess.PIPE, text=True)


def test_a_killed_process_leaves_whole_steps_and_no_claim(where):
    process = start(where, "forever")
    run = process.stdout.readline().strip()
    with Store.open(where) as store:
        with pytest.raises(StoreError, match="is being played by"):
            store.claim(run).__enter__()
        flushed = [int(process.stdout.readline()) for _ in range(3)][-1]
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        deadline = time.monotonic() + 5
        while True:  # a server may take a moment to notice
            try:
                with store.claim(run):
                    break
            except StoreError:
                assert time.monotonic() < deadline
                time.sleep(0.02)
        for match in store.matches(run):
            steps = store.steps(match)
            assert len(steps) >= flushed
            assert {len(step.calls) for step in steps} == {2}
    if "://" not in where:
        assert not list(Path(where).parent.glob("*.lock"))


@pytest.mark.slow
def test_two_processes_write_two_runs_at_once(where):
    both = [start(where, "200"), start(where, "200")]  # they make the tables at once, too
    runs = [process.communicate()[0].split()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    with Store.open(where, must_exist=True) as store:
        for run in runs:
            assert [len(store.steps(match)) for match in store.matches(run)] == [200] * 4


def test_a_plan_is_written_in_parts_and_kept_whole(store, made, monkeypatch):
    """All rows of a million matches at once would take two gigabytes."""
    sizes, write = [], insertion.insert_rows

    def counted(connection, table, rows):
        sizes.append(len(rows))
        write(connection, table, rows)

    monkeypatch.setattr(insertion, "AT_ONCE", 3)
    monkeypatch.setattr(insertion, "insert_rows", counted)
    fixtures = [made.fixture(nth) for nth in range(7)]
    run = store.start_run({}, fixtures)
    assert sizes == [3, 3, 1]
    assert [match.fixture.key for match in store.matches(run)] == [fixture.key for fixture in fixtures]
    with pytest.raises(UsageError):
        store.start_run({}, [*fixtures, made.fixture(7, players=("http://ann:s3cret@c", "random"))])
    assert [found.id for found in store.runs()] == [run]
