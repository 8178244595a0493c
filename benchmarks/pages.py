"""How fast pages are with many matches: a database is made, and every page is asked for again and again.

    uv run --group dev benchmarks/pages.py [--matches 10000] [--keep FILE] [--times 30]

Matches are copies of a few that are really played, with players and deals of their own. Times are those of
the application, without network: median and 99th percentile in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson
from sqlalchemy import insert, select, text

from agonist.api import run
from agonist.store import Store
from agonist.store.tables import MATCHES, STEPS
from agonist.web.app import make_app
from agonist.web.door import Door

PLAYERS = [f"player-{nth:02}" for nth in range(20)]
GAMES = ("tictactoe", "connect_four", "texas_holdem?hands=1", "prisoners_dilemma?rounds=5", "undercover")
CHUNK = 5_000
LONG = 5_000


def filled(store: Store, count: int) -> dict[str, int]:
    """Put so many matches into a database; ids of some of them."""
    rng = Random(1)
    with store.reading() as connection:
        models = {row.id: row for row in connection.execute(select(MATCHES))}
        steps: dict[int, list[Any]] = {}
        for row in connection.execute(select(STEPS)):
            steps.setdefault(row.match, []).append(row)
    first = max(models) + 1
    kinds = [row for row in models.values() if 'rounds": 4999' not in row.fixture]
    now = time.time()

    def put(rows: list[dict[str, Any]], moved: list[dict[str, Any]]) -> None:
        store.change(lambda connection: (connection.execute(insert(MATCHES), rows),
                                         connection.execute(insert(STEPS), moved)))  # fmt: skip

    rows: list[dict[str, Any]] = []
    moved: list[dict[str, Any]] = []
    last_nth = max(row.nth for row in models.values())
    for nth in range(count):
        model = kinds[nth % len(kinds)]
        fixture = orjson.loads(model.fixture)
        seats = len(fixture["players"])
        fixture["players"] = rng.sample(PLAYERS, seats) if seats <= len(PLAYERS) else fixture["players"]
        fixture["specs"] = {name: f"{name}=random" for name in fixture["players"]}
        fixture["seed"] = f"bench/{nth // 2}"
        values = {
            **model._asdict(), "id": first + nth, "nth": last_nth + 1 + nth, "ended": now - count + nth,
            "fixture": orjson.dumps(fixture).decode(), "deal": f"d{nth // 2}",
        }  # fmt: skip
        rows.append(values)
        moved += [{**step._asdict(), "match": first + nth} for step in steps.get(model.id, ())]
        if len(rows) == CHUNK or nth == count - 1:
            put(rows, moved)
            rows, moved = [], []
    store.change(lambda connection: connection.execute(text("ANALYZE")))
    return {"first": first, "last": first + count - 1}


def made(path: Path, count: int) -> dict[str, int]:
    """A database with so many matches, one of them of 5,000 steps and one of ten or so."""
    run(list(GAMES), ["random", "reference"], matches=2, db=path)
    run([f"prisoners_dilemma?rounds={LONG}"], ["random"], matches=1, db=path)
    run(["prisoners_dilemma?rounds=10"], ["random"], matches=1, db=path)
    with Store.open(path) as store:
        matches = [match for each in store.runs() for match in store.matches(each.id)]
        long, short = matches[-2].id, matches[-1].id
        found = filled(store, count)
        return {"long": long, "short": short, **found}


def pages(ids: dict[str, int], run_id: str) -> list[str]:
    """Every page, with and without filters."""
    middle = (ids["first"] + ids["last"]) // 2
    return [
        "/", "/leaderboard", "/leaderboard?game=tictactoe&forfeits=without", "/leaderboard?ability=deception",
        "/leaderboard.csv", "/matches", f"/matches?before={middle}",
        "/matches?game=undercover&status=finished", "/matches?status=suspended",
        "/matches?player=player-07", "/matches?agent=player-07&game=connect_four",
        "/matches?player=nobody", "/matches?said=clue", "/matches.json", f"/matches/{middle}/3",
        f"/matches/{middle}/3?as=seat1", f"/matches/{ids['short']}/10", f"/matches/{ids['long']}/{LONG}",
        f"/matches/{ids['long']}/2500", "/compare?a=player-01&b=player-02", "/runs", f"/runs/{run_id}",
        "/runs/new", "/games", "/games/undercover", "/agents", "/play?game=connect_four",
    ]  # fmt: skip


async def measured(store: Store, ids: dict[str, int], times: int) -> None:
    """Ask for each page, and print what it took."""
    door = Door.on_loopback(8642)
    app = make_app(store, door, lambda _match: None)
    base = "http://127.0.0.1:8642"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base, timeout=600) as client:
        await client.get(door.link)
        began = time.perf_counter()
        while (await client.get("/leaderboard.json")).json()["pending"]:
            pass
        print(f"first board: {time.perf_counter() - began:.1f} s")
        run_id = store.runs()[0].id
        for path in pages(ids, run_id):
            began = time.perf_counter()
            answer = await client.get(path)
            first = 1000 * (time.perf_counter() - began)
            while "data-pending" in answer.text:
                await asyncio.sleep(0.5)
                answer = await client.get(path)
            took = []
            for _ in range(times):
                began = time.perf_counter()
                answer = await client.get(path)
                took.append(1000 * (time.perf_counter() - began))
            worst = statistics.quantiles(took, n=100)[98]
            size = len(gzip.compress(answer.content)) / 1000
            print(
                f"{path:58} {answer.status_code} first {first:7.1f} median {statistics.median(took):7.1f} "
                f"99th {worst:7.1f} ms {len(answer.content) / 1000:7.0f} kB ({size:.0f} packed)",
                flush=True,
            )
        assets = [await client.get(path) for path in ("/static/site.css", "/static/site.js")]
        home = await client.get("/")
        whole = sum(len(each.content) for each in (*assets, home)) / 1000
        print(f"first load: {whole:.0f} kB, not packed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--keep", type=Path, help="a file for the database, kept and used again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.keep or Path(folder) / "pages.db"
        notes = path.with_suffix(".json")
        if not notes.exists():
            began = time.perf_counter()
            ids = made(path, given.matches)
            notes.write_bytes(orjson.dumps(ids))
            print(f"made {given.matches:,} matches in {time.perf_counter() - began:.0f} s")
        with Store.open(path) as store:
            asyncio.run(measured(store, orjson.loads(notes.read_bytes()), given.times))


if __name__ == "__main__":
    main()
