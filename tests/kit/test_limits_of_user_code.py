"""Code that never ends is ended at a limit, or by the first Ctrl-C, and says so."""

import asyncio
import gc
import os
import signal
import threading
import time
from contextlib import suppress

import pytest

from agonist.core import GameError
from agonist.kit import limits_of_user_code
from agonist.kit.limits_of_user_code import code_of, watched
from agonist.players.background_search import in_steps, think_within


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setenv(limits_of_user_code.SECONDS, "0.2")
    monkeypatch.setattr(limits_of_user_code, "TICK", 0.05)
    monkeypatch.setattr(limits_of_user_code, "HEARING", 0.1)


def stubborn():
    while True:
        with suppress(Exception):  # as some do
            time.sleep(0.01)


def busy():
    while True:
        pass


@pytest.mark.parametrize("endless", [busy, stubborn, lambda: time.sleep(60)])
def test_endless_code_is_ended_with_a_message(endless):
    told = r"the rules of chess (took more than 0.2 seconds|waited for more than 0.6 seconds).*line"
    with watched(), pytest.raises(GameError, match=told), code_of("the rules of chess"):
        endless()
    assert not limits_of_user_code._RUNNING


def test_code_of_ours_has_no_limit():
    with watched(), code_of("the rules of tictactoe", limited=False):
        end = time.thread_time() + 0.6
        while time.thread_time() < end:
            pass


async def test_a_thread_of_ours_has_no_limit():
    def long():
        end = time.thread_time() + 0.6
        while time.thread_time() < end:
            pass
        return "done"

    assert await think_within("the reference player of tictactoe", long, limited=False) == "done"


class Odd(BaseException):
    def __str__(self):
        raise KeyboardInterrupt


def raising(error):
    raise error


@pytest.mark.parametrize(
    "error", [Odd, KeyboardInterrupt, GeneratorExit, SystemExit, asyncio.CancelledError, StopIteration]
)
def test_whatever_code_raises_is_its_own_error(error):
    with watched(), pytest.raises(GameError, match=f"raised {error.__name__}"), code_of("the rules of chess"):
        raising(error)


def test_the_text_of_an_error_is_one_short_line_without_escapes():
    with pytest.raises(GameError) as failed, code_of("the rules of chess"):
        raising(ValueError("\x1b[31mred\n" + "x" * 10**6))
    assert "\x1b" not in str(failed.value)
    assert "\n" not in str(failed.value)
    assert len(str(failed.value)) < 500


def test_the_first_ctrl_c_reaches_code_that_holds_everything_up(monkeypatch):
    monkeypatch.setenv(limits_of_user_code.SECONDS, "30")
    ours = signal.signal(signal.SIGINT, lambda *_: None)
    press = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    try:
        press.start()
        with watched(), pytest.raises(KeyboardInterrupt), code_of("the rules of chess"):
            busy()
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    finally:
        press.cancel()
        signal.signal(signal.SIGINT, ours)


def test_other_code_may_take_its_time():
    with watched():
        with code_of("the rules of chess"):
            pass
        end = time.monotonic() + 0.4
        while time.monotonic() < end:
            pass
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


async def test_a_thread_that_never_ends_is_ended():
    with pytest.raises(GameError, match="the reference player of chess took more than"):
        await think_within("the reference player of chess", busy)
    assert await think_within("the reference player of chess", lambda: 3) == 3


async def test_nobody_hears_of_a_thread_that_was_ended_after_its_match():
    heard = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))

    def late():
        time.sleep(0.1)
        raise GameError("too late")

    thought = asyncio.create_task(think_within("the reference player of chess", late))
    await asyncio.sleep(0.02)
    thought.cancel()
    with suppress(asyncio.CancelledError):
        await thought
    await asyncio.sleep(0.2)
    del thought
    gc.collect(1)  # all of it is young
    assert not heard


@pytest.mark.slow
async def test_an_ended_thread_belongs_to_its_pool_again():
    for _ in range(5):
        with suppress(GameError):  # it ends at the very moment of the limit
            await think_within("the reference player of chess", lambda: time.sleep(0.2))
    with pytest.raises(GameError, match="took more than"):
        await think_within("the reference player of chess", busy)


async def test_a_thread_that_sleeps_holds_nobody_up():
    began = time.monotonic()
    with pytest.raises(GameError, match="waited for more than"):
        await think_within("the reference player of chess", lambda: time.sleep(2))
    assert time.monotonic() - began < 1.5


def test_a_player_that_holds_up_the_event_loop_is_ended():
    async def player():
        await asyncio.sleep(0)
        busy()

    async def whole():
        with pytest.raises(GameError, match="the player Player 2 took more than"):
            await in_steps("the player Player 2", player())

    with watched():
        asyncio.run(whole())


async def test_steps_pass_everything_through():
    async def player(wait):
        try:
            await asyncio.sleep(wait)
        except asyncio.CancelledError:
            return "cancelled"
        return "done"

    assert await in_steps("a player", player(0.001)) == "done"
    task = asyncio.create_task(in_steps("a player", player(60)))
    await asyncio.sleep(0.01)
    task.cancel()
    assert await task == "cancelled"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(in_steps("a player", asyncio.sleep(60)), 0.01)


@pytest.mark.parametrize("variable", ["AGONIST_CODE_SECONDS", "AGONIST_AGENT_SECONDS"])
@pytest.mark.parametrize("value", ["soon", "0", "-3", "nan", "1e9"])
def test_a_limit_that_is_no_number_of_seconds_is_refused_at_the_start(variable, value, command, monkeypatch):
    monkeypatch.setenv(variable, value)
    said = command("games")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"agonist: {variable} is '{value}': set it to a number of seconds")
