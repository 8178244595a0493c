"""Damaged databases: they are read as far as they go, or called damaged; they are never blamed on us."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from tests.faults.trials.case import agonist, decent, expect, inside, some

from agonist import api
from agonist.models.mock_endpoint import Endpoint

READING = (
    *(("runs",), ("runs", "--json"), ("report", "latest"), ("report", "latest", "--format", "json")),
    *(("report", "latest", "--format", "html"), ("report", "latest", "--format", "csv")),
    *(("leaderboard",), ("leaderboard", "--method", "trueskill"), ("leaderboard", "--json")),
    *(("leaderboard", "--suite", "wis"), ("leaderboard", "--suite", "llmarena")),
    *(("replay", "1"), ("replay", "2", "--verify"), ("replay", "3", "--seat", "0"), ("replay", "4")),
)
CELLS: tuple[Any, ...] = (
    *(
        None,
        "",
        " ",
        "{}",
        "[]",
        "null",
        "7",
        '"x"',
        "[1]",
        "{",
        0,
        -1,
        7,
        2**62,
        1.5,
        float("inf"),
        b"\xff\0",
    ),
    *("[/x]\x1b[31m", "[[0,1],[2]]", '{"0":9}', "[null,null]", '["a","b"]', "[1e999,0]", "x" * 5000),
)


@cache
def played() -> Path:
    """A database with matches of bots and of a model, whole; made once."""
    db = Path(mkdtemp(prefix="agonist-faults-")) / "whole.db"
    with Endpoint("sensible") as endpoint:
        model = f"endpoint/sensible?base_url={endpoint.url}"
        api.run(["tictactoe", "guess_average?rounds=2"], ["random", model], matches=2, db=db)
    api.run(["wis"], ["random"], quick=True, db=db)
    api.run(["connect_four"], ["random"], opponents=["reference"], matches=2, db=db)
    return db


def trial(rng: Random, folder: Path) -> str:
    db = folder / "agonist.db"
    shutil.copyfile(played(), db)
    kind = some(
        rng, ("bytes", "cut", "zeros", "cell", "cell", "cell", "json", "json", "rows", "table", "column")
    )
    harm(kind, db, rng)
    before = db.read_bytes()
    with inside(folder):
        command = (*some(rng, READING), "--db", "agonist.db")
        said = agonist(*command)
        decent(said, (0, 1, 2, 3))
        expect(said.code != 1 or "--verify" in command, "a reader found the game wrong", said)
        if said.code == 3:
            expect(any(word in said.err for word in TOLD), "it is not called damaged", said)
    expect(db.read_bytes() == before or kind in ("bytes", "zeros", "cut"), "reading changed the database")
    return f"{kind}: code {said.code}"


TOLD = (
    "damaged",
    "not an Agonist database",
    "belongs to another program",
    "newer Agonist",
    "is empty",
    "missing",
    "disk",
)


def harm(kind: str, db: Path, rng: Random) -> None:
    content = bytearray(db.read_bytes())
    at = int(rng.random() * len(content))
    if kind == "bytes":
        for _ in range(1 + int(rng.random() * 20)):
            content[int(rng.random() * len(content))] = int(rng.random() * 256)
    elif kind == "cut":
        del content[at:]
    elif kind == "zeros":
        content[at : at + 4096] = bytes(len(content[at : at + 4096]))
    if kind in ("bytes", "cut", "zeros"):
        db.write_bytes(content)
        return
    with sqlite3.connect(db) as connection, suppress(sqlite3.DatabaseError):
        connection.execute("PRAGMA ignore_check_constraints = ON")
        table = some(rng, ("runs", "matches", "matches", "steps", "model_calls", "agonist"))
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column = some(rng, columns)
        rows = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}")]
        row = some(rng, rows)
        if kind == "cell":
            connection.execute(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', (some(rng, CELLS), row))
        elif kind == "json":
            texts = [
                name
                for name in columns
                if name in ("plan", "fixture", "moves", "words", "scores", "ranks", "teams")
            ]
            if texts:
                column = some(rng, texts)
                (text,) = connection.execute(
                    f'SELECT "{column}" FROM {table} WHERE rowid = ?', (row,)
                ).fetchone()
                connection.execute(
                    f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', (bent(text, rng), row)
                )
        elif kind == "rows":
            connection.execute(f"DELETE FROM {table} WHERE rowid >= ?", (row,))
        elif kind == "table":
            connection.execute(f"DROP TABLE {table}")
        else:
            connection.execute(f'ALTER TABLE {table} RENAME COLUMN "{column}" TO other')
    connection.close()


def bent(text: str, rng: Random) -> str:
    """A JSON text with one part of it changed, removed or cut off."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if rng.random() < 0.2:
        return text[: int(rng.random() * len(text))]
    at: Any = value
    holder: Any = None
    key: Any = None
    for _ in range(6):
        if isinstance(at, dict) and at:
            holder, key = at, some(rng, tuple(at))
        elif isinstance(at, list) and at:
            holder, key = at, int(rng.random() * len(at))
        else:
            break
        at = holder[key]
        if rng.random() < 0.3:
            break
    if holder is None:
        return json.dumps(some(rng, (None, 7, "x", [], {})))
    if rng.random() < 0.3:
        del holder[key]
    else:
        holder[key] = some(rng, (None, 7, -1, 2.5, "x", "[/x]\x1b[31m", [], {}, [None], True, 10**30))
    return json.dumps(value)
