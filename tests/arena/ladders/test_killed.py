"""Worker processes on PostgreSQL: one is killed, one is stopped in the middle of a match; another goes on."""

import os
import signal
import subprocess
import sys
import time

import pytest
from sqlalchemy import select

from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.arena.ladders.wake_up import WakeUps, prepare
from agonist.arena.tables.table import open_table
from agonist.games import find_kit
from agonist.match import Record
from agonist.match.record import game_of
from agonist.store import Store
from agonist.store.platform.agents import add_agent
from agonist.store.platform.schema import LEASES

PATIENCE = 90.0

SLOW = """
import asyncio

class Slow:
    async def answer(self, observation, legal):
        await asyncio.sleep(0.2)
        return legal[0]
"""


class Crew:
    """Workers over one database, in a folder in which the slow player is."""

    def __init__(self, database, folder):
        self.database, self.folder = database, folder
        self.workers = []

    def start(self, matches=2):
        words = ["worker", "--db", self.database, "--matches", str(matches), "--lease", "2"]
        log = (self.folder / f"worker{len(self.workers)}.log").open("wb")
        started = subprocess.Popen(
            [sys.executable, "-m", "agonist", *words], cwd=self.folder, stdout=log, stderr=log
        )
        log.close()
        self.workers.append(started)
        return started

    def stop(self):
        for each in self.workers:
            if each.poll() is None:
                each.send_signal(signal.SIGCONT)
                each.terminate()
        for each in self.workers:
            try:
                each.wait(30)
            except subprocess.TimeoutExpired:
                each.kill()
                each.wait()

    def said(self):
        return "\n".join(path.read_text() for path in self.folder.glob("*.log"))


@pytest.fixture
def crew(postgresql, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    made = Crew(postgresql, tmp_path)
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture
def opened(postgresql):
    with Store.open(postgresql) as store:
        prepare(postgresql)
        yield store


def until(find, crew):
    """What `find` finds as soon as it finds anything."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := find():
            return found
        time.sleep(0.05)
    raise AssertionError(f"nothing was found within {PATIENCE} s; workers said:\n{crew.said()}")


def leases(store):
    query = select(LEASES.c.match, LEASES.c.epoch, LEASES.c.holder, LEASES.c.ended).order_by(LEASES.c.match)
    return store.read(lambda connection: connection.execute(query).all())


def in_the_middle(store, worker):
    """A match that this worker plays and has written some steps of."""
    for row in leases(store):
        if f":{worker.pid}:" in row.holder and row.ended is None and len(store.steps(row.match)) >= 2:
            return row.match
    return None


def whole(store, match):
    """The match is finished, and replays by the rules from its steps, none of which is there twice."""
    stored, steps = store.match(match), store.steps(match)
    fixture = stored.fixture
    assert stored.status == "finished"
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    outcome = Record(fixture.game, game, tuple(step.moves for step in steps)).outcome
    assert outcome.scores == stored.scores
    return stored, steps


@pytest.mark.long
def test_a_worker_killed_and_one_stopped_in_mid_match_lose_nothing_and_write_nothing_late(crew, opened):
    own = open_ladder(opened, "tictactoe", terms=LadderTerms(a_day=40))
    for name in ("ann", "bob", "cid", "dan"):
        join(opened, own.id, add_agent(opened, name, "slow:Slow").id)
    killed = crew.start()
    match = until(lambda: in_the_middle(opened, killed), crew)
    killed.kill()
    killed.wait()
    other = crew.start(matches=4)
    until(lambda: opened.match(match).status == "finished", crew)
    whole(opened, match)
    (lease,) = [row for row in leases(opened) if row.match == match]
    assert lease.epoch >= 2
    assert f":{other.pid}:" in lease.holder

    stopped = crew.start()
    match = until(lambda: in_the_middle(opened, stopped), crew)
    os.kill(stopped.pid, signal.SIGSTOP)
    until(lambda: opened.match(match).status == "finished", crew)
    before = whole(opened, match)
    os.kill(stopped.pid, signal.SIGCONT)
    # It goes on playing, what it may, and its late moves are nowhere.
    (lease,) = [row for row in leases(opened) if row.match == match]
    assert f":{other.pid}:" in lease.holder
    other.terminate()
    last = max(row.match for row in leases(opened))
    until(
        lambda: any(
            f":{stopped.pid}:" in row.holder and row.match > last and row.ended for row in leases(opened)
        ),
        crew,
    )
    assert whole(opened, match) == before
    assert stopped.poll() is None


@pytest.mark.long
def test_a_table_goes_on_by_a_ring_and_a_worker_that_is_told_to_end_lets_go(crew, opened, postgresql):
    worker = crew.start()
    until(lambda: "plays 2 matches at once" in crew.said(), crew)
    number = open_table(opened, "tictactoe", ["random", "reference"])
    wake_ups = WakeUps(postgresql)
    try:
        wake_ups.send(number)
        wake_ups.send(number)
        until(lambda: opened.match(number).status == "finished", crew)
    finally:
        wake_ups.close()
    whole(opened, number)
    worker.terminate()
    assert worker.wait(30) == 0
    assert "Stopped." in crew.said()
