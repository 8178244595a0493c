"""Counts from one finished game about its challenger: hits and trials for all metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from agonist.core import Seat
from agonist.games.chameleon.rules import CREDITS
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.store import Turn
from agonist.suites.magic.hidden_questions import suspicions

Count = tuple[float, float]
"""Hits and trials."""

NONE: Final[Count] = (0, 0)

SOCIAL: Final = ("chameleon", "non-chameleon", "undercover", "civilian")
ECONOMIC: Final = ("airline", "prisoner", "contributor")
ROLES: Final = (*SOCIAL, *ECONOMIC)
"""The challenger's seven roles, in the paper's order."""


@dataclass(frozen=True)
class Facts:
    """One game from the challenger's side."""

    played: Played

    @property
    def role(self) -> str:
        return self.played.part.removeprefix("magic: ")

    @property
    def setting(self) -> str:
        return self.played.block.split("/", 2)[1]

    @property
    def player(self) -> str:
        return self.played.block.split("/", 2)[2]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The challenger's seats."""
        return tuple(seat for seat, name in enumerate(self.played.players) if name == self.player)

    @cached_property
    def end(self) -> Any:
        return self.played.end

    @cached_property
    def turns(self) -> list[tuple[Any, Turn]]:
        return list(self.played.turns())

    @cached_property
    def flag(self) -> int:
        """The outcome of a social game, with the published code's numbers.

        Chameleon: 0 caught and guessed wrong, 1 caught and guessed right, 2 wrong accusation, 3 tie.
        Undercover: 0 caught, 1 wrong accusation, 2 tie.
        """
        if self.played.match.fixture.game == "chameleon":
            return list(CREDITS).index(self.end.ending)
        out = self.end.results[-1]
        return 2 if out is None else int(out not in self.end.undercovers)

    @property
    def hidden(self) -> Seat:
        """The seat of the chameleon or undercover."""
        if self.played.match.fixture.game == "chameleon":
            return int(self.end.chameleon)
        (seat,) = self.end.undercovers
        return int(seat)

    @property
    def credit(self) -> float:
        """The challenger's credit, from 0 to 1: in the social games the published credits, divided by 2 or
        3.
        """
        match self.role:
            case "chameleon":
                return (0.0, 0.5, 1.0, 0.5)[self.flag]
            case "non-chameleon":
                return (1.0, 0.5, 0.0, 0.5)[self.flag]
            case "undercover":
                return (0.0, 1.0, 2 / 3)[self.flag]
            case "civilian":
                return (1.0, 0.0, 1 / 3)[self.flag]
            case "airline":
                return float(self.agreed)
            case _:
                return float(self.played.match.ranks[self.seats[0]] == 1)

    @property
    def votes(self) -> Count:
        """Right votes of the challenger as non-chameleon or civilian; a fallback vote is a miss."""
        if self.role not in ("non-chameleon", "civilian"):
            return NONE
        turn = next(turn for state, turn in self.turns if state.phase == "vote")
        right = [turn.moves[seat] == self.hidden and seat not in turn.fallback for seat in self.seats]
        return sum(right), len(right)

    @property
    def identities(self) -> Count:
        """Right answers of the challenger about their own identity."""
        hits = trials = 0
        for seat, answer in self._answers_to("identity"):
            name = {True: self._game, False: OTHERS[self._game]}[seat == self.hidden]
            trials += 1
            hits += answer == (f"Player {seat + 1}", name)
        return hits, trials

    @property
    def _game(self) -> str:
        return self.played.match.fixture.game

    def _answers_to(self, what: str) -> Iterator[tuple[Seat, Any]]:
        """The challenger's answers to a hidden question."""
        for answers in self._rounds(what):
            yield from ((seat, answers[seat]) for seat in self.seats if seat in answers)

    @cached_property
    def _thinking(self) -> frozenset[Seat]:
        """The seats of models, agents and people."""
        fixture = self.played.match.fixture
        specs = [parse_player(fixture.spec(player)) for player in fixture.players]
        return frozenset(
            seat
            for seat, spec in enumerate(specs)
            if spec.is_model or spec.is_agent or spec.address or spec.name == "human"
        )

    def _rounds(self, what: str) -> list[dict[Seat, Any]]:
        """For each time a hidden question was asked, the answers by seat.

        Built-in players are left out, since their answers are random.
        """
        name = f"magic_{self._game}_{what}"
        rounds = [
            {p.seat: p.answer for p in turn.probes if p.name == name and p.seat in self._thinking}
            for turn in self.played.log
        ]
        return [answers for answers in rounds if answers]

    @property
    def gold(self) -> Count:
        """The challenger's suspicions that name the right player; those of the chameleon, who knows, do not
        count.
        """
        return NONE if self.role == "chameleon" else self.gold_published

    @property
    def gold_published(self) -> Count:
        """The same including the chameleon, as in the paper's 600 trials: it has no gold answer, so it
        misses.
        """
        hits = trials = 0
        for seat, answer in self._answers_to("suspects"):
            seen = suspicions(answer)
            trials += 1
            hits += self.role != "chameleon" and seen is not None and seen[seat] == self.hidden
        return hits, trials

    @property
    def inter(self) -> Count:
        """Suspicions ascribed to another player that this player has; only where both are known."""
        compared = [pair for pairs in self._compared() for pair in pairs if None not in pair]
        return sum(ascribed == own for ascribed, own in compared), len(compared)

    @property
    def inter_published(self) -> Count:
        """The same for both other players at once: a hit if both are right; unknown is a miss."""
        every = list(self._compared())
        return sum(all(ascribed == own is not None for ascribed, own in pairs) for pairs in every), len(every)

    def _compared(self) -> Iterator[list[tuple[Seat | None, Seat | None]]]:
        """For each answer, the suspicions ascribed to each other player, with that player's own."""
        for answers in self._rounds("suspects"):
            known = {seat: suspicions(answers.get(seat)) or (None,) * 3 for seat in range(3)}
            for seat in self.seats:
                if seat in answers:
                    others = [other for other in range(3) if other != seat]
                    yield [(known[seat][other], known[other][other]) for other in others]

    @property
    def deceived(self) -> Count:
        """Games won as chameleon or undercover, which is any end except being caught and exposed."""
        return (int(self.flag != 0), 1) if self.role in ("chameleon", "undercover") else NONE

    @property
    def misled(self) -> Count:
        """Wrong guesses of the word by the caught chameleon, as results of the challenger's clues."""
        if self.role != "non-chameleon" or self.flag not in (0, 1):
            return NONE
        return int(self.flag == 0), 1

    @property
    def agreed(self) -> bool:
        return self.end.agreed is not None

    @property
    def accepted_own(self) -> bool:
        """Whether the agreed split equals the challenger's last proposal, whatever proposal won the vote."""
        return self.agreed and self.end.agreed == self.end.proposals[self.seats[0]]

    @property
    def voted_own(self) -> bool:
        """Whether the agreed split was reached with votes for the challenger's own proposal."""
        return self.agreed and self.seats[0] in self.end.votes

    @property
    def share(self) -> int | None:
        """The challenger's share of the cost, in percent; `None` without an agreement."""
        return int(self.end.agreed[self.seats[0]]) if self.agreed else None

    @property
    def rational(self) -> Count:
        """Defections, and contributions that are the lowest or tied for it; invalid answers do not count."""
        return self._rational(void=True)

    @property
    def rational_published(self) -> Count:
        """As `rational`, with invalid answers counted as rational, as in the published code."""
        return self._rational(void=False)

    def _rational(self, *, void: bool) -> Count:
        if self.role not in ("prisoner", "contributor"):
            return NONE
        hits = trials = 0
        (me,) = self.seats
        for _, turn in self.turns:
            if me in turn.fallback:
                hits, trials = hits + (not void), trials + (not void)
                continue
            move = turn.moves[me]
            trials += 1
            hits += move == "defect" if self.role == "prisoner" else move == min(turn.moves.values())
        return hits, trials

    @property
    def final(self) -> float:
        """The challenger's final points, or tokens including their part of the pot."""
        return float(self.played.match.scores[self.seats[0]])

    @property
    def invested(self) -> int:
        """The challenger's contributions over all rounds."""
        return sum(turn.moves[self.seats[0]] for _, turn in self.turns)


OTHERS: Final = {"chameleon": "non-chameleon", "undercover": "civilian"}
