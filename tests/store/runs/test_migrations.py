"""Databases that earlier versions wrote; `versionN.sql` is what version N of the tables really held."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect
from tests.store import older_databases
from tests.store.conftest import BEFORE_13

from agonist.api import play
from agonist.core import Outcome, ranked
from agonist.games import find_kit
from agonist.match import Record, Step
from agonist.match.record import game_of
from agonist.reports.match_verification import verify
from agonist.reports.report import report_of
from agonist.store import Store
from agonist.store.runs.schema import META, METADATA
from agonist.store.runs.serialization import pack

FOLDER = Path(__file__).parent


VERSIONS = sorted(int(path.stem.removeprefix("version")) for path in FOLDER.glob("version*.sql"))


def load(where, version):
    """Write the database that version `version` of the tables held to an empty one."""
    older_databases.load(where, FOLDER / f"version{version}.sql")


@pytest.fixture
def from_version_1(where):
    load(where, 1)
    with Store.open(where, must_exist=True) as store:
        yield store


def test_runs_of_version_1_are_read_in_the_terms_of_today(from_version_1):
    store = from_version_1
    auction, llmarena = store.runs()
    model = "vllm/sensible?history=none&max_tokens=50"
    served = "vllm/sensible?base_url=http://127.0.0.1:8999/v1&history=none&max_tokens=50"
    assert auction.plan["players"] == [model]
    assert auction.plan["specs"][model] == served
    assert auction.plan["targets"] == ["sealed_bid_auction?valuations=chance&rounds=1&seats=2"]
    for match in [*store.matches(auction.id), *store.matches(llmarena.id)]:
        fixture, steps = match.fixture, store.steps(match.id)
        game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
        outcome = Record(fixture.game, game, tuple(step.moves for step in steps)).outcome
        assert outcome.scores == match.scores
    assert {match.fixture.options["valuations"] for match in store.matches(auction.id)} == {"chance"}
    fixture = store.matches(auction.id)[0].fixture
    assert model in fixture.players
    assert fixture.spec(model) == served
    assert {match.fixture.style["history"] for match in store.matches(llmarena.id)} == {"none"}


def test_what_version_1_recorded_of_answers_is_kept(from_version_1):
    _, llmarena = from_version_1.runs()
    for match in from_version_1.matches(llmarena.id):
        steps = from_version_1.steps(match.id)
        echo = next(seat for seat, spec in enumerate(match.fixture.players) if "echo" in spec)
        assert match.fallback == (echo,)
        for step in steps:
            assert step.fallback == ((echo,) if echo in step.moves else ())
            assert [call.error for call in step.calls] == 3 * ["unreadable"] * len(step.fallback)
            assert all(call.text and call.sent for call in step.calls)


def test_the_form_of_answers_that_version_1_stored_is_unknown(from_version_1):
    store = from_version_1
    for run in store.runs():
        forms = {
            call.form for steps in store.steps_of_run(run.id).values() for s in steps for call in s.calls
        }
        assert forms == {"unknown"}
        asked = sum(usage.asked for usage in report_of(store, run.id).usage if usage.requests)
        assert sum(tally.forms["unknown"] for tally in store.tallies(run=run.id)) == asked
        assert all(usage.form == {} for usage in report_of(store, run.id).usage)


def test_what_version_1_played_verifies(from_version_1):
    for match in from_version_1.results():
        assert verify(find_kit(match.fixture.game), match, from_version_1.steps(match.id)) == []


@pytest.mark.slow
@pytest.mark.every(2)
def test_matches_of_version_9_are_won_by_who_won_and_not_by_who_was_paid_more(where):
    won = []
    for target, count in (("who_is_spy", 12), ("codenames?score=points", 6)):
        for seed in range(count):
            players = ["reference", "random"] * 3 if count == 12 else ["reference"] * 4
            *_, end = play(target, players, seed=seed, db=where).record.states()
            won.append(end.winner)
    with Store.open(where) as store:
        store.change(lambda connection: connection.execute(META.insert(), {"key": "kept x", "value": "[]"}))
        before = store._engine.connect().execution_options(agonist_writes=True)
        with before, before.begin():
            for match in list(store.results()):
                paid = pack(ranked([-score for score in match.scores]))
                before.exec_driver_sql(f"UPDATE matches SET ranks = '{paid}' WHERE id = {match.id}")
            for statement in (
                *BEFORE_13,
                "UPDATE agonist SET value = '9' WHERE key = 'schema'",
            ):
                before.exec_driver_sql(statement)
    assert {"spy", "civilians", "red", "blue"} == set(won)
    with Store.open(where) as store:
        facts = store.read(lambda connection: connection.execute(META.select()).all())
        assert "kept x" not in {fact.key for fact in facts}
        found = sorted(store.results(), key=lambda match: match.id)
        for match, winner in zip(found, won, strict=True):
            assert verify(find_kit(match.fixture.game), match, store.steps(match)) == []
            team = match.teams[winner in ("spy", "blue")]
            assert [seat for seat, rank in enumerate(match.ranks) if rank == 1] == sorted(team)
    by_points = [Outcome(match.scores, "", match.teams).ranks for match in found]
    assert sum(ranks != match.ranks for ranks, match in zip(by_points, found, strict=True)) > 1


def stored_then(version):
    """What a file of this version says of its matches and of the calls in them, by its own tables."""
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.executescript((FOLDER / f"version{version}.sql").read_text(encoding="utf-8"))
        matches = raw.execute("SELECT status, scores, nth FROM matches ORDER BY nth").fetchall()
        columns = "match, seat, error, request, prompt, cached, completion, words"
        calls = raw.execute(f"SELECT {columns} FROM model_calls ORDER BY match, step, nth").fetchall()
        sent = [json.loads(words).get("sent") for *_, words in calls]
        if version >= 18:
            texts = dict(raw.execute("SELECT digest, text FROM prompts"))
            kept = raw.execute("SELECT messages FROM sent_messages ORDER BY match, step, nth")
            sent = [
                [[who, json.loads(texts[text[0]]) if isinstance(text, list) else text] for who, text in some]
                for some in (json.loads(messages) for (messages,) in kept)
            ]
    return matches, calls, sent


@pytest.mark.parametrize("version", [each for each in VERSIONS if each > 1])
@pytest.mark.every(3)
def test_a_run_in_mid_play_of_each_earlier_version_reads_the_same_and_goes_on(where, version, made):
    matches, calls, sent = stored_then(version)
    load(where, version)
    with Store.open(where, must_exist=True) as store:
        (run,) = store.runs()
        found = store.matches(run.id)
        assert [(m.status, m.nth) for m in found] == [(status, nth) for status, _, nth in matches]
        assert [list(m.scores) for m in found] == [json.loads(scores) for _, scores, _ in matches]
        assert [m.status for m in found] == ["finished", "suspended"]
        report = report_of(store, run.id)
        (usage,) = (each for each in report.usage if each.requests)
        assert usage.requests == sum(request for *_, request, _, _, _, _ in calls)
        for what, at in (("prompt", 4), ("cached", 5), ("completion", 6)):
            assert getattr(usage, what) == sum(call[at] for call in calls)
        read = [call for match in found for step in store.steps(match) for call in step.calls]
        assert [[[m.role, m.content] for m in call.sent] for call in read] == sent
        texts = [text for some in sent for _, text in some]
        assert len(set(texts)) < len(texts)
        assert all(verify(find_kit("tictactoe"), m, store.steps(m)) == [] for m in found if m.ended)

        first, going_on = found
        before = store.steps(going_on)
        (rules, *_), *_ = (call.sent for step in before for call in step.calls)
        repeated = Step({0: (3, 3)}, (made.call(sent=(rules, rules), seat=1),))
        for nth in (0, 1):
            store.add_step(going_on.id, len(before) + nth, repeated)
        store.finish(going_on.id, made.played(()), 1.0)
        assert store.steps(going_on) == [*before, repeated, repeated]
        assert store.steps(first) != []
        (usage,) = (each for each in report_of(store, run.id).usage if each.requests)
        assert usage.requests == len(calls) + 2
        assert usage.prompt == sum(call[4] for call in calls) + 200


def test_databases_of_earlier_versions_have_the_tables_of_today(where, tmp_path):
    with Store.open(tmp_path / "new.db") as new:
        expected = columns_of(new)
    load(where, 1)
    with Store.open(where, must_exist=True) as store:
        assert columns_of(store) == expected


def columns_of(store):
    found = inspect(store._engine)
    return {table: {column["name"] for column in found.get_columns(table)} for table in METADATA.tables}
