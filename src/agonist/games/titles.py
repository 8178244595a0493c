"""The names of games as people read them; their ids are for what is typed."""

from __future__ import annotations

import re
from typing import Final

from agonist.core import AgonistError
from agonist.games import KITS, find_kit

_PART: Final = re.compile(
    r"(?P<suite>.*?: )?(?P<game>\w[\w.]*(:[^\s?|]+)?)(?P<options>\?[^|]*)?(?P<rest>.*)", re.DOTALL
)
"""A game with its options as it was typed, behind the suite that planned it, before the arm of a sweep."""


def title_of(game: str) -> str:
    """The title of a game; its id if it declares none, or there is no such game any more.

    >>> title_of("liars_dice"), title_of("no_such_game")
    ("Liar's Dice", 'no_such_game')
    """
    try:
        return find_kit(game).game.title or game
    except AgonistError:
        return game


def name_of_title(title: str) -> str:
    """The id of the one of our games that has this title; the text itself if there is none. Loads games.

    >>> name_of_title("Guess 2/3 of the Average"), name_of_title("guess")
    ('guess_average', 'guess')
    """
    return next((name for name in KITS if title_of(name).casefold() == title.casefold()), title)


def title_of_part(part: str) -> str:
    """The title of a game with its options, as matches name what they are part of.

    >>> title_of_part("connect_four?rows=5&columns=5")
    'Connect Four (rows 5, columns 5)'
    >>> title_of_part("llmarena: texas_holdem|temperature=0.5")
    "llmarena: Texas Hold'em (temperature 0.5)"
    >>> title_of_part("library:Game-v0(3)?rows=2|temperature=0.5")
    'library:Game-v0(3) (rows 2, temperature 0.5)'
    """
    found = _PART.fullmatch(part)
    if found is None:
        return part
    typed, rest = (found["options"] or "")[1:], found["rest"]
    options = [pair.replace("=", " ", 1) for pair in typed.split("&") if pair]
    if rest.startswith("|"):
        options, rest = [*options, rest[1:].replace("=", " ", 1)], ""
    title = title_of(found["game"])
    return (found["suite"] or "") + title + (f" ({', '.join(options)})" if options else "") + rest
