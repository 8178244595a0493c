"""Encoding of answers for agents with a fixed action space.

A PettingZoo agent has one action space, while each of our asks has its own options. So an answer is spelled
in steps, nearly always one. In each step the agent gives a number below `size`, of which a mask allows some,
or a text if the ask wants free text.

A question with a table of its options has a number for each of them that is always the same: in Tic-Tac-Toe
4 is always the middle cell. Without a table, or for an option that it lacks, the number is the index among
the present options. If there are more of these than `size`, it is the first digit of the index, and the next
steps give the others. So every answer can be spelled.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from agonist.adapters.gymnasium.answer_splitting import Listing, dialogue, letters, listed
from agonist.core import Ask, IllegalAction, Speech

Letter: TypeAlias = int | str
"""One step of a spelled answer."""


@dataclass(frozen=True, slots=True)
class OptionRange:
    """A range of options, from the first to the last, which the next digits tell apart."""

    first: Any
    last: Any


class AgentStep(NamedTuple):
    """The next step of an agent: numbers and what they mean, in the same order, or a text."""

    numbers: Sequence[int] = ()
    meanings: Sequence[Any] = ()
    speech: Speech | None = None
    whole: bool = False
    """Whether each meaning is a complete answer."""

    @property
    def options(self) -> Mapping[int, Any]:
        """The meaning of each number that is allowed."""
        return dict(zip(self.numbers, self.meanings, strict=True))

    def chosen(self, letter: Letter) -> Any:
        """What the agent gave: the meaning of a number, or a text. Raises `IllegalAction`."""
        if self.speech is not None:
            if not isinstance(letter, str):
                raise IllegalAction(f"{letter!r} is given where {self.speech.about or 'a text'!r} is a text")
            self.speech.check(letter)
            return letter
        try:
            return self.meanings[self.numbers.index(letter)]
        except ValueError:
            allowed = ", ".join(map(str, self.numbers))
            raise IllegalAction(f"{letter!r} is not one of the actions allowed now: {allowed}") from None


Steps: TypeAlias = Generator[AgentStep, Letter, Any]
"""Yields steps, receives what the agent gives, and returns the answer. Raises `IllegalAction`."""


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
        steps = self.steps(ask)
        try:
            wanted = next(steps)
            for letter in said:
                wanted = steps.send(letter)
        except StopIteration as end:
            return Spelt(end.value)
        return wanted

    def steps(self, ask: Ask) -> Steps:
        """The steps of an answer, one after another."""
        talk = dialogue(ask)
        try:
            wanted = next(talk)
            while True:
                if isinstance(wanted, Speech):
                    step = AgentStep(speech=wanted)
                    letter = step.chosen((yield step))
                else:
                    letter = yield from self._chosen(wanted)
                wanted = talk.send(letter)
        except StopIteration as end:
            return end.value

    def whole(self, ask: Ask) -> AgentStep | None:
        """The step that is a complete answer; `None` if an answer takes several, or is a text."""
        options = listed(ask)
        return None if options is None else self._listed(ask.about, options, whole=True)

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

    def _chosen(self, listing: Listing) -> Generator[AgentStep, Any, Any]:
        if step := self._listed(listing.key, listing.options):
            return step.chosen((yield step))
        left, block = listing.options, self.size ** (self._digits(listing.options) - 1)
        while True:
            parts = [left[at : at + block] for at in range(0, len(left), block)]
            shown = [part[0] if len(part) == 1 else OptionRange(part[0], part[-1]) for part in parts]
            step = AgentStep(range(len(parts)), shown)
            digit = yield step
            step.chosen(digit)
            left = parts[digit]
            if block == 1:
                return left[0]
            block //= self.size

    def _listed(self, key: str, options: Sequence[Any], *, whole: bool = False) -> AgentStep | None:
        """One step for all options: by the table of the question, or by index if they are few enough."""
        if (numbers := self._by_table(key, options)) is None:
            if len(options) > self.size:
                return None
            numbers = range(len(options))
        return AgentStep(numbers, options, None, whole)

    def _by_table(self, key: str, options: Sequence[Any]) -> Sequence[int] | None:
        """The number of each option by the table of this question; `None` without one that has them all."""
        if (table := self.tables.get(key)) is None:
            return None
        try:
            if type(options) is range:
                first, last = table[options[0]], table[options[-1]]
                # Tables of numbers ascend: where as many numbers lie between the ends, they are the same.
                if options.step == 1 and last - first == len(options) - 1:
                    return range(first, last + 1)
            return list(map(table.__getitem__, options))
        except KeyError:
            return None

    def _numbers(self, listing: Listing, option: Any) -> list[int]:
        options = listing.options
        if step := self._listed(listing.key, options):
            return [step.numbers[options.index(option)]]
        place = options.index(option)
        return [place // self.size**n % self.size for n in reversed(range(self._digits(options)))]

    def _digits(self, options: Sequence[Any]) -> int:
        digits = 1
        while self.size**digits < len(options):
            digits += 1
        return digits
