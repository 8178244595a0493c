"""The conversation in which a model writes a program and mends it, until it passes its trial."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeAlias

from agonist.core import Game
from agonist.kit import Kit
from agonist.models.protocol import Message
from agonist.players.model_call_record import ModelCall
from agonist.players.written_programs.allowed_code import MODULES, faults_of
from agonist.players.written_programs.kept_program import Program
from agonist.players.written_programs.sandbox import Sandbox
from agonist.players.written_programs.trial import examples, tried, view_in_words
from agonist.text import Prompts, without_thought

PROMPTS: Final = Prompts.beside(__file__)

Send: TypeAlias = Callable[[Sequence[Message], Sequence[Message]], Awaitable[ModelCall]]

_BARE: Final = re.compile(r"\s*(?:import |from |def |#|[A-Z_]+ ?=)")
_BLOCK: Final = re.compile(r"```[ \t]*(?:python|py)?[ \t]*\n(.*?)(?:\n```|\Z)", re.DOTALL | re.IGNORECASE)


def source_in(text: str) -> str | None:
    """The program in a reply: its longest code block that defines one, or the reply if it is one itself.

    >>> source_in("Here it is:\\n```python\\ndef choose(view, request, options, rng):\\n    return ''\\n```")
    "def choose(view, request, options, rng):\\n    return ''"
    >>> source_in("I can't.") is None
    True
    """
    text = without_thought(text)
    blocks = [block for block in _BLOCK.findall(text) if "def choose" in block]
    if blocks:
        return str(max(blocks, key=len))
    return text if _BARE.match(text) and "def choose" in text else None


def opening(kit: Kit, game: Game[Any, Any], persona: str, seconds: float) -> tuple[Message, ...]:
    """The first request: the rules, the task, and examples of questions."""
    rules = "\n\n".join(filter(None, [persona, kit.words.rules(game)]))
    described = view_in_words(game)
    task = PROMPTS.fill(
        "task",
        seconds=f"{seconds:g}",
        modules=", ".join(MODULES),
        about=f"What the author of the rules says of `view`: {described}\n\n" if described else "",
        examples=examples(kit, game),
    )
    return Message("system", rules), Message("user", task)


async def write_program(
    kit: Kit, game: Game[Any, Any], persona: str, send: Send, *, requests: int, seconds: float
) -> Program:
    """The program that a model has written in at most so many requests: the first that passes its trial, or
    else the last with the fewest faults.

    `send`: sends new messages after those of the conversation, and returns the call.
    """
    talk: list[Message] = []
    new: tuple[Message, ...] = await asyncio.to_thread(opening, kit, game, persona, seconds)
    best: Program | None = None
    for nth in range(1, requests + 1):
        call = await send(talk, new)
        source = source_in(call.text)
        if source is None:
            told, faults = PROMPTS.fill("no_program"), ["there was no program in the reply"]
        else:
            faults = await asyncio.to_thread(_faults, kit, game, source, seconds)
            listed = "\n".join(f"- {fault}" for fault in faults)
            told = PROMPTS.fill("mend", faults=listed)
        version = Program(source or "", nth, tuple(faults))
        if best is None or not best.source or (source and len(faults) <= len(best.faults)):
            best = version
        if not faults:
            return version
        talk += [*new, Message("assistant", call.text or "(no answer)")]
        new = (Message("user", told),)
    assert best is not None
    return Program(best.source, requests, best.faults)


def _faults(kit: Kit, game: Game[Any, Any], source: str, seconds: float) -> list[str]:
    found = faults_of(source)
    if found:
        return found
    sandbox = Sandbox(source, seconds)
    try:
        return tried(kit, game, sandbox)
    finally:
        sandbox.close()
