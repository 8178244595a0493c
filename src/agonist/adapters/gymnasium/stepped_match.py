"""One match of our game, stepped from outside; shared by all environments, PettingZoo's too."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from agonist.adapters.gymnasium.answer_encoding import AgentStep, Letter, Steps
from agonist.adapters.gymnasium.encoding_from_random_matches import spelling_of
from agonist.core import CHANCE, Ask, GameError, IllegalAction, Moves, Outcome, Seat, UsageError, uniform
from agonist.match import Record
from agonist.match.chance_seat import Chance
from agonist.match.record import forfeited
from agonist.tournament import parse_target

Illegal: TypeAlias = Literal["forfeit", "random", "raise"]
"""How an illegal action is handled: the agent loses and the match ends, a random legal answer replaces it,
or `IllegalAction` is raised."""


class SteppedMatch:
    """A game, its encoding and the current match.

    `state`: the state of the game, `None` before the first deal. `asks`: what is asked now. `steps`: the next
    step of each seat whose answer is not complete, in order. `over`: whether the match is over.
    """

    def __init__(self, target: str, seed: int | str, illegal: Illegal, prompts: Path | None):
        chosen = parse_target(target, prompts)
        if illegal not in ("forfeit", "random", "raise"):
            raise UsageError(f"illegal is 'forfeit', 'random' or 'raise', not {illegal!r}")
        self.name, self.kit, self.game = chosen.name, chosen.kit, chosen.game
        self.spelling = spelling_of(self.game)
        self.illegal = illegal
        self._base, self._nth = str(seed), -1
        self.asks: Mapping[Seat, Ask] = {}
        self.steps: dict[Seat, AgentStep] = {}
        self.over = False
        self.state: Any = None
        self._latest: Ask | None = None
        self._whole: AgentStep | None = None
        self._said: dict[Seat, tuple[Letter, ...]] = {}
        self._spelled: dict[Seat, Steps] = {}
        self._answers: dict[Seat, Any] = {}
        self._moves: list[Moves] = []
        self._loser: Seat | None = None

    def deal(self, seed: int | str | None, options: Mapping[str, Any] | None) -> None:
        """Begin a match: with a seed, the first of its series, else the next one of the current series.

        `options["script"]`: chance's first answers to each question, by name.
        """
        self._base, self._nth = (self._base, self._nth + 1) if seed is None else (str(seed), 0)
        self.seed = f"{self._base}:{self._nth}" if self._nth else self._base
        self._chance = Chance.of_match(self.seed, (options or {}).get("script"))
        self._moves, self._loser = [], None
        self._ask(self.game.new())

    @property
    def outcome(self) -> Outcome | None:
        if self._loser is not None:
            return forfeited(self.game, self.state, (self._loser,))
        return self.game.outcome(self.state)

    @property
    def turn(self) -> int:
        """How many steps were played, chance's too."""
        return len(self._moves)

    @property
    def record(self) -> Record:
        """The match so far."""
        return Record(self.name, self.game, tuple(self._moves), () if self._loser is None else (self._loser,))

    def view(self, seat: Seat | None) -> Any:
        """What this seat may know; for `None`, a bystander. Raises `UsageError` before the first deal."""
        if self.state is None:
            raise UsageError("there is nothing to see before the first deal; call reset()")
        return self.game.observe(self.state, seat)

    def said(self, seat: Seat) -> tuple[Letter, ...]:
        """The steps that this seat has given of its answer."""
        return self._said.get(seat, ()) if seat in self.steps else ()

    def give(self, seat: Seat, value: Any) -> None:
        """Record the next step of a seat's answer; when all answers are complete, play them.

        Raises `UsageError` for a value that is in no action space: neither a number nor a text.
        """
        step = self.steps[seat]
        letter = _letter(step, value)
        try:
            # The encoding offers legal answers only, so they are not checked again.
            if step.whole:
                action = step.chosen(letter)
            else:
                self.steps[seat] = self._under_way(seat).send(letter)
                self._said[seat] = (*self._said.get(seat, ()), letter)
                return
        except StopIteration as complete:
            action = complete.value
        except IllegalAction:
            self._spelled.pop(seat, None)
            if self.illegal == "raise":
                raise
            if self.illegal == "forfeit":
                self._loser, self.steps, self.over = seat, {}, True
                return
            action = uniform(self.asks[seat], Random(f"{self.seed}:fallback:{seat}:{len(self._moves)}"))
        self.answer(seat, action)

    def answer(self, seat: Seat, action: Any) -> None:
        """Record a seat's whole answer, which must be legal; when all answers are complete, play them."""
        self._answers[seat] = action
        del self.steps[seat]
        if not self.steps:
            moves = self._answers
            if len(moves) > 1:  # in the order of the questions
                moves = {other: moves[other] for other in self.asks}
            self._moves.append(moves)
            self._ask(self.game.act(self.state, moves))

    def spelled(self, seat: Seat, action: Any) -> list[Any]:
        """The actions, one per step, that give this answer to the seat's current ask."""
        spelled = self.spelling.encode(self.asks[seat], action)
        if not self.spelling.text:
            return list(spelled)
        return [
            {"option": 0, "text": letter} if isinstance(letter, str) else {"option": letter, "text": " "}
            for letter in spelled
        ]

    def _ask(self, state: Any) -> None:
        """Let chance answer until a player is asked, or the match is over."""
        game = self.game
        self._answers = {}
        while asks := game.turn(state):
            if CHANCE in asks:
                self._answers = {CHANCE: self._chance.pick(asks[CHANCE])}
            if len(asks) > len(self._answers):
                break
            self._moves.append(self._answers)
            state, self._answers = game.act(state, self._answers), {}
        self.state, self.asks, self.over = state, asks, not asks
        self._said, self._spelled = {}, {}
        self.steps = self._first_steps(asks)

    def _first_steps(self, asks: Mapping[Seat, Ask]) -> dict[Seat, AgentStep]:
        steps: dict[Seat, AgentStep] = {}
        for seat, ask in asks.items() if len(asks) == 1 else sorted(asks.items()):
            if seat == CHANCE:
                continue
            if ask is not self._latest:  # the same question is put to all, or again and again
                self._latest, self._whole = ask, self.spelling.whole(ask)
            steps[seat] = self._whole or self._first(seat, ask)
        return steps

    def _first(self, seat: Seat, ask: Ask) -> AgentStep:
        spelled = self._spelled[seat] = self.spelling.steps(ask)
        step = next(spelled)
        if step.speech is not None and not self.spelling.text:
            raise GameError(f"{self.game.name} asks for text ({ask.about!r}), but its traits say no talk")
        return step

    def _under_way(self, seat: Seat) -> Steps:
        """The steps of the answer that this seat is giving."""
        if seat not in self._spelled:
            self._first(seat, self.asks[seat])
            for letter in self._said.get(seat, ()):
                self._spelled[seat].send(letter)
        return self._spelled[seat]

    def __getstate__(self) -> dict[str, Any]:
        # Generators cannot be copied; what was said so far brings a new one to the same step.
        return vars(self) | {"_spelled": {}}


def _letter(step: AgentStep, value: Any) -> Letter:
    """The part of an action that this step reads; a bare number or text is accepted too."""
    try:
        if isinstance(value, dict):
            value = value["text"] if step.speech else value["option"]
        return value if isinstance(value, str) else index(value)
    except (KeyError, TypeError):
        wanted = "a text" if step.speech else "a number"
        raise UsageError(f"{value!r} is not an action: this step takes {wanted}") from None
