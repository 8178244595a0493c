"""The transcript of a match: what was sent to players and answered, beside the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from agonist.core import Moves, Outcome, Seat, counted, player_name
from agonist.match.probe import ProbeAnswer
from agonist.match.record import Ending, Record
from agonist.players.model_call_record import ModelCall


# Not frozen, which would take most of the time that it takes to make one.
@dataclass(slots=True)
class Step:
    """One move of a match with the calls that led to it: the unit in which matches are stored and resumed."""

    moves: Moves
    calls: tuple[ModelCall, ...] = ()
    fallback: tuple[Seat, ...] = ()
    """The seats with a fallback move, since their own answers could not be played."""
    probes: tuple[ProbeAnswer, ...] = ()


@dataclass(frozen=True)
class Match:
    """A finished match."""

    record: Record
    steps: tuple[Step, ...]
    outcome: Outcome

    def _repr_html_(self) -> str:
        record, outcome = self.record, self.outcome
        seats = "".join(
            f"<tr><td>{player_name(seat)}</td><td>{outcome.ranks[seat]}</td><td>{score:g}</td></tr>"
            for seat, score in enumerate(outcome.scores)
        )
        head = f"{record.name}: {outcome.reason}, {counted(len(record.moves), 'move')}"
        columns = "<tr><th>Seat</th><th>Rank</th><th>Score</th></tr>"
        return f"<p>{escape(head)}</p><table>{columns}{seats}</table>"

    @property
    def fallback(self) -> frozenset[Seat]:
        """The seats with at least one fallback move; they lose on strict boards."""
        return frozenset(seat for step in self.steps for seat in step.fallback)


def ending_of_forfeit(steps: Sequence[Step]) -> Ending:
    """The cause of a forfeit, from the last of these steps; see `Record.how`."""
    if not steps or steps[-1].moves:
        return ""
    calls = steps[-1].calls
    for ending in ("resigned", "out of time"):
        if any(call.error == ending for call in calls):
            return ending
    return ""


def given_up(seat: Seat, ending: Ending) -> Step:
    """The step by which a person resigns, or runs out of the time that they have for the match."""
    complaint = "resigned" if ending == "resigned" else "the clock ran out"
    return Step({}, (ModelCall(seat=seat, error=ending, complaint=complaint),), (seat,))


def invalid_answers(steps: Iterable[Step]) -> Counter[tuple[Seat, str]]:
    """How many invalid answers of each class each seat gave, probes left out."""
    return Counter((e.seat, e.error) for step in steps for e in step.calls if e.error and not e.probe)
