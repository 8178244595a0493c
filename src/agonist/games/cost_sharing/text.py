"""Sharing a fee, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, player_name
from agonist.games.cost_sharing.rules import AIRLINES, CostSharing, Shares, State, mover
from agonist.kit import Words
from agonist.text import Prompts

PERCENT: Final = {"%": 1, "percent": 1, "per cent": 1, "percentage points": 1}
"""The total is a hundred percent, so the sign is a unit here."""


class CostSharingWords(Words[CostSharing, State]):
    def rules(self, game: CostSharing) -> str:
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            fee=f"${game.fee:,}",
            airlines=", ".join(f"{player_name(seat)} for {airline(seat)}" for seat in range(game.seats)),
            rounds="1 round" if game.rounds == 1 else f"{game.rounds} rounds",
            step=game.step,
            statement=self.prompts.fill("with_statement", words=game.statement_words)
            if game.statement_words
            else "",
        )

    def scene(self, game: CostSharing, view: State) -> str:
        lines = [line for event in view.log if (line := self.sentence(game, view, event))]
        return "\n".join([*lines, self.status(game, view)])

    def sentence(self, game: CostSharing, view: State, event: Event) -> str:
        match event:
            case ("usage", descriptions):
                return "\n".join(f"{airline(seat)}: {text}" for seat, text in enumerate(descriptions))
            case ("topic", text):
                return str(text)
            case ("proposal", number, seat, shares, statement):
                words = self.quoted(statement)
                addition = f' It adds: "{words}"' if words else ""
                return f"Round {number}: {player_name(seat)} proposes {split(shares)}.{addition}"
            case ("vote", number, seat, target):
                return f"Round {number}: {player_name(seat)} votes for {player_name(target)}'s proposal."
            case ("failed", number):
                return self.prompts.fill("failed", round=number)
            case ("agreed", number, shares):
                return self.prompts.fill("agreed", round=number, split=split(shares))
        raise AssertionError(event)

    def status(self, game: CostSharing, view: State) -> str:
        if not view.usage:
            return self.prompts.fill("dealing")
        if view.agreed is not None:
            return self.prompts.fill("over_agreed")
        if view.round > game.rounds:
            return self.prompts.fill("over_failed")
        me = mover(view)
        return self.prompts.fill(
            "now", round=view.round, rounds=game.rounds, player=player_name(me), airline=airline(me)
        )

    def request(self, game: CostSharing, view: State, ask: Ask) -> str:
        if ask.about == "vote":
            return self.prompts.fill("vote")
        return self.prompts.fill("proposal", airline=airline(mover(view)))

    def label(self, view: State, key: str, option: Any) -> str:
        if key == "split":
            return airline(option)
        if key == "vote":
            return player_name(option)
        return super().label(view, key, option)

    def aliases(self, view: State, key: str, option: Any) -> Sequence[str]:
        name, flies = player_name(option), airline(option)
        if key == "split":
            return (name, flies.removeprefix("Airline "))
        whose = (flies, name)
        ways = [f"{who}'s {what}" for who in whose for what in ("proposal", "split")]
        ways += [f"{what} of {who}" for who in whose for what in ("proposal", "split")]
        names = ("me", "myself", "my own", "mine", "my proposal", "my own proposal", "own")
        return (f"proposal {option + 1}", *ways, *(names if option == mover(view) else ()))

    def units(self, game: CostSharing, view: State, key: str) -> Mapping[str, int]:
        return PERCENT if key == "split" else {}

    def bounds(self, game: CostSharing, view: State, key: str) -> tuple[int, int] | None:
        return (100, 100) if key == "split" else None

    def known(self, game: CostSharing, view: State, key: str) -> Sequence[str] | None:
        seats = range(game.seats)
        return [*map(airline if key == "split" else player_name, seats)] if key in ("split", "vote") else None

    def chance(self, view: State, ask: Ask, action: Any) -> str:
        drawn = "; ".join(f"{airline(seat)}: {AIRLINES[number]}" for seat, number in enumerate(action))
        return f"Chance draws the airlines. {drawn}"


def airline(seat: Seat) -> str:
    """The airline of a seat: `Airline A` of the first."""
    return f"Airline {chr(ord('A') + seat)}"


def split(shares: Shares) -> str:
    """Shares on one line.

    >>> split((35, 35, 30))
    'Airline A 35%, Airline B 35%, Airline C 30%'
    """
    return ", ".join(f"{airline(seat)} {share}%" for seat, share in enumerate(shares))


WORDS = CostSharingWords(Prompts.beside(__file__))
