"""Coroutines that run to their end in code that is not asynchronous."""

import asyncio
import signal
from contextlib import suppress

import pytest

from agonist.models.event_loop import blocking


def press():
    """Ctrl-C, in code that no error leaves."""
    with suppress(BaseException):
        signal.raise_signal(signal.SIGINT)


def test_each_ctrl_c_cancels_once_more_whatever_is_running():
    seen = []

    async def in_order():
        loop = asyncio.get_running_loop()
        try:
            loop.call_soon(press)
            await asyncio.sleep(30)
        finally:
            seen.append("stops")
            try:
                loop.call_soon(press)
                await asyncio.sleep(1)
                seen.append("has waited")
            finally:
                seen.append("stops waiting")

    with pytest.raises(KeyboardInterrupt):
        blocking(in_order())
    assert seen == ["stops", "stops waiting"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_cancelled_by_itself_is_no_interruption():
    async def gives_up():
        asyncio.current_task().cancel()
        await asyncio.sleep(1)

    with pytest.raises(asyncio.CancelledError):
        blocking(gives_up())


def test_after_an_interruption_that_code_has_raised_ctrl_c_works_as_before():
    async def raises():
        raise KeyboardInterrupt

    async def waits_for_it():
        beside = asyncio.create_task(raises())
        await asyncio.sleep(5)
        await beside

    with pytest.raises(KeyboardInterrupt):
        blocking(waits_for_it())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
