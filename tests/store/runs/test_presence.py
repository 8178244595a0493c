"""A database is claimed and written as what it is: behind links, removed, replaced or read-only."""

import os
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from agonist.store import Store, StoreError
from agonist.store.runs import store as module


@pytest.fixture
def db(tmp_path, made):
    path = tmp_path / "agonist.db"
    with Store.open(path) as store:
        store.start_run({"targets": ["tictactoe"]}, [made.fixture(nth) for nth in range(2)])
    return path


def first_match(store):
    return store.matches("latest")[0]


@pytest.mark.parametrize("name", ["link.db", "sub/link.db", "./agonist.db", "sub/../agonist.db"])
def test_a_run_is_claimed_whatever_the_database_is_called(db, tmp_path, monkeypatch, name):
    (tmp_path / "sub").mkdir()
    (tmp_path / "link.db").symlink_to(db)
    (tmp_path / "sub" / "link.db").symlink_to("../agonist.db")
    monkeypatch.chdir(tmp_path)
    one, other = Store.open(db), Store.open(name)
    refused = pytest.raises(StoreError, match="being played by process")
    with one, other, one.claim("latest"), refused, other.claim("latest"):
        pass


def test_a_database_with_two_names_is_not_played_in(db, tmp_path):
    os.link(db, tmp_path / "twin.db")
    with Store.open(db) as store, pytest.raises(StoreError, match="hard link"), store.claim("latest"):
        pass


@pytest.mark.parametrize("make", [os.symlink, os.link])
def test_a_lock_file_is_no_link(db, tmp_path, make):
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    with Store.open(db) as store:
        make(precious, tmp_path / f"agonist.db-{store.run('latest').id}.lock")
        with pytest.raises(StoreError, match="remove it"), store.claim("latest"):
            pass
    assert precious.read_text() == "keep me"


@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_that_goes_is_noticed_though_the_run_only_waits(db, tmp_path, monkeypatch, made, replaced):
    monkeypatch.setattr(module, "BEAT", 0.02)
    shutil.copy(db, tmp_path / "other.db")
    store = Store.open(db)
    match = first_match(store)
    with store.claim("latest"):
        if replaced:
            (tmp_path / "other.db").replace(db)
        else:
            db.unlink()
        time.sleep(0.2)
        with pytest.raises(StoreError, match="replaced" if replaced else "removed"):
            store.begin(match)
    store.close()


def test_a_write_after_the_database_went_fails(db, made):
    store = Store.open(db)
    match = first_match(store)
    db.unlink()
    store.begin(match)
    with pytest.raises(StoreError, match="removed"):
        store.flush()
    store.close()
    assert not db.exists()


def test_a_new_run_survives_the_loss_of_its_log(tmp_path, made):
    db = tmp_path / "agonist.db"
    store = Store.open(db)
    run = store.start_run({}, [made.fixture()])
    copy = tmp_path / "copy.db"
    shutil.copy(db, copy)  # without its -wal
    store.close()
    with Store.open(copy, must_exist=True) as left:
        assert [each.id for each in left.runs()] == [run]
        assert len(left.matches(run)) == 1


def test_an_address_with_mode_ro_is_read_and_not_written(db, made):
    before = db.read_bytes()
    with Store.open(f"file:{db}?mode=ro", must_exist=True) as store:
        assert len(store.matches("latest")) == 2
        with pytest.raises(StoreError, match="read-only"), store.claim("latest"):
            pass
        with pytest.raises(StoreError, match="read-only"):
            store.start_run({}, [])
    assert db.read_bytes() == before
    for wrong in ("file:x?mode=memory", "file:x?cache=shared", "file:nowhere.db?mode=ro"):
        with pytest.raises(StoreError):
            Store.open(wrong)


def test_what_is_still_in_the_log_is_read_as_well(db, tmp_path, made, monkeypatch):
    monkeypatch.setattr("agonist.store.engines.sqlite_files._writable", lambda path: False)
    writer = sqlite3.connect(db, isolation_level=None)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("UPDATE matches SET status = 'broken', error = 'so' WHERE nth = 0")
    names = sorted(path.name for path in tmp_path.iterdir())
    with Store.open(db, must_exist=True) as store:
        assert first_match(store).status == "broken"
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    writer.close()


def test_a_pipe_is_no_database(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="is not a file"):
        Store.open(tmp_path / "pipe")


DAMAGE = {
    "a list for a mapping": "UPDATE matches SET fixture = '[]'",
    "half a text": "UPDATE matches SET fixture = substr(fixture, 1, 40)",
    "players that are numbers": "UPDATE matches SET fixture = replace(fixture, '\"random\"', '7')",
    "a number for specifications": "UPDATE matches SET fixture = json_set(fixture, '$.specs', 7)",
    "a specification that is a number": "UPDATE matches SET fixture = json_set(fixture, '$.specs.random', 7)",
    "a status of nobody's": "UPDATE matches SET status = 'won'",
    "scores that are text": "UPDATE matches SET scores = '\"high\"'",
    "a seat that is not there": "UPDATE matches SET fallback = '[9]'",
    "finished without scores": "UPDATE matches SET status = 'finished'",
    "no number": "UPDATE matches SET seconds = 'long'",
    "another policy": "UPDATE matches SET fixture = replace(fixture, '\"retries\":1', '\"retries\":-1')",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damaged_content_is_called_damaged(db, what):
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(DAMAGE[what])
    with Store.open(db, must_exist=True) as store, pytest.raises(StoreError, match="is damaged") as caught:
        store.matches("latest")
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    "plan", ["7", "[]", '{"targets": 3}', '{"players": [1]}', '{"suites": {"x": 1}}', "{"]
)
def test_a_damaged_plan_is_called_damaged(db, plan):
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE runs SET plan = ?", (plan,))
    with Store.open(db, must_exist=True) as store, pytest.raises(StoreError, match="is damaged"):
        store.runs()


def test_a_lost_claim_stops_its_holder(postgresql, made, monkeypatch):
    import psycopg

    monkeypatch.setattr(module, "BEAT", 0.05)
    store = Store.open(postgresql)
    run = store.start_run({}, [made.fixture()])
    match = first_match(store)
    with store.claim(run):
        store.begin(match)
        store.flush()
        with psycopg.connect(postgresql, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            )
        time.sleep(0.3)
        with pytest.raises(StoreError, match="not held any more"):
            store.add_step(match, 0, made.steps[0])
    with pytest.raises(StoreError):
        store.flush()
    store.close()
    with Store.open(postgresql) as again, again.claim(run):
        assert again.steps(match) == []
