"""What a seat may spend in a match: a clock of dollars, tokens or seconds, as a chess clock is one of
time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agonist.core import OutOfAllowance, Seat
from agonist.match.invalid_answer_policy import Policy
from agonist.players.model_call_record import ModelCall


@dataclass
class Spent:
    """What one seat has spent: dollars, tokens sent and written, and seconds of its answered requests."""

    usd: float = 0.0
    tokens: int = 0
    seconds: float = 0.0

    def add(self, calls: Iterable[ModelCall]) -> Spent:
        """The same with these calls; those of hidden questions are not the player's."""
        own = [call for call in calls if not call.probe]
        return Spent(
            self.usd + sum(call.cost or 0.0 for call in own),
            self.tokens + sum(call.usage.prompt + call.usage.completion for call in own),
            self.seconds + sum(call.seconds for call in own),
        )


class Allowances:
    """What each seat has spent of what the policy allows it in the match."""

    def __init__(self, policy: Policy, seats: int) -> None:
        self.limited = policy.limits_matches
        if not self.limited:
            return
        self._limits = {
            "usd": policy.match_usd,
            "tokens": policy.match_tokens,
            "seconds": policy.match_seconds,
        }
        self._spent = [Spent() for _ in range(seats)]

    def end_step(self, calls: Iterable[ModelCall]) -> None:
        """Count the calls of a step that is over."""
        if self.limited:
            for call in calls:
                self._spent[call.seat] = self._spent[call.seat].add([call])

    def expect_left(self, seat: Seat, calls: Iterable[ModelCall]) -> None:
        """Raise `OutOfAllowance` if the seat has nothing left. `calls`: those of the step being played."""
        if not self.limited:
            return
        spent = self._spent[seat].add(calls)
        for name, limit in self._limits.items():
            if limit is not None and getattr(spent, name) >= limit:
                raise OutOfAllowance(f"the {amount_in_words(name, limit)} for the match are spent")


def amount_in_words(name: str, limit: float) -> str:
    """A limit with its unit.

    >>> amount_in_words("usd", 0.02), amount_in_words("tokens", 5000)
    ('0.02 dollars', '5,000 tokens')
    """
    return f"{limit:g} dollars" if name == "usd" else f"{limit:,g} {name}"
