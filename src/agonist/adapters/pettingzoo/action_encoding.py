"""Encoding of answers for agents with a fixed action space.

A PettingZoo agent has one action space, while each of our asks has its own options. So an answer is spelled
in steps, nearly always one. In each step the agent gives a number below `size`, of which a mask allows some,
or a text if the ask wants free text.

The meaning of a number: random matches, the same each time, show which options each question can have. A
question with few options altogether has a table of them, so that a number always means the same option of
that question: in Tic-Tac-Toe 4 is always the middle cell. For an option that no random match has shown, or if
there are too many for a table, the number is the index among the present options. If there are more of these
than `size`, it is the first digit of the index, and the next steps give the others. So every answer can be
spelled, even if the random matches did not show it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias

from agonist.adapters.pettingzoo.answer_steps import Listing, dialogue, letters
from agonist.core import CHANCE, Ask, Game, IllegalAction, Speech
from agonist.match.chance import Chance

MOST_ACTIONS: Final = 1024
"""The largest action space, in actions."""

MATCHES: Final = 64
MOVES: Final = 500
"""How far the game is explored: the number of random matches, and the most moves in all of them."""

TEXT_CHARACTERS: Final = 400
"""The longest text, in characters, that an action space declares."""

Letter: TypeAlias = int | str
"""One step of a spelled answer."""


@dataclass(frozen=True, slots=True)
class OptionRange:
    """A range of options, from the first to the last, which the next digits tell apart."""

    first: Any
    last: Any


@dataclass(frozen=True, slots=True)
class AgentStep:
    """The next step of an agent: numbers with their meanings, or a text."""

    options: Mapping[int, Any] = field(default_factory=dict)
    speech: Speech | None = None


@dataclass(frozen=True, slots=True)
class Spelt:
    """A complete answer."""

    action: Any


@dataclass(frozen=True)
class Spelling:
    """The fixed encoding of all answers of one game with its options.

    `tables`: for a question, the number of each option. `text`: the length in characters of any text that the
    asks seen allow, or 0 where nobody speaks.
    """

    size: int
    tables: Mapping[str, Mapping[Any, int]]
    text: int

    def step(self, ask: Ask, said: Sequence[Letter]) -> AgentStep | Spelt:
        """The next step after these, or the complete answer. Raises `IllegalAction` if one is not allowed.

        >>> from agonist.core import Amount
        >>> Spelling(10, {}, 0).step(Amount(0, 99, about="pay"), (4,)).options[2]
        42
        """
        spelled = self._spell(ask)
        try:
            wanted = next(spelled)
            for letter in said:
                wanted = spelled.send(_checked(letter, wanted))
        except StopIteration as end:
            ask.check(end.value)
            return Spelt(end.value)
        return wanted

    def decode(self, ask: Ask, spelled: Sequence[Letter]) -> Any:
        """The answer that these steps spell. Raises `IllegalAction` if they spell none."""
        step = self.step(ask, spelled)
        if isinstance(step, AgentStep):
            raise IllegalAction(f"the answer to {ask.about!r} is not complete after {list(spelled)}")
        return step.action

    def encode(self, ask: Ask, action: Any) -> tuple[Letter, ...]:
        """The steps that spell this answer. Raises `IllegalAction` if it is not a legal answer.

        >>> from agonist.core import Amount
        >>> Spelling(10, {}, 0).encode(Amount(0, 99, about="pay"), 42)
        (4, 2)
        """
        ask.check(action)
        said: list[Letter] = []
        talk = dialogue(ask)
        wanted = next(talk)
        for letter in letters(ask, action):
            said += [letter] if isinstance(wanted, Speech) else self._numbers(wanted, letter)
            try:
                wanted = talk.send(letter)
            except StopIteration:
                break
        return tuple(said)

    def _spell(self, ask: Ask) -> Generator[AgentStep, Any, Any]:
        talk = dialogue(ask)
        try:
            wanted = next(talk)
            while True:
                if isinstance(wanted, Speech):
                    letter = yield AgentStep(speech=wanted)
                else:
                    letter = yield from self._chosen(wanted)
                wanted = talk.send(letter)
        except StopIteration as end:
            return end.value

    def _chosen(self, listing: Listing) -> Generator[AgentStep, int, Any]:
        if (table := self._table(listing)) is not None:
            options = {table[option]: option for option in listing.options}
            return options[(yield AgentStep(options))]
        left, block = listing.options, self.size ** (self._digits(listing) - 1)
        while True:
            parts = {n: left[at : at + block] for n, at in enumerate(range(0, len(left), block))}
            shown = {
                n: part[0] if len(part) == 1 else OptionRange(part[0], part[-1]) for n, part in parts.items()
            }
            left = parts[(yield AgentStep(shown))]
            if block == 1:
                return left[0]
            block //= self.size

    def _numbers(self, listing: Listing, option: Any) -> list[int]:
        if (table := self._table(listing)) is not None:
            return [table[option]]
        place = listing.options.index(option)
        return [place // self.size**n % self.size for n in reversed(range(self._digits(listing)))]

    def _digits(self, listing: Listing) -> int:
        digits = 1
        while self.size**digits < len(listing.options):
            digits += 1
        return digits

    def _table(self, listing: Listing) -> Mapping[Any, int] | None:
        table = self.tables.get(listing.key)
        return table if table is not None and all(option in table for option in listing.options) else None


def _checked(letter: Letter, step: AgentStep) -> Letter:
    if step.speech is not None:
        if not isinstance(letter, str):
            raise IllegalAction(f"{letter!r} is given where {step.speech.about or 'a text'!r} is a text")
        return letter
    if letter not in step.options:
        allowed = ", ".join(map(str, step.options))
        raise IllegalAction(f"{letter!r} is not one of the actions allowed now: {allowed}")
    return letter


@lru_cache(maxsize=256)
def spelling_of(game: Game[Any, Any]) -> Spelling:
    """The encoding of this game's answers, which is the same in every process.

    >>> from agonist.games import KITS
    >>> spelling_of(KITS["tictactoe"].game()).tables["cell"][2, 2]
    4
    """
    found: dict[str, dict[Any, None]] = {}
    most: dict[str, int] = {}
    texts: list[int] = []
    for wanted in _explored(game):
        if isinstance(wanted, Speech):
            texts.append(min(TEXT_CHARACTERS, wanted.max_bytes or TEXT_CHARACTERS, 12 * wanted.max_words))
            continue
        most[wanted.key] = max(len(wanted.options), most.get(wanted.key, 0))
        seen = found.setdefault(wanted.key, {})
        if len(seen) <= MOST_ACTIONS and len(wanted.options) <= MOST_ACTIONS:
            seen.update(dict.fromkeys(wanted.options))
    tables = {key: _table(options) for key, options in found.items() if _fits(options, most[key])}
    size = max((len(tables.get(key, ())) or _base(count) for key, count in most.items()), default=0)
    return Spelling(max(size, 2), tables, min(texts, default=0))


def _fits(options: Mapping[Any, None], most: int) -> bool:
    return most <= MOST_ACTIONS and len(options) <= MOST_ACTIONS


def _table(options: Mapping[Any, None]) -> dict[Any, int]:
    """Numbers in ascending order, other options in the order in which they were first offered."""
    numbers = all(type(option) is int for option in options)
    return {option: n for n, option in enumerate(sorted(options) if numbers else options)}


def _base(count: int) -> int:
    """The least base in which `places` needs the fewest digits that are possible with `MOST_ACTIONS`.

    >>> _base(1000), _base(10_001)
    (1000, 101)
    """
    digits = 1
    while MOST_ACTIONS**digits < count:
        digits += 1
    base = int(count ** (1 / digits))
    return base if base**digits >= count else base + 1


def _explored(game: Game[Any, Any]) -> Iterator[Listing | Speech]:
    """Every choice and every request for text in some random matches."""
    moves = 0
    for match in range(MATCHES):
        chance, rng = Chance(f"spelling {match}"), Random(f"spelling {match}:players")
        state = game.new()
        while moves < MOVES and (asks := game.turn(state)):
            answers = {}
            for seat, ask in asks.items():
                if seat == CHANCE:
                    answers[seat] = chance.pick(ask)
                else:
                    answers[seat] = yield from _talked(ask, rng)
            state = game.act(state, answers)
            moves += 1


def _talked(ask: Ask, rng: Random) -> Generator[Listing | Speech, None, Any]:
    talk = dialogue(ask)
    try:
        wanted = next(talk)
        while True:
            yield wanted
            if isinstance(wanted, Speech):
                wanted = talk.send(wanted.sample(rng))
            else:
                wanted = talk.send(wanted.options[int(rng.random() * len(wanted.options))])
    except StopIteration as end:
        return end.value
