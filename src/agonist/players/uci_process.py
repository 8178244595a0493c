"""A program that speaks UCI, the Universal Chess Interface (Huber and Meyer-Kahlen, 2006), as a process."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Final

from agonist.players.line_process import LineProcess, ProcessEnded

PATIENCE: Final = 15.0
"""Seconds in which an engine begins and is ready."""

_SPIN: Final = re.compile(r"option name (?P<name>.+?) type spin\b.*?\bmin (?P<low>-?\d+) max (?P<high>-?\d+)")
_OTHER: Final = re.compile(r"option name (?P<name>.+?) type \w+")


class EngineError(ProcessEnded):
    """A chess engine ended, was silent, or said what is no answer."""


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option of an engine; `low` and `high` are the ends of a number's range."""

    name: str
    low: int | None = None
    high: int | None = None


class UciProcess(LineProcess):
    """An engine that runs."""

    failure = EngineError

    def __init__(self, program: str) -> None:
        super().__init__([program], f"the chess engine {program}")
        self.program = program

    def begin(self) -> dict[str, EngineOption]:
        """The engine's options, by name in lower case."""
        self.say("uci")
        found = {}
        for line in self.until("uciok", PATIENCE):
            if spin := _SPIN.match(line):
                found[spin["name"].casefold()] = EngineOption(
                    spin["name"], int(spin["low"]), int(spin["high"])
                )
            elif other := _OTHER.match(line):
                found[other["name"].casefold()] = EngineOption(other["name"])
        return found

    def ready(self) -> None:
        """Wait until it has done what it was told."""
        self.say("isready")
        self.until("readyok", PATIENCE)

    def until(self, word: str, seconds: float) -> list[str]:
        """All lines up to the one that begins with this word. Raises `EngineError`."""
        lines: list[str] = []
        began, read = time.monotonic(), 0
        while not lines or lines[-1].split(" ")[0] != word:
            lines.append(self.line(word, seconds, since=began, read=read))
            read += len(lines[-1]) + 1
        return lines
