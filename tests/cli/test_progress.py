"""The live line: what it says, where it is shown, and where it is not."""

from __future__ import annotations

import asyncio
import io
import re
import sqlite3
import sys
import threading
import time

import pytest

from agonist.cli.progress import Status, live_line
from agonist.models.amounts_spent import Spending
from agonist.models.cache import Cache
from agonist.models.current_waits import waiting
from agonist.models.errors import RateLimited
from agonist.models.limits import Limits
from agonist.models.protocol import Reply, Usage
from agonist.models.usage_meter import Meter
from agonist.players.terminal import Terminal
from agonist.tournament import Progress
from agonist.tournament.progress import ExpectedUsage


def progress() -> Progress:
    """Twelve of eighty matches, with answers, failures and a forecast."""
    meter = Meter()
    meter.answered("openai/fast", Reply("3", "stop", Usage(900, 0, 100), cost=0.25), 3, 900)
    meter.retried("openai/fast", RateLimited("too many"))
    meter.retried("openai/fast", RateLimited("too many"))
    made = Progress(80, 0, meter=meter, names={"fast": {"openai/fast"}})
    made.answers["fast"], made.invalid["fast"] = 40, 3
    usual, low, high = (
        Spending(*each) for each in ((1.4, 30_000, 400), (1.1, 25_000, 300), (1.9, 41_000, 500))
    )
    made.expected = lambda: ExpectedUsage(usual, low, high)
    return made


def test_the_line_says_matches_rate_dollars_tokens_retries_429s_and_invalid_answers_by_player():
    now = [0.0]
    status = Status(lambda: now[0])
    made = progress()
    status.update(made)
    made.finished, now[0] = 12, 120.0
    status.update(made)
    assert status.line() == (
        "12/80 matches, 6.0/min, $0.25 of about $1.40 ($1.10 to $1.90), "
        "1,000 of about 30,000 (25,000 to 41,000) tokens, 2 retries, 2 × 429, invalid answers: fast 3 of 40"
    )


@pytest.mark.slow
def test_a_wait_of_minutes_says_what_it_waits_for(capsys):
    with live_line(seconds=60.0) as status:
        status.update(progress())
        with waiting("openai/fast at api.openai.com has too many requests (429)", 95):
            time.sleep(1.3)
    (line,) = capsys.readouterr().err.splitlines()
    assert "waiting 9" in line
    assert "api.openai.com has too many requests (429)" in line


async def test_a_limit_a_minute_is_said_while_it_holds_requests_up():
    limits, status = Limits(rpm=6), Status()
    status.update(progress())
    taking = [asyncio.create_task(limits.requests.take(1)) for _ in range(4)]
    await asyncio.sleep(0)
    # The first goes at once; the last of the others waits for three at ten seconds each.
    assert status.line().endswith(", waiting 30 s: the limit of 6 requests a minute (--rpm)")
    for task in taking:
        task.cancel()
    await asyncio.gather(*taking, return_exceptions=True)
    assert "waiting" not in status.line()


def test_what_has_no_known_end_is_said_when_it_has_lasted(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    status = Status()
    status.update(progress())
    with (
        waiting("openai/slow at api.openai.com to answer", shown_after=30),
        waiting("openai/quick at api.openai.com to answer", shown_after=300),
    ):
        assert "waiting" not in status.line()
        now[0] += 95
        assert status.line().endswith(", waiting for 95 s: openai/slow at api.openai.com to answer")


@pytest.mark.slow
def test_a_cache_that_another_process_holds_is_said(tmp_path):
    cache = Cache(tmp_path / "cache.db")
    cache.check()
    other = sqlite3.connect(cache.path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    status = Status()
    status.update(progress())
    writing = threading.Thread(target=cache.put, args=(b"key", Reply("3", "stop")))
    writing.start()
    time.sleep(1.1)
    line = status.line()
    other.execute("COMMIT")
    writing.join()
    assert re.search(r"waiting for 1 s: the response cache '.*cache.db', which another process holds$", line)
    other.close()
    cache.close()


def test_without_a_terminal_it_is_a_line_now_and_then(capsys):
    with live_line(seconds=0.05) as status:
        status.update(progress())
        time.sleep(0.3)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("0/80 matches") for line in lines)


async def test_it_stands_below_a_persons_prompt_and_never_over_it(monkeypatch):
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", io.StringIO("4\n"))
    screen = Screen()
    assert await Terminal(screen, lambda: "3/8 matches").hear("Player 1> ") == "4\n"
    # The prompt is written last, one line above the status; Enter leads to the status, which is cleared.
    assert screen.getvalue() == "\n\x1b[2m3/8 matches\x1b[0m\x1b[1A\rPlayer 1> \x1b[2K"
    plain = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("4\n"))
    await Terminal(plain, lambda: "3/8 matches").hear("Player 1> ")
    assert plain.getvalue() == "Player 1> "
