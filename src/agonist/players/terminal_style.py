"""Colours and card symbols for people, where their terminal has them."""

from __future__ import annotations

import os
import re
from textwrap import wrap
from typing import Final, TextIO

NAMES: Final = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace"
RANKS: Final = dict(zip(NAMES.split(), [*map(str, range(2, 11)), *"JQKA"], strict=True))
SUITS: Final = {"Clubs": "♣", "Diamonds": "♦", "Hearts": "♥", "Spades": "♠"}
CARD: Final = re.compile(rf"\b({'|'.join(RANKS)}) of ({'|'.join(SUITS)})\b")

COLOURS: Final = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "white": 97}
"""Colours of the terminal (ANSI) by the words of games."""
WORD: Final = re.compile(rf"\b({'|'.join(COLOURS)})\b", re.IGNORECASE)
RED_SUIT: Final = re.compile(r"(?:10|[2-9JQKA])[♦♥]")
MARK: Final = re.compile(r"(?<=\| )[XO](?= \|)")
MARKS: Final = {"X": 96, "O": 93}


ITEM: Final = re.compile(r" *(?:- |\d+\. )?")


def wrapped(text: str, width: int) -> str:
    """The text in lines that fit; what is left of a list's item stands below its beginning.

    >>> print(wrapped("Rules:\\n- Whoever has most wins.", 14))
    Rules:
    - Whoever has
      most wins.
    """
    lines = []
    for line in text.split("\n"):
        item = ITEM.match(line)
        indent = " " * item.end() if item and item.end() < width else ""
        fits = len(line) <= width
        lines += [line] if fits else wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines)


def has_colours(out: TextIO) -> bool:
    """Whether this is a terminal that shows colours, and NO_COLOR is not set (https://no-color.org)."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def has_symbols(out: TextIO) -> bool:
    """Whether this is a terminal that shows the symbols of cards."""
    return out.isatty() and (out.encoding or "").lower().replace("-", "") == "utf8"


def with_symbols(text: str) -> str:
    """The text with cards as symbols.

    >>> with_symbols("Your cards: Ten of Hearts and Ace of Clubs")
    'Your cards: 10♥ and A♣'
    """
    return CARD.sub(lambda card: RANKS[card[1]] + SUITS[card[2]], text)


def with_colours(text: str) -> str:
    """The text with colour names in their colour, red suits in red, and X and O in two colours.

    >>> with_colours("red, | X |")
    '\\x1b[31mred\\x1b[0m, | \\x1b[96mX\\x1b[0m |'
    """
    text = WORD.sub(lambda word: _in(COLOURS[word[0].lower()], word[0]), text)
    text = RED_SUIT.sub(lambda card: _in(31, card[0]), text)
    return MARK.sub(lambda mark: _in(MARKS[mark[0]], mark[0]), text)


def _in(colour: int, text: str) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m"
