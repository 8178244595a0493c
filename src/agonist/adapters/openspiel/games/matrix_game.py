"""The dressing of matrix games, in which two players choose once and at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, ClassVar

from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask
from agonist.core.random_choice import weighted
from agonist.kit import Kit
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
from agonist.kit.skins import Counterfactual, Skins
from agonist.kit.text_interface import you_or_player
from agonist.text import Prompts


class MatrixGame(SpielGame):
    abilities: ClassVar[Sequence[str]] = ("rationality", "opponent modelling")

    def ending(self, spiel: Any) -> str:
        return " against ".join(choices(spiel))


class MatrixWords(DressedWords):
    def blanks(self, game: SpielGame) -> dict[str, Any]:
        return {"payoffs": "\n".join(self._payoffs(game.spiel))}

    def _payoffs(self, spiel: Any) -> list[str]:
        return [
            self.prompts.fill(
                "payoff",
                first=spiel.row_action_name(row),
                second=spiel.col_action_name(column),
                paid=f"{spiel.player_utility(0, row, column):g}",
                other=f"{spiel.player_utility(1, row, column):g}",
            )
            for row in range(spiel.num_rows())
            for column in range(spiel.num_cols())
        ]

    def scene(self, game: SpielGame, view: Any) -> str:
        spiel = spiel_of(view.history)
        if spiel.is_terminal():
            told = ". ".join(
                f"{you_or_player(seat, view.seat).capitalize()} chose {name}"
                for seat, name in enumerate(choices(spiel))
            )
        else:
            told = self.prompts.fill("before")
        return self.prompts.fill("scene", you=self.you(view.seat), told=told, next=self.what_next(game, view))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        label = self.label(view, key, option)
        return [label[0], f"play {label}", f"choose {label}"]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")


def choices(spiel: Any) -> list[str]:
    """What both players chose, at the end."""
    return [spiel.action_to_string(seat, action) for seat, action in enumerate(spiel.history())]


def at_shares(shares: Sequence[Sequence[float]], game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """An action at random, with a share for each action of each seat."""
    del game
    return int(weighted(ask.options() or (), shares[view.seat], rng))


def counted(action: int, column: Indicator) -> Indicators:
    """How often players choose one action."""
    key = column.key

    def measure(course: Course) -> list[Measurements]:
        found = course.nothing()
        for _, seat, move in course.moves():
            note(found[seat], **{key: move == action})
        return found

    return Indicators((column,), measure)


def dressing(
    module_file: str,
    shares: Sequence[Sequence[float]],
    reference_is: str,
    indicators: Indicators | None = None,
    *,
    skins: Skins | None = None,
    counterfactuals: Sequence[Counterfactual] = (),
) -> Callable[[Kit], Kit]:
    """The dressing of one matrix game: its rules lie over what all share.

    `shares`: the reference player's, of each action for each seat.
    """
    (own,) = Prompts.beside(module_file).folders
    ours = MatrixWords.beside(__file__)
    words = replace(ours, prompts=ours.prompts.over(own))
    return lambda kit: replace(
        kit,
        words=words,
        reference=partial(at_shares, shares),
        reference_is=reference_is,
        indicators=indicators,
        skins=skins,
        counterfactuals=counterfactuals,
    )
