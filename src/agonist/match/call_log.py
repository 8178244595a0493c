"""The calls of one match: grouped by step, recorded when answered, reused when the match is resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from agonist.players.model_call_record import LATE, ModelCall

if TYPE_CHECKING:
    from agonist.core import InvalidAnswer, Seat
    from agonist.models.protocol import Message, Origin

OnCall: TypeAlias = Callable[[int, int, ModelCall], None]
"""(step, number within the step, call)"""

OnBrokenOff: TypeAlias = Callable[[tuple[ModelCall, ...]], None]


class CallLog:
    """The calls of one match; `turn` is the number of the step being played, from 0.

    `on_call` is called with each request to a model as soon as it is answered or abandoned; `on_broken_off`
    with requests that belong to no step: answers that came after their step was over, and recorded ones that
    were not needed again.
    """

    def __init__(self, seats: int, turn: int, on_call: OnCall, on_broken_off: OnBrokenOff) -> None:
        self.turn = turn
        self._on_call, self._on_broken_off = on_call, on_broken_off
        self.calls: list[list[ModelCall]] = [[] for _ in range(seats)]
        """By seat, the calls of the step being played, in order."""
        self._apart: list[list[ModelCall]] = [[] for _ in range(seats)]
        self._recorded: list[ModelCall] = []
        self._number = 0
        self._over = False
        self._used = False
        """Whether the step has, or may have, any call."""

    def resume(self, recorded: Sequence[ModelCall]) -> None:
        """Reuse the calls that were recorded of the step in which the match was interrupted."""
        self._number = len(recorded)
        self._used = bool(recorded)
        for call in recorded:
            if call.lost:
                self._apart[call.seat].append(call)
            else:
                self._recorded.append(call)

    def note(self, seat: Seat, call: ModelCall) -> None:
        """Add a call to the step being played."""
        self._used = True
        self.calls[seat].append(call if call.seat == seat else replace(call, seat=seat))

    def record(self, seat: Seat, origin: Origin | None, call: ModelCall) -> None:
        """Record a model's answer as soon as it arrives, before its player reads it."""
        if origin is None or origin.turn == self.turn:
            self._record(_of(seat, origin, call))

    def mark(
        self, seat: Seat, before: int, attempt: int, why: InvalidAnswer | None, probe: str = ""
    ) -> ModelCall | None:
        """Note the attempt's number and complaint in its calls; returns its last call, if any.

        `before`: how many calls there were before the attempt.
        """
        calls = self.calls[seat]
        if len(calls) == before:
            if why is None:
                return None
            self._used = True
            calls.append(ModelCall(seat=seat))
        as_noted = why is None and attempt == 1 and not probe
        for at in range(len(calls) if as_noted else before, len(calls)):
            last = at == len(calls) - 1
            error, complaint = (why.kind, str(why)) if why and last else ("", "")
            calls[at] = replace(calls[at], attempt=attempt, probe=probe, error=error, complaint=complaint)
        return calls[-1]

    def answered(self, seat: Seat, messages: Sequence[Message]) -> ModelCall | None:
        """The answer to these messages that was recorded before the match was interrupted, if any."""
        for at, call in enumerate(self._recorded):
            fits = call.seat == seat and call.kept + len(call.sent) == len(messages)
            if fits and tuple(messages[call.kept :]) == call.sent:
                return self._recorded.pop(at)
        return None

    def apart(self, seat: Seat, origin: Origin | None, call: ModelCall) -> None:
        """Record a request that was abandoned or never answered; it belongs to no step."""
        call = _of(seat, origin, call)
        if origin is not None and origin.turn != self.turn:
            self._on_broken_off((call,))
            return
        self._record(call)
        if not self._over:
            self._used = True
            self._apart[seat].append(call if call.lost else replace(call, finish=LATE))

    def break_off(self) -> None:
        """Note that the match is suspended: answers that still arrive are recorded, and used when it is
        resumed."""
        self._over = True

    def end_step(self) -> tuple[ModelCall, ...]:
        """End the step: its calls, seat by seat."""
        self.turn += 1
        self._number = 0
        if not self._used:
            return ()
        self._used = False
        step = tuple(
            call for apart, calls in zip(self._apart, self.calls, strict=True) for call in (*apart, *calls)
        )
        if self._recorded:
            self._on_broken_off(tuple(self._recorded))
        for calls in (*self._apart, *self.calls, self._recorded):
            calls.clear()
        return step

    def _record(self, call: ModelCall) -> None:
        self._on_call(self.turn, self._number, call)
        self._number += 1


def _of(seat: Seat, origin: Origin | None, call: ModelCall) -> ModelCall:
    """The call, labelled with its seat and probe."""
    attempt, probe = (call.attempt, call.probe) if origin is None else (origin.attempt, origin.probe)
    if (call.seat, call.attempt, call.probe) == (seat, attempt, probe):
        return call
    return replace(call, seat=seat, attempt=attempt, probe=probe)


def repeats_itself(calls: Sequence[ModelCall]) -> bool:
    """Whether the last answers of a model to one question show that it would answer the same again.

    One repetition shows it of a model without temperature, two of any other.
    """
    if not calls or not calls[-1].sent:
        return False
    last = calls[-1]
    certain = last.from_cache or last.settings.get("temperature") == 0
    same = calls[-2:] if certain else calls[-3:]
    return len(same) == (2 if certain else 3) and all(call.text == last.text for call in same)
