"""Backgammon in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.games.backgammon.title_and_endings import POINTS, Position, position
from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.adapters.openspiel.views import labels_of
from agonist.core import Ask

ROLL: Final = re.compile(r"(?:([XO]) starts, )?\(roll: (\d)(\d)\)$")
PAIR: Final = re.compile(r"\(2\)$")
CORNERS: Final = (range(13, 19), range(19, 25), range(12, 6, -1), range(6, 0, -1))
"""The points of the upper and of the lower half, as Player 1 counts them, from the left."""


class BackgammonWords(GridWords):
    last: ClassVar = 4

    def spelt(self, text: str) -> str:
        """A play as it is usually written; a roll as two numbers.

        >>> WORDS.spelt("142 - Bar/20* 13/7"), WORDS.spelt("1/Off Pass")
        ('bar/20* 13/7', '1/off')
        >>> WORDS.spelt("chance outcome 4 X starts, (roll: 14)")
        '4-1, and Player 1 begins'
        """
        if roll := ROLL.search(text):
            dice = f"{max(roll[2], roll[3])}-{min(roll[2], roll[3])}"
            return f"{dice}, and Player {'XO'.index(roll[1]) + 1} begins" if roll[1] else dice
        play = text.rpartition(" - ")[2].casefold()
        return play if play == "pass" else play.removesuffix(" pass")

    def label(self, view: Any, key: str, option: Any) -> str:
        return plays(view)[option]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        """A play in other words, where no other play is meant by them."""
        found = plays(view)
        return said_of(tuple(found.values()))[found[option]]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Any]:
        return ()

    def known(self, game: SpielGame, view: Any, key: str) -> None:
        return None

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        (outcome,) = (self.spelt(text) for number, text in labels_of(view, -1).items() if number == action)
        return self.prompts.fill("roll", dice=outcome)

    def drawing(self, view: History) -> str:
        """The points, each with the number that each player gives it."""
        now = position(spiel_of(view))
        halves = []
        for left, right in (CORNERS[:2], CORNERS[2:]):
            names = [
                f"{sign} |{row(str(n) for n in map(count, left))} |{row(str(n) for n in map(count, right))} |"
                for sign, count in (("x", int), ("o", lambda n: POINTS + 1 - n))
            ]
            held = f"  |{row(on(now, n) for n in left)} |{row(on(now, n) for n in right)} |"
            halves.append([*names, held])
        (upper, lower) = halves
        return "\n".join((*upper, "  |" + " " * 25 + "|" + " " * 25 + "|", *reversed(lower)))

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        now = position(spiel_of(view))
        yield self.prompts.fill(
            "count",
            bar_x=now.bar[0],
            bar_o=now.bar[1],
            off_x=now.off[0],
            off_o=now.off[1],
            pips_x=now.pips(0),
            pips_o=now.pips(1),
        )
        if now.dice:
            dice = f"{max(now.dice)}-{min(now.dice)}"
            double = now.dice[0] == now.dice[1]
            yield self.prompts.fill(("again" if now.again else "double") if double else "dice", dice=dice)

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        given = game.spiel.get_parameters()
        return {
            "paid": self.prompts.fill(str(given["scoring_type"])),
            "turns": int(given["max_player_turns"]) + 1,
        }


def plays(view: History) -> Mapping[int, str]:
    """The plays that are allowed."""
    return _named(tuple(labels_of(view, int(spiel_of(view).current_player())).items()))


@lru_cache(maxsize=64)  # each option of a question asks for all
def _named(labels: tuple[tuple[int, str], ...]) -> Mapping[int, str]:
    """Two orders of the same moves are two actions of the library: the second is written in its own order."""
    found: dict[int, str] = {}
    for action, text in labels:
        play = WORDS.spelt(text)
        found[action] = turned(play) if play in found.values() else play
    return found


def turned(play: str) -> str:
    """The same two moves in the other order.

    >>> turned("24/18* 13/9"), turned("13/8/5"), turned("1/off(2)")
    ('13/9 24/18*', '8/5 13/8', '1/off 1/off')
    """
    if " " in play:
        return " ".join(reversed(play.split(" ")))
    if PAIR.search(play):  # two checkers borne off from one point, by dice that differ
        step = PAIR.sub("", play)
        return f"{step} {step}"
    one, two, three = play.split("/")
    return f"{two.removesuffix('*')}/{three} {one}/{two}"


def steps_of(play: str) -> tuple[str, ...]:
    """The moves of single checkers, without hits and sorted: the same for both orders.

    >>> steps_of("13/8*/5"), steps_of("8/5 13/8*"), steps_of("6/4(2)")
    (('13/8', '8/5'), ('13/8', '8/5'), ('6/4', '6/4'))
    """
    plain = play.replace("*", "")
    if plain.endswith("(2)"):
        return (plain.removesuffix("(2)"),) * 2
    steps = []
    for moved in plain.split(" "):
        places = moved.split("/")
        steps += [f"{one}/{two}" for one, two in pairwise(places)] or [moved]
    return tuple(sorted(steps))


@lru_cache(maxsize=256)
def said_of(plays: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """For each play other words that mean no other one of them."""
    each = {play: other_words(play) for play in plays}
    often = Counter(said for others in each.values() for said in {*others})
    return {
        play: [said for said in others if often[said] == 1 and said not in each]
        for play, others in each.items()
    }


def other_words(play: str) -> list[str]:
    """Other ways to write a play: each step for itself, and only where a checker ends.

    >>> other_words("13/7/5*"), other_words("8/6(2)"), other_words("24/18* 13/9")
    (['13/7 7/5', '13/5'], ['8/6 8/6'], ['24/18 13/9', '24/18 and 13/9'])
    """
    plain = play.replace("*", "")
    if PAIR.search(plain):
        step = PAIR.sub("", plain)
        return [f"{step} {step}"]
    if " " not in plain and plain.count("/") == 2:
        one, two, three = plain.split("/")
        return [f"{one}/{two} {two}/{three}", f"{one}/{three}"]
    return [*[plain] * (plain != play), *[plain.replace(" ", " and ")] * (" " in plain)]


def on(now: Position, point: int) -> str:
    """What stands on a point, as Player 1 counts it."""
    first, second = now.points[0][point - 1], now.points[1][POINTS - point]
    return f"{first}x" if first else f"{second}o" if second else "."


def row(cells: Iterator[str]) -> str:
    return "".join(f"{cell:>4}" for cell in cells)


WORDS: Final = BackgammonWords.beside(__file__)
