"""Databases that earlier versions wrote; `versionN.sql` is what version N of the tables really held."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from tests.store.conftest import BEFORE_13

from agonist.api import play
from agonist.core import Outcome, ranked
from agonist.games import find_kit
from agonist.match import Record
from agonist.match.record import game_of
from agonist.reports.match_verification import verify
from agonist.reports.report import report_of
from agonist.store import Store
from agonist.store.engines.sqlite_files import APPLICATION
from agonist.store.runs.schema import META
from agonist.store.runs.serialization import pack

FOLDER = Path(__file__).parent


@pytest.fixture
def from_version_1(where):
    script = (FOLDER / "version1.sql").read_text(encoding="utf-8")
    if "://" in where:
        engine = create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
        with engine.begin() as connection:
            for statement in filter(str.strip, script.split(";\n")):
                connection.exec_driver_sql(statement.replace("%", "%%"))
        engine.dispose()
    else:
        connection = sqlite3.connect(where)
        connection.executescript(f"PRAGMA application_id = {APPLICATION};\n{script}")
        connection.close()
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
        with store._engine.connect() as connection:
            key = connection.exec_driver_sql(f"SELECT key FROM matches WHERE id = {match.id}").scalar()
        assert key == fixture.key
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
