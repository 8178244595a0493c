"""Databases that earlier versions wrote, or that are used with the site and without it."""

from contextlib import contextmanager

import pytest
from sqlalchemy import inspect, select, text
from tests.store.conftest import BEFORE_13

from agonist.arena.ladders.ladder import open_ladder
from agonist.store import Store, StoreError
from agonist.store.platform.accounts import add_user, change_user, user, user_with_email
from agonist.store.platform.agents import add_agent, agent
from agonist.store.platform.answers_of_people import AskKey, keep_answer, kept_answers
from agonist.store.platform.ladders import ladders, set_state
from agonist.store.platform.owner_notices import add_notice, notices
from agonist.store.platform.schema import ENTRANTS
from agonist.store.platform.seat_measurements import measured
from agonist.store.platform.spectator_chat import add_line, lines_of, report_line
from agonist.store.platform.taken_names import NameTaken
from agonist.store.runs import schema_version

OF_RUNS = {
    "agonist",
    "runs",
    "run_workers",
    "run_rates",
    "matches",
    "steps",
    "model_calls",
    "sent_messages",
    "call_tokens",
    "prompts",
    "programs",
}


def make_older(where, version, *statements):
    """Give a database the tables of an older version, whose number counted for all tables."""
    with Store.open(where) as store:
        for statement in (
            *statements,
            *BEFORE_13,
            "DELETE FROM agonist WHERE key = 'platform'",
            f"UPDATE agonist SET value = '{version}' WHERE key = 'schema'",
        ):
            store.change(lambda connection, each=statement: connection.execute(text(each)))


@contextmanager
def without_the_site():
    """A context in which databases are opened as where the site is not installed."""
    with pytest.MonkeyPatch.context() as alone:
        alone.setattr(schema_version, "PARTS", [schema_version.RUNS])
        yield


def tables_of(store):
    return set(inspect(store._engine).get_table_names())


def indexes_of_matches(store):
    found = inspect(store._engine).get_indexes("matches")
    return {index["name"] for index in found if index["name"].startswith("matches_by")}


def test_ladders_tables_and_notices_of_version_7_are_kept(where):
    with Store.open(where) as store:
        for name in ("open", "closed"):
            own = open_ladder(store, "tictactoe", name=name)
            set_state(store, own.id, name)
        store.change(lambda connection: add_notice(connection, 0, "a0 was paused."))
    make_older(
        where,
        7,
        "ALTER TABLE ladders ADD COLUMN open INTEGER NOT NULL DEFAULT 1",
        "UPDATE ladders SET open = 0 WHERE state = 'closed'",
        "ALTER TABLE ladders DROP COLUMN state",
        "ALTER TABLE tables DROP COLUMN rated",
        "ALTER TABLE notices DROP COLUMN about",
        "ALTER TABLE entrants DROP COLUMN seconds",
        "ALTER TABLE entrants DROP COLUMN lent",
    )
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
    make_older(where, 8, "DROP TABLE names", "UPDATE agents SET name = 'Fox', folded = 'fox'")
    with Store.open(where) as store:
        assert user(store, ann.id).name == agent(store, fox.id).name == "Fox"
        for name in ("fox", "F\u043ex"):
            with pytest.raises(NameTaken):
                add_agent(store, name, "random")
        assert add_agent(store, "Owl", "random").name == "Owl"


def test_what_is_measured_has_a_table_in_databases_of_version_11(where):
    make_older(where, 11, "DROP TABLE measured")
    with Store.open(where) as store:
        assert measured(store, "1", [1]) == {}


def test_answers_of_people_of_version_12_are_their_moves_and_hidden_questions_have_a_place_beside_them(
    where, made
):
    with Store.open(where) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0].id
    make_older(
        where,
        12,
        "DROP TABLE answers",
        "CREATE TABLE answers (match INTEGER NOT NULL REFERENCES matches (id), step INTEGER NOT NULL, "
        "seat INTEGER NOT NULL, nonce TEXT NOT NULL, action TEXT NOT NULL, PRIMARY KEY (match, step, seat))",
        f"INSERT INTO answers VALUES ({match}, 0, 1, '1.nonce', '[2,3]')",
    )
    with Store.open(where) as store:
        move, hidden = AskKey(0, 1), AskKey(0, 1, "mood")
        assert kept_answers(store, match) == {move: (2, 3)}
        assert not keep_answer(store, match, move, "1.other", (1, 1))
        assert keep_answer(store, match, move, "1.nonce", (2, 3))
        assert keep_answer(store, match, hidden, "1.other", "good")
        assert kept_answers(store, match) == {move: (2, 3), hidden: "good"}


def test_accounts_of_version_13_have_no_address_yet_and_can_get_one(where):
    with Store.open(where) as store:
        ann = add_user(store, "Ann", "ann", "!", "member", 0.0)
        for statement in (
            "ALTER TABLE users DROP COLUMN email",
            "UPDATE agonist SET value = '13' WHERE key = 'platform'",
        ):
            store.change(lambda connection, each=statement: connection.execute(text(each)))
    with Store.open(where) as store:
        assert user(store, ann.id).email == ""
        change_user(store, ann.id, {"email": "ann@example.org"})
        assert user_with_email(store, "ANN@example.org")[0].name == "Ann"
        other = add_user(store, "Ben", "ben", "!", "member", 0.0)
        change_user(store, other.id, {"email": "ann@example.org"})
        assert user_with_email(store, "ann@example.org") is None


def test_the_site_opens_a_database_of_the_engine_alone_and_adds_its_tables(where, made):
    with without_the_site(), Store.open(where) as store:
        run = store.start_run({}, [made.fixture()])
        assert tables_of(store) == OF_RUNS
        assert indexes_of_matches(store) == {"matches_by_status", "matches_by_end"}
    with Store.open(where) as store:
        assert indexes_of_matches(store) >= {"matches_by_game", "matches_by_state", "matches_by_deal"}
        assert add_agent(store, "Owl", "random").name == "Owl"
        assert len(store.matches(run)) == 1


def test_the_engine_alone_plays_in_a_sites_database_and_leaves_its_tables_as_they_are(where, made):
    with Store.open(where) as store:
        owl, before = add_agent(store, "Owl", "random"), tables_of(store)
    with without_the_site(), Store.open(where) as store:
        store.begin(store.matches(store.start_run({}, [made.fixture()]))[0])
        assert tables_of(store) == before
    with Store.open(where) as store:
        assert agent(store, owl.id) == owl
        assert store.matches("latest")[0].status == "playing"


def test_the_sites_tables_are_migrated_when_the_site_opens_them_though_runs_were_before(where):
    with Store.open(where) as store:
        owl = add_agent(store, "Owl", "random")
    make_older(where, 8, "DROP TABLE names", "ALTER TABLE entrants DROP COLUMN lent")
    for _ in range(2):
        with without_the_site(), Store.open(where) as store:
            assert "names" not in tables_of(store)
            assert store.runs() == []
    with Store.open(where) as store:
        assert store.read(lambda connection: connection.execute(select(ENTRANTS)).all()) == []
        with pytest.raises(NameTaken):
            add_agent(store, "0wl", "random")
        assert agent(store, owl.id) == owl


def test_tables_of_another_program_are_not_taken_for_the_sites(where):
    with without_the_site(), Store.open(where) as store:
        store.change(lambda connection: connection.execute(text("CREATE TABLE users (id INTEGER)")))
    with pytest.raises(StoreError, match="belongs to another program"):
        Store.open(where)
    with without_the_site(), Store.open(where) as store:
        assert tables_of(store) == OF_RUNS | {"users"}


def test_spectators_of_version_15_have_said_nothing_and_can_talk(where, made):
    with Store.open(where) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0].id
        ann = add_user(store, "Ann", "ann", "!", "member", 0.0)
        for statement in (
            "DROP TABLE spectator_reports",
            "DROP TABLE spectator_lines",
            "UPDATE agonist SET value = '15' WHERE key = 'platform'",
        ):
            store.change(lambda connection, each=statement: connection.execute(text(each)))
    with Store.open(where) as store:
        assert lines_of(store, match, 9) == []
        add_line(store, match, ann.id, "a bold move")
        (line,) = lines_of(store, match, 9)
        report_line(store, line.id, match, ann.id)
        report_line(store, line.id, match, ann.id)
        assert [(each.name, each.text, each.reports) for each in lines_of(store, match, 9)] == [
            ("Ann", "a bold move", 1)
        ]
        store.remove_run(store.runs()[0].id)
        assert lines_of(store, match, 9) == []
