"""An engine that judges moves of chess: `uci:PROGRAM?nodes=…`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from shutil import which
from typing import Final

from agonist.adapters.openspiel.games.chess.moves import squares
from agonist.adapters.openspiel.games.chess.quality import MOST, Quality, phase_of, quality
from agonist.adapters.openspiel.states import History, replayed
from agonist.core import UsageError
from agonist.players import parse_player
from agonist.players.uci_player import go
from agonist.players.uci_process import EngineError, UciProcess

PATIENCE: Final = 60.0
"""Seconds for a position, besides the time that the engine is given."""

_SCORE: Final = re.compile(r"^info\b.*?\bscore (cp|mate) (-?\d+)\b(?!.*bound)")


class Judge:
    """An engine at work. Its methods wait for it."""

    def __init__(self, engine: UciProcess, command: str, patience: float) -> None:
        self._engine, self._go, self._patience = engine, command, patience

    def qualities(self, state: History) -> list[Quality]:
        """The quality of every move of a match of usual chess, in order; `state`: after the last one."""
        spiel = replayed(state, 0)
        last = replayed(state, len(state.actions))
        moves = [move.to_lan() for move in last.moves_history()]
        self._engine.say("ucinewgame")
        self._engine.ready()
        found, before = [], self._evaluation(())
        for nth, action in enumerate(state.actions):
            mover, phase = int(spiel.current_player()), phase_of(squares(str(spiel)), nth)
            spiel.apply_action(action)
            if spiel.is_terminal():
                after = MOST * spiel.player_return(mover)
            else:
                after = -self._evaluation(moves[: nth + 1])
            found.append(quality(before, after, phase))
            before = -after
        return found

    def _evaluation(self, moves: Sequence[str]) -> float:
        """The worth of a position for whoever moves, in hundredths of a pawn; a mate is worth the most."""
        after = f" moves {' '.join(moves)}" if moves else ""
        self._engine.say(f"position startpos{after}", self._go)
        said = self._engine.until("bestmove", self._patience)
        scores = [match for line in said if (match := _SCORE.match(line))]
        if not scores:
            raise EngineError(f"the chess engine {self._engine.program} gives no score to a position")
        kind, value = scores[-1].groups()
        if kind == "cp":
            return float(value)
        return float(MOST if int(value) > 0 else -MOST)


@contextmanager
def judge(spec: str) -> Iterator[Judge]:
    """The engine of a specification, which ends with the context. Raises `UsageError` for anything else."""
    parsed = parse_player(spec)
    if not parsed.engine:
        raise UsageError(f"{spec}: moves of chess are judged by an engine, such as uci:stockfish?nodes=20000")
    if "elo" in parsed.options:
        raise UsageError(f"{spec}: a judge plays at its full strength: leave elo out")
    if which(parsed.engine) is None:
        raise UsageError(f"there is no chess engine {parsed.engine} here: install it, or give its path")
    limits = {name: parsed.value(name) for name in ("nodes", "depth", "seconds") if name in parsed.options}
    engine = UciProcess(parsed.engine)
    try:
        options = engine.begin()
        if "threads" in options:
            engine.say(f"setoption name {options['threads'].name} value 1")
        yield Judge(engine, go(**limits), PATIENCE + limits.get("seconds", 0))
    finally:
        engine.close()
