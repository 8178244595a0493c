"""Databases that earlier versions wrote; `versionN.sql` is what version N of the tables really held."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, select, text

from agonist.api import play
from agonist.arena.ladders.ladder import open_ladder
from agonist.core import Outcome, ranked
from agonist.games import find_kit
from agonist.match import Record
from agonist.match.record import game_of
from agonist.reports.verify import verify
from agonist.store import Store
from agonist.store.engines.sqlite_file import APPLICATION
from agonist.store.platform.accounts import add_user, user
from agonist.store.platform.agents import add_agent, agent
from agonist.store.platform.ladders import ladders, set_state
from agonist.store.platform.measurements import measured
from agonist.store.platform.notices import add_notice, notices
from agonist.store.platform.reserved_names import NameTaken
from agonist.store.platform.saved_results import keep, kept
from agonist.store.platform.tables import ENTRANTS
from agonist.store.runs.packing import pack

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


def test_what_version_1_played_verifies(from_version_1):
    for match in from_version_1.results():
        assert verify(find_kit(match.fixture.game), match, from_version_1.steps(match.id)) == []


def test_ladders_tables_and_notices_of_version_7_are_kept(where):
    with Store.open(where) as store:
        for name in ("open", "closed"):
            own = open_ladder(store, "tictactoe", name=name)
            set_state(store, own.id, name)
        store.change(lambda connection: add_notice(connection, 0, "a0 was paused."))
    with Store.open(where) as store, store._engine.connect() as connection:
        before = connection.execution_options(agonist_writes=True)
        with before.begin():
            for statement in (
                "ALTER TABLE ladders ADD COLUMN open INTEGER NOT NULL DEFAULT 1",
                "UPDATE ladders SET open = 0 WHERE state = 'closed'",
                "ALTER TABLE ladders DROP COLUMN state",
                "ALTER TABLE tables DROP COLUMN rated",
                "ALTER TABLE notices DROP COLUMN about",
                "ALTER TABLE entrants DROP COLUMN seconds",
                "ALTER TABLE entrants DROP COLUMN lent",
                "UPDATE agonist SET value = '7' WHERE key = 'schema'",
            ):
                before.exec_driver_sql(statement)
    with Store.open(where) as store:
        assert {own.name: own.state for own in ladders(store)} == {"open": "open", "closed": "closed"}
        assert [notice.text for notice in notices(store, 0)] == ["a0 was paused."]
        assert store.read(lambda connection: connection.execute(select(ENTRANTS)).all()) == []
        assert {"seconds", "lent"} <= {
            column["name"] for column in inspect(store._engine).get_columns("entrants")
        }


def test_names_of_version_8_that_look_alike_are_both_kept_and_no_third_is_given(where):
    with Store.open(where) as store:
        ann = add_user(store, "Fox", "fox", "!", "member", 0.0)
        fox = add_agent(store, "Owl", "random", owner=ann.id)
        with store._engine.connect() as connection:
            before = connection.execution_options(agonist_writes=True)
            with before.begin():
                for statement in (
                    "DROP TABLE names",
                    "UPDATE agents SET name = 'Fox', folded = 'fox'",
                    "UPDATE agonist SET value = '8' WHERE key = 'schema'",
                ):
                    before.exec_driver_sql(statement)
    with Store.open(where) as store:
        assert user(store, ann.id).name == agent(store, fox.id).name == "Fox"
        for name in ("fox", "F\u043ex"):
            with pytest.raises(NameTaken):
                add_agent(store, name, "random")
        assert add_agent(store, "Owl", "random").name == "Owl"


def test_matches_of_version_9_are_won_by_who_won_and_not_by_who_was_paid_more(where):
    won = []
    for target, count in (("who_is_spy", 12), ("codenames?score=points", 6)):
        for seed in range(count):
            players = ["reference", "random"] * 3 if count == 12 else ["reference"] * 4
            *_, end = play(target, players, seed=seed, db=where).record.states()
            won.append(end.winner)
    with Store.open(where) as store:
        keep(store, "a board", 1.0, {"ann": 1.0})
        before = store._engine.connect().execution_options(agonist_writes=True)
        with before, before.begin():
            for match in list(store.results()):
                paid = pack(ranked([-score for score in match.scores]))
                before.exec_driver_sql(f"UPDATE matches SET ranks = '{paid}' WHERE id = {match.id}")
            before.exec_driver_sql("UPDATE agonist SET value = '9' WHERE key = 'schema'")
    assert {"spy", "civilians", "red", "blue"} == set(won)
    with Store.open(where) as store:
        assert kept(store, "a board") is None
        found = sorted(store.results(), key=lambda match: match.id)
        for match, winner in zip(found, won, strict=True):
            assert verify(find_kit(match.fixture.game), match, store.steps(match)) == []
            team = match.teams[winner in ("spy", "blue")]
            assert [seat for seat, rank in enumerate(match.ranks) if rank == 1] == sorted(team)
    by_points = [Outcome(match.scores, "", match.teams).ranks for match in found]
    assert sum(ranks != match.ranks for ranks, match in zip(by_points, found, strict=True)) > 1


def test_what_is_measured_has_a_table_in_databases_of_version_11(where):
    with Store.open(where) as store:
        store.change(lambda connection: connection.execute(text("DROP TABLE measured")))
        version = text("UPDATE agonist SET value = '11' WHERE key = 'schema'")
        store.change(lambda connection: connection.execute(version))
    with Store.open(where) as store:
        assert measured(store, "1", [1]) == {}
