"""The skills that the matchmaker uses: TrueSkill, updated by each match, separately for each ladder.

They are not shown: leaderboards show Bradley-Terry ratings with intervals, fitted to all matches at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from statistics import fmean
from typing import Any, Final

from agonist.arena.ladders.matchmaker import NEW
from agonist.metrics.results import can_be_rated, is_contest, result_of
from agonist.ratings.trueskill import Skill, update
from agonist.store import Store
from agonist.store.platform.matchmaker_queries import AT_ONCE, Ended, ended_after, ended_matches
from agonist.store.platform.saved_results import save_result, saved_result

OVERLAP_SECONDS: Final = 10.0
"""Seconds that are read again, since transactions may become visible out of order."""


NAME: Final = "skills"

KEPT_EVERY: Final = 1_000
"""After how many matches the skills are stored, so that a new worker has at most this many to read."""

VERSION: Final = 1
"""The version of the computation; stored skills of other versions are not used."""


class SkillBook:
    """The skills of one database's agents; `read` brings them up to date.

    They are stored from time to time, so that a new worker need not read every match.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until = 0.0
        self._known: dict[int, float] = {}
        self._fresh: int | None = None
        """Matches since the skills were stored; `None` until the stored ones have been looked for."""
        self.skills: defaultdict[int, dict[int, Skill]] = defaultdict(dict)
        """By ladder and version of an agent."""
        self.met: defaultdict[int, Counter[frozenset[int]]] = defaultdict(Counter)
        """How often two agents have met, by ladder."""

    def read(self) -> None:
        """Update the skills with the matches that have ended since the last call."""
        if self._fresh is None:
            self._recall()
        fresh = self._fresh or 0
        after = self._until - OVERLAP_SECONDS
        while True:
            found = ended_after(self._store, after)
            new = [match for match, _ in found if match not in self._known]
            for ended in ended_matches(self._store, new):
                self._count(ended)
                self._known[ended.match.id] = ended.ended
                self._until = max(self._until, ended.ended)
            fresh += len(new)
            if len(found) < AT_ONCE or found[-1][1] <= after:
                break
            after = found[-1][1]
        self._known = {
            match: at for match, at in self._known.items() if at >= self._until - 2 * OVERLAP_SECONDS
        }
        self._fresh = fresh
        if fresh >= KEPT_EVERY:
            self._fresh = 0
            save_result(self._store, NAME, self._until, self._as_plain())

    def _as_plain(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "known": list(self._known.items()),
            "skills": [
                (ladder, version, skill.mu, skill.sigma)
                for ladder, skills in self.skills.items()
                for version, skill in skills.items()
            ],
            "met": [
                (ladder, *sorted(pair), times)
                for ladder, pairs in self.met.items()
                for pair, times in pairs.items()
            ],
        }

    def _recall(self) -> None:
        """Load the skills that a process has stored."""
        self._fresh = 0
        found = saved_result(self._store, NAME)
        if found is None or not isinstance(found[1], dict) or found[1].get("version") != VERSION:
            return
        self._until, plain = found
        self._known = {int(match): float(at) for match, at in plain["known"]}
        for ladder, version, mu, sigma in plain["skills"]:
            self.skills[ladder][version] = Skill(mu, sigma)
        for ladder, one, other, times in plain["met"]:
            self.met[ladder][frozenset((one, other))] = times

    def _count(self, ended: Ended) -> None:
        of_ladder, match = self.skills[ended.ladder], ended.match
        agents = sorted({sitting.agent for sitting in ended.lineup.values()})
        self.met[ended.ladder].update(map(frozenset, combinations(agents, 2)))
        if len(agents) < 2 or not can_be_rated(match.scores) or not is_contest(match):
            return
        if len(ended.lineup) < len(match.fixture.players):
            return  # matches of people are not planned, so their skills are not needed
        version_of = {match.fixture.players[seat]: sitting.version for seat, sitting in ended.lineup.items()}
        result = result_of(match, "strict")
        sides = [[version_of[name] for name in side] for side in result.teams]
        before = [[of_ladder.get(version, NEW) for version in side] for side in sides]
        found: defaultdict[int, list[Skill]] = defaultdict(list)
        for side, skills in zip(sides, update(before, result.ranks), strict=True):
            for version, skill in zip(side, skills, strict=True):
                found[version].append(skill)
        for version, skills in found.items():
            # A house agent may have several seats of one match.
            of_ladder[version] = Skill(fmean(s.mu for s in skills), fmean(s.sigma for s in skills))
