"""What is simulated: one line of the table each."""

from __future__ import annotations

from dataclasses import dataclass

from agonist.metrics.leaderboard import Method
from agonist.tournament import Target, parse_target
from agonist.tournament.pairing import Deals, Pairing


@dataclass(frozen=True)
class Cell:
    """One line of the table."""

    players: int
    matches: int = 20
    spread: float = 1.0
    luck: float = 0.0
    """The deviation of a deal's advantage for the first seat, on the log scale."""
    day: float = 0.0
    """The deviation of a player's form on a deal, shared by all matches that the player has on it."""
    draws: float = 0.0
    deals: Deals = "own"
    pairing: Pairing = "round-robin"
    until: str = ""
    best: str = "random"
    """Where the best player is named: first, last or at random."""
    method: Method = "bradley-terry"
    suite: str = ""
    sharp: bool = False
    """Built-in players without chance: the stronger always wins."""
    seats: int = 2
    wordings: int = 1
    """How many wordings of the prompts there are."""
    wording: float = 0.0
    """The deviation of what a wording is worth to a player, on the log scale."""
    gap: float | None = None
    """Instead of a spread, how many Elo points each player is above the next."""

    @property
    def text(self) -> str:
        """A game of so many seats in which chance deals, or does not."""
        if self.seats > 2:
            name = "sealed_bid_auction" if self.luck or self.day else "divide_dollar"
            return f"{name}?seats={self.seats}"
        return "texas_holdem" if self.luck or self.day else "tictactoe"

    @property
    def target(self) -> Target:
        return parse_target(self.text)

    def in_words(self) -> tuple[str, ...]:
        """The columns that say what was simulated: those of `HEADER`."""
        what = self.suite or f"{self.pairing}{f', until {self.until}' if self.until else ''}"
        noise = {
            "never a surprise": self.sharp,
            f"luck {self.luck:g}": self.luck,
            f"form {self.day:g}": self.day,
            f"{self.wordings} wordings, {self.wording:g}": self.wordings > 1,
            f"draws {self.draws:.0%}": self.draws,
            f"best named {self.best}": self.best != "random",
        }
        return (
            "BT" if self.method == "bradley-terry" else "TrueSkill",
            what,
            f"{self.players}",
            f"{self.seats}",
            "" if self.suite else f"{self.matches}",
            f"{self.spread:g}" if self.gap is None else f"steps of {self.gap:g} Elo",
            ", ".join(text for text, there in noise.items() if there),
            self.deals if self.luck or self.day else "none",
        )


HEADER = ("method", "schedule", "players", "seats", "matches", "spread", "noise", "deals")
