"""How fast pages are with many matches: a database is made, and every page is asked for again and again.

    uv run --group dev benchmarks/pages.py [--matches 10000] [--keep FILE] [--times 30]

Matches are copies of a few that are really played, with players and deals of their own. Times are those of
the application, without network: median and 99th percentile, and the processor's, which others on the machine
change less.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import statistics
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson
from sqlalchemy import Connection, func, insert, select, text

from agonist.api import run
from agonist.arena.boards.rater import FITTING_THREAD
from agonist.store import Store
from agonist.store.runs.schema import MATCHES, STEPS
from agonist.web.app import make_app
from agonist.web.visitor_identity import Door

PLAYERS = [f"player-{nth:02}" for nth in range(20)]
GAMES = ("tictactoe", "connect_four", "texas_holdem?hands=1", "prisoners_dilemma?rounds=5", "undercover")
CHUNK = 5_000
LONG = 5_000
PATIENCE = 30.0
"""Seconds: a page may say for longer that a game's own numbers are still being measured."""


def filled(store: Store, first: int, count: int) -> None:
    """Put so many matches into a database, whose first copy has this id; those that are there stay.

    The newest and one in a hundred have steps, so that a million of them do not take an hour.
    """
    rng = Random(1)
    with store.reading() as connection:
        models = connection.execute(select(MATCHES).where(MATCHES.c.id < first)).all()
        there = connection.execute(select(func.count()).where(MATCHES.c.id >= first)).scalar_one()
        steps: dict[int, list[Any]] = {}
        for row in connection.execute(select(STEPS).where(STEPS.c.match < first)):
            steps.setdefault(row.match, []).append(row)
        last = select(MATCHES.c.run, func.max(MATCHES.c.nth)).group_by(MATCHES.c.run)
        after = {run: nth + 1 for run, nth in connection.execute(last)}
    kinds = [row for row in models if len(steps.get(row.id, ())) < LONG]
    now = time.time()
    texts = [(orjson.loads(row.fixture), row) for row in kinds]
    for begin in range(there, count, CHUNK):
        rows: list[dict[str, Any]] = []
        moved: list[dict[str, Any]] = []
        for nth in range(begin, min(begin + CHUNK, count)):
            fixture, model = texts[nth % len(texts)]
            players = rng.sample(PLAYERS, len(fixture["players"]))
            fixture |= {
                "players": players,
                "specs": {name: f"{name}=random" for name in players},
                "seed": f"bench/{nth // 2}",
                "block": f"bench/{nth // 2}" if model.deal else "",
            }
            own = {"id": first + nth, "nth": after[model.run], "ended": now - count + nth}
            after[model.run] += 1
            own["deal"] = f"d{nth // 2}" if model.deal else ""
            rows.append({**model._asdict(), **own, "fixture": orjson.dumps(fixture).decode()})
            if nth % 100 < 2 or nth > count - 1000 or nth == count // 2:
                moved += [{**step._asdict(), "match": first + nth} for step in steps.get(model.id, ())]
        _put(store, rows, moved)
    store.change(lambda connection: connection.execute(text("ANALYZE")))


def _put(store: Store, rows: list[dict[str, Any]], moved: list[dict[str, Any]]) -> None:
    def write(connection: Connection) -> None:
        connection.execute(insert(MATCHES), rows)
        if moved:
            connection.execute(insert(STEPS), moved)

    store.change(write)


def made(path: Path, count: int, notes: Path) -> dict[str, int]:
    """A database with so many matches, one of them of 5,000 steps and one of ten; ids of some of them."""
    if notes.exists():
        ids: dict[str, int] = orjson.loads(notes.read_bytes())
    else:
        run(list(GAMES), ["random", "reference"], matches=2, db=path)
        run([f"prisoners_dilemma?rounds={LONG}"], ["random"], matches=1, db=path)
        run(["prisoners_dilemma?rounds=10"], ["random"], matches=1, db=path)
        with Store.open(path) as store:
            matches = [match.id for each in store.runs() for match in store.matches(each.id)]
        ids = {"long": matches[-2], "short": matches[-1], "first": max(matches) + 1}
        notes.write_bytes(orjson.dumps(ids))
    with Store.open(path) as store:
        filled(store, ids["first"], count)
    return {**ids, "last": ids["first"] + count - 1}


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
        f"/matches/{ids['long']}/2500", f"/matches/{middle}/scenes.json",
        "/compare?a=player-01&b=player-02", "/runs", f"/runs/{run_id}", "/runs/new", "/games",
        "/games/undercover", "/agents", "/play", "/play?game=connect_four",
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
            end = time.time() + PATIENCE
            while "data-pending" in answer.text and time.time() < end:
                await asyncio.sleep(0.5)
                answer = await client.get(path)
            for thread in threading.enumerate():
                if thread.name == FITTING_THREAD:
                    await asyncio.to_thread(thread.join)
            took, worked = [], []
            for _ in range(times):
                began, busy = time.perf_counter(), time.process_time()
                answer = await client.get(path)
                took.append(1000 * (time.perf_counter() - began))
                worked.append(1000 * (time.process_time() - busy))
            worst = statistics.quantiles(took, n=100)[98]
            size = len(gzip.compress(answer.content)) / 1000
            print(
                f"{path:58} {answer.status_code} first {first:7.1f} median {statistics.median(took):7.1f} "
                f"99th {worst:7.1f} ms, processor {statistics.median(worked):6.1f} ms, "
                f"{len(answer.content) / 1000:5.0f} kB ({size:.0f} packed)",
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
        began = time.perf_counter()
        ids = made(path, given.matches, path.with_suffix(".json"))
        print(f"made {given.matches:,} matches in {time.perf_counter() - began:.0f} s", flush=True)
        with Store.open(path) as store:
            asyncio.run(measured(store, ids, given.times))


if __name__ == "__main__":
    main()
