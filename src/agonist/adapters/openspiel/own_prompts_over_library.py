"""Words of a game that has a folder, over those of the library."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import fields
from typing import Any, Self

from agonist.adapters.openspiel.library_words import SpielWords, words
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.views import View
from agonist.text import Prompts


class DressedWords(SpielWords):
    """Prompts of a folder's `prompts/en`; those that it has not are the library's."""

    @classmethod
    def beside(cls, module_file: str) -> Self:
        """The words of the folder that this module is in."""
        (own,) = Prompts.beside(module_file).folders
        return cls(words().prompts.over(own))

    def rules(self, game: SpielGame) -> str:
        return self.prompts.fill("rules", **self.blanks(game))

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        """What the prompt of the rules may have blanks for: by default the options."""
        return {each.name: getattr(game, each.name) for each in fields(game)}

    @abstractmethod
    def scene(self, game: SpielGame, view: View) -> str:
        """Everything that this seat knows now."""
