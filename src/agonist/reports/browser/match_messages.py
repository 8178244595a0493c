"""The texts of a match: each message once, and each request as ranges of messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from agonist.match import Step
from agonist.players.model_call_record import NOT_KEPT, ModelCall
from agonist.reports.safe_text import on_one_line, printable
from agonist.text.reading.thoughts import without_thought

Talk: TypeAlias = dict[str, Any]


class Texts:
    """A list of texts without repetitions."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.size = 0
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        """The index of a text, after `printable` has made it safe to show."""
        text = printable(text)
        place = self._places.setdefault(text, len(self.texts))
        if place == len(self.texts):
            self.texts.append(text)
            self.size += len(text)
        return place


def talk_of(steps: Sequence[Step], texts: Texts) -> Talk:
    """`messages`: [role, text], and with a picture its [SHA-256, width, height]. `calls`: one list each, in
    the order of `CALL`.

    A call was sent its whole conversation so far, given as ranges `[first, last]` of messages, both included.
    """
    messages: list[tuple[Any, ...]] = []
    talks: dict[int, list[int]] = {}
    calls = []
    for nth, step in enumerate(steps):
        for call in step.calls:
            talk = talks.get(call.seat, [])[: call.kept]
            for message in call.sent:
                talk.append(len(messages))
                image = message.image
                picture = () if image is None else ((image.digest, image.width, image.height),)
                messages.append((message.role, texts.place(message.content), *picture))
            if call.unkept:
                talk = [len(messages)]
                messages.append(("not kept", texts.place(NOT_KEPT)))
            calls.append(_call(nth, call, talk, texts))
            if call.is_request and not call.probe and not call.lost:
                # Its answer, without the thoughts, is the next message of the conversation.
                talks[call.seat] = [*talk, len(messages)]
                messages.append(("assistant", texts.place(without_thought(call.text))))
    return {"messages": messages, "calls": calls}


CALL = (
    "step", "seat", "attempt", "ranges", "answer", "thought", "prompt", "cached", "completion",
    "reasoning", "cost", "seconds", "error", "complaint", "purpose", "probe", "model", "finish",
    "estimated",
)  # fmt: skip
"""What each place in the list of a call holds; `answer` and `thought` are numbers of texts, -1 for none."""


def _call(nth: int, call: ModelCall, talk: Sequence[int], texts: Texts) -> list[Any]:
    usage = call.usage
    return [
        nth,
        call.seat,
        call.attempt,
        ranges(talk),
        texts.place(call.text) if call.text else -1,
        texts.place(call.thought) if call.thought else -1,
        *(usage.prompt, usage.cached, usage.completion, usage.reasoning),
        call.cost,
        round(call.seconds, 3),
        call.error,
        on_one_line(call.complaint),
        on_one_line(call.purpose),
        on_one_line(call.probe),
        on_one_line(call.model),
        call.finish if call.finish in ("length", "unanswered", "late") else "",
        int(call.estimated),
    ]


def ranges(places: Iterable[int]) -> list[list[int]]:
    """Ascending numbers as ranges, both ends included.

    >>> ranges([0, 1, 2, 5, 6])
    [[0, 2], [5, 6]]
    """
    found: list[list[int]] = []
    for place in places:
        if found and found[-1][1] == place - 1:
            found[-1][1] = place
        else:
            found.append([place, place])
    return found
