"""The kinds of answer a game can ask players for; `chance_asks` has those of chance.

Atoms: Choice, Amount, Speech, Split, Pick.
Compounds: Form (all of these parts) and Menu (one of these verbs, with its parts).

Every ask has `about`. It is the name of the prompt, the key of the answer, of chance's random stream and of
scripted answers. Options and actions are plain values (strings, whole numbers, tuples of those), because a
record is JSON.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, Protocol

from agonist.core.errors import IllegalAction, UsageError
from agonist.core.forbidden_words import says
from agonist.core.plurals import counted
from agonist.core.random_choice import check_taken, is_among, one_of, taken_from, weighted

if TYPE_CHECKING:
    from random import Random

MOST_LISTED: Final = 1000
"""Asks with more answers than this do not list them."""

FILLERS: Final = ("thing", "item", "object", "matter")
"""The beginnings of random texts; the first that is not forbidden is used."""


class Ask(Protocol):
    """A question to a seat: the shape of its legal answers."""

    @property
    def about(self) -> str:
        """The name of the question."""

    def sample(self, rng: Random) -> Any:
        """A random answer that passes `check`."""

    def check(self, action: Any) -> None:
        """Raise `IllegalAction`, saying why, unless this is an answer."""

    def options(self) -> Sequence[Any] | None:
        """All answers, where there are at most `MOST_LISTED`; otherwise `None`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few options.

    >>> Choice(("tea", "milk"), about="drink").check("gin")
    Traceback (most recent call last):
    agonist.core.errors.IllegalAction: 'gin' is not one of 'tea', 'milk'
    """

    choices: tuple[Hashable, ...]
    about: str = ""

    def sample(self, rng: Random) -> Any:
        return one_of(self.choices, rng)

    def check(self, action: Any) -> None:
        if not is_among(action, self.choices):
            raise IllegalAction(f"{action!r} is not one of {', '.join(map(repr, self.choices))}")

    def options(self) -> Sequence[Any] | None:
        return self.choices


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from low to high, both included, in steps from low; money is in cents."""

    low: int
    high: int
    step: int = 1
    unit: str = ""
    about: str = ""

    def sample(self, rng: Random) -> int:
        return self.low + self.step * int(rng.random() * self._count)

    def check(self, action: Any) -> None:
        if type(action) is not int or not self.low <= action <= self.high:
            raise IllegalAction(f"{action!r} is not a whole number from {self.low} to {self.high}")
        if (action - self.low) % self.step:
            raise IllegalAction(f"{action} is not {self.low} plus a multiple of {self.step}")

    def options(self) -> Sequence[Any] | None:
        return range(self.low, self.high + 1, self.step) if self._count <= MOST_LISTED else None

    @property
    def _count(self) -> int:
        return (self.high - self.low) // self.step + 1


@dataclass(frozen=True, slots=True)
class Speech:
    """Free text: not empty unless `optional`, not too long, and without some words.

    A forbidden word is found in any spelling and any form, but not inside another word:

    >>> Speech(forbidden=("tea",)).check("It steams.")
    >>> Speech(forbidden=("tea",)).check("I like Teas.")
    Traceback (most recent call last):
    agonist.core.errors.IllegalAction: the word 'tea' may not be said in any form
    """

    max_words: int = 50
    max_bytes: int | None = None
    cut: int | None = None
    """Longer texts are legal; the rules cut them to this many characters, whatever `max_words` is."""
    forbidden: tuple[str, ...] = ()
    optional: bool = False
    about: str = ""

    def sample(self, rng: Random) -> str:
        number = int(rng.random() * 10_000)
        # Tried without the number, too, since that may be a forbidden word.
        texts = [f"{word}{end}"[: self.max_bytes] for end in (f"-{number}", "") for word in FILLERS]
        legal = (text for text in texts if not any(says(text, word) for word in self.forbidden))
        return next(legal, texts[0])

    def check(self, action: Any) -> None:
        if not isinstance(action, str):
            raise IllegalAction("answer with text")
        if not action.strip() and not self.optional:
            raise IllegalAction("say something")
        if self.cut is None and len(action.split()) > self.max_words:
            most = counted(self.max_words, "word")
            raise IllegalAction(f"say it in at most {most}, not {len(action.split())}")
        if self.max_bytes is not None and len(action.encode(errors="surrogatepass")) > self.max_bytes:
            raise IllegalAction(f"say it in at most {self.max_bytes} bytes")
        for word in self.forbidden:
            if says(action, word):
                raise IllegalAction(f"the word {word!r} may not be said in any form")

    def options(self) -> Sequence[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class Split:
    """A total divided among some, at least `low` for each, in steps; the action has a number for each."""

    among: tuple[Hashable, ...]
    total: int
    low: int = 0
    step: int = 1
    about: str = ""

    def sample(self, rng: Random) -> tuple[int, ...]:
        return self._parts(sorted(rng.sample(range(self._places), len(self.among) - 1)))

    def check(self, action: Any) -> None:
        if not isinstance(action, tuple) or len(action) != len(self.among):
            raise IllegalAction(f"give a number for each of {', '.join(map(str, self.among))}")
        for name, part in zip(self.among, action, strict=True):
            if type(part) is not int or part < self.low or (part - self.low) % self.step:
                steps = f" in steps of {self.step}" if self.step > 1 else ""
                raise IllegalAction(f"{name}: {part!r} is not a whole number from {self.low} up{steps}")
        if sum(action) != self.total:
            raise IllegalAction(f"the numbers add up to {sum(action)}, not {self.total}")

    def options(self) -> Sequence[Any] | None:
        if self.size > MOST_LISTED:
            return None
        bars = len(self.among) - 1
        return tuple(map(self._parts, itertools.combinations(range(self._places), bars)))

    @property
    def size(self) -> int:
        """The number of ways to divide the total."""
        return comb(self._places, len(self.among) - 1)

    @property
    def _places(self) -> int:
        """Stars and bars: each choice of places for the bars among the steps is a split."""
        return (self.total - self.low * len(self.among)) // self.step + len(self.among) - 1

    def _parts(self, bars: Sequence[int]) -> tuple[int, ...]:
        edges = (-1, *bars, self._places)
        return tuple(self.low + self.step * (b - a - 1) for a, b in itertools.pairwise(edges))


@dataclass(frozen=True, slots=True)
class Pick:
    """From low to high of these things; the action is a tuple in the order in which they are listed.

    Things may repeat: two equal cards can both be picked.
    """

    things: tuple[Hashable, ...]
    low: int
    high: int
    about: str = ""

    def sample(self, rng: Random) -> tuple[Any, ...]:
        sizes = range(self.low, self.high + 1)
        ways = self._ways()
        count = weighted(sizes, [ways[0][size] for size in sizes], rng)
        if len(ways) == len(self.things) + 1:
            return self.in_order(taken_from(self.things, count, rng))
        picked: list[Any] = []
        for (thing, number), rest in zip(Counter(self.things).items(), ways[1:], strict=True):
            left = count - len(picked)
            taken = range(min(number, left) + 1)
            picked += [thing] * weighted(taken, [rest[left - some] for some in taken], rng)
        return self.in_order(picked)

    def _ways(self) -> list[list[int]]:
        """The number of picks of each size: of all things, of those unlike the first, and so on."""
        most = len(self.things)
        ways = [[1] + [0] * most]
        for number in reversed(Counter(self.things).values()):
            rest = ways[0]
            ways.insert(0, [sum(rest[max(0, size - number) : size + 1]) for size in range(most + 1)])
        return ways

    @property
    def size(self) -> int:
        """The number of picks."""
        return sum(self._ways()[0][self.low : self.high + 1])

    def in_order(self, picked: Sequence[Any]) -> tuple[Any, ...]:
        """These things as an action: in the order in which they are listed."""
        return tuple(sorted(picked, key=self.things.index))

    def check(self, action: Any) -> None:
        check_taken(self.things, action)
        if not self.low <= len(action) <= self.high:
            raise IllegalAction(f"pick {self.low} to {self.high} things, not {len(action)}")
        if action != self.in_order(action):
            raise IllegalAction("give them in the order in which they are listed")

    def options(self) -> Sequence[Any] | None:
        sizes = range(self.low, self.high + 1)
        if sum(comb(len(self.things), size) for size in sizes) > MOST_LISTED:
            return None
        ways = (c for size in sizes for c in itertools.combinations(self.things, size))
        return tuple(dict.fromkeys(map(self.in_order, ways)))


@dataclass(frozen=True, slots=True)
class Form:
    """Several answers at once; the action is a tuple, one for each part."""

    parts: tuple[tuple[str, Ask], ...]
    about: str = ""

    def sample(self, rng: Random) -> tuple[Any, ...]:
        return tuple([ask.sample(rng) for _, ask in self.parts])

    def check(self, action: Any) -> None:
        if not isinstance(action, tuple) or len(action) != len(self.parts):
            raise IllegalAction(f"answer {', '.join(name for name, _ in self.parts)}")
        for (name, ask), part in zip(self.parts, action, strict=True):
            try:
                ask.check(part)
            except IllegalAction as why:
                raise IllegalAction(f"{name}: {why}") from None

    def options(self) -> Sequence[Any] | None:
        each = [ask.options() for _, ask in self.parts]
        known = [options for options in each if options is not None]
        if len(known) < len(each) or prod(map(len, known)) > MOST_LISTED:
            return None
        return tuple(itertools.product(*known))


@dataclass(frozen=True, slots=True)
class Menu:
    """One of several verbs, each with its own parts; the action is (verb, part, part, …)."""

    verbs: tuple[tuple[str, Form], ...]
    about: str = ""

    def sample(self, rng: Random) -> tuple[Any, ...]:
        verb, parts = weighted(self.verbs, [size_of(parts) for _, parts in self.verbs], rng)
        return (verb, *parts.sample(rng))

    def check(self, action: Any) -> None:
        forms = dict(self.verbs)
        if not isinstance(action, tuple) or not action or action[0] not in forms:
            raise IllegalAction(f"{action!r} does not start with one of {', '.join(forms)}")
        forms[action[0]].check(action[1:])

    def options(self) -> Sequence[Any] | None:
        every: list[tuple[Any, ...]] = []
        for verb, parts in self.verbs:
            options = parts.options()
            if options is None or len(every) + len(options) > MOST_LISTED:
                return None
            every += [(verb, *option) for option in options]
        return tuple(every)


def uniform(ask: Ask, rng: Random) -> Any:
    """A uniformly random answer; a free text counts as one answer."""
    options = ask.options()
    return one_of(options, rng) if options else ask.sample(rng)


def size_of(ask: Ask) -> int:
    """The number of answers; a free text counts as one.

    >>> size_of(menu("offer", deal={}, propose={"hats": Amount(0, 2), "say": Speech()}))
    4
    """
    match ask:
        case Amount():
            return len(range(ask.low, ask.high + 1, ask.step))
        case Split() | Pick():
            return ask.size
        case Form():
            return prod(size_of(part) for _, part in ask.parts)
        case Menu():
            return sum(size_of(parts) for _, parts in ask.verbs)
        case _:
            options = ask.options()
            return 1 if options is None else len(options)


def atoms(ask: Ask, key: str = "") -> Iterator[tuple[str, Ask]]:
    """Each single question within an ask, with its key."""
    match ask:
        case Form():
            for name, part in ask.parts:
                yield from atoms(part, name)
        case Menu():
            yield "action", Choice(tuple(verb for verb, _ in ask.verbs))
            for _, parts in ask.verbs:
                yield from atoms(parts)
        case _:
            yield key or ask.about or "action", ask


def form(about: str = "", /, **parts: Ask) -> Form:
    """A form with these parts."""
    return Form(tuple(parts.items()), about)


def menu(about: str = "", /, **verbs: Mapping[str, Ask]) -> Menu:
    """A menu of verbs, each with its parts; verbs with nothing to choose from are left out.

    >>> left = menu("talk", wait={}, accept={"offer": Choice(())}, give={"cards": Pick((), low=1, high=0)})
    >>> " ".join(verb for verb, _ in left.verbs)
    'wait'
    """
    named = tuple(
        (verb, form(**parts)) for verb, parts in verbs.items() if not any(map(_is_empty, parts.values()))
    )
    if not named:
        raise UsageError(f"the menu {about!r} has no verb left to choose")
    return Menu(named, about)


def _is_empty(ask: Ask) -> bool:
    """Whether there is nothing to choose from."""
    match ask:
        case Choice():
            return not ask.choices
        case Pick():
            return len(ask.things) < ask.low
        case _:
            return False
