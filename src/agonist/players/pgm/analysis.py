"""What a PGM-aware player asks itself before it decides, and what its answers say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Ask, Choice, Form, Game, Seat, Speech, Split, player_name
from agonist.players.pgm.beliefs import Matrix, Role, Signs, rows_of
from agonist.text import Vocabulary, written

Kind: TypeAlias = Literal["suspects", "matrix", "plans"]
"""Who suspects whom in words, or as a matrix of percentages; or, where no role is hidden, who plans what."""

LONGEST: Final = 60
"""Words on one viewpoint."""

NOBODY: Final = "nobody"

ROLES: Final[dict[str, Role]] = {"yes": "hidden", "no": "not hidden", "not sure": "not sure"}
"""Answers to whether one is the odd one out."""


TOO: Final[dict[str, tuple[str, ...]]] = {
    "yes": ("I am", "likely", "probably"),
    "no": ("I am not", "unlikely", "probably not"),
    "not sure": ("unsure", "unknown", "uncertain", "maybe", "not certain", "I do not know"),
    NOBODY: ("none", "no one", "noone", "no player", "no change", "n/a", "-"),
}
"""Other words for the answers."""

PERCENT: Final = {"%": 1, "percent": 1}


@dataclass(frozen=True, slots=True)
class Analysis:
    """One analysis, read. `signs` and `matrix` are of the kinds that have them."""

    role: Role = "not sure"
    texts: tuple[str, ...] = ()
    """How the situation looks from each viewpoint."""
    signs: Signs = ()
    matrix: Matrix = ()


def kind_of(game: Game[Any, Any], beliefs: str) -> Kind:
    """What to ask at this game: games of hidden roles are those with secrets and free talk."""
    if game.traits.hidden and game.traits.talk:
        return "matrix" if beliefs == "matrix" else "suspects"
    return "plans"


def ask_of(kind: Kind, seats: int) -> Ask:
    """The question, a form with parts for each viewpoint."""
    names = tuple(map(player_name, range(seats)))
    parts: list[tuple[str, Ask]] = [] if kind == "plans" else [("odd_one_out", Choice(tuple(ROLES)))]
    for seat in range(seats):
        key = f"player_{seat + 1}"
        if kind == "matrix":
            parts.append((key, Split(names, 100)))
            continue
        parts.append((key, Speech(max_words=LONGEST, optional=True)))
        if kind == "suspects":
            parts.append((f"{key}_suspects_more", Choice((*names, NOBODY))))
            parts.append((f"{key}_suspects_less", Choice((*names, NOBODY))))
    return Form(tuple(parts), about=f"analysis_{kind}")


def vocabulary_of(me: Seat) -> Vocabulary:
    """What an analysis by this seat may say besides the words that are listed."""
    own = player_name(me)

    def aliases(key: str, option: Any) -> Sequence[str]:
        del key
        return ("me", "myself", "you", "self") if option == own else TOO.get(option, ())

    return Vocabulary(aliases, lambda _key: PERCENT)


def example_analysis(game: Game[Any, Any], beliefs: str) -> str:
    """An analysis of about the length that models write, for estimates."""
    ask = ask_of(kind_of(game, beliefs), game.seats)
    assert isinstance(ask, Form)
    view = " ".join(["word"] * (LONGEST // 2))
    parts = [view if isinstance(part, Speech) else part.sample(Random(0)) for _, part in ask.parts]
    return written(ask, tuple(parts), "json")


def analysis_of(kind: Kind, seats: int, action: tuple[Any, ...]) -> Analysis:
    """What an answer to `ask_of` says.

    >>> found = analysis_of("suspects", 2, ("no", "calm", "Player 2", "nobody", "", "nobody", "Player 1"))
    >>> found.role, found.signs
    ('not hidden', ((0, 1), (-1, 0)))
    """
    if kind == "plans":
        return Analysis(texts=action)
    role = ROLES[action[0]]
    if kind == "matrix":
        return Analysis(role, matrix=rows_of(action[1:]))
    viewpoints = [action[1 + 3 * seat : 4 + 3 * seat] for seat in range(seats)]
    signs = tuple(_signs(seats, more, less) for _, more, less in viewpoints)
    return Analysis(role, tuple(text for text, _, _ in viewpoints), signs)


def _signs(seats: int, more: str, less: str) -> tuple[int, ...]:
    """More suspicious is +1, less -1; a player named as both has not changed."""
    return tuple((player_name(seat) == more) - (player_name(seat) == less) for seat in range(seats))


def in_words(analysis: Analysis, matrix: Matrix, me: Seat) -> str:
    """An analysis as it is shown to the player who made it."""
    lines = [
        f"{player_name(seat)}{' (you)' if seat == me else ''}: {' '.join(text.split())}"
        for seat, text in enumerate(analysis.texts)
        if text.strip()
    ]
    for seat, row in enumerate(matrix):
        shares = ", ".join(f"{player_name(other)} {100 * share:.0f}%" for other, share in enumerate(row))
        lines.append(
            f"{player_name(seat)}{' (you)' if seat == me else ''} takes for the odd one out: {shares}"
        )
    return "\n".join(lines)
