"""The encoding of a game's answers, from what random matches show.

Random matches, the same each time, show which options each question can have. A question with few options
altogether has a table of them, so that a number always means the same option of that question. An option that
no random match has shown is encoded too, by its index.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

from agonist.adapters.gymnasium.answer_encoding import Spelling
from agonist.adapters.gymnasium.answer_splitting import Listing, dialogue
from agonist.core import CHANCE, Ask, Game, Speech
from agonist.match.chance_seat import Chance

MOST_ACTIONS: Final = 1024
"""The largest action space, in actions."""

MATCHES: Final = 64
MOVES: Final = 500
"""How far the game is explored: the number of random matches, and the most moves in all of them."""

TEXT_CHARACTERS: Final = 400
"""The longest text, in characters, that an action space declares."""


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
