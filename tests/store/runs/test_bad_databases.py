"""Each database that cannot be used gives one clear message, and is left as it was."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event

from agonist.core import AgonistError
from agonist.extras import install
from agonist.match import Step
from agonist.store import Store, StoreError, without_secrets
from agonist.store.engines.failure import database_errors
from agonist.store.runs import reader, schema_version
from agonist.store.runs.reader import Reader


def content(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def refused(where, **how):
    with pytest.raises(StoreError) as caught:
        Store.open(where, **how)
    assert isinstance(caught.value, AgonistError)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    return str(caught.value)


def other_program(path, wal=False):
    connection = sqlite3.connect(path)
    if wal:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE runs (id)")
    connection.commit()
    connection.close()


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "notes.txt").write_text("dear diary " * 20)
    before = content(tmp_path)
    assert "is not an Agonist database, and was left unchanged" in refused(tmp_path / "notes.txt")
    assert content(tmp_path) == before


@pytest.mark.parametrize("wal", [False, True])
def test_a_database_of_another_program(tmp_path, wal):
    other_program(tmp_path / "theirs.db", wal)
    before = content(tmp_path)
    assert "belongs to another program" in refused(tmp_path / "theirs.db")
    assert content(tmp_path) == before


def test_a_database_of_another_program_that_is_writing(tmp_path):
    other_program(tmp_path / "theirs.db")
    (tmp_path / "theirs.db-journal").touch()
    before = (tmp_path / "theirs.db").read_bytes()
    assert "belongs to another program" in refused(tmp_path / "theirs.db")
    assert (tmp_path / "theirs.db").read_bytes() == before


def test_a_damaged_database(tmp_path):
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        store.start_run({}, [])
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * (4096 - 100)
    path.write_bytes(data)
    assert "damaged" in refused(path)
    assert path.read_bytes() == data


def migrated_by(monkeypatch, *steps):
    """The tables of runs are of a newer version, to which these steps lead."""
    before = schema_version.RUNS
    more = dict(enumerate(steps, before.version + 1))
    runs = replace(before, version=max(more), migrations={**before.migrations, **more})
    monkeypatch.setattr(
        schema_version, "PARTS", [runs if part is before else part for part in schema_version.PARTS]
    )
    monkeypatch.setattr(schema_version, "RUNS", runs)


def test_a_newer_schema(where, monkeypatch):
    with monkeypatch.context() as newer:
        migrated_by(newer, lambda connection: None)
        Store.open(where).close()
    message, newest = refused(where), schema_version.RUNS.version
    assert f"written by a newer Agonist (schema {newest + 1}, this one knows {newest})" in message


def test_an_older_schema_is_brought_up_to_date(where, made, monkeypatch):
    with Store.open(where) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0]

    def second(connection):
        connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN colour TEXT DEFAULT 'red'")

    def third(connection):
        connection.exec_driver_sql("UPDATE runs SET note = colour")

    migrated_by(monkeypatch, second, third)
    for _ in range(2):  # the second time there is nothing left to do
        with Store.open(where) as store:
            assert store.run("latest").note == "red"
            assert store.match(match.id).fixture.key == match.fixture.key


def test_reading_leaves_an_older_schema_as_it_is(where, made, monkeypatch):
    with Store.open(where) as store:
        run = store.start_run({}, [made.fixture()])
        before = store.matches(run)
    older = schema_version.RUNS.version

    def second(connection):
        connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN colour TEXT DEFAULT 'red'")

    migrated_by(monkeypatch, second)
    monkeypatch.setattr(reader, "SCHEMA", older + 1)
    if str(where).startswith("postgresql"):
        with pytest.raises(StoreError, match=f"schema {older}; this one reads {older + 1}"):
            Reader.open(where)
    else:
        with Reader.open(where) as opened:
            assert opened.matches("latest") == before
    monkeypatch.undo()
    with Store.open(where) as store, store._engine.connect() as connection:
        assert "colour" not in connection.exec_driver_sql("SELECT * FROM runs").keys()  # noqa: SIM118


def test_a_migration_that_fails_changes_nothing(where, made, monkeypatch):
    with Store.open(where) as store:
        store.start_run({}, [])

    def bad(connection):
        connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN colour TEXT")
        connection.exec_driver_sql("UPDATE nothing SET x = 1")

    with monkeypatch.context() as newer:
        migrated_by(newer, bad)
        refused(where)
    with Store.open(where) as store, store._engine.connect() as connection:
        columns = connection.exec_driver_sql("SELECT * FROM runs").keys()
    assert "colour" not in columns


def test_what_is_not_there(tmp_path):
    assert "there is no database" in refused(tmp_path / "none.db", must_exist=True)
    assert "there is no folder" in refused(tmp_path / "none" / "a.db")
    assert "is a folder" in refused(tmp_path)
    assert ":memory:" in refused(":memory:")
    (tmp_path / "empty.db").touch()
    assert "is empty" in refused(tmp_path / "empty.db", must_exist=True)
    assert sorted(content(tmp_path)) == ["empty.db"]
    Store.open(tmp_path / "empty.db").close()


@pytest.mark.parametrize("name", ["a b?.db", "50%.db", "#1&x=y.db", "é.db"])
def test_any_file_name_will_do(tmp_path, name):
    with Store.open(tmp_path / name) as store:
        run = store.start_run({}, [])
        with store.claim(run):
            pass
    assert sorted(content(tmp_path)) == [name]
    with Store.open(f"sqlite:///{tmp_path / name}", must_exist=True) as store:
        assert store.run("latest").id == run


@pytest.fixture
def nobody():
    """A folder of an ordinary user, whom the test is from now on: root may write anywhere."""
    folder = Path(tempfile.mkdtemp(prefix="agonist-"))
    folder.chmod(0o755)
    root = os.geteuid() == 0
    if root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    yield folder
    if root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_file(nobody):
    Store.open(nobody / "a.db").close()
    (nobody / "a.db").chmod(0o444)
    before = content(nobody)
    assert "read-only" in refused(nobody / "a.db")
    assert content(nobody) == before


def test_a_read_only_folder(nobody):
    Store.open(nobody / "a.db").close()
    nobody.chmod(0o555)
    assert "read-only" in refused(nobody / "a.db")
    assert "its folder is read-only" in refused(nobody / "b.db")
    assert sorted(content(nobody)) == ["a.db"]


def test_a_file_that_may_not_be_read(nobody):
    Store.open(nobody / "a.db").close()
    (nobody / "a.db").chmod(0)
    assert "cannot be read: Permission denied" in refused(nobody / "a.db")


def test_a_lock_held_beyond_patience(tmp_path, made):
    path = tmp_path / "a.db"
    with Store.open(path, patience=0.05) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0]
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another process"):
            store.start_run({}, [])
        store.begin(match)
        with pytest.raises(StoreError, match="is locked by another process"):
            store.flush()
        holder.close()
        assert store.match(match).status == "planned"
        store.set_status(match.run, "interrupted")  # the lock is gone, and only the queue has failed


def test_a_lock_let_go_in_time(tmp_path, made):
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0]
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        store.begin(match)
        holder.close()
        store.flush()
        assert store.match(match).status == "playing"


def fill(store, made, match):
    step = Step({0: 1}, (made.call(text="x" * 20_000),))

    def play():
        for nth in range(1000):
            store.add_step(match, nth, step)
            if nth % 5 == 4:
                store.flush()

    with pytest.raises(StoreError, match=r"disk is full.* free some"):
        play()
    with pytest.raises(StoreError, match="disk is full"):
        store.finish(match, made.played(), 1.0)


def test_a_full_disk(tmp_path, made):
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0]

        @event.listens_for(store._engine, "begin")
        def limit(connection):
            connection.exec_driver_sql("PRAGMA max_page_count = 150")

        fill(store, made, match)
        kept = store.steps(match)
        assert len(kept) >= 5
    with Store.open(path) as store:  # there is room again
        assert store.steps(match) == kept
        store.add_step(match, len(kept), kept[0])
        store.flush()
        assert len(store.steps(match)) == len(kept) + 1


def test_a_full_disk_that_is_one(tmp_path, made):
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only who may mount a small disk can fill one")
    try:
        with Store.open(tmp_path / "a.db") as store:
            match = store.matches(store.start_run({}, [made.fixture()]))[0]
            fill(store, made, match)
            kept = store.steps(match)
        with Store.open(tmp_path / "a.db") as store:
            assert store.steps(match) == kept
        (tmp_path / "rest").write_bytes(b"")
        with pytest.raises(OSError, match="No space"):
            (tmp_path / "rest").write_bytes(b"x" * 2_000_000)
        assert "full" in refused(tmp_path / "b.db")
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_file_deleted_meanwhile_does_not_come_back(tmp_path):
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        store._engine.dispose()
        path.unlink()
        with pytest.raises(StoreError, match="does the file still exist"):
            store.runs()
    assert not path.exists()


@pytest.mark.parametrize("url", ["mysql://u:hunter2@h/d", "postgresql://u:hunter2@h:port/d", "http://x"])
def test_an_address_of_another_kind(url):
    message = refused(url)
    assert "postgresql://user@host/name" in message
    assert "hunter2" not in message


def test_no_driver_for_postgresql():
    block = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from agonist.store import Store, StoreError\n"
        "try: Store.open('postgresql://127.0.0.1/x')\n"
        "except StoreError as error: print(error)"
    )
    told = subprocess.run([sys.executable, "-c", block], check=True, capture_output=True, text=True)
    assert told.stdout == f"PostgreSQL needs the package psycopg: {install('postgresql')}\n"


def test_a_server_that_is_not_there():
    pytest.importorskip("psycopg", reason="the extra agonist[postgresql] is not installed")
    message = refused("postgresql://ann:hunter2@127.0.0.1:1/games")
    assert "127.0.0.1" in message
    assert "hunter2" not in message


def test_a_server_without_that_database(server):
    assert "does not exist" in refused(f"{server}/nowhere")


def test_an_empty_server_database_that_must_exist(postgresql):
    assert "no tables" in refused(postgresql, must_exist=True)


def test_tables_of_another_program_on_a_server(postgresql):
    import psycopg

    with psycopg.connect(postgresql) as connection:
        connection.execute("CREATE TABLE matches (id int)")
    assert "belongs to another program" in refused(postgresql)


def test_a_lost_connection(postgresql, made):
    import psycopg

    with Store.open(postgresql) as store:
        match = store.matches(store.start_run({}, [made.fixture()]))[0]
        writing = store._engine.connect()  # what the writer would be given
        with psycopg.connect(postgresql, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        with pytest.raises(StoreError, match=r"the connection to .* was lost"), database_errors(store.name):
            writing.exec_driver_sql("SELECT 1")
        writing.close()
        store.begin(match)  # a new connection is made
        store.flush()
        assert store.match(match).status == "playing"


def test_messages_hide_passwords():
    assert without_secrets("postgres://ann:p@ss:w0rd@h/d") == "postgres://***@h/d"
    assert without_secrets("a.db") == "a.db"
