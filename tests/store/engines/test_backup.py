"""Copies of databases that are in use."""

import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from tests.store.conftest import postgresql, where

from agonist import api
from agonist.store import Store, StoreError
from agonist.store.engines.backup import back_up, restore

__all__ = ["postgresql", "where"]


def exported(db):
    """Each match of each run with its steps."""
    with Store.open(db, must_exist=True) as store:
        return [
            [(match.fixture, match.status, store.steps(match.id)) for match in store.matches(run.id)]
            for run in store.runs()
        ]


@pytest.fixture
def played(where):
    api.run("tictactoe", ["ann=random", "bob=random"], matches=4, db=where)
    return where


def test_a_restored_database_has_every_run_and_goes_on(played, tmp_path):
    copy = tmp_path / "copy"
    before = exported(played)
    back_up(played, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    if "://" in played:
        import psycopg

        with psycopg.connect(played, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        new = played
    else:
        new = str(tmp_path / "new.db")
    restore(copy, new)
    assert exported(new) == before
    api.run("tictactoe", ["ann=random", "bob=random"], matches=2, db=new)
    assert len(exported(new)) == 2
    assert [each.name for each in tmp_path.iterdir() if "part" in each.name] == []


def test_nothing_is_overwritten(played, tmp_path):
    copy = tmp_path / "copy"
    copy.write_text("something else")
    with pytest.raises(StoreError, match="exists"):
        back_up(played, copy)
    assert copy.read_text() == "something else"
    with pytest.raises(StoreError, match="cannot be written"):
        back_up(played, copy / "below")
    copy.unlink()
    back_up(played, copy)
    with pytest.raises(StoreError, match=r"exists|has tables already"):
        restore(copy, played)


@pytest.mark.slow
def test_a_copy_made_while_another_process_writes_is_whole(tmp_path):
    db = tmp_path / "busy.db"
    api.run("tictactoe", ["ann=random", "bob=random"], matches=1, db=db)
    run = "run tictactoe --player ann=random --player bob=random --matches 2000 --workers 1 --db"
    writer = subprocess.Popen(
        [sys.executable, "-m", "agonist", *run.split(), str(db)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for nth in range(5):
            back_up(str(db), tmp_path / f"copy{nth}")
            threading.Event().wait(0.2)
            with closing(sqlite3.connect(tmp_path / f"copy{nth}")) as found:
                assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                # A finished match has its steps: it was copied with them or not at all.
                bare = (
                    "SELECT count(*) FROM matches WHERE status = 'finished' "
                    "AND NOT EXISTS (SELECT 1 FROM steps WHERE steps.match = matches.id)"
                )
                assert found.execute(bare).fetchone() == (0,)
    finally:
        writer.kill()
        writer.wait()


@pytest.mark.parametrize("text", [b"", b"not a database", b"SQLite format 3\0 cut"])
def test_what_is_no_copy_is_refused_and_leaves_nothing(tmp_path, text):
    (tmp_path / "copy").write_bytes(text)
    with pytest.raises(StoreError):
        restore(tmp_path / "copy", str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()
    with pytest.raises(StoreError, match="cannot be read"):
        restore(tmp_path / "nothing", str(tmp_path / "new.db"))


def test_a_file_that_is_no_database_of_ours_is_not_backed_up(tmp_path):
    with closing(sqlite3.connect(tmp_path / "other.db")) as found:
        found.execute("CREATE TABLE things (name TEXT)")
    with pytest.raises(StoreError, match="belongs to another program"):
        back_up(str(tmp_path / "other.db"), tmp_path / "copy")
    with pytest.raises(StoreError, match="missing"):
        back_up(str(tmp_path / "missing.db"), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_copy_of_one_kind_is_not_restored_as_the_other(tmp_path):
    (tmp_path / "copy").write_bytes(b"PGDMP...")
    with pytest.raises(StoreError, match="of PostgreSQL"):
        restore(tmp_path / "copy", str(tmp_path / "new.db"))
    (tmp_path / "file").write_bytes(b"SQLite format 3\0")
    with pytest.raises(StoreError, match="of SQLite"):
        restore(tmp_path / "file", "postgresql://127.0.0.1/nothing")


def test_a_password_is_handed_over_unseen_and_never_told(tmp_path, monkeypatch):
    program = tmp_path / "pg_restore"
    program.write_text('#!/bin/sh\necho "$@ with $PGPASSWORD at postgresql://ann:s3cret@x/y" >&2\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    from agonist.store.engines import backup

    with pytest.raises(StoreError) as told:
        backup._call("pg_restore", "postgresql://ann:s3cr%20t@db.example.org:5433/games", "--x")
    assert "--dbname=postgresql://ann@db.example.org:5433/games with s3cr t" in str(told.value)
    assert "s3cret" not in str(told.value)


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99, 0.999])
def test_a_cut_copy_is_told_to_be_damaged_and_nothing_is_left_of_it(tmp_path, part):
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    api.run("tictactoe", ["ann=random", "bob=random"], matches=2, db=str(whole))
    back_up(str(whole), tmp_path / "copy")
    text = (tmp_path / "copy").read_bytes()
    cut.write_bytes(text[: int(len(text) * part)])
    with pytest.raises(StoreError, match="damaged"):
        restore(cut, str(tmp_path / "new.db"))
    assert [path for path in tmp_path.iterdir() if "new" in path.name] == []
