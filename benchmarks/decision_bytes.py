"""Bytes that a decision of a model takes in a database, and where they are.

    uv run benchmarks/decision_bytes.py [--game NAME] [--matches N] [--history none] [--keep prompts=first]
        [--postgresql] [--parts]

One seat is a model of `agonist endpoint` that answers in twenty words, the other plays at random. A file of
SQLite, or a PostgreSQL of its own, as it is after the run and once it was vacuumed. `--parts`: each table and
index.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import postgresql

import agonist
from agonist.tournament.kept_prompts import Keep

PORT = 8398
GAMES = ("tictactoe", "connect_four", "texas_holdem")

PARTS = """
    SELECT relname, pg_relation_size(oid) + coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i')
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--history", action="append", choices=("full", "none"))
    parser.add_argument("--keep", action="append", choices=get_args(Keep))
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--parts", action="store_true")
    options = parser.parse_args()
    mock = [sys.executable, "-m", "agonist", "endpoint", "--port", str(PORT), "--mock", "careful"]
    with ExitStack() as stack:
        server = stack.enter_context(subprocess.Popen(mock, stdout=subprocess.PIPE))
        stack.callback(server.terminate)
        assert server.stdout is not None
        server.stdout.readline()
        where = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agonist-bytes-")))
        url = f"{stack.enter_context(postgresql.running())}/postgres" if options.postgresql else ""
        for game in options.game or GAMES:
            for history in options.history or ("none",):
                for keep in options.keep or ("all", "prompts=first"):
                    db = url or str(where / f"{game}-{history}-{keep}.db")
                    decisions = play(db, game, history, keep, options.matches)
                    sizes = sizes_of(db)
                    told = "; ".join(f"{when} {sum(some.values()) / decisions:,.0f}" for when, some in sizes)
                    print(f"{game}, history={history}, --keep {keep}: {decisions:,} decisions, bytes: {told}")
                    if options.parts:
                        for name, size in sorted(sizes[-1][1].items(), key=lambda part: -part[1]):
                            each = [f"{some.get(name, 0) / decisions:8,.0f}" for _, some in sizes]
                            if size > decisions:
                                print(f"    {name:32} {' '.join(each)}")


def play(db: str, game: str, history: str, keep: Keep, matches: int) -> int:
    """Play a run in a database that has nothing else; how many decisions of the model it has."""
    if "://" in db:
        import psycopg

        with psycopg.connect(db, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
    model = f"openai/model?base_url=http://127.0.0.1:{PORT}/v1&history={history}"
    done = agonist.run(
        game,
        [model, "random"],
        matches=matches,
        db=db,
        keep=keep,
        config=agonist.RunConfig(workers=1),
    )
    assert done.status == "finished", done
    return int(count(db))


def count(db: str) -> int:
    sql = "SELECT count(*) FROM model_calls WHERE request = 1"
    if "://" in db:
        import psycopg

        with psycopg.connect(db) as server:
            row = server.execute(sql).fetchone()
    else:
        with closing(sqlite3.connect(db)) as file:
            row = file.execute(sql).fetchone()
    assert row is not None
    return int(row[0])


def sizes_of(db: str) -> list[tuple[str, dict[str, int]]]:
    """The bytes of tables and indexes, after the run and once vacuumed."""
    if "://" not in db:
        with closing(sqlite3.connect(db)) as file:
            return [("file", dict(file.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")))]
    import psycopg

    found = []
    with psycopg.connect(db, autocommit=True) as server:
        for when in ("after", "vacuumed"):
            if when == "vacuumed":
                server.execute("VACUUM")
            found.append((when, {str(name): int(size) for name, size in server.execute(PARTS)}))
    return found


if __name__ == "__main__":
    main()
