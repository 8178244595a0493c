"""The course of a match in the transcript of a sample: who moved, and the board as a bystander sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspect_ai.log import transcript

from agonist.core import CHANCE, Game, player_name
from agonist.kit import Kit
from agonist.match import Step


class BoardEvents:
    """Shows each step of a match as an event."""

    def __init__(self, kit: Kit, game: Game[Any, Any], players: Sequence[str]) -> None:
        self._kit, self._game, self._players = kit, game, players
        self._state = game.new()

    def show(self, nth: int, step: Step) -> None:
        """Show a step that was played, the `nth` from 0."""
        if step.moves:
            self._state = self._game.act(self._state, step.moves)
        lines = [f"**Step {nth + 1}**", ""]
        for seat, move in step.moves.items():
            if seat != CHANCE:
                by = " (a fallback move)" if seat in step.fallback else ""
                lines.append(f"- {player_name(seat)} ({self._players[seat]}): `{move!r}`{by}")
        scene = self._kit.words.scene(self._game, self._game.observe(self._state, None))
        transcript().info("\n".join([*lines, "", "```text", scene, "```"]), source="agonist")
