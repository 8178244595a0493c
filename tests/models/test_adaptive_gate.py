"""Concurrency that adapts to throughput, beside the best fixed one, in simulated time."""

import asyncio
import heapq
import math
import random
from dataclasses import dataclass

import pytest

from agonist.models.adaptive_gate import FIRST_LIMIT, AdaptiveGate
from agonist.models.limits import Gate
from agonist.models.protocol import Settings


@dataclass(frozen=True)
class Server:
    """Answers `slots` requests at once, each `speed(active)` as fast as one alone; the rest wait, or are
    refused. An answer takes a second alone, with lognormal noise of `sigma`; times `growth` over the run."""

    slots: object = 10**9
    speed: object = lambda active: 1.0
    sigma: float = 0.7
    refuses: int = 10**9
    growth: float = 1.0

    def slots_at(self, share):
        return self.slots(share) if callable(self.slots) else self.slots


SERVERS = {  # the server, and the fewest requests at once with which it does (nearly) all that it can
    "8 at once": (Server(8), 8),
    "40 at once": (Server(40), 40),
    "40 at once, times of all kinds": (Server(40, sigma=1.0), 40),
    "250 at once": (Server(250), 250),
    "an engine that slows down with its batch": (Server(256, lambda n: 1 / (1 + n / 64)), 256),
    "a small engine that slows down": (Server(64, lambda n: 1 / (1 + n / 16)), 64),
    "slower and slower, without an end": (Server(speed=lambda n: 1 / (1 + n / 100)), 500),
    "too many at once slow all down": (Server(speed=lambda n: 1 if n <= 60 else (60 / n) ** 2), 60),
    "refuses above 50": (Server(refuses=50), 50),
    "refuses above 200": (Server(refuses=200), 200),
    "others come and go": (Server(lambda share: 30 if 0.3 < share < 0.6 else 100), 100),
    "prompts grow": (Server(40, growth=10.0), 40),
    "takes all": (Server(), 1000),
}


class Played:
    """What `answers` answers took, with a limit that a gate sets."""

    def __init__(self, server, gate, answers, seed=0):
        rng, self.refused, self.now, work, area = random.Random(seed), 0, 0.0, 0.0, 0.0
        gate = self.gate = gate(lambda: self.now)
        active, queue, blocked = [], [], 0.0
        for done in range(answers):
            while True:
                while gate.inside < int(gate.limit) and self.now >= blocked:
                    if gate.inside >= server.refuses:
                        self.refused += 1
                        gate.shrink(gate.round)
                        blocked = self.now + 0.05
                        break
                    gate.inside += 1
                    long = 1 + (server.growth - 1) * done / answers
                    queue.append(long * math.exp(rng.gauss(0, server.sigma) - server.sigma**2 / 2))
                while queue and len(active) < server.slots_at(done / answers):
                    heapq.heappush(active, work + queue.pop(0))
                speed = server.speed(len(active))
                took = (active[0] - work) / speed
                waits = gate.inside < int(gate.limit) and self.now < blocked < self.now + took
                took = blocked - self.now if waits else took
                self.now, work, area = self.now + took, work + took * speed, area + took * gate.inside
                if not waits:
                    break
            heapq.heappop(active)
            gate.grow()
            gate.inside -= 1
        self.rate, self.in_flight = answers / self.now, area / self.now


class Fixed(Gate):
    def grow(self):
        pass


def beside_the_best(name, seeds):
    """Of each seed, the throughput of the adaptive gate as a share of the best fixed one's, over a hundred
    times that an answer takes then, and its requests in flight as a multiple."""
    server, best = SERVERS[name]
    answers = min(max(100 * best, 2_000), 40_000)
    fixed = Played(server, lambda _: Fixed(best, best), answers)
    found = [Played(server, lambda clock: AdaptiveGate(1000, clock), answers, seed) for seed in seeds]
    assert all(each.refused <= 0.005 * answers for each in found)
    return [(each.rate / fixed.rate, each.in_flight / best) for each in found]


@pytest.mark.parametrize("name", ["40 at once", "a small engine that slows down", "refuses above 50"])
def test_adaptive_concurrency_is_not_far_from_the_best_fixed_one(name):
    ((share, in_flight),) = beside_the_best(name, [1])
    assert share >= 0.85
    assert in_flight <= 3


@pytest.mark.long
@pytest.mark.parametrize("name", SERVERS)
def test_adaptive_concurrency_is_near_the_best_fixed_one(name):
    found = beside_the_best(name, range(1, 10))
    shares, in_flight = sorted(each[0] for each in found), sorted(each[1] for each in found)
    assert shares[4] >= 0.85
    assert shares[0] >= 0.8
    assert in_flight[4] <= 5
    assert in_flight[-1] <= 10


def test_adaptive_concurrency_grows_only_while_all_places_are_taken():
    gate = AdaptiveGate(1000)
    for _ in range(1000):
        gate.inside += 1
        gate.grow()
        gate.inside -= 1
    assert gate.limit == FIRST_LIMIT


def test_adaptive_concurrency_stays_within_a_limit_that_changes():
    gate = AdaptiveGate(20)
    assert gate.limit == 20
    gate.resize(0)
    assert gate.limit == 0
    gate.shrink(gate.round)
    assert gate.limit == 0
    gate.resize(4)
    assert 1 <= gate.limit <= 4


@pytest.mark.parametrize("adaptive", [True, False])
@pytest.mark.slow
async def test_an_endpoint_that_answers_eight_at_once_gets_fewer_than_it_is_allowed(server, adaptive):
    slots, right = asyncio.Semaphore(8), server.right()

    async def act(request):
        async with slots:
            await asyncio.sleep(0.004)
            return await right(request)

    server.does(act)
    model = server.model(max_concurrency=400, adaptive=adaptive)
    await asyncio.gather(*(model.complete([], Settings()) for _ in range(900)))
    assert (server.most < 300) is adaptive
