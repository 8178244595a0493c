"""What the platform adds to the time that models take, against `agonist endpoint` in a process of its own.

    uv run --group dev benchmarks/endpoint.py

1. 64 matches at once, each waiting for its model all the time: the share of the ideal throughput.
2. Ten seats asked at once: how many latencies one round takes.
3. 1,000 matches in flight, 5,000 calls: memory, the share of the ideal throughput, and processor time a call.

Processor time a call of the third, and of 200 matches of connect_four between random players in one process
that was warm (`agonist.run`, matches stored), on a machine of two cores that others kept busy, so that only
the ratios mean anything, and those to a tenth:

| commit  | ms a call, 1,000 in flight | s for 200 matches of connect_four |
|---------|----------------------------|-----------------------------------|
| 421520c | 2.66, 2.77, 2.96           | 1.05 to 1.42 (8 runs)             |
| 284fca5 | 1.80, 2.00: 0.7            | 0.65 to 1.08 (8 runs): 0.7        |

The same again with 250 and 400 matches in flight, 421520c and f6b1826 in turn, nine pairs: 2.26 to 2.75
against 1.42 to 1.81 ms a call, ratios from 0.52 to 0.78, median 0.66.

Whole processes of 5,000 calls at 1,000 in flight, their start included, in turn with 421520c on a loaded
machine, four pairs: processor time 0.58 to 0.59 of the old, seconds by the clock 0.46 to 0.53, median 0.48.

The same after garbage is looked for at every 100,000 new objects, 421520c and 1b36ded in turn while others
kept the two cores busy (load 10 to 17), five pairs: 2.74 to 2.89 ms a call against 1.52 to 1.73, ratios from
0.53 to 0.63, median 0.59; seconds by the clock 0.48 to 0.73, median 0.66, which says little there.

After what was done at every call without need was taken away, and with uvloop, 421520c and 92f003fc in turn,
seven pairs on an idle machine: 2.09 to 2.38 ms a call against 0.97 to 1.19, ratios from 0.46 to 0.61, median
0.50; seconds by the clock 0.47 to 0.64, median 0.52. Without uvloop it takes about a twentieth more.

What is left has no single place (samples of both threads): aiohttp and its sockets have a fifth of it, the
client around them a seventh, the match around the model's player a third, of which no part has above a
twentieth; the thread that writes has a sixteenth. A plain loop over aiohttp takes 0.41 ms a call.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import agonist
from agonist.models.mock_endpoint.command import more_files

LATENCY = 0.2
PORT = 8399
ADDRESS = f"http://127.0.0.1:{PORT}/v1"


def main() -> None:
    more_files()
    with tempfile.TemporaryDirectory() as folder, endpoint():
        timed(Path(folder), "warm-up", matches=8, at_once=8, rounds=1)
        taken = timed(Path(folder), "64 at once", matches=64, at_once=64, rounds=25)
        ideal = 25 * LATENCY
        print(f"64 matches at once: {taken:.2f} s, ideal {ideal:.2f} s: {ideal / taken:.1%} (wanted: 90%)")
        taken = ten_seats(Path(folder), rounds=20)
        print(f"ten seats at once: {taken / 20 / LATENCY:.2f} latencies a round (wanted: 1, not 10)")
        before = processor_seconds()
        taken = timed(Path(folder), "1,000 at once", matches=1000, at_once=1000, rounds=5)
        each = (processor_seconds() - before) / 5000
        ideal = 5 * LATENCY
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"1,000 matches in flight: {taken:.2f} s, ideal {ideal:.2f} s: {ideal / taken:.1%}; "
            f"{memory:.0f} MB at most (wanted: under 1,000); {each * 1000:.2f} ms of processor time a call"
        )


def processor_seconds() -> float:
    """Of this process and all its threads, the endpoint's left out."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def timed(folder: Path, name: str, *, matches: int, at_once: int, rounds: int) -> float:
    """Seconds for matches in which one model is asked once a round, storing all of it."""
    began = time.perf_counter()
    report = agonist.run(
        f"guess_average?seats=2&rounds={rounds}",
        [f"endpoint/careful?base_url={ADDRESS}"],
        opponents=["fixed?answers=20"],
        matches=matches,
        db=folder / f"{name}.db",
        config=agonist.RunConfig(concurrency=at_once),
    )
    assert report.status == "finished", report
    return time.perf_counter() - began


def ten_seats(folder: Path, rounds: int) -> float:
    """Seconds for one match of ten models."""
    began = time.perf_counter()
    report = agonist.run(
        f"guess_average?rounds={rounds}",
        [f"endpoint/careful?base_url={ADDRESS}"],
        matches=1,
        db=folder / "ten.db",
    )
    assert report.status == "finished", report
    return time.perf_counter() - began


@contextmanager
def endpoint() -> Iterator[None]:
    """`agonist endpoint` in a process of its own."""
    command = [sys.executable, "-c", "from agonist.cli import main; main()", "endpoint"]
    options = ["--mock", "careful", "--latency", str(LATENCY), "--port", str(PORT)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        server.stdout.readline()
        time.sleep(1)
        try:
            yield
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
