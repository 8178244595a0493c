"""The words that all games with a fixed number of rounds share."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from agonist.core import Event, RoundGame, RoundView, player_name
from agonist.kit.text_interface import Words

G = TypeVar("G", bound=RoundGame[Any, Any])
V = TypeVar("V", bound=RoundView)


class RoundWords(Words[G, V]):
    """All words except a game's own events, request and end.

    Prompts, besides the game's own: `told` and `untold` (how many rounds there are), `me` (who the player
    is), `now` and `now_untold` (which round comes), `watched` (the end, for a bystander).
    """

    def length(self, game: G) -> str:
        """The number of rounds as text, if players know it."""
        if game.told_rounds:
            return self.prompts.fill("told", rounds=game.rounds)
        return self.prompts.fill("untold")

    def scene(self, game: G, view: V) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self.sentence(game, view, event) for event in self.past(view)]
        return "\n".join([*me, *past, self.status(game, view)])

    def past(self, view: V) -> list[Event]:
        """The events that a scene repeats."""
        return list(view.log)

    def status(self, game: G, view: V) -> str:
        if view.played == game.rounds:
            return self.prompts.fill("watched") if view.seat is None else self.over(game, view)
        if game.told_rounds:
            return self.prompts.fill("now", round=view.played + 1, rounds=game.rounds)
        return self.prompts.fill("now_untold", round=view.played + 1)

    @abstractmethod
    def over(self, game: G, view: V) -> str:
        """The sentence for the end of the game, with this seat's score."""
