"""Reading a file without SQLAlchemy, beside the store that has written it."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from agonist.core import UsageError
from agonist.store import Reader, Snapshot, Store, StoreError
from agonist.store.engines.opening import open_database

EVERYTHING = (
    lambda store, run: store.runs(),
    lambda store, run: store.run("latest"),
    lambda store, run: store.matches(run[:5]),
    lambda store, run: [store.match(each.id) for each in store.matches(run)],
    lambda store, run: [store.steps(each) for each in store.matches(run)],
    lambda store, run: store.turns(store.matches(run)),
    lambda store, run: store.turns([]),
    lambda store, run: store.steps_of_run(run),
    lambda store, run: [store.broken_off(each) for each in store.matches(run)],
    lambda store, run: list(store.results()),
    lambda store, run: list(store.results(run=run, game="tictactoe")),
    lambda store, run: list(store.results(game="other")),
    lambda store, run: store.tallies(),
    lambda store, run: store.tallies(run=run),
    lambda store, run: store.tallies(game="other"),
    lambda store, run: store.tallies(run=run, game="tictactoe"),
    lambda store, run: store.answers(run),
    lambda store, run: store.is_playing(run),
)


@pytest.fixture
def filled(where, made):
    """A database with two runs: a match that ended, one that stopped within a step, one that is planned."""
    with Store.open(where) as store:
        store.start_run({"players": ["a"]}, [made.fixture(7)])
        run = store.start_run({}, [made.fixture(0), made.fixture(1, game="other"), made.fixture(2)])
        first, second, _ = store.matches(run)
        for nth, step in enumerate(made.steps):
            store.add_step(first, nth, step)
        store.finish(first, made.played(), 12.5)
        store.add_call(second, 0, 0, made.call(finish="unanswered"))
        store.add_broken_off(second, [made.call(cost=None, estimated=True)])
    return where


def test_a_reader_finds_what_a_store_finds(filled):
    with Reader.open(filled) as reader, Store.open(filled, must_exist=True) as store:
        run = store.run("latest").id
        for read in EVERYTHING:
            assert read(reader, run) == read(store, run)
        with store.claim(run):
            assert reader.is_playing(run)
        for unknown in ("x", 99, 10**12):
            with pytest.raises(UsageError, match=r"there is no match .* numbered from 1 to 4"):
                reader.match(unknown)


def test_a_reader_sees_what_is_written_meanwhile(filled, made):
    with Store.open(filled) as store, Reader.open(filled) as reader, Snapshot.open(filled) as snapshot:
        assert len(reader.runs()) == len(snapshot.runs()) == 2
        store.start_run({}, [made.fixture(9)])
        assert (len(reader.runs()), len(snapshot.runs())) == (3, 2)


def test_results_can_be_left_half_read_and_matches_be_read_beside_them(filled):
    with Reader.open(filled) as reader:
        found = reader.results()
        first = next(found)
        assert reader.match(first.id) == first
        found.close()
        assert next(reader.results()) == first


def test_a_file_that_cannot_be_read_is_refused_as_by_a_store(tmp_path, made):
    newer, damaged = tmp_path / "newer.db", tmp_path / "damaged.db"
    for path in (newer, damaged):
        with Store.open(path) as store:
            store.start_run({}, [made.fixture()])
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE agonist SET value = '999'")
    connection.close()
    data = bytearray(damaged.read_bytes())
    data[100:4096] = b"\xff" * (4096 - 100)
    damaged.write_bytes(data)
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("hello, this is no database at all")
    for name in ("newer.db", "damaged.db", "empty.db", "text.db", "none.db", ".", "no/where.db"):
        said = []
        for opened in (Reader.open, Snapshot.open, lambda where: Store.open(where, must_exist=True)):
            with pytest.raises(StoreError) as caught:
                opened(tmp_path / name)
            said.append((str(caught.value), caught.value.exit_code))
        assert said[0] == said[1] == said[2]


def test_a_read_only_file_is_read_from_a_copy(tmp_path, made):
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        store.start_run({}, [made.fixture()])
    before = path.read_bytes(), sorted(tmp_path.iterdir())
    with Reader.open(f"file:{path}?mode=ro") as reader:
        assert len(reader.matches("latest")) == 1
    assert (path.read_bytes(), sorted(tmp_path.iterdir())) == before


def test_text_that_is_not_utf8_leaves_out_its_match_alone(tmp_path, made):
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        run = store.start_run({}, [made.fixture(0), made.fixture(1)])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET reason = CAST(x'ff' AS TEXT) WHERE nth = 0")
    connection.close()
    with Reader.open(path) as reader:
        found = reader.without_damage(lambda: reader.matches(run))
        assert [match.nth for match in found] == [1]
        assert list(reader.left_out) == [1]
        assert "text that is not UTF-8" in reader.left_out[1]


def test_nothing_is_written_through_a_reader(tmp_path):
    Store.open(tmp_path / "a.db").close()
    with (
        Reader.open(tmp_path / "a.db") as reader,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
        reader._database.open() as query,
    ):
        query("DELETE FROM runs")


READ = """
import sys
from agonist.store.engines.opening import open_database
from agonist.store import Reader
with Reader.open(sys.argv[1]) as reader:
    print([match.status for match in reader.matches("latest")], "sqlalchemy" in sys.modules)
"""


def test_either_database_is_read_without_sqlalchemy(where, made):
    with Store.open(where) as store:
        store.start_run({}, [made.fixture()])
    done = subprocess.run([sys.executable, "-c", READ, where], capture_output=True, text=True, check=True)
    assert done.stdout == "['planned'] False\n"


def test_a_reader_outlives_its_connections_to_a_server(postgresql, made):
    import psycopg

    with Store.open(postgresql) as store:
        store.start_run({}, [made.fixture()])
    with Reader.open(postgresql) as reader:
        before = reader.matches("latest")
        with psycopg.connect(postgresql, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        assert reader.matches("latest") == before


def test_a_password_may_hold_signs_that_have_a_meaning_in_addresses(postgresql):
    Store.open(postgresql).close()
    with Reader.open(postgresql.replace("agonist@", "agonist:p%40s@s@")) as reader:
        assert reader.runs() == []


def test_a_read_that_ends_after_the_database_was_closed_keeps_no_connection(tmp_path):
    Store.open(tmp_path / "a.db").close()
    database = open_database(tmp_path / "a.db", must_exist=True)
    with database.open():
        database.close()
    assert database._idle == []
