"""Many viewers of one live match, and many matches in the air, behind nginx.

    uv run --group dev benchmarks/viewers.py [--viewers 1000] [--slow 50] [--matches 200]

A site with accounts is served behind nginx, a process beside it plays, and viewers hold a stream each.
Printed: how long a move takes to a viewer's screen, whether anybody missed a step, memory, and how soon all
viewers are back after the site was started again. All of it, the viewers too, is on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import resource
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.store import Store
from agonist.store.platform.agents import add_agent
from agonist.store.platform.ladders import Ladder
from agonist.store.platform.match_list_pages import Wanted, browse

PLAYERS = """
import asyncio, time
from pathlib import Path

class Slow:
    async def answer(self, observation, legal):
        await asyncio.sleep(1.0)
        return legal[0]

class Timed:
    made = 0

    def __init__(self):
        self.count = 0
        Timed.made += 1
        self.match = (Timed.made - 1) // 2

    async def answer(self, observation, legal):
        await asyncio.sleep(1.0)
        self.count += 1
        with Path("moves").open("a") as file:
            file.write(f"{self.match} {self.count} {time.time()}\\n")
        return legal[0]
"""

ROUNDS = 60
AGENTS = 40

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
worker_processes auto; worker_rlimit_nofile 16384;
events {{ worker_connections 4096; }}
http {{
  access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{inner};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }}
  }}
}}
"""
"""Its usual settings but for the number of connections, of which each viewer takes two."""


SLOW: Final = 4_000
"""Bytes a second that a slow viewer takes, as on a bad connection of a phone."""


@dataclass
class Viewer:
    """One browser's stream."""

    port: int
    follow: str
    address: str
    """Its own: the site serves each address so many pages a minute."""
    slow: bool = False
    seen: list[tuple[float, int]] = field(default_factory=list)
    """When which step was on the screen."""
    opened: list[float] = field(default_factory=list)
    """When the stream began to speak, each time."""
    resynced: int = 0
    status: str = ""
    taken: int = 0
    """Bytes."""
    pause: float = 2.0
    """Seconds after which it connects again, as it was told."""

    async def watch(self) -> None:
        """Follow until cancelled, as a browser does: after a break, again after the time it was told."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(OSError):
                own = socket.socket()
                if self.slow:
                    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                own.setblocking(False)
                own.bind((self.address, 0))
                await loop.sock_connect(own, ("127.0.0.1", self.port))
                transport, stream = await loop.create_connection(partial(_Stream, self), sock=own)
                try:
                    await stream.over
                finally:
                    transport.close()
            await asyncio.sleep(self.pause)

    def hear(self, line: bytes) -> None:
        """One line of the stream."""
        if line.startswith(b"retry: "):
            self.opened.append(time.time())
            self.pause = int(line[7:]) / 1000
        elif line.startswith(b"data: "):
            # All thousand share a processor with what is measured: the page's text is not read.
            if line.startswith(b'data: {"topic":"match:'):
                head = orjson.loads(line[6 : line.index(b',"from"')] + b"}")
                self.seen.append((time.time(), head["steps"]))
                self.status = head["status"]
            elif line.startswith(b'data: {"topic":"all"'):
                self.resynced += 1


class _Stream(asyncio.Protocol):
    """What comes over one connection. By HTTP 1.0 it comes without chunks around it."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.buffer = viewer, b""
        self.over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        viewer = self.viewer
        host = f"127.0.0.1:{viewer.port}"
        transport.write(f"GET /events?follow={viewer.follow} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.viewer.taken += len(data)
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for line in lines:
            self.viewer.hear(line)
        if self.viewer.slow:
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(len(data) / SLOW, self._go_on)

    def _go_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(None)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def ladder_with(store: Store, name: str, target: str, player: str, agents: int, at_once: int) -> Ladder:
    much = 10**7
    terms = LadderTerms(at_once=at_once, a_day=much, owner_at_once=much, owner_a_day=much, dollars_a_day=much)
    own = open_ladder(store, target, name=name, terms=terms)
    for nth in range(agents):
        join(store, own.id, add_agent(store, f"{name}-{nth}", player).id)
    return own


class Site:
    """The served pages, the process that plays, and nginx."""

    def __init__(self, folder: Path, matches: int) -> None:
        self.folder, self.port, self.inner = folder, free_port(), free_port()
        self.database = str(folder / "agonist.db")
        environ = {**os.environ, "AGONIST_SECRET_KEY": secrets.token_hex(32)}
        self._environ = environ
        (folder / "players.py").write_text(PLAYERS)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=self.port, inner=self.inner))
        self.pages = self._serve()
        play = [sys.executable, __file__, "--play", self.database, "--matches", str(matches)]
        path = os.pathsep.join([str(folder), environ.get("PYTHONPATH", "")])
        self.play = subprocess.Popen(play, cwd=folder, env={**environ, "PYTHONPATH": path})
        program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise SystemExit("this needs nginx: apt-get install nginx-light")
        self.nginx = subprocess.Popen(
            [program, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL
        )

    def _serve(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "agonist", "serve", "--public", "--db", self.database, "--no-play"]
        command += ["--port", str(self.inner), "--trusted-host", f"127.0.0.1:{self.port}"]
        command += ["--no-secure-cookies"]
        log = (self.folder / "pages.log").open("ab")
        served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environ)
        log.close()
        assert served.stdout is not None
        while "Agonist over" not in (line := served.stdout.readline()):
            if not line:
                raise SystemExit("agonist serve ended before it was ready")
        return served

    def restart(self) -> float:
        """End the pages and start them again; when they were ready."""
        self.pages.send_signal(signal.SIGTERM)
        self.pages.wait(60)
        self.pages = self._serve()
        return time.time()

    def close(self) -> None:
        for each in (self.nginx, self.play, self.pages):
            each.terminate()
        for each in (self.nginx, self.play, self.pages):
            each.wait(60)


def megabytes(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> float:
    """The most memory that a process has had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def seconds(process: int) -> float:
    """Seconds of a processor that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def moves(folder: Path) -> dict[int, float]:
    """When the answers of both players to each step of the first watched match were there."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for line in (folder / "moves").read_text().splitlines():
        match, step, at = line.split()
        if match == "0":
            found[int(step)].append(float(at))
    return {step: max(times) for step, times in found.items() if len(times) == 2}


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


async def measure(folder: Path, viewers: int, slow: int, matches: int) -> None:
    with Store.open(folder / "agonist.db") as store:
        crowd = ladder_with(store, "crowd", "tictactoe", "players:Slow", AGENTS, 2 * matches // AGENTS + 2)
        site = Site(folder, matches + 1)
        tasks: list[asyncio.Task[None]] = []
        try:
            in_the_air = 0
            end = time.time() + 120
            while in_the_air < matches and time.time() < end:
                await asyncio.sleep(0.5)
                query = Wanted(run=crowd.run, statuses=("playing",), limit=200)
                in_the_air = len((await asyncio.to_thread(browse, store, query))[0])
            watched = ladder_with(
                store, "watched", f"prisoners_dilemma?rounds={ROUNDS}", "players:Timed", 2, 1
            )
            number = 0
            while not number:
                await asyncio.sleep(0.2)
                begun = [each for each in store.matches(watched.run) if each.status == "playing"]
                number = begun[0].id if begun else 0
            print(
                f"{in_the_air} or more matches in the air, match {number} is watched; "
                f"load {os.getloadavg()[0]:.1f}"
            )
            people = [
                Viewer(
                    site.port, f"match:{number}@0,board", f"127.1.{nth // 250}.{nth % 250 + 1}", nth < slow
                )
                for nth in range(viewers)
            ]
            for person in people:
                tasks.append(asyncio.create_task(person.watch()))
                await asyncio.sleep(0.005)
            measured, began = (site.pages.pid, site.play.pid, os.getpid()), time.time()
            worked = [seconds(process) for process in measured]
            end = time.time() + 10 * ROUNDS
            while time.time() < end:
                await asyncio.sleep(0.5)
                if store.match(number).status != "playing":
                    break
            took = [seconds(process) - before for process, before in zip(measured, worked, strict=True)]
            whole = time.time() - began
            await asyncio.sleep(10.0)
            report(people, moves(folder), site)
            shares = ", ".join(
                f"{what} {100 * own / whole:.0f} %"
                for what, own in zip(("pages", "playing", "these viewers"), took, strict=True)
            )
            print(f"of one processor, while all watched: {shares}; load {os.getloadavg()[0]:.1f}")
            ready = await asyncio.to_thread(site.restart)
            await asyncio.sleep(12.0)
            back = [person.opened[-1] - ready for person in people if person.opened[-1] > ready]
            print(
                f"after a restart {len(back):,} of {viewers:,} viewers were back, the last after "
                f"{max(back, default=0):.1f} s, the median after {statistics.median(back or [0]):.1f} s"
            )
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            site.close()


def report(people: list[Viewer], made: dict[int, float], site: Site) -> None:
    """Print what was measured while the match was played."""
    if not made or not any(person.seen for person in people):
        raise SystemExit(f"{len(made)} moves were made, and nobody saw any: something is wrong")
    last = max(made)
    joined = max(person.opened[0] for person in people if person.opened)
    delays = []
    missed = 0
    for person in (person for person in people if not person.slow):
        for step, at in made.items():
            if at < joined:
                continue
            shown = next((when for when, steps in person.seen if steps >= step), None)
            if shown is None:
                missed += 1
            else:
                delays.append(shown - at)
    fast = [person for person in people if not person.slow]
    print(
        f"{len(fast):,} viewers, {sum(p.slow for p in people)} slow ones beside them, "
        f"{sum(1 for at in made.values() if at >= joined)} moves after the last had come"
    )
    print(
        f"from move to screen: median {1000 * statistics.median(delays):.0f} ms, "
        f"99th percentile {1000 * percentile(delays, 0.99):.0f} ms, longest {1000 * max(delays):.0f} ms"
    )
    print(
        f"steps missed: {missed}; viewers that saw the end (step {last}): "
        f"{sum(bool(p.seen) and p.seen[-1][1] >= last for p in people):,} of {len(people):,}, "
        f"{sum(p.resynced > 0 for p in people)} of them by loading again"
    )
    print(f"a quick viewer took {statistics.median(p.taken for p in fast) / 1000:.0f} kB")
    print(f"memory: pages {megabytes(site.pages):.0f} MB, playing {megabytes(site.play):.0f} MB")


async def play(database: str, matches: int) -> None:
    from agonist.arena.agents.player_factories import registry
    from agonist.arena.ladders.worker import play_ladders

    await play_ladders(database, registry(), matches=matches)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=50)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--play", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(play(given.play, given.matches))
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), given.viewers, given.slow, given.matches))


if __name__ == "__main__":
    main()
