"""Which matches have been judged step by step: each once, on demand, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import OrderedDict, deque
from threading import Lock, Thread
from typing import Final

from agonist.arena.match_visibility import Audience
from agonist.arena.replay.shown_match import Replay
from agonist.arena.replay.step_values import JudgedSteps, StepValue, can_be_judged
from agonist.core import AgonistError
from agonist.match import Record

SECONDS: Final = 60.0
"""Seconds after which the process is ended: a search is over in a fifth of it on an idle machine."""

MOST_WAITING: Final = 8
"""The most matches that wait to be judged; one is judged at a time."""

MOST_KEPT: Final = 500
"""The most matches whose values are kept, some kilobytes each; others are judged again when somebody asks."""

COMMAND: Final = (sys.executable, "-m", "agonist.arena.replay.step_values")


class Busy(AgonistError):
    """So many matches wait to be judged that no other can."""


class Analyses:
    """The values of a server's matches, in its memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, JudgedSteps | str] = OrderedDict()
        self._waiting: deque[tuple[int, Record]] = deque()
        self._judged: int | None = None
        """The match that is being judged."""
        self._lock = Lock()

    @staticmethod
    def are_open(replay: Replay, audience: Audience) -> bool:
        """Whether this match may be judged: it is over and open in full, and a search plays its game."""
        over = replay.stored.status == "finished"
        return audience.everything and over and can_be_judged(replay.game)

    def of(self, match: int) -> JudgedSteps | str | None:
        """The values of a match, why there are none, or `None` if nobody has asked for them."""
        with self._lock:
            if match in self._kept:
                self._kept.move_to_end(match)
            return self._kept.get(match)

    def is_pending(self, match: int) -> bool:
        """Whether a match is being judged, or waits."""
        with self._lock:
            return self._judged == match or any(match == waits for waits, _ in self._waiting)

    def begin(self, replay: Replay) -> None:
        """Have a match judged, unless it was or is. Raises `Busy`."""
        match = replay.stored.id
        with self._lock:
            if match in self._kept or self._judged == match or any(match == one for one, _ in self._waiting):
                return
            if len(self._waiting) >= MOST_WAITING:
                raise Busy("other matches are being judged: try again in a minute")
            self._waiting.append((match, replay.record()))
            if self._judged is None:
                self._judged = match
                Thread(target=self._work, name="agonist analyses", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._judged = None
                    return
                match, record = self._waiting.popleft()
                self._judged = match
            found = _judged(record)
            with self._lock:
                self._kept[match] = found
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)


def _judged(record: Record) -> JudgedSteps | str:
    """The values of a match, or why there are none."""
    try:
        ran = subprocess.run(
            COMMAND, input=record.dumps(), capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "the search took too long"
    except OSError:
        return "no process could be started"
    try:
        # A game of somebody's own may print before.
        found = json.loads(ran.stdout.splitlines()[-1])
        values = tuple(
            StepValue(each["step"], tuple(each["scores"]), each["error"]) for each in found["values"]
        )
        return JudgedSteps(found["how"], found["steps"], values)
    except (ValueError, KeyError, TypeError, IndexError):
        return "the search failed"
