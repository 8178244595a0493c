"""Matches shown again and verified."""

from __future__ import annotations

from contextlib import closing


def test_a_match_is_shown_again_and_verified(command, evening):
    db, _ = evening
    assert "Player 1: random" in command("replay", "1", "--db", db).out
    seen = command("replay", "1", "--db", db, "--seat", "1")
    assert (seen.code, seen.err) == (0, "")
    assert "nonsense" in seen.out or "played" in seen.out
    verified = command("replay", "1", "--db", db, "--verify")
    assert verified.code == 0
    assert "verified" in verified.out
    command("replay", "1", "--db", db, "--seat", "7").told(2, "seats 0 to 1")


def test_a_falsified_match_does_not_verify(command, evening, tmp_path):
    import shutil
    import sqlite3

    db = shutil.copy(evening[0], tmp_path / "copy.db")
    with closing(sqlite3.connect(db)) as raw, raw:
        raw.execute("UPDATE matches SET scores = '[7,-7]' WHERE id = 1")
    raw.close()
    said = command("replay", "1", "--db", db, "--verify")
    assert said.code == 1
    assert "differs" in said.out
