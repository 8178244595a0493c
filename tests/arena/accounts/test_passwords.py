"""Passwords: how they are hashed, and how many at once."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from agonist.arena.accounts import passwords
from agonist.arena.accounts.passwords import MOST_HASHES, Busy, Passwords
from agonist.core import UsageError

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Slow:
    """Hashes only when it is let go, and notes how many it works at."""

    def __init__(self):
        self.go, self.lock, self.now, self.most = threading.Event(), threading.Lock(), 0, 0

    def hash(self, _password):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.go.wait(60)
        with self.lock:
            self.now -= 1
        return "hash"


async def test_so_many_are_hashed_at_once_others_wait_and_more_are_turned_away(monkeypatch):
    monkeypatch.setattr(passwords, "MOST_WAITING", 5)
    slow = Slow()
    made = Passwords(slow)
    tasks = [asyncio.create_task(made.hashed("a password that is long")) for _ in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="try again"):
        await made.hashed("a password that is long")
    slow.go.set()
    assert await asyncio.gather(*tasks) == ["hash"] * 5
    assert slow.most <= MOST_HASHES == 2
    made.close()


def test_the_numbers_are_those_of_rfc_9106_for_little_memory():
    made = Passwords()
    known = extract_parameters(made.hasher.hash("x"))
    assert known == RFC_9106_LOW_MEMORY
    assert known.memory_cost == 64 * 1024
    made.close()


async def test_a_password_is_the_same_however_a_keyboard_puts_it_together():
    made = Passwords(QUICK)
    digest = await made.hashed("caf\u00e9 caf\u00e9 caf\u00e9")
    assert await made.is_right(digest, "cafe\u0301 cafe\u0301 cafe\u0301")
    assert not await made.is_right(digest, "cafe cafe cafe")
    assert not await made.is_right("no hash at all", "caf\u00e9 caf\u00e9 caf\u00e9")
    assert not await made.is_right(None, "a password that nobody has")
    assert made.is_outdated(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash("x"))
    made.close()


@pytest.mark.parametrize(
    "guessed",
    [
        "password123",
        "qwertyuiop",
        "1234567890",
        "iloveyou1234",
        "Agonist2026",
        "fridolin2026",
        "passwordpassword",
    ],
)
async def test_what_is_tried_first_is_no_password(guessed):
    made = Passwords(QUICK)
    with pytest.raises(UsageError, match="first that are tried"):
        await made.hashed(guessed, owner="fridolin")
    assert await made.hashed_again(guessed)  # somebody who has it already still signs in
    made.close()


async def test_a_long_password_is_looked_at_no_longer_than_a_short_one():
    made = Passwords(QUICK)
    assert await made.hashed("tall trees, sour plums; " * 8)
    made.close()
