"""Databases that cannot be used, and two who use one: one message, exit code 3, and nothing lost."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store

RUN = ("run", "tictactoe", "--player", "random", "--opponent", "reference", "--matches", 4)


def outlook(db):
    """How many runs and finished matches there are."""
    with Store.open(db, must_exist=True) as store:
        return len(store.runs()), len(list(store.results()))


@pytest.mark.parametrize("name", ["runs", "leaderboard", "replay", "report", "resume"])
def test_without_a_database_nothing_is_made(command, tmp_path, name):
    arguments = {"replay": ["1"], "report": ["latest"], "resume": ["latest"]}.get(name, [])
    command(name, *arguments).told(3, "there is no database agonist.db")
    assert not list(tmp_path.iterdir())


def test_unknown_runs_and_matches_are_told_with_those_there_are(command):
    command(*RUN)
    for name in ("report", "resume"):
        command(name, "zzzz").told(2, "there is no run 'zzzz'", "latest")
    command("replay", "99").told(2, "no match '99'", "from 1 to 4")
    command("replay", "x").told(2, "no match 'x'")
    command("leaderboard", "--game", "ches").told(2, "no game 'ches'")
    command("run", "Guess 2/3 of the Average", "--player", "random").told(2, "did you mean 'guess_average'?")


def test_a_file_of_another_kind_is_left_as_it_is(command, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("My notes.\n" * 100)
    for arguments in (RUN, ("runs",), ("leaderboard",)):
        command(*arguments, "--db", file).told(3, "notes.txt", "not an Agonist database")
    assert file.read_text() == "My notes.\n" * 100


def test_a_database_of_another_program_is_left_as_it_is(command, tmp_path):
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE contacts (name)")
    other.close()
    before = file.read_bytes()
    command(*RUN, "--db", file).told(3, "other.db", "another program")
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_a_database_of_a_newer_agonist_is_left_as_it_is(command, tmp_path):
    command(*RUN)
    with closing(sqlite3.connect(tmp_path / "agonist.db")) as raw, raw:
        raw.execute("UPDATE agonist SET value = '99' WHERE key = 'schema'")
    raw.close()
    command(*RUN).told(3, "newer", "99")
    command("leaderboard").told(3, "newer")
    with closing(sqlite3.connect(tmp_path / "agonist.db")) as raw, raw:
        assert raw.execute("SELECT count(*) FROM runs").fetchone() == (1,)
    raw.close()


def test_a_place_where_no_file_can_be_is_told(command, tmp_path):
    command(*RUN, "--db", tmp_path).told(3, "is a folder")
    command(*RUN, "--db", tmp_path / "no" / "such" / "x.db").told(3, "there is no folder")
    command(*RUN, "--db", "mysql://ann:s3cret@db/x").told(3, "postgresql://")
    assert "s3cret" not in command(*RUN, "--db", "mysql://ann:s3cret@db/x").err


def test_a_report_that_cannot_be_written_is_told(command, tmp_path):
    command(*RUN)
    command("report", "latest", "--output", tmp_path).told(2, str(tmp_path))
    command("report", "latest", "--output", "no/such/report.html").told(2, "no/such/report.html")


@pytest.fixture
def read_only(tmp_path):
    """Makes a folder read-only for the process that is started with what this returns."""
    folder = tmp_path / "archive"
    folder.mkdir()
    undo = []

    def lock() -> dict:
        if os.geteuid() != 0:
            for path in (*folder.iterdir(), folder):
                path.chmod(0o555 if path.is_dir() else 0o444)
            undo.append(lambda: folder.chmod(0o755))
            return {}
        # Permissions do not bind root: a mount does.
        for step in (["--bind", folder, folder], ["-o", "remount,bind,ro", folder]):
            if subprocess.run(["mount", *step], capture_output=True, check=False).returncode:
                pytest.skip("root may not mount here, and nothing else is read-only for root")
            if step[0] == "--bind":
                undo.append(lambda: subprocess.run(["umount", folder], check=True))
        return {}

    yield folder, lock
    for call in reversed(undo):
        call()


def test_a_read_only_database_is_told_and_unharmed(command, read_only):
    folder, lock = read_only
    db = folder / "agonist.db"
    command(*RUN, "--db", db)
    before = db.read_bytes()
    lock()
    command(*RUN, "--db", db).told(3, "agonist.db", "read-only")
    command("resume", "latest", "--db", db).told(3, "read-only")
    command(*RUN, "--db", folder / "new.db").told(3, "new.db", "read-only")
    assert db.read_bytes() == before


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of 500 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=500k", "tmpfs", folder]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


def check_full(process, db, words, **limits):
    run = ("run", "connect_four", "--player", "random", "--matches", 150, "--concurrency", 2, "--db", db)
    process(*run, **limits).wait().told(3, db.name, words)


@pytest.mark.long
def test_a_full_disk_is_told_and_what_was_written_stays(process, played, small_disk, tmp_path):
    db = small_disk / "agonist.db"
    assert process(*RUN, "--db", db).wait().code == 0
    before = played(db)
    check_full(process, db, "disk")
    kept = played(db)
    assert {key: kept[key] for key in before} == before
    # With room, it goes on.
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    assert outlook(db)[0] == 2, "it was begun"
    assert process("resume", "latest", "--db", db).wait().code == 0
    assert len(played(db)) == 154


@pytest.mark.long
def test_a_file_that_may_not_grow_is_as_a_full_disk(process, played, tmp_path):
    db = tmp_path / "agonist.db"
    assert process(*RUN, "--db", db).wait().code == 0
    before = played(db)
    check_full(process, db, "full", limits={"RLIMIT_FSIZE": 300_000})
    kept = played(db)
    assert {key: kept[key] for key in before} == before
    assert process("resume", "latest", "--db", db).wait().code == 0
    assert len(played(db)) == 154


@pytest.mark.long
def test_two_processes_share_one_database(process, played, tmp_path):
    db = tmp_path / "agonist.db"
    several = [
        process(
            "run", "tictactoe", "--player", "random", "--matches", 60, "--seed", seed, "--db", db, "--json"
        )
        for seed in range(3)
    ]
    runs = [each.wait() for each in several]
    assert [said.code for said in runs] == [0, 0, 0], [said.err for said in runs]
    assert {said.json["finished"] for said in runs} == {60}
    assert outlook(db) == (3, 180)
    assert len(played(db)) == 180


def test_one_run_is_not_played_by_two_processes(process, command, tmp_path):
    with Endpoint("careful", latency=0.05) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        first = process("run", "tictactoe", "--player", model, "--matches", 6)
        first.until(lambda: endpoint.requests > 3)
        command("resume", "latest").told(3, "is being played by process")
        assert first.wait().code == 0
    assert outlook(tmp_path / "agonist.db") == (1, 6)
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.slow
def test_of_two_who_resume_at_once_one_plays(process, played, tmp_path):
    with Endpoint("careful", latency=0.05) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        first = process("run", "tictactoe", "--player", model, "--matches", 6)
        first.until(lambda: endpoint.requests > 3)
        first.kill()
        both = [process("resume", "latest") for _ in range(2)]
        codes = sorted(each.wait().code for each in both)
    assert codes in ([0, 3], [0, 0])  # the second may have come after the end
    assert len(played(tmp_path / "agonist.db")) == 6


def test_a_database_that_vanishes_does_not_come_back_empty(process, tmp_path):
    db = tmp_path / "agonist.db"
    with Endpoint("careful", latency=0.03) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        run = process("run", "tictactoe", "--player", model, "--matches", 3)
        run.until(lambda: endpoint.requests > 2)
        for path in (db, Path(f"{db}-wal"), Path(f"{db}-shm")):
            path.unlink(missing_ok=True)
        said = run.wait()
    assert "Traceback" not in said.err
    assert said.code == 3
    assert not db.exists()


def change(statement, *values):
    with closing(sqlite3.connect("agonist.db")) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        assert connection.execute(statement, values).rowcount == 1


def test_a_move_that_the_rules_forbid_is_damage_and_no_defect(command):
    assert command(*RUN).code == 0
    change("UPDATE steps SET moves = ? WHERE match = 1 AND nth = 1", '{"1": [9, 9]}')
    change("UPDATE steps SET moves = ? WHERE match = 2 AND nth = 2", '{"1": [0, 0]}')
    command("replay", 1).told(3, "damaged", "move 2", "Player 2 cannot play (9, 9)")
    command("replay", 1, "--seat", 0).told(3, "damaged", "move 2")
    command("replay", 2).told(3, "damaged", "move 3: the rules ask Player 1, and", "actions of Player 2")
    assert command("replay", 1, "--verify").code == 1
    change("UPDATE matches SET status = 'suspended' WHERE id = 1")
    change("UPDATE runs SET status = 'suspended'")
    command("resume", "latest").told(3, "damaged", "move 2")


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("UPDATE matches SET scores = ? WHERE id = 2", "{"),
        ("UPDATE matches SET fixture = ? WHERE id = 2", "[]"),
        ("UPDATE steps SET moves = ? WHERE match = 2 AND nth = 1", "{"),
        ("UPDATE steps SET nth = ? WHERE match = 2 AND nth = 1", 77),
    ],
)
def test_a_report_leaves_out_a_damaged_match_and_says_so(command, statement, value):
    assert command(*RUN).code == 0
    whole = command("report", "latest", "--format", "json").json
    change(statement, value)
    if "steps" in statement:
        # Numbers are from what was counted of the moves at the end, and from the moves where nothing was.
        assert command("report", "latest", "--format", "json").json["lines"] == whole["lines"]
        change("UPDATE matches SET move_counts = ? WHERE id = 2", None)
    found = command("report", "latest", "--format", "json")
    assert found.code == 3
    assert found.err.count("agonist: left out: ") == 1
    assert "match 2" in found.err
    assert {line["id"] for line in found.json["lines"]} == {line["id"] for line in whole["lines"]} - {2}
    assert found.json["warnings"][0] == "Damaged, and left out of everything here: match 2."
    page = command("report", "latest", "--format", "html")
    assert (page.code, "left out of everything here: match 2" in page.out) == (3, True)


def test_a_suites_leaderboard_leaves_out_a_match_with_moves_that_the_rules_forbid(command):
    assert command("run", "wis", "--player", "random", "--matches", 1).code == 0
    whole = command("leaderboard", "--suite", "wis", "--json").json
    change("UPDATE steps SET moves = ? WHERE match = 2 AND nth = 0", '{"-1": "no pair"}')
    found = command("leaderboard", "--suite", "wis", "--json")
    assert found.code == 0
    assert "match 2" in found.err
    assert "damaged" in found.err
    assert found.json[0]["matches"] == whole[0]["matches"] - 6


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE agonist SET value = x'ff00' WHERE key = 'schema'",
        "UPDATE runs SET note = CAST(x'fffe' AS TEXT)",
        "UPDATE runs SET id = CAST(x'c328' AS TEXT)",
    ],
)
def test_text_that_is_none_is_damage_and_no_defect(command, statement):
    assert command(*RUN).code == 0
    change(statement)
    for words in (("runs",), ("report", "latest"), ("leaderboard",)):
        said = command(*words)
        if said.code:
            said.told(3, "damaged")


@pytest.mark.parametrize("scores", ["[null, 0]", "[1e999, 0]", "[NaN, 0]", '["x", 0]', "[1]", "{"])
def test_a_match_that_cannot_be_rated_is_left_out_and_named(command, scores):
    assert command(*RUN).code == 0
    whole = command("leaderboard", "--json").json
    change("UPDATE matches SET scores = ? WHERE id = 2", scores)
    board = command("leaderboard", "--json")
    assert board.code == 0
    assert "left out" in board.err
    assert "match 2" in board.err
    assert {row["player"] for row in board.json} == {row["player"] for row in whole}
    assert {row["matches"] for row in board.json} == {row["matches"] - 1 for row in whole}
    assert "Infinity" not in board.out
    assert command("leaderboard", "--method", "trueskill").code == 0


def test_a_match_with_text_that_is_not_utf_8_is_left_out_and_named(command):
    assert command(*RUN).code == 0
    whole = command("leaderboard", "--json").json
    for statement in (
        "UPDATE matches SET reason = CAST(x'fffe' AS TEXT) WHERE id = 2",
        "UPDATE steps SET moves = CAST(x'c328' AS TEXT) WHERE match = 2 AND nth = 0",
    ):
        change(statement)
        board = command("leaderboard", "--json")
        assert board.code == 0
        assert "match 2" in board.err
        assert {row["matches"] for row in board.json} == {row["matches"] - 1 for row in whole}
    page = command("report", "latest", "--format", "html")
    assert (page.code, "left out of everything here: match 2" in page.out) == (3, True)


def test_matches_by_earlier_rules_are_rated_and_left_out_of_what_is_measured_move_by_move(command, tmp_path):
    assert command("run", "wis", "--player", "random", "--opponent", "reference", "--quick").code == 0
    with closing(sqlite3.connect(tmp_path / "agonist.db")) as raw, raw:
        (fixture,) = raw.execute("SELECT fixture FROM matches LIMIT 1").fetchone()
        version = json.loads(fixture)["version"]
        raw.execute(
            "UPDATE matches SET fixture = replace(fixture, ?, ?)",
            (f'"version":{version}', f'"version":{version - 1}'),
        )
    for arguments in (("report", "latest"), ("leaderboard", "--suite", "wis")):
        said = command(*arguments)
        assert f"matches of who_is_spy by its rules of version {version - 1} (now {version})" in said.err
        assert "bug" not in said.err
    assert {row["player"] for row in command("leaderboard", "--json").json} == {"random", "reference"}
