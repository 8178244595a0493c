"""Matches of chess as PGN, Portable Game Notation (Edwards, 1994): what chess programs and databases read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from textwrap import fill
from typing import Any, Final

from agonist.adapters.openspiel.games.chess.moves import played
from agonist.adapters.openspiel.games.chess.title_and_endings import BLACK, WHITE
from agonist.adapters.openspiel.states import History, replayed

WIDE: Final = 79
"""Characters of a line of moves, as PGN asks."""


def pgn(
    state: History,
    tags: Mapping[str, str],
    ranks: Sequence[int],
    *,
    not_theirs: Collection[int] = (),
    ending: str = "",
) -> str:
    """One game.

    Args:
        state: After the last move.
        tags: What is known besides the moves, such as `White` and `Date`; `Result` is added.
        ranks: Who won, by seat; empty for a game without an end.
        not_theirs: The half-moves, from 0, that a fallback made in place of the player.
        ending: Why the game ended, as a comment after the last move.
    """
    result = result_of(ranks)
    found = {**tags, "Result": result}
    begun = replayed(state, 1 if _is_drawn(state) else 0).board().to_fen()
    if _is_drawn(state):
        found |= {"Variant": "Chess960", "SetUp": "1", "FEN": begun}
    words: list[str] = []
    for nth, move in enumerate(played(state)):
        if nth % 2 == 0:
            words.append(f"{nth // 2 + 1}.")
        elif nth - 1 in not_theirs:
            words.append(f"{nth // 2 + 1}...")  # after a comment the number is given again
        words.append(move)
        if nth in not_theirs:
            words.append("{by fallback, no answer of the player}")
    if ending:
        words.append(f"{{{ending.replace('}', ')')}}}")
    head = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in found.items())
    moves = fill(" ".join([*words, result]), WIDE, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n\n{moves}\n"


def result_of(ranks: Sequence[int]) -> str:
    """White's points and Black's, as PGN writes them; `*` for a game without an end.

    >>> result_of((2, 1)), result_of((1, 1)), result_of(())
    ('1-0', '1/2-1/2', '*')
    """
    if not ranks:
        return "*"
    white, black = ranks[WHITE], ranks[BLACK]
    return "1/2-1/2" if white == black else "1-0" if white < black else "0-1"


def _is_drawn(state: History) -> bool:
    """Whether the first position was drawn at random."""
    return dict(state.parameters).get("chess960", False) is True


def _quoted(value: Any) -> str:
    """The value of a tag: one line, with quotes and backslashes escaped."""
    return " ".join(str(value).split()).replace("\\", "\\\\").replace('"', '\\"')
