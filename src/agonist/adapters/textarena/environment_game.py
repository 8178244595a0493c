"""An environment of TextArena's as a game: answers are texts, and it says which of them are moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any, ClassVar, Final

from agonist.adapters.textarena.environment_positions import History, Position, Positions
from agonist.adapters.textarena.environment_words import EnvironmentWords
from agonist.adapters.textarena.environments import Environment, environment
from agonist.core import (
    CHANCE,
    Amount,
    Ask,
    Event,
    Game,
    GameError,
    IllegalAction,
    Moves,
    Outcome,
    Seat,
    Speech,
    Traits,
    UsageError,
)
from agonist.kit import Kit
from agonist.text import Prompts

SEEDS: Final = Amount(0, 10**15, about="seed")
"""What chance is asked for first: the seed of all that the environment draws. A player who tries all of
them against the cards in their own hand needs years for it."""

UNCHECKED: Final = {
    "views_do_not_depend_on_what_they_hide": "an environment can't be set to what a seat does not rule out",
    "what_players_say_is_quoted": "environments repeat what players say in their own messages",
    "answers_survive_every_format": "an answer may be empty, which no labelled line can say",
}
"""Clauses of the contract that say nothing about environments, and why."""

ALONE: Final = {"traits_are_true": "what is hidden from the only player, nobody else knows either"}

WORDS: Final = 2_000
"""The most words of an answer."""

TRIES: Final = 8
"""Texts that the baseline player tries before it says nothing."""

SOURCE: Final = "Guertler et al., 2025: TextArena"

NEW: Final = History()

IN_BRACKETS: Final = re.compile(r"\[[^\[\]\n]{1,40}\]")


@dataclass(frozen=True, slots=True)
class View:
    """What a seat was told so far; a bystander (seat `None`) sees what all seats were told."""

    seat: Seat | None
    log: tuple[Event, ...]
    over: bool = False
    shown: str = ""
    """What the environment shows only now."""


@dataclass(frozen=True, slots=True)
class Reply(Speech):
    """A text that the environment takes as a move, or an empty one, which is a move only where it says so."""

    game: Any = field(default=None, repr=False)
    history: History = field(default=NEW)

    def check(self, action: Any) -> None:
        Speech.check(self, action)
        if action.strip() and (why := self.game.positions.refusal(self.history, action)):
            raise IllegalAction(why)

    def sample(self, rng: Random) -> str:
        """One of the texts in brackets that the seat was shown, if the environment takes one; else none."""
        position: Position = self.game.positions.at(self.history)
        shown = [text for event in position.told[position.mover] for text in IN_BRACKETS.findall(event[-1])]
        texts = list(dict.fromkeys(shown))
        for text in rng.sample(texts, min(TRIES, len(texts))):
            if not self.game.positions.refusal(self.history, text):
                return str(text)
        return ""


@dataclass(frozen=True)
class EnvironmentGame(Game[History, View]):
    """Players are seats in the environment's order; scores are its rewards.

    Chance draws the seed. Where players act at the same time, the environment asks one after another,
    and hides what the others answered.
    """

    environment: ClassVar[Environment]

    seats: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, usual in self.environment.options.items():
            value = getattr(self, name)
            if isinstance(value, int | float) and value < 0 <= usual:
                raise UsageError(f"{self.name}: {name} is 0 or more, not {value}")
        try:
            over = self.positions.at(History(0)).reason
        except GameError as error:
            raise UsageError(f"{self.name} can't be played with these options: {error}") from error
        if over:
            raise UsageError(f"{self.name} is over before it begins with these options: {over}")

    @property
    def positions(self) -> Positions:
        """The environment after each sequence of answers."""
        return _positions(self)

    def new(self) -> History:
        return History()

    def turn(self, state: History) -> Mapping[Seat, Ask]:
        if state.seed is None:
            return {CHANCE: SEEDS}
        position = self.positions.at(state)
        if position.reason:
            return {}
        return {position.mover: Reply(WORDS, optional=True, about="reply", game=self, history=state)}

    def act(self, state: History, moves: Moves) -> History:
        ((_, answer),) = moves.items()
        return History(answer) if state.seed is None else History(state.seed, (*state.answers, answer))

    def observe(self, state: History, seat: Seat | None) -> View:
        if state.seed is None:
            return View(seat, ())
        position = self.positions.at(state)
        log = position.public if seat is None else position.told[seat]
        return View(seat, log, bool(position.reason), position.shown if seat == position.mover else "")

    def outcome(self, state: History) -> Outcome | None:
        position = None if state.seed is None else self.positions.at(state)
        return Outcome(position.scores, position.reason) if position and position.reason else None


@cache
def find_kit(name: str) -> Kit:
    """The game of a TextArena id. Raises `UsageError` if there is none, or it can't be played."""
    found = environment(name)
    options = {"seats": found.sizes[0], **found.options}
    game: type[EnvironmentGame] = make_dataclass(
        re.sub(r"\W", "_", name),
        [(key, _type(value), value) for key, value in options.items()],
        bases=(EnvironmentGame,),
        namespace={
            "__doc__": f"TextArena's {name}.",
            "name": f"textarena:{name}",
            "title": f"{_title(name)} (TextArena)",
            "sizes": tuple(found.sizes),
            "traits": Traits(hidden=True, talk=True, sources=(SOURCE,)),
            "environment": found,
        },
        frozen=True,
    )
    return Kit(
        game=game,
        words=EnvironmentWords(Prompts.beside(__file__), found.last_board),
        reference=_shown_text,
        reference_is="none is known",
        baseline=_shown_text,
        baseline_is="a text in brackets that it was shown, if the environment takes one of them",
        speech_only=True,
        unchecked=UNCHECKED if found.sizes != (1,) else UNCHECKED | ALONE,
    )


@lru_cache(maxsize=64)
def _positions(game: EnvironmentGame) -> Positions:
    options = {each.name: getattr(game, each.name) for each in fields(game) if each.name != "seats"}
    return Positions(game.environment, options, game.seats)


def _shown_text(game: EnvironmentGame, view: View, ask: Ask, rng: Random) -> Any:
    del game, view
    return ask.sample(rng)


def _type(value: Any) -> Any:
    """The type of an option with this value."""
    if isinstance(value, tuple):
        return tuple[int, ...] if type(value[0]) is int else tuple[str, ...]
    return type(value)


def _title(name: str) -> str:
    """An id in words.

    >>> _title("IteratedPrisonersDilemma-v0"), _title("2048-v0-ultra-easy")
    ('Iterated Prisoners Dilemma', '2048 ultra easy')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name.replace("-v0", ""))
    return words.replace("-", " ")
