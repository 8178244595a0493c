"""Runs that are killed or stopped at any moment: resumed, they end as if they had not been.

Of bots, models that are paid for, suites and agents, in SQLite and PostgreSQL.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import cache
from itertools import count
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, Final

from tests import postgresql
from tests.faults.trials.case import agonist, decent, expect, inside, some
from tests.same_faults import SameFaults

from agonist import api
from agonist.models.mock_endpoint import Endpoint
from agonist.models.prices import Price
from agonist.models.protocol import Usage
from agonist.store import Store, StoredMatch

LAUNCHER: Final = Path(__file__).parents[2] / "launcher.py"
SIGNALS: Final = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
CONCURRENCY: Final = 4
PRICE: Final = Price(1.25, 0.125, 10.0)
PRICES: Final = '[models]\n"endpoint/m" = { input = 1.25, cached = 0.125, output = 10.0 }\n'
AGENT: Final = "def agent(observation, legal):\n    return legal[-1]\n"
RUNS: Final = {
    "bots": ("tictactoe", "--player", "random", "--opponent", "minimax?depth=1", "--matches", "8"),
    # Many are asked in each step, so that it is broken off with some of its answers recorded.
    "models": (
        *("guess_average?rounds=3&seats=8", "--player", "endpoint/m?base_url={url}", "--matches", "2"),
    ),
    "agents": ("tictactoe", "--player", "mine:agent", "--opponent", "minimax?depth=1", "--matches", "8"),
    "magic": ("magic", "--player", "random", "--quick"),
    "wis": ("wis", "--player", "random", "--quick"),
    "gamabench": ("gamabench", "--player", "random", "--quick"),
    "llmarena": ("llmarena", "--player", "random", "--quick"),
    "gamebench": ("gamebench", "--player", "random", "--quick"),
}
"""What is run, by name."""

_stack: Final = ExitStack()
# Not `atexit`, which the workers of a pool do not heed.
Finalize(None, _stack.close, exitpriority=10)
_number: Final = count()


@cache
def launcher() -> subprocess.Popen[str]:
    """Forks commands without loading the program anew; it ends with this process."""
    return _stack.enter_context(
        subprocess.Popen([sys.executable, LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    )


@cache
def endpoint() -> Endpoint:
    """Answers the same question the same way, and with the same fault, however often it is put."""
    return _stack.enter_context(Endpoint("sensible", SameFaults(empty=0.05), latency=0.1, seed=3))


@cache
def server() -> str | None:
    """A PostgreSQL server, if one is installed."""
    try:
        return _stack.enter_context(postgresql.running())
    except postgresql.NotInstalled:
        return None


def order(line: dict[str, Any]) -> int:
    pipe = launcher()
    assert pipe.stdin is not None
    assert pipe.stdout is not None
    pipe.stdin.write(json.dumps(line) + "\n")
    pipe.stdin.flush()
    return int(pipe.stdout.readline())


def results(db: str) -> list[str]:
    """What all finished matches came to, with every answer that was counted, in the order of their text."""
    with Store.open(db, must_exist=True) as store:
        return sorted(
            repr((m.fixture.key, m.scores, m.ranks, m.reason, steps(store, m))) for m in store.results()
        )


def steps(store: Store, match: StoredMatch) -> list[Any]:
    """The moves of a match, with the answers that led to them."""
    return [
        (
            sorted(step.moves.items()),
            step.fallback,
            [(call.seat, call.attempt, call.text, call.error) for call in step.calls if not call.lost],
        )
        for step in store.steps(match)
    ]


def written(kind: str, db: str) -> list[str]:
    """The words of a command that makes this run here."""
    Path("mine.py").write_text(AGENT)
    Path("prices.toml").write_text(PRICES)
    words = [word.format(url=endpoint().url) if "{url}" in word else word for word in RUNS[kind]]
    return ["run", *words, "--concurrency", str(CONCURRENCY), "--db", db]


def start(words: list[str], folder: Path) -> int:
    """Start a command in a process of its own; its id."""
    files = [os.devnull, str(folder / "out"), str(folder / "err")]
    return order({"argv": words, "cwd": str(folder), "env": dict(os.environ), "files": files})


@cache
def whole(kind: str) -> tuple[list[str], float, int]:
    """What a run comes to that is left alone, the seconds it takes here, and the requests it needs."""
    folder = Path(mkdtemp(prefix="agonist-faults-"))
    with inside(folder, AGONIST_PRICES="prices.toml"):
        order({"wait": start(["games"], folder)})  # loading the program is no part of the run
        before, began = endpoint().requests, time.monotonic()
        code = order({"wait": start(written(kind, "agonist.db"), folder)})
        expect(
            code == 0, f"a run that was left alone ended with {code}: {(folder / 'err').read_text()[-400:]}"
        )
        return results("agonist.db"), time.monotonic() - began, endpoint().requests - before


def bill() -> float:
    """What the endpoint would charge for all that it has answered, in dollars."""
    return sum(
        PRICE.cost(Usage(each.prompt, each.cached, each.completion)) for each in endpoint().served.values()
    )


def database() -> str:
    """The URL of an empty PostgreSQL database, or the name of a file where there is no server."""
    if (url := server()) is None:
        return "agonist.db"
    import psycopg

    name = f"kills{next(_number)}"
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{url}/{name}"


def trial(rng: Random, folder: Path) -> str:
    return tried(rng, folder, some(rng, tuple(RUNS)), postgres=rng.random() < 0.3)


def tried(rng: Random, folder: Path, kind: str, *, postgres: bool = False) -> str:
    """A run of this kind that is killed up to three times, resumed each time, and compared."""
    with inside(folder, AGONIST_PRICES="prices.toml"):
        expected, most, needed = whole(kind)
        where = database() if postgres else "agonist.db"
        before, asked, killed = bill(), endpoint().requests, 0
        words, told = written(kind, where), []
        for _ in range(1 + int(rng.random() * 3)):
            number = some(rng, SIGNALS)
            pid = start(words, folder)
            time.sleep((0.2 + 0.8 * rng.random()) * most)
            os.kill(pid, number)
            code = order({"wait": pid})
            err = (folder / "err").read_text()
            expect("Traceback" not in err, f"a traceback was shown: {err[-400:]}")
            if number != signal.SIGKILL:
                allowed = (0, 130, 128 + number, -number)
                expect(code in allowed, f"it left with {code} after signal {number}: {err[-300:]}")
            killed += code == -signal.SIGKILL
            told.append(signal.Signals(number).name)
            if has_run(where):
                words = ["resume", "latest", "--concurrency", str(CONCURRENCY), "--db", where]
        if words[0] == "run":
            return f"{'PostgreSQL' if postgres else 'SQLite'}: before the run was stored"
        resumed = agonist(*words)
        decent(resumed, (0,))
        expect(results(where) == expected, f"the resumed run came to another end ({kind}, {told})")
        if kind == "models":
            usage = api.report("latest", db=where).usage
            counted, sent = sum(each.cost or 0.0 for each in usage), sum(each.sent for each in usage)
            # A killed process has paid for what was under way, and cannot have counted it.
            most_lost = 2 * CONCURRENCY * killed
            lost, paid = endpoint().requests - asked - sent, bill() - before
            expect(0 <= lost <= most_lost, f"{lost} requests were not counted, after {told}")
            expect(
                sent - needed <= most_lost, f"{sent} requests for {needed}: some were repeated, after {told}"
            )
            expect(counted <= paid + 1e-9, f"{counted} dollars were counted, and {paid} paid, after {told}")
            expect(lost or paid - counted < 1e-9, f"{counted} dollars were counted, and {paid} paid")
    return f"{kind} in {'PostgreSQL' if postgres else 'SQLite'}: resumed"


def has_run(where: str) -> bool:
    """Whether a run is stored there."""
    if where == "agonist.db" and not Path(where).exists():
        return False
    said = agonist("runs", "--db", where, "--json")
    return said.code == 0 and bool(json.loads(said.out or "[]"))
