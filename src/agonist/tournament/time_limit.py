"""A limit of the time by the clock that a run may take."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from agonist.core.duration import parse_duration
from agonist.models.errors import BudgetSpent


class TimeLimit:
    """So much time from now on, such as `10m`. Made in the event loop that plays the run."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._until = asyncio.get_running_loop().time() + parse_duration(text)

    def alarm(self, stop: Callable[[BudgetSpent], None]) -> asyncio.TimerHandle:
        """Call `stop` with the reason when the time is over; cancel the handle if the run ends before."""

        def over() -> None:
            stop(BudgetSpent(f"the time of {self._text} (--max-time) is over; resume to play on"))

        return asyncio.get_running_loop().call_at(self._until, over)
