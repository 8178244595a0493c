"""What environments say, with the words of players marked as theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agonist.core import Event, counted
from agonist.kit import Words


@dataclass(frozen=True)
class EnvironmentWords(Words[Any, Any]):
    """Texts of a game. `last_board`: whether a scene shows only the last of the boards."""

    last_board: bool = False

    def rules(self, game: Any) -> str:
        return self.prompts.fill("rules", game=game.title, seats=counted(game.seats, "player"))

    def scene(self, game: Any, view: Any) -> str:
        last = max((nth for nth, (kind, *_) in enumerate(view.log) if kind == "board"), default=-1)
        lines = [
            self.sentence(game, view, event)
            for nth, event in enumerate(view.log)
            if nth == last or not self.last_board or event[0] != "board"
        ]
        return "\n".join(filter(None, [*lines, view.shown])) or self.prompts.fill("nothing")

    def status(self, game: Any, view: Any) -> str:
        return str(view.shown)

    def sentence(self, game: Any, view: Any, event: Event) -> str:
        if event[0] != "said":
            return str(event[1])
        _, sender, text = event
        if sender == view.seat:
            return self.prompts.fill("own", text=self.quoted(text))
        return self.prompts.fill("said", player=sender, text=self.quoted(text))
