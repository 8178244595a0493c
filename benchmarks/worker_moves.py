"""Moves a second that several workers play and store, in a PostgreSQL of its own, or where --db says.

    uv run benchmarks/worker_moves.py [--workers N] [--matches N] [--game connect_four] [--db URL] [--durable]

Built-in players, so that all time is ours and the database's. The processor time of the workers and of the
server is told for each move: a machine with enough cores for both plays as many moves a second as its workers
can, and fewer if its server is busy before. What is measured begins when all workers play, since each takes a
second or two to start. `--durable`: with the server's own settings for safety.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import postgresql

import agonist


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--matches", type=int, default=12_000)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--db")
    parser.add_argument("--durable", action="store_true")
    options = parser.parse_args()
    settings = () if options.durable else postgresql.QUICK
    with ExitStack() as stack:
        url = options.db or f"{stack.enter_context(postgresql.running(settings))}/postgres"
        play(url, options.game, 50, 1)  # what is loaded and made once
        before, began, served = spent(), time.perf_counter(), server(url)
        run = play(url, options.game, options.matches, options.workers)
        took, ours, theirs = time.perf_counter() - began, spent() - before, server(url) - served
        moves, rate = moves_of(url, run)
        cores = os.cpu_count() or 1
        print(f"{moves:,} moves of {options.matches:,} matches by {options.workers} workers in {took:.1f} s")
        print(f"measured, once all workers play: {rate:,.0f} moves a second (asked of four: 20,000)")
        each, of_server = ours / moves * 1e6, theirs / moves * 1e6
        print(f"processor time a move: workers {each:.0f} µs, server {of_server:.0f} µs")
        print(
            f"with a core for each of {options.workers} workers, and the server's beside them: "
            f"{min(options.workers / each, options.workers / of_server) * 1e6:,.0f} moves a second; "
            f"on {options.workers} cores for all: {options.workers / (each + of_server) * 1e6:,.0f}"
        )
        print(f"limit: {limit(ours / took, theirs / took, options.workers, cores)}")


def limit(ours: float, theirs: float, workers: int, cores: int) -> str:
    """What the workers wait for, by how many cores they and the server keep busy."""
    busy = f"workers {ours:.1f}, server {theirs:.1f} of {cores} cores; load {os.getloadavg()[0]:.1f}"
    if os.getloadavg()[0] > cores + workers:
        return f"others keep the machine busy ({busy})"
    if ours + theirs > 0.85 * cores:
        return f"the cores of this machine ({busy})"
    if ours > 0.85 * workers:
        return f"the workers' own time ({busy})"
    return f"the start of the workers, or what they wait for at the server ({busy})"


def play(url: str, game: str, matches: int, workers: int) -> str:
    """Play a run; returns its id."""
    config = agonist.RunConfig(workers=workers)
    done = agonist.run(game, ["random", "other=random"], matches=matches, db=url, config=config)
    assert done.status == "finished", done
    return done.run


def moves_of(url: str, run: str) -> tuple[int, float]:
    """How many moves a run has, and how many a second since its last worker has begun."""
    import psycopg

    with psycopg.connect(url) as connection:
        found = connection.execute(
            """
            SELECT count(*), count(*) FILTER (WHERE m.ended > w.began), max(m.ended) - max(w.began)
            FROM steps AS s JOIN matches AS m ON m.id = s.match JOIN runs AS r ON r.number = m.run,
                LATERAL (SELECT max(began) AS began FROM run_workers WHERE run = r.number) AS w
            WHERE r.id = %s
            """,
            [run],
        ).fetchone()
    assert found is not None
    moves, since, seconds = found
    return int(moves), since / seconds


def spent() -> float:
    """Seconds of processor time of this process and of the workers that have ended."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(used.ru_utime + used.ru_stime for used in both)


def server(url: str) -> float:
    """The same of a server on this machine, whose processes have ended or still run."""
    import psycopg

    with psycopg.connect(url) as connection:
        (pid,) = connection.execute("SELECT pg_backend_pid()").fetchone() or (0,)
        parent = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    total = 0
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            numbers = each.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(each.parent.name) == parent:
            total += sum(map(int, numbers[11:15]))
        elif int(numbers[1]) == parent:
            total += sum(map(int, numbers[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
