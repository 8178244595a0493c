"""What limits of code count: processor time, and waiting that nothing else explains."""

import threading
import time

import pytest

from agonist.kit.processor_time import STALL, WAITS, Effort, processor_time_of


class Machine:
    """A clock, and the processor time of one thread."""

    def __init__(self):
        self.now = self.used = 0.0

    def effort(self, seconds):
        return Effort(seconds, lambda: self.used, lambda: self.now)

    def passes(self, effort, seconds, share, step=0.25):
        """Look while so many seconds pass, in which the thread gets this share of a processor."""
        for _ in range(round(seconds / step)):
            self.now += step
            self.used += share * step
            effort.look()


@pytest.fixture
def machine():
    return Machine()


def test_computing_is_limited_by_processor_time(machine):
    effort = machine.effort(20)
    machine.passes(effort, 19, share=1)
    assert not effort.exceeded()
    machine.passes(effort, 2, share=1)
    assert effort.exceeded() == "took more than 20 seconds of processor time"
    assert not effort.exceeded(2)


def test_a_busy_machine_ends_nobody(machine):
    effort = machine.effort(20)
    machine.passes(effort, 300, share=0.05)
    assert not effort.exceeded()


def test_waiting_is_limited_by_the_clock(machine):
    effort = machine.effort(20)
    machine.passes(effort, WAITS * 20 - 1, share=0)
    assert not effort.exceeded()
    machine.passes(effort, 2, share=0)
    assert effort.exceeded() == f"waited for more than {WAITS * 20:g} seconds"


@pytest.mark.parametrize("stopped", [STALL + 1, 3600])
def test_a_process_that_stood_still_begins_to_wait_anew(machine, stopped):
    effort = machine.effort(20)
    machine.passes(effort, WAITS * 20 - 1, share=0)
    machine.passes(effort, stopped, share=0, step=stopped)
    machine.passes(effort, WAITS * 20 - 1, share=0)
    assert not effort.exceeded()


def test_what_others_are_to_blame_for_is_not_counted(machine):
    effort = machine.effort(20)
    for _ in range(100):
        machine.passes(effort, 30, share=0)
        machine.now += 1
        effort.rest()
    assert not effort.exceeded()


def test_the_processor_time_of_a_thread_is_its_own():
    idle, done = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: (idle.set(), done.wait()))
    thread.start()
    idle.wait()
    clock = processor_time_of(thread.ident)
    before, end = clock(), time.thread_time() + 0.05
    while time.thread_time() < end:
        pass
    assert clock() - before < 0.04
    done.set()
    thread.join()
    clock()  # of a thread that has ended: the last one
