"""Runs that are killed or stopped at any moment: resumed, they end as if they had not been."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from tests.faults.trials.case import agonist, decent, expect, inside, some

from agonist import api
from agonist.store import Store

OPPONENT, MATCHES = "minimax?depth=1", 8
RUN = (
    *("run", "tictactoe", "--player", "random", "--opponent", OPPONENT),
    *("--matches", str(MATCHES), "--concurrency", "4", "--db", "agonist.db"),
)
LAUNCHER = Path(__file__).parents[2] / "launcher.py"
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


@cache
def launcher() -> subprocess.Popen[str]:
    """Forks commands without loading the program anew; it ends with this process."""
    pipe = subprocess.Popen(
        [sys.executable, LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(end, pipe)
    return pipe


def end(pipe: subprocess.Popen[str]) -> None:
    """Close the launcher, which then leaves."""
    with pipe:
        pass


def order(line: dict[str, Any]) -> int:
    pipe = launcher()
    assert pipe.stdin is not None
    assert pipe.stdout is not None
    pipe.stdin.write(json.dumps(line) + "\n")
    pipe.stdin.flush()
    return int(pipe.stdout.readline())


def results(db: Path | str) -> dict[str, Any]:
    """What every finished match came to, by fixture."""
    found: dict[str, Any] = {}
    with Store.open(db, must_exist=True) as store:
        for match in store.results():
            expect(match.fixture.key not in found, "a match is stored twice")
            found[match.fixture.key] = (
                match.scores,
                match.reason,
                [dict(s.moves) for s in store.steps(match)],
            )
    return found


@cache
def whole() -> dict[str, Any]:
    db = Path(mkdtemp(prefix="agonist-faults-")) / "whole.db"
    api.run(["tictactoe"], ["random"], opponents=[OPPONENT], matches=MATCHES, db=db)
    return results(db)


@cache
def seconds() -> float:
    """How long a run takes here that is left alone."""
    folder = Path(mkdtemp(prefix="agonist-faults-"))
    pid = start(folder)
    began = time.monotonic()
    code = order({"wait": pid})
    expect(code == 0, f"a run that was left alone ended with {code}")
    return time.monotonic() - began


def start(folder: Path) -> int:
    """Start the run in a process of its own; its id."""
    files = [os.devnull, str(folder / "out"), str(folder / "err")]
    return order({"argv": RUN, "cwd": str(folder), "env": dict(os.environ), "files": files})


def trial(rng: Random, folder: Path) -> str:
    with inside(folder):
        expected, most = whole(), seconds()
        pid = start(folder)
        number = some(rng, SIGNALS)
        time.sleep(rng.random() * most)
        os.kill(pid, number)
        code = order({"wait": pid})
        err = (folder / "err").read_text()
        expect("Traceback" not in err, f"a traceback was shown: {err[-400:]}")
        if number != signal.SIGKILL:
            expect(
                code in (0, 130, 128 + number, -number),
                f"it left with {code} after signal {number}: {err[-300:]}",
            )
        if not (folder / "agonist.db").exists() or not json.loads(agonist("runs", "--json").out or "[]"):
            return f"{signal.Signals(number).name}: before the run was stored"
        resumed = agonist("resume", "latest")
        decent(resumed, (0,))
        expect(results("agonist.db") == expected, "the resumed run came to another end")
        return f"{signal.Signals(number).name}: resumed"
