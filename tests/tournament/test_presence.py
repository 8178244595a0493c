"""Processes that play one run hold its budget and the limits of its endpoints together."""

import asyncio
import json
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from tests.store.conftest import fixture
from tests.tournament.fellow import ASK, Fellow

from agonist.models import budget_share
from agonist.models.budget import Budget
from agonist.models.errors import Unreachable
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.models.protocol import Message, Settings
from agonist.models.shared_limits import SHARING, SharedLimits
from agonist.models.usage_meter import Meter
from agonist.players.model_call_record import ModelCall
from agonist.store import Store
from agonist.store.runs.shared_limits import join
from agonist.tournament import presence
from agonist.tournament.players_set_aside import FIRST_ANSWERS, SetAside
from agonist.tournament.progress import Progress


@pytest.fixture
def run(where):
    with Store.open(where) as store:
        return store.start_run({}, [fixture()])


def in_threads(where, run, url, many, **settings):
    """What so many workers say, each in a thread with a loop and a database of its own."""
    said = [{} for _ in range(many)]

    def ask(nth):
        said[nth] |= asyncio.run(Fellow(where, run, url, **settings).ask())

    threads = [threading.Thread(target=ask, args=(nth,)) for nth in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


def in_processes(where, run, url, many, **settings):
    """The same, each in a process."""
    given = json.dumps({"db": where, "run": run, "url": url, **settings})
    command = [sys.executable, "-m", "tests.tournament.fellow", given]
    root = Path(__file__).parents[2]
    fellows = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root) for _ in range(many)]
    said = [fellow.communicate(timeout=120)[0] for fellow in fellows]
    assert not any(fellow.returncode for fellow in fellows)
    return [json.loads(each) for each in said]


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(presence, "BEAT_SECONDS", 0.03)
    monkeypatch.setattr(presence, "LEAST_SECONDS", 0.01)
    monkeypatch.setattr(budget_share, "WAIT_SECONDS", 0.02)


@pytest.mark.every(2)
def test_a_budget_of_requests_holds_to_one_over_several_workers(where, run, soon):
    with Endpoint("careful", Faults.parse(["500=0.1"]), latency=0.01) as endpoint:
        said = in_threads(where, run, endpoint.url, 4, calls=200, budget={"requests": 150})
        assert endpoint.requests == 150
    assert sum(each["requests"] for each in said) == 150
    with Store.open(where) as store:
        assert store.workers(run).spent.requests == 150
        assert not store.workers(run).alive


@pytest.mark.every(2)
def test_a_budget_of_tokens_is_exceeded_by_one_call_at_most_over_several_workers(where, run, soon):
    with Endpoint("careful", latency=0.01) as endpoint:
        in_threads(where, run, endpoint.url, 4, calls=500, budget={"tokens": 2000}, max_tokens=100)
        (usage,) = endpoint.served.values()
        each = usage.total / endpoint.requests
    assert 2000 <= usage.total <= 2000 + 1.5 * each


@pytest.mark.every(2)
def test_requests_a_minute_hold_over_several_workers(where, run):
    with Endpoint("careful") as endpoint:
        began = time.time()
        said = in_threads(where, run, endpoint.url, 3, calls=60, rpm=60 * 100, at_once=60)
    ends = sorted(end - began for each in said for end in each["ends"])
    assert len(ends) == 180
    # A hundred at once and a hundred a second; each worker for itself would have sent all of its at once.
    assert all(end >= (nth - 100) / 100 for nth, end in enumerate(ends, start=1))
    assert ends[-1] < 3


@pytest.mark.long
@pytest.mark.parametrize("limit", [{"requests": 500}, {"tokens": 20_000}])
def test_ten_processes_and_a_budget_that_holds_to_a_call(where, run, limit):
    with Endpoint("careful", Faults.parse(["429=0.05", "retry-after=0.1"]), latency=0.05) as endpoint:
        in_processes(where, run, endpoint.url, 10, calls=500, budget=limit, max_tokens=100)
        used = sum(usage.total for usage in endpoint.served.values())
        if "requests" in limit:
            assert endpoint.requests == 500
        else:
            assert 20_000 <= used <= 20_000 + 1.5 * used / endpoint.requests


class Present:
    """A process that plays the run, and what it knows of its endpoint."""

    def __init__(self, where, run, cap=5, *, joined=False):
        self.store = Store.open(where)
        self.set_aside = SetAside(lambda _player: None)
        name = presence.worker_name() if joined else ""
        if joined:
            number, _ = self.store._number_and_id(run)
            self.store.change(lambda connection: join(connection, number, name, joined=True))
        self.presence = presence.Presence(self.store, run, Progress(0), self.set_aside, worker=name)
        self.cap = cap

    async def __aenter__(self):
        await self.presence.join()
        self.limits = SharedLimits(self.presence, "endpoint", self.cap)
        return self

    async def __aexit__(self, *_):
        await self.presence.leave()
        self.store.close()


async def until(true, seconds=10.0):
    over = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < over
        await asyncio.sleep(0.01)


async def test_requests_at_once_are_divided_among_the_workers_that_live(where, run, soon):
    def caps(*workers):
        return sorted(each.limits.gate.cap for each in workers)

    async with Present(where, run) as first:
        assert caps(first) == [5]
        async with Present(where, run) as second, Present(where, run) as third:
            await until(lambda: caps(first, second, third) == [1, 2, 2])
        await until(lambda: caps(first) == [5])
        assert first.limits.gate.limit == 5
        async with Present(where, run, 4, joined=True) as joined, Present(where, run) as second:
            await until(lambda: caps(first, second) == [2, 3])
            assert caps(joined) == [4], "who joins brings requests at once of its own"


async def test_a_pause_that_one_worker_is_asked_for_holds_for_all(where, run, soon):
    async with Present(where, run) as first, Present(where, run) as second:
        began = time.monotonic()
        first.limits.pause(60)
        await until(lambda: second.limits._resume > began)
        async with Present(where, run) as late:
            assert late.limits.gate.cap < 5, "it has its part at once, too"
            for heard in (second, late):
                assert began + 59.9 < heard.limits._resume < time.monotonic() + 60.1


async def test_who_is_set_aside_by_one_worker_is_by_all_until_the_run_is_resumed(where, run, soon):
    async with Present(where, run) as first, Present(where, run) as second:
        first.set_aside.add("down", Unreachable("there is no connection"))
        async with Present(where, run) as late:
            await until(lambda: "down" in second.set_aside.errors and "down" in late.set_aside.errors)
        assert second.set_aside.errors["down"].exit_code == Unreachable.exit_code
    async with Present(where, run) as resumed:
        await asyncio.sleep(0.1)
        assert not resumed.set_aside.errors


@pytest.mark.parametrize("valid", [False, True])
async def test_first_answers_are_counted_over_all_workers(where, run, soon, valid):
    wrong = ModelCall((Message("user", "?"),), text="no", error="unreadable")
    async with Present(where, run) as first, Present(where, run) as second:
        if valid:
            first.set_aside.judged("model", replace(wrong, error=""))
        for _ in range(FIRST_ANSWERS - 1):
            first.set_aside.judged("model", wrong)
        await until(lambda: second.set_aside._elsewhere)
        second.set_aside.judged("model", wrong)
        assert ("model" in second.set_aside.errors) is not valid
        if not valid:
            await until(lambda: "model" in first.set_aside.errors)
            assert first.set_aside.errors["model"].option == "--keep-going"


async def test_a_process_alone_shares_nothing_and_leaves_a_trace_of_what_it_used(where, run):
    with Store.open(where) as store, Endpoint("careful") as endpoint:
        meter = Meter()
        progress = Progress(0, meter=meter, names={"model": {"x"}}, models={"model"})
        budget = Budget(requests=10)
        alone = presence.Presence(store, run, progress, SetAside(print), budget, alone=True)
        await alone.join()
        assert (SHARING.get(), budget.share) == (None, None)
        model = build(
            connect("endpoint/careful", base_url=endpoint.url), budget=budget, meter=meter, label="x"
        )
        await model.complete(ASK, Settings())
        assert not store.workers(run).rows
        await alone.leave()
        await aclose_all()
        (row,) = store.workers(run).rows
        assert (row.spent.requests, row.alive, list(row.news["prompts"])) == (1, False, ["model"])
