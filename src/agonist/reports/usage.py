"""Requests, tokens, cost, time and invalid answers of each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from agonist.players.model_call_record import FORMS
from agonist.reports.answer_forms import FormShare, form_shares
from agonist.store.runs.matches_as_arrays import UNKNOWN as UNCOUNTED
from agonist.store.runs.matches_as_arrays import MatchColumns
from agonist.store.runs.run_workers import RunWorker
from agonist.store.runs.tally_sums import PlayerSums

CLASSES: Final = (
    "empty", "truncated", "refusal", "unreadable", "ambiguous", "illegal", "timeout", "over budget",
    "provider error",
)  # fmt: skip
"""The classes of invalid answer, never added up: each has its own cause.

A `provider error` is a request that failed and was sent again; it is not an invalid answer. If a match cannot
continue because of it, the match is suspended.
"""


@dataclass(frozen=True, slots=True)
class PlayerUsage:
    """Over all of a player's seats, in unfinished matches too.

    `asked` counts the moves it was asked for, `fallback` those that the policy then made. `invalid` has a
    number for each of `CLASSES`, hidden questions left out but for provider errors. What follows includes
    hidden questions: `requests` counts a model's calls, `cost` is in dollars, `None` where a price is
    not known, and `seconds` were spent waiting for answers, added up.
    """

    player: str
    asked: int = 0
    fallback: int = 0
    invalid: Mapping[str, int] = field(default_factory=dict)
    form: Mapping[str, FormShare] = field(default_factory=dict)
    """How its answers kept to the form asked for, hidden questions left out: a share for each of
    `agonist.players.model_call_record.FORMS`; empty if it writes no text or no form is known."""
    form_unknown: int = 0
    """Answers that were stored before their form was."""
    requests: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    sent: int = 0
    """Requests that were sent, including those that failed or were never answered."""
    estimated: int = 0
    """Calls whose tokens and cost are our estimate, since the endpoint did not count them."""
    estimated_cost: float = 0.0
    """The part of the cost that is an estimate."""
    repeating: float | None = None
    """The share of its prompts' tokens with which the request before, of the same conversation, began too, so
    that a cache could hold them; `None` where that was not counted."""


class UsageCounter:
    """Collects usage."""

    def __init__(self) -> None:
        self._asked = Counter[str]()
        self._replaced = Counter[str]()
        self._sums: dict[str, PlayerSums] = {}
        self._prompts: dict[str, Counter[str]] = {}

    def prompts(self, workers: Iterable[RunWorker]) -> None:
        """Add what the processes that played the run say of their prompts."""
        for worker in workers:
            for player, (tokens, repeated) in worker.news.get("prompts", {}).items():
                self._prompts.setdefault(player, Counter()).update(tokens=tokens, repeated=repeated)

    def moves(self, matches: MatchColumns) -> None:
        """Add the moves of those of the matches whose moves have been counted."""
        for (case, count), times in Counter(_pairs(matches)).items():
            asked, replaced = matches.counts[count]
            for seat, name in enumerate(matches.cases[case].fixture.players):
                self._asked[name] += asked[seat] * times
                self._replaced[name] += replaced[seat] * times

    def tallies(self, sums: Mapping[str, PlayerSums]) -> None:
        """Add what the store has summed over the seats of each player."""
        self._sums.update(sums)

    def of(self, player: str, confidence: float = 0.95) -> PlayerUsage:
        """The totals of one player; `confidence`: the level of intervals."""
        sums, prompts = self._sums.get(player) or PlayerSums(), self._prompts.get(player, Counter())
        invalid = sums.invalid + Counter({"provider error": int(sums["resent"])})
        forms = sums.forms_by_match()
        return PlayerUsage(
            player,
            asked=self._asked[player],
            fallback=self._replaced[player],
            invalid={kind: invalid[kind] for kind in CLASSES},
            form=form_shares(forms[:, : len(FORMS)], confidence),
            form_unknown=int(forms[:, len(FORMS) :].sum()),
            requests=int(sums["requests"]),
            prompt=int(sums["prompt"]),
            cached=int(sums["cached"]),
            completion=int(sums["completion"]),
            reasoning=int(sums["reasoning"]),
            cost=None if sums.unpriced else sums["cost"],
            seconds=sums.milliseconds / 1000,
            sent=int(sums["tries"]),
            estimated=int(sums["estimated"]),
            estimated_cost=float(sums["estimated_cost"]),
            repeating=prompts["repeated"] / prompts["tokens"] if prompts["tokens"] else None,
        )


def _pairs(matches: MatchColumns) -> Iterator[tuple[int, int]]:
    """Of each match whose moves have been counted, its case and its counts."""
    some = matches.counted != UNCOUNTED
    return zip(matches.case[some].tolist(), matches.counted[some].tolist(), strict=True)
