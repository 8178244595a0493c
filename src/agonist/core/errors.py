"""The errors that users and players can meet."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable


class AgonistError(Exception):
    """An error that a user can act on; the message says what is wrong, where, and what to do.

    `exit_code` is the exit status of the command line.
    """

    exit_code: ClassVar[int] = 1


class UsageError(AgonistError, ValueError):
    """An unknown name, or an option or a command that is not possible."""

    exit_code = 2


class GameError(AgonistError):
    """A game broke its own contract: its code raised, or a clause does not hold."""

    exit_code = 6


class InvalidAnswer(AgonistError, ValueError):
    """An answer that cannot be played; the message says why, to the player."""

    kind: ClassVar[str] = "bad"

    def __init_subclass__(cls, *, kind: str | None = None) -> None:
        cls.kind = kind or cls.kind


class UnreadableAnswer(InvalidAnswer, kind="unreadable"):
    """No action can be found in the answer."""


class EmptyAnswer(UnreadableAnswer, kind="empty"):
    """There is nothing in the answer at all."""


class TruncatedAnswer(UnreadableAnswer, kind="truncated"):
    """The answer was cut off at the length limit before an action was found."""


class RefusedAnswer(InvalidAnswer, kind="refusal"):
    """The model or its endpoint refuses to answer."""


class AmbiguousAnswer(InvalidAnswer, kind="ambiguous"):
    """The answer can be read as more than one action."""


class IllegalAction(InvalidAnswer, kind="illegal"):
    """The rules forbid the action here."""


class LateAnswer(InvalidAnswer, kind="timeout"):
    """There was no answer in time."""


class OutOfTime(LateAnswer):
    """The clock for the whole match has run out: asking again is no use."""


class OutOfAllowance(InvalidAnswer, kind="over budget"):
    """What the player may spend in the match is spent: asking again is no use."""


def nearest(what: str, name: str, known: Iterable[str]) -> str:
    """A sentence that rejects an unknown name, with the nearest known one or a list of all.

    >>> nearest("game", "conect_four", ["connect_four", "tictactoe"])
    "there is no game 'conect_four'; did you mean 'connect_four'?"
    >>> nearest("game", "chess", ["connect_four", "tictactoe"])
    "there is no game 'chess'; there are: connect_four, tictactoe"
    """
    names = sorted(known)
    close = get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(names) or 'none'}"
    return f"there is no {what} {name!r}; {hint}"
