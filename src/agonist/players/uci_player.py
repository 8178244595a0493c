"""A chess engine as a player: `uci:PROGRAM?nodes=1000`, one process for each seat.

The engine gets the position by the moves of the match, so a match that is resumed or played on from its
middle needs no more. It thinks on one thread, and by `nodes` it answers the same each time.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from shutil import which
from typing import Any, Final

from agonist.core import UnreadableAnswer, UsageError
from agonist.players.player import Player, Question, SeatContext
from agonist.players.uci_process import EngineOption, UciProcess

NODES: Final = 10_000
"""How many positions an engine looks at where nothing else limits it."""

ELO: Final = "uci_elo"
LIMIT: Final = "uci_limitstrength"

_THREADS: Final = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="agonist engine")
"""An engine keeps a processor busy, so no more than there are think at once."""


def go(nodes: int | None = None, depth: int | None = None, seconds: float | None = None) -> str:
    """The command to think within these limits.

    >>> go(depth=3, seconds=0.5), go()
    ('go depth 3 movetime 500', 'go nodes 10000')
    """
    limits = {"nodes": nodes, "depth": depth, "movetime": seconds and round(1000 * seconds)}
    given = [f"{name} {value}" for name, value in limits.items() if value is not None]
    return f"go {' '.join(given) or f'nodes {NODES}'}"


class UciPlayer(Player):
    """Plays what an engine answers.

    Args:
        context: The seat; its kit tells positions in UCI's words.
        program: The engine, a program on the path or a path.
        nodes: Positions to look at for each move, if given.
        depth: Moves to look ahead, if given.
        seconds: Time for each move, if given.
        elo: The strength to play at, where the engine can limit it.
        timeout: Seconds after which an engine that is silent is given up.

    Raises:
        UsageError: For a game without positions in UCI's words, or a program that is not there.
    """

    def __init__(
        self,
        context: SeatContext,
        program: str,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        elo: int | None = None,
        timeout: float = 60,
    ) -> None:
        if context.kit.uci_position is None:
            raise UsageError(f"uci:{program} plays chess, and {context.game.name} has no positions in UCI")
        if which(program) is None:
            raise UsageError(f"there is no chess engine {program} here: install it, or give its path")
        self._position, self._game = context.kit.uci_position, context.game
        self._program, self._elo = program, elo
        self._go = go(nodes, depth, seconds)
        self._timeout = timeout + (seconds or 0)
        self._engine: UciProcess | None = None
        self._closed = False

    async def open(self) -> None:
        await self._in_thread(self._begin)

    def _begin(self) -> None:
        self._engine = engine = UciProcess(self._program)
        if self._closed:  # the match was given up while the process began
            engine.close()
            return
        options = engine.begin()
        for name, value in {"threads": "1", **self._strength(options)}.items():
            if name in options:
                engine.say(f"setoption name {options[name].name} value {value}")
        engine.say("ucinewgame")
        engine.ready()

    def _strength(self, options: dict[str, EngineOption]) -> dict[str, str]:
        if self._elo is None:
            return {}
        if not {ELO, LIMIT} <= set(options):
            raise UsageError(f"the chess engine {self._program} cannot limit its strength: leave elo out")
        low, high = options[ELO].low, options[ELO].high
        if low is not None and high is not None and not low <= self._elo <= high:
            raise UsageError(
                f"the chess engine {self._program} plays at an elo from {low} to {high}, not {self._elo}"
            )
        return {LIMIT: "true", ELO: str(self._elo)}

    async def answer(self, question: Question) -> Any:
        position = self._position(self._game, question.view)
        start = "startpos" if position.start is None else f"fen {position.start}"
        moves = f" moves {' '.join(position.moves)}" if position.moves else ""
        said = await self._in_thread(partial(self._think, f"position {start}{moves}"))
        if said not in position.answers:
            raise UnreadableAnswer(
                f"the chess engine {self._program} answers {said!r:.40}, which is no move here"
            )
        return position.answers[said]

    def _think(self, position: str) -> str:
        assert self._engine is not None
        self._engine.say(position, self._go)
        words = self._engine.until("bestmove", self._timeout)[-1].split()
        return words[1] if len(words) > 1 else ""

    async def _in_thread(self, call: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(_THREADS, call)

    def close(self) -> None:
        self._closed = True
        if self._engine is not None:
            self._engine.close()
