"""Players that cannot continue are set aside with their matches; all others play to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from agonist.core import AgonistError
from agonist.models.errors import ProviderError, Unreachable
from agonist.players.model_call_record import ModelCall

SUSPENDED_IN_A_ROW: Final = 5
"""The number of matches in a row, suspended by a provider without an answer, after which it counts as down.
"""

FIRST_ANSWERS: Final = 30
"""A model is set aside if its first answers, this many, are all invalid, since more would show nothing
new."""

MAX_CHARACTERS_SHOWN: Final = 400
"""The most characters of the last answer that a message shows."""


class AllInvalid(AgonistError):
    """None of a player's first answers was valid."""

    exit_code = 4
    option = "--keep-going"
    """The option of `agonist resume` that plays on regardless."""


class SetAsideElsewhere(AgonistError):
    """Another process that plays the run has set a player aside."""

    exit_code = 4

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class SetAside:
    """The players set aside, and why. `on_new` is called with each."""

    def __init__(self, on_new: Callable[[str], None], *, keep_going: bool = False) -> None:
        self._on_new, self._keep_going = on_new, keep_going
        self._errors: dict[str, AgonistError] = {}
        self._in_a_row = Counter[str]()
        self._invalid = Counter[str]()
        self._valid = set[str]()
        self._recalled = Counter[str]()
        self._elsewhere: Mapping[str, tuple[int, int]] = {}

    @property
    def errors(self) -> Mapping[str, AgonistError]:
        """Why each player was set aside."""
        return self._errors

    def one_of(self, players: tuple[str, ...]) -> str | None:
        """The first of these players that is set aside."""
        if not self._errors:  # so in most runs, and asked for each match
            return None
        return next((player for player in players if player in self._errors), None)

    def add(self, player: str, error: AgonistError) -> None:
        """Set a player aside."""
        if player not in self._errors:
            self._errors[player] = error
            self._on_new(player)

    def failed(self, player: str, error: AgonistError) -> None:
        """Note that a match cannot continue because of this player."""
        if not isinstance(error, ProviderError):
            return
        self._in_a_row[player] += 1
        # An endpoint that refuses, or has failed for a while, is not tried again in each match.
        if error.fatal or isinstance(error, Unreachable) or self._in_a_row[player] >= SUSPENDED_IN_A_ROW:
            self.add(player, error)

    def judged(self, player: str, call: ModelCall) -> None:
        """Note an answer of this player."""
        self._in_a_row[player] = 0
        if not call.error:
            self._valid.add(player)
        elif player not in self._valid and call.sent and not call.probe:
            self._invalid[player] += 1
            valid, invalid = self._elsewhere.get(player, (0, 0))
            invalid += self._invalid[player] + self._recalled[player]
            if invalid >= FIRST_ANSWERS and not valid and not self._keep_going:
                self.add(player, AllInvalid(_explained(player, call)))

    @property
    def counts(self) -> Mapping[str, tuple[int, int]]:
        """Of each player, 1 if an answer was valid, and how many were invalid before, to tell others.

        What was recalled is left out, since they recall it too.
        """
        return {
            player: (int(player in self._valid), self._invalid[player])
            for player in self._valid | self._invalid.keys()
        }

    def hear(self, counts: Mapping[str, tuple[int, int]]) -> None:
        """Note the same of all other processes that play the run."""
        self._elsewhere = counts

    def recall(self, player: str, valid: int, invalid: int) -> None:
        """Note how many answers this player gave before the run was resumed."""
        if valid:
            self._valid.add(player)
        self._recalled[player] += invalid


def _explained(player: str, call: ModelCall) -> str:
    text = " ".join(call.text.split())
    text = "".join(char if char.isprintable() else "�" for char in text)
    text = text if len(text) <= MAX_CHARACTERS_SHOWN else f"{text[: MAX_CHARACTERS_SHOWN - 1]}…"
    return (
        f"the first {FIRST_ANSWERS} answers of {player} were all invalid; the last one was {call.error} "
        f"({call.complaint}): {text!r}. Change how it is asked (as with format=line), or go on all the same "
        "with --keep-going"
    )
