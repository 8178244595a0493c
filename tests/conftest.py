"""The command line, called in this process, or in one of its own."""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.postgresql import NotInstalled, running

from agonist.cli.app import leave
from agonist.core import garbage_collection
from agonist.store import Store

# A busy machine is no fault of the code: how long an example takes says nothing. The same code gets the same
# examples, so that a change is blamed for what it breaks alone; scripts/test-long looks for new ones.
settings.register_profile(
    "agonist", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", settings.get_profile("agonist"), derandomize=False)
settings.load_profile("agonist")

# Modules and tests stay: looking for garbage among them took half of the time in which tests are collected.
garbage_collection.collect_seldom()
# On a busy machine a short run of players that compute would else be played by further processes.
pytest.MonkeyPatch().setattr("agonist.api.helper_processes.AFTER_SECONDS", inf)
# A command that runs for days would have all tests after it look for garbage as often as by default.
pytest.MonkeyPatch().setattr("agonist.cli.command_table.collect_as_usual", garbage_collection.collect_seldom)

HERE = Path(__file__).parent
DEFAULT_DB = HERE.parent / "agonist.db"
SECRETS = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_ORG_ID",
    "AGONIST_PRICES",
    "GROQ_API_KEY",
    "AGONIST_DEBUG",
)


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be one JSON text and nothing else."""
        return json.loads(self.out)

    def told(self, code: int, *words: str) -> Said:
        """Check that it failed with this exit code and one message with these words, and nothing worse."""
        assert self.code == code, (self.code, self.err)
        assert "Traceback" not in self.out + self.err
        messages = [line for line in self.err.splitlines() if line.startswith("agonist: ")]
        assert len(messages) == 1, self.err
        for word in words:
            assert word in self.err, (word, self.err)
        return self


def _changed() -> float:
    """When the default database of the repository was last changed; 0 if there is none."""
    return DEFAULT_DB.stat().st_mtime if DEFAULT_DB.exists() else 0.0


_CHANGED = [_changed()]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test that is marked `every(n)`, the cases between every nth are slow."""
    cases: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("every")
        if mark is not None:
            test = item.nodeid.partition("[")[0]
            if cases[test] % mark.args[0]:
                item.add_marker("slow")
            cases[test] += 1


def pytest_collection_finish() -> None:
    """Tests stay: who looks for garbage passes over them."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A test writes into its own folder: one that plays into the repository's database fails."""
    yield
    before, _CHANGED[0] = _CHANGED[0], _changed()
    assert _CHANGED[0] == before, f"this test wrote {DEFAULT_DB}; give it --db or db="


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Calls `agonist` here, in an empty folder: command("games", "--json", stdin="")."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in SECRETS:
        monkeypatch.delenv(name, raising=False)
    modules = set(sys.modules)

    def call(*arguments: object, stdin: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = leave([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    yield call
    for name in set(sys.modules) - modules:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]


@dataclass
class Process:
    """An `agonist` in a process of its own."""

    pid: int
    folder: Path
    launcher: Launcher
    started: float = field(default_factory=time.monotonic)

    def send(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> Said:
        """End it as the system does when memory runs out."""
        self.send(signal.SIGKILL)
        return self.wait()

    @property
    def out(self) -> str:
        return (self.folder / "out").read_text()

    @property
    def err(self) -> str:
        return (self.folder / "err").read_text()

    def until(self, told: Any, patience: float = 20.0) -> None:
        """Wait until this is so."""
        end = time.monotonic() + patience
        while not told():
            assert time.monotonic() < end, ("it never came to that", self.out, self.err)
            time.sleep(0.005)

    def wait(self, patience: float = 60.0) -> Said:
        timer = threading.Timer(patience, lambda: self.send(signal.SIGKILL))
        timer.start()
        try:
            code = self.launcher.order({"wait": self.pid})
        finally:
            timer.cancel()
        self.launcher.running.discard(self.pid)
        return Said(code, self.out, self.err)


class Launcher:
    """One process that forks others."""

    def __init__(self) -> None:
        self.pipe = subprocess.Popen(
            [sys.executable, HERE / "launcher.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.running: set[int] = set()

    def order(self, order: dict[str, Any]) -> int:
        assert self.pipe.stdin is not None
        assert self.pipe.stdout is not None
        self.pipe.stdin.write(json.dumps(order) + "\n")
        self.pipe.stdin.flush()
        return int(self.pipe.stdout.readline())

    def close(self) -> None:
        for pid in self.running:
            os.kill(pid, signal.SIGKILL)
        self.pipe.communicate()


@pytest.fixture(scope="session")
def launcher():
    launcher = Launcher()
    yield launcher
    launcher.close()


@pytest.fixture
def process(launcher, tmp_path_factory, tmp_path):
    """Starts `agonist` in a process of its own: process("run", …).wait()."""

    def start(*arguments: object, stdin: Path = Path(os.devnull), **more: Any) -> Process:
        folder = tmp_path_factory.mktemp("process")
        env = {name: value for name, value in os.environ.items() if name not in SECRETS} | more.pop("env", {})
        order = {
            "argv": [str(argument) for argument in arguments],
            "cwd": str(more.pop("cwd", tmp_path)),
            "env": env,
            "files": [str(stdin), str(folder / "out"), str(folder / "err")],
            **more,
        }
        for name in ("out", "err"):
            (folder / name).touch()
            (folder / name).chmod(0o666)
        pid = launcher.order(order)
        launcher.running.add(pid)
        return Process(pid, folder, launcher)

    return start


@pytest.fixture(scope="session")
def server():
    """The URL of a PostgreSQL server on loopback, without the name of a database."""
    try:
        with running() as url:
            yield url
    except NotInstalled as why:
        pytest.skip(str(why))


def played(db: Path) -> dict[str, Any]:
    """All that is stored of finished matches but times and money, by fixture."""
    found: dict[str, Any] = {}
    with Store.open(db, must_exist=True) as store:
        for match in store.results():
            assert match.fixture.key not in found, "a match was played twice"
            steps = [
                (
                    dict(step.moves),
                    step.fallback,
                    [
                        (e.seat, e.attempt, e.kept, e.sent, e.text, e.error, e.complaint)
                        for e in step.calls
                        if not e.lost
                    ],
                )
                for step in store.steps(match)
            ]
            found[match.fixture.key] = (match.scores, match.ranks, match.reason, match.forfeits, steps)
    return found


@pytest.fixture(name="played")
def played_fixture():
    return played
