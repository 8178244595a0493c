"""The analysis of a PGM-aware player: its question, and reading the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Ask, Choice, Form, Game, Seat, Speech, Split, player_name
from agonist.players.pgm.beliefs import Matrix, Role, Signs, rows_of
from agonist.text import Vocabulary, written

Kind: TypeAlias = Literal["suspects", "matrix", "plans"]
"""Kinds of analysis: suspicions in words or as percentages; plans in games without hidden roles."""

VIEWPOINT_WORDS: Final = 60
"""The most words about one viewpoint."""

NOBODY: Final = "nobody"

ROLES: Final[dict[str, Role]] = {"yes": "hidden", "no": "not hidden", "not sure": "not sure"}
"""The possible answers to whether the player is the odd one out."""


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
    """An analysis after reading. `signs` and `matrix` are empty for kinds without them."""

    role: Role = "not sure"
    texts: tuple[str, ...] = ()
    """The situation from each player's viewpoint, in words."""
    signs: Signs = ()
    matrix: Matrix = ()


def kind_of(game: Game[Any, Any], beliefs: str) -> Kind:
    """The kind of analysis for a game: games with secrets and free talk have hidden roles, unless all know
    the teams from the beginning."""
    if game.traits.hidden and game.traits.talk and not game.teams(game.new()):
        return "matrix" if beliefs == "matrix" else "suspects"
    return "plans"


def ask_of(kind: Kind, seats: int) -> Ask:
    """The question of an analysis: a form with parts for each viewpoint."""
    names = tuple(map(player_name, range(seats)))
    parts: list[tuple[str, Ask]] = [] if kind == "plans" else [("odd_one_out", Choice(tuple(ROLES)))]
    for seat in range(seats):
        key = f"player_{seat + 1}"
        if kind == "matrix":
            parts.append((key, Split(names, 100)))
            continue
        parts.append((key, Speech(max_words=VIEWPOINT_WORDS, optional=True)))
        if kind == "suspects":
            parts.append((f"{key}_suspects_more", Choice((*names, NOBODY))))
            parts.append((f"{key}_suspects_less", Choice((*names, NOBODY))))
    return Form(tuple(parts), about=f"analysis_{kind}")


def vocabulary_of(me: Seat) -> Vocabulary:
    """Aliases that an analysis by this seat may use for options."""
    me_by_name = player_name(me)

    def aliases(key: str, option: Any) -> Sequence[str]:
        del key
        return ("me", "myself", "you", "self") if option == me_by_name else TOO.get(option, ())

    return Vocabulary(aliases, lambda _key: PERCENT)


def example_analysis(game: Game[Any, Any], beliefs: str) -> str:
    """An analysis of about the length that models write, for estimates."""
    ask = ask_of(kind_of(game, beliefs), game.seats)
    assert isinstance(ask, Form)
    view = " ".join(["word"] * (VIEWPOINT_WORDS // 2))
    parts = [view if isinstance(part, Speech) else part.sample(Random(0)) for _, part in ask.parts]
    return written(ask, tuple(parts), "json")


def analysis_of(kind: Kind, seats: int, action: tuple[Any, ...]) -> Analysis:
    """The analysis in an answer to `ask_of`.

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
    """The signs of an analysis: +1 for more suspicious, -1 for less; a player named as both gets 0."""
    return tuple((player_name(seat) == more) - (player_name(seat) == less) for seat in range(seats))


def in_words(analysis: Analysis, matrix: Matrix, me: Seat) -> str:
    """An analysis as it is shown to its own player."""
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
