"""One match of our game, stepped from outside; shared by the AEC and the parallel environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from agonist.adapters.pettingzoo.action_encoding import AgentStep, Letter, Spelt, spelling_of
from agonist.core import CHANCE, Ask, GameError, IllegalAction, Moves, Outcome, Seat, UsageError, uniform
from agonist.match import Record
from agonist.match.chance import Chance
from agonist.match.record import forfeited
from agonist.tournament import parse_target

Illegal: TypeAlias = Literal["forfeit", "random", "raise"]
"""How an illegal action is handled: the agent loses and the match ends, a random legal answer replaces it,
or `IllegalAction` is raised."""

PRINTABLE: Final = "".join(map(chr, range(32, 127)))
"""The characters of the declared text space. Other texts are accepted too, if the ask allows them."""

NO_STEP: Final = AgentStep()


class SteppedMatch:
    """A game, its encoding and the current match.

    `length`: the size of an observation in bytes.
    """

    def __init__(self, target: str, seed: int | str, illegal: Illegal, length: int, prompts: Path | None):
        chosen = parse_target(target, prompts)
        if illegal not in ("forfeit", "random", "raise"):
            raise UsageError(f"illegal is 'forfeit', 'random' or 'raise', not {illegal!r}")
        if length < 1:
            raise UsageError(f"length is at least 1, not {length}")
        self.name, self.kit, self.game = chosen.name, chosen.kit, chosen.game
        self.spelling = spelling_of(self.game)
        self.illegal, self.length = illegal, length
        self.agents = tuple(f"player_{seat}" for seat in range(self.game.seats))
        self._base, self._nth = str(seed), -1
        self.asks: Mapping[Seat, Ask] = {}
        self.steps: dict[Seat, AgentStep] = {}
        self._said: dict[Seat, tuple[Letter, ...]] = {}
        self._answers: dict[Seat, Any] = {}
        self._moves: list[Moves] = []
        self._loser: Seat | None = None
        self._texts: dict[Seat, str] = {}

    def deal(self, seed: int | str | None, options: Mapping[str, Any] | None) -> None:
        """Begin a match: with a seed, the first of its series, else the next one of the current series.

        `options["script"]`: chance's first answers to each question, by name.
        """
        self._base, self._nth = (self._base, self._nth + 1) if seed is None else (str(seed), 0)
        self._seed = f"{self._base}:{self._nth}" if self._nth else self._base
        self._chance = Chance.of_match(self._seed, (options or {}).get("script"))
        self._state, self._moves, self._loser = self.game.new(), [], None
        self._ask()

    @property
    def outcome(self) -> Outcome | None:
        if self._loser is not None:
            return forfeited(self.game, self._state, (self._loser,))
        return self.game.outcome(self._state)

    @property
    def record(self) -> Record:
        """The match so far."""
        return Record(self.name, self.game, tuple(self._moves), () if self._loser is None else (self._loser,))

    @property
    def waiting(self) -> list[Seat]:
        """The seats with incomplete answers, in order."""
        return list(self.steps)

    def give(self, seat: Seat, value: Any) -> None:
        """Record the next step of a seat's answer; when all answers are complete, play them."""
        self._texts.pop(seat, None)
        ask, letters = self.asks[seat], (*self._said[seat], self._letter(seat, value))
        try:
            step = self.spelling.step(ask, letters)
        except IllegalAction:
            if self.illegal == "raise":
                raise
            if self.illegal == "forfeit":
                self._loser, self.steps, self._texts = seat, {}, {}
                return
            rng = Random(f"{self._seed}:fallback:{seat}:{len(self._moves)}")
            step = Spelt(uniform(ask, rng))
        if isinstance(step, AgentStep):
            self._said[seat], self.steps[seat] = letters, step
            return
        self._answers[seat] = step.action
        del self.steps[seat]
        if not self.steps:
            self._act({other: self._answers[other] for other in self.asks})

    def spelled(self, seat: Seat, action: Any) -> list[Any]:
        """The actions, one per step, that give this answer to the seat's current ask."""
        spelled = self.spelling.encode(self.asks[seat], action)
        if not self.spelling.text:
            return list(spelled)
        return [
            {"option": 0, "text": letter} if isinstance(letter, str) else {"option": letter, "text": " "}
            for letter in spelled
        ]

    def _ask(self) -> None:
        """Let chance answer until a player is asked, or the match is over."""
        self._texts = {}
        while asks := self.game.turn(self._state):
            self._answers = {CHANCE: self._chance.pick(asks[CHANCE])} if CHANCE in asks else {}
            if seats := [seat for seat in asks if seat != CHANCE]:
                self._said = dict.fromkeys(seats, ())
                self.steps = {seat: self._first(asks[seat]) for seat in sorted(seats)}
                break
            self._moves.append(self._answers)
            self._state = self.game.act(self._state, self._answers)
        self.asks = asks

    def _act(self, moves: Moves) -> None:
        self._moves.append(moves)
        self._state = self.game.act(self._state, moves)
        self._ask()

    def _first(self, ask: Ask) -> AgentStep:
        step = self.spelling.step(ask, ())
        assert isinstance(step, AgentStep)
        if step.speech is not None and not self.spelling.text:
            raise GameError(f"{self.game.name} asks for text ({ask.about!r}), but its traits say no talk")
        return step

    def _letter(self, seat: Seat, value: Any) -> Letter:
        """A step from a value of the agent's action space; a bare text or number is accepted too."""
        if isinstance(value, Mapping):
            value = value["text"] if self.steps[seat].speech else value["option"]
        return value if isinstance(value, str) else int(value)

    # What the agents see.

    def action_space(self) -> spaces.Space[Any]:
        """`Discrete`; where players talk, `Dict` of `option` and `text`, of which each step uses one."""
        option = spaces.Discrete(self.spelling.size)
        if not self.spelling.text:
            return option
        return spaces.Dict({"option": option, "text": spaces.Text(self.spelling.text, charset=PRINTABLE)})

    def observation_space(self) -> spaces.Dict:
        """`observation`: text as UTF-8. `action_mask` (`option_mask` where players talk): 1 for allowed."""
        mask = spaces.Box(0, 1, (self.spelling.size,), np.int8)
        text = spaces.Box(0, 255, (self.length,), np.uint8)
        return spaces.Dict({"observation": text, self._mask_key: mask})

    def observation(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """The end of the seat's text, filled up with zeros, and the mask; all 0 if nothing is asked."""
        text = self.text(seat).encode()[-self.length :]
        encoded = np.zeros(self.length, np.uint8)
        encoded[: len(text)] = np.frombuffer(text, np.uint8)
        return {"observation": encoded, self._mask_key: self._mask(seat)}

    def info(self, seat: Seat) -> dict[str, Any]:
        """The agent's info, with what does not fit into `observation`.

        `text` (all of it), `view`, `ask`, `options` (the meaning of each number that is allowed now), and
        `action_mask`, an argument for the action space's `sample` in every game.
        """
        step, mask = self.steps.get(seat, NO_STEP), self._mask(seat)
        return {
            "text": self.text(seat),
            "view": self.game.observe(self._state, seat),
            "ask": self.asks.get(seat) if seat in self.steps else None,
            "options": dict(step.options),
            "action_mask": {"option": mask, "text": None} if self.spelling.text else mask,
        }

    def text(self, seat: Seat) -> str:
        """The seat's prompt: what it sees, its ask if any, and the steps that it has given so far."""
        if seat not in self._texts:
            self._texts[seat] = self._prompt(seat)
        return self._texts[seat]

    def _prompt(self, seat: Seat) -> str:
        view, words = self.game.observe(self._state, seat), self.kit.words
        parts = [words.scene(self.game, view)]
        if seat in self.steps:
            parts.append(words.request(self.game, view, self.asks[seat]))
            if letters := self._said[seat]:
                parts.append(f"Steps given: {', '.join(map(str, letters))}")
        return "\n\n".join(parts)

    def drawing(self) -> str:
        """What a bystander sees, in words."""
        return self.kit.words.scene(self.game, self.game.observe(self._state, None))

    @property
    def _mask_key(self) -> str:
        # A mask named action_mask is taken by PettingZoo's users to fit the action space as a whole.
        return "option_mask" if self.spelling.text else "action_mask"

    def _mask(self, seat: Seat) -> NDArray[np.int8]:
        mask = np.zeros(self.spelling.size, np.int8)
        mask[list(self.steps.get(seat, NO_STEP).options)] = 1
        return mask


def seats_of(agents: Sequence[str]) -> dict[str, Seat]:
    """The seat of each agent; `player_0` is seat 0, called Player 1 in words."""
    return {agent: seat for seat, agent in enumerate(agents)}


class MatchEnv:
    """What both kinds of environment share: agents, spaces, words and the record of one table."""

    def __init__(self, table: SteppedMatch) -> None:
        self._table = table
        self.metadata: dict[str, Any] = {
            "name": f"{table.game.name}_v{table.game.version}",
            "render_modes": ["ansi"],
        }
        self.render_mode = "ansi"
        self.possible_agents = list(table.agents)
        self.agents = list(table.agents)
        self._seats = seats_of(table.agents)
        self.action_spaces = {agent: table.action_space() for agent in table.agents}
        self.observation_spaces = {agent: table.observation_space() for agent in table.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str:
        """What a bystander sees, in words."""
        return self._table.drawing()

    def close(self) -> None:
        """Does nothing: there are no resources to release."""

    @property
    def rules(self) -> str:
        """The rules, as every player gets them before the game."""
        return self._table.kit.words.rules(self._table.game)

    @property
    def record(self) -> Record:
        """The match so far, to be kept or replayed."""
        return self._table.record
