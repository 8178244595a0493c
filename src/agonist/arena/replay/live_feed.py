"""Announcing new steps of matches to followers, as soon as they are in the database.

One task polls the database for all followers. So only stored steps are announced, whichever process plays.
Each announcement is encoded once, for everybody.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from agonist.core import AgonistError
from agonist.store.platform.match_progress_queries import Progress

_LOG: Final = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.05
"""Seconds between two polls of the database."""

LIST_SECONDS: Final = 1.0
"""Least seconds between two announcements about lists and boards, since with many matches one always ends."""

PING_SECONDS: Final = 15.0
"""Seconds of silence after which a follower gets a ping."""

MOST_WAITING: Final = 64
"""The most announcements that wait for a slow follower; with more, it is told to reload."""

MATCHES_LISTED: Final = 24
"""The most matches in the list of those being played."""

BOARD: Final = "board"
"""The topic for ended matches, which change boards."""

UNDER_WAY: Final = ("planned", "playing", "suspended")
"""Statuses of matches that are not over."""

PLAYING: Final = "playing"
"""The topic for changes of the list of matches being played."""


class Source(Protocol):
    """What is polled; each method may block."""

    def progress(self, matches: Iterable[int]) -> Mapping[int, Progress]:
        """The progress of these matches; those that do not exist are left out."""

    def playing(self) -> tuple[int, ...]:
        """The newest matches that are being played, at most `MATCHES_LISTED`."""

    def last_end(self) -> float:
        """When the latest match ended, so that it changes whenever one does."""

    def shown(self, match: int, before: Progress | None, now: Progress) -> Mapping[str, Any]:
        """Further data for an announcement of a watched match, for bystanders."""


@dataclass(eq=False)
class _Follower:
    """One follower's topics, and the announcements that wait to be sent."""

    topics: Mapping[str, int]
    heard: float
    """When something was last put here, by the clock of the event loop."""
    waiting: deque[bytes | None] = field(default_factory=deque)
    lost: bool = False
    ended: bool = False
    asleep: asyncio.Future[None] | None = None

    def put(self, data: bytes | None, now: float) -> None:
        self.heard = now
        if self.lost:
            return
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(data)
            self.wake()
        else:
            self.lost = True

    def wake(self) -> None:
        if self.asleep is not None and not self.asleep.done():
            self.asleep.set_result(None)

    async def next(self) -> bytes | None:
        # No queue with a time-out: that would be a task and a timer for each announcement and follower.
        while not self.waiting and not self.lost and not self.ended:
            self.asleep = asyncio.get_running_loop().create_future()
            await self.asleep
        if self.waiting:
            return self.waiting.popleft()
        self.lost = False
        return encoded({"topic": "all"})


class Following:
    """All followers. Topics are `match:12` (to watch), `table:12`, `board` and `playing`."""

    def __init__(
        self,
        source: Source,
        *,
        pause: float = POLL_SECONDS,
        ping: float = PING_SECONDS,
        lists: float = LIST_SECONDS,
    ) -> None:
        self._source, self._pause, self._ping, self._lists = source, pause, ping, lists
        self._followers: set[_Follower] = set()
        self._by_topic: dict[str, set[_Follower]] = {}
        self._known: dict[int, Progress] = {}
        self._playing: tuple[int, ...] | None = None
        self._end: float | None = None
        self._listed: dict[str, float] = {}
        """When each list, or the board, was last announced."""
        self._pinged = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def followers(self) -> int:
        """The number of followers."""
        return len(self._followers)

    async def changes(self, topics: Mapping[str, int]) -> AsyncIterator[bytes | None]:
        """Announcements on these topics, as JSON; `None` as a ping after some time without any.

        Each topic has a number that says what the follower knows already. For a match it is the number of
        steps: if there are more, or the match is over, that is announced at once. For the board it is the
        time at which the latest known match ended, in milliseconds since 1970, or 0 for any: a later end is
        announced at once, too. If a follower is too slow, one announcement on the topic `all` replaces those
        that wait, and it has to reload. The iteration stops after `end()`.
        """
        follower = _Follower(dict(topics), self._now())
        # Register first and look afterwards, so that nothing is missed.
        self._followers.add(follower)
        for topic in topics:
            self._by_topic.setdefault(topic, set()).add(follower)
        try:
            await self._catch_up(follower)
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._look())
            while True:
                data = await follower.next()
                if follower.ended:
                    return
                yield data
        finally:
            self._followers.discard(follower)
            for topic in topics:
                self._by_topic[topic].discard(follower)
                if not self._by_topic[topic]:
                    del self._by_topic[topic]
            if not self._followers and self._task is not None:
                self._task.cancel()
                self._task = None
                self._known, self._playing, self._end = {}, None, None

    def end(self) -> None:
        """Tell all followers that there will be no more announcements."""
        for follower in self._followers:
            follower.ended = True
            follower.wake()

    async def _catch_up(self, follower: _Follower) -> None:
        if after := follower.topics.get(BOARD):
            end = await asyncio.to_thread(self._source.last_end)
            if millis(end) > after:
                follower.put(encoded({"topic": BOARD, "end": end}), self._now())
            # Announce to this follower what ends from here on.
            self._end = end if self._end is None else self._end
        matches = {number: topic for topic in follower.topics if (number := number_of(topic)) is not None}
        if not matches:
            return
        found = await asyncio.to_thread(self._source.progress, matches)
        for topic, after in follower.topics.items():
            number = number_of(topic)
            if number is None:
                continue
            status, steps = found.get(number, ("", 0))
            if number in found:
                # Announce to this follower what changes from here on, and at once what another poll has found
                # since this query.
                status, steps = max(found[number], self._known.setdefault(number, found[number]), key=_late)
            if steps > after or status not in UNDER_WAY:
                data = encoded({"topic": topic, "status": status, "steps": steps, "from": None})
                follower.put(data, self._now())

    async def _look(self) -> None:
        while True:
            try:
                await self._announce()
            except AgonistError as error:
                _LOG.warning("followers wait: %s", error)
                await asyncio.sleep(1.0)
            self._ping_all()
            await asyncio.sleep(self._pause)

    async def _announce(self) -> None:
        followed = {number for topic in self._by_topic if (number := number_of(topic)) is not None}
        found = await asyncio.to_thread(self._source.progress, followed) if followed else {}
        for number, now in found.items():
            before = self._known.get(number)
            self._known[number] = now  # at once: a follower who arrives meanwhile compares with it
            if before is not None and before != now:
                await self._tell(number, before, now)
        for number in self._known.keys() - {number_of(topic) for topic in self._by_topic}:
            del self._known[number]
        if PLAYING in self._by_topic:
            playing = await asyncio.to_thread(self._source.playing)
            if self._playing is None:
                self._playing = playing
            elif playing != self._playing and self._is_time(PLAYING):
                self._send(PLAYING, {"matches": list(playing)})
                self._playing = playing
        if BOARD in self._by_topic:
            end = await asyncio.to_thread(self._source.last_end)
            if self._end is None:
                self._end = end
            elif end != self._end and self._is_time(BOARD):
                self._send(BOARD, {"end": end})
                self._end = end

    async def _tell(self, number: int, before: Progress, now: Progress) -> None:
        news = {"status": now[0], "steps": now[1], "from": before[1]}
        self._send(f"table:{number}", news)
        watched = f"match:{number}"
        if watched in self._by_topic:
            more = await asyncio.to_thread(self._source.shown, number, before, now)
            self._send(watched, {**news, **more})

    def _send(self, topic: str, news: Mapping[str, Any]) -> None:
        if followers := self._by_topic.get(topic):
            data, now = encoded({"topic": topic, **news}), self._now()
            for follower in followers:
                follower.put(data, now)

    def _is_time(self, topic: str) -> bool:
        """Whether enough time has passed to announce a list again."""
        now = self._now()
        if now - self._listed.get(topic, -self._lists) < self._lists:
            return False
        self._listed[topic] = now
        return True

    def _ping_all(self) -> None:
        """Send a ping to followers that have heard nothing for `PING_SECONDS` seconds."""
        now = self._now()
        if now - self._pinged < self._ping / 4:
            return
        self._pinged = now
        for follower in self._followers:
            if now - follower.heard >= self._ping:
                follower.put(None, now)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _late(progress: Progress) -> tuple[bool, int]:
    return progress[0] not in UNDER_WAY, progress[1]


def number_of(topic: str) -> int | None:
    """The match of a topic.

    >>> number_of("match:12"), number_of("board")
    (12, None)
    """
    kind, _, number = topic.partition(":")
    return int(number) if kind in ("match", "table") and number.isdecimal() else None


def millis(seconds: float) -> int:
    """A time in whole milliseconds.

    >>> millis(1.25)
    1250
    """
    return int(seconds * 1000)


def encoded(news: Mapping[str, Any]) -> bytes:
    """An announcement as one line of JSON."""
    return json.dumps(news, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
