"""The engines of one model: servers of the same weights, each at an address of its own.

A conversation stays on its engine, which has its earlier prompts in a cache. A new one goes to the engine
with the fewest requests in flight. An engine that refuses connections is set aside for a while, and its
conversations move.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from agonist.models.engines_and_last_prompts import Conversations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ASIDE_SECONDS = 30.0
"""How long nothing is sent to an engine that has refused a connection, if there is another."""


class Engines:
    """Which engine each conversation is on, and how many requests are in flight at each.

    >>> engines = Engines(["http://a", "http://b"])
    >>> engines.enter("match 1, seat 0"), engines.enter("match 1, seat 1"), engines.enter("match 1, seat 0")
    ('http://a', 'http://b', 'http://a')
    """

    def __init__(self, addresses: Iterable[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._in_flight = dict.fromkeys(addresses, 0)
        self._aside_until = dict.fromkeys(self._in_flight, 0.0)
        self._begun = Counter[str]()
        self._engine_of = Conversations[str]()
        self._clock = clock

    def enter(self, session: str | None) -> str:
        """The address for a request of this conversation (`None`: of no conversation), until `leave`."""
        until = self._aside_until
        up = self._up() or [min(until, key=until.__getitem__)]
        address = None if session is None else self._engine_of.get(session)
        if address is None or address not in up:
            # Among equally busy ones, that with the fewest conversations: most of them only pause.
            address = min(up, key=lambda one: (self._in_flight[one], self._begun[one]))
            self._begun[address] += 1
        if session is not None and len(self._in_flight) > 1:
            self._engine_of.put(session, address)
        self._in_flight[address] += 1
        return address

    def leave(self, address: str) -> None:
        """The request has ended."""
        self._in_flight[address] -= 1

    def set_aside(self, address: str) -> bool:
        """Send nothing to an engine for a while; returns whether another one is left.

        If none is, the next request goes to the one whose time is over first.
        """
        self._aside_until[address] = self._clock() + ASIDE_SECONDS
        return bool(self._up())

    def is_aside(self, address: str) -> bool:
        """Whether nothing is sent to this engine now."""
        return self._aside_until[address] > self._clock()

    def _up(self) -> list[str]:
        return [address for address in self._in_flight if not self.is_aside(address)]
