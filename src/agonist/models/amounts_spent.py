"""What is spent: dollars, tokens, requests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spending:
    """Dollars, tokens (sent and written together) and requests."""

    usd: float = 0.0
    tokens: int = 0
    requests: int = 0

    def __add__(self, other: Spending) -> Spending:
        return Spending(self.usd + other.usd, self.tokens + other.tokens, self.requests + other.requests)

    def __sub__(self, other: Spending) -> Spending:
        return Spending(self.usd - other.usd, self.tokens - other.tokens, self.requests - other.requests)

    def times(self, number: float) -> Spending:
        """So many times as much, in whole tokens and requests."""
        return Spending(self.usd * number, round(self.tokens * number), round(self.requests * number))
