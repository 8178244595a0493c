"""The matchmaker: a pure function that chooses the next table of a ladder.

Of all sets of matches that could be played, it chooses the one with the most information about skills per
seat. Agents that have waited unusually long go first, those of owners who hold few matches before others. An
agent waits for slower ones in a small share of its time only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from scipy.special import ndtr

from agonist.ratings.trueskill import DEFAULT, Skill
from agonist.store.platform.waiting_matches import Room, class_of

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

WAITS_UNTIL_FIRST: Final = 1.0
"""An agent that has waited this many times the usual wait goes first. In simulated days the longest wait was
then 2.1 times the median; it was 2.5 with 1.25, and 2.6 with 0.75, when most agents are overdue.
"""

NEW: Final = Skill(DEFAULT.mu, DEFAULT.sigma)

MOST_ANCHORS: Final = 40
"""For tables of more than two, how many agents are tried as the first: those who have waited longest."""


SLOWER_FACTOR: Final = 4.0
"""Agents are of one pace if none takes longer for its answers in a match than this many times another."""

MOMENT_SECONDS: Final = 0.5
"""Seconds that every agent waits for another in a match."""

LENT_SHARE: Final = 0.05
"""The share of its time that an agent waits for slower ones. So their ratings stay comparable."""

PLENTY: Final = Room(1_000_000)


@dataclass(frozen=True, slots=True)
class Owner:
    """The matches of an owner's agents, with the limits; `can_pay`: enough is left today for a match."""

    in_play: int = 0
    at_once: int = 8
    today: int = 0
    a_day: int = 1000
    can_pay: bool = True


@dataclass(frozen=True, slots=True)
class Candidate:
    """An agent that is online. `owner` 0 is the operator."""

    agent: int
    owner: int = 0
    house: bool = False
    costs: bool = False
    """Whether its owner pays for its answers."""
    in_play: int = 0
    at_once: int = 2
    today: int = 0
    a_day: int = 200
    waits: float | None = 0.0
    """Seconds since its last match ended; `None` while it has one."""
    remote: bool = False
    """Whether it answers elsewhere, so that its matches may wait for it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds that an agent takes for all its answers in a match, `None` if unknown, and how many it may
    now wait for a slower agent's.
    """

    seconds: float | None = 0.0
    patience: float = 0.0

    def may_meet(self, other: Pace) -> bool:
        """Whether this agent may meet another, both of known pace."""
        mine, theirs = self.seconds or 0.0, other.seconds or 0.0
        return theirs <= max(SLOWER_FACTOR * mine, MOMENT_SECONDS, self.patience)


@dataclass(frozen=True, slots=True)
class Lane:
    """An open ladder: the seats of its game, and its agents."""

    ladder: int
    seats: int
    entrants: frozenset[int]
    skills: Mapping[int, Skill] = field(default_factory=dict)
    """By agent; of the version that plays now."""
    met: Mapping[frozenset[int], int] = field(default_factory=dict)
    """How often two agents have met."""
    deals: int = 1
    """How many times everyone plays on every seat, before the next table is chosen."""
    paces: Mapping[int, Pace] = field(default_factory=dict)
    """By agent; others answer at once."""
    house: bool = True
    """Whether house agents can play its game."""

    @property
    def matches(self) -> int:
        """The number of matches in one set."""
        return self.seats * self.deals


@dataclass(frozen=True, slots=True)
class Situation:
    """All input of the choice."""

    candidates: Sequence[Candidate]
    lanes: Sequence[Lane]
    owners: Mapping[int, Owner] = field(default_factory=dict)
    usual_wait: float = 0.0
    """The median of the seconds that agents waited for their last match."""
    seed: str = ""
    room: Room = PLENTY


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table of a ladder: an agent for each seat; a house agent may have several."""

    ladder: int
    seating: tuple[int, ...]
    learnt: float
    """The expected information of a match: the decrease of TrueSkill's variance per seat."""
    pace: int = 0
    """The class of its matches' pace (`agonist.store.platform.waiting_matches.CLASSES`)."""


def choose(now: Situation) -> NextTable | None:
    """The table that plays next; `None` if nobody can play, or no place is free."""
    free = {each.agent: each for each in now.candidates if not each.house and is_free(now, each)}
    house = sorted(each.agent for each in now.candidates if each.house)
    lanes = [_Lane(lane, free, house if lane.house else [], now) for lane in now.lanes]
    overdue = _overdue(now, free)
    for first in overdue:
        found = [lane.best([first], overdue) for lane in lanes if first in lane.anchors]
        if choice := _best(found):
            return choice
    return _best([lane.best(_by_wait(free, lane.anchors)[:MOST_ANCHORS]) for lane in lanes])


def after(now: Situation, choice: NextTable) -> Situation:
    """The situation after the chosen table's set has been planned."""
    (size,) = {lane.matches for lane in now.lanes if lane.ladder == choice.ladder}
    seated = set(choice.seating)

    def changed(each: Candidate) -> Candidate:
        if each.agent not in seated:
            return each
        return replace(each, in_play=each.in_play + size, today=each.today + size, waits=None)

    owners = dict(now.owners)
    for owner in {each.owner for each in now.candidates if each.agent in seated}:
        use = owners.get(owner, Owner())
        owners[owner] = replace(use, in_play=use.in_play + size, today=use.today + size)
    met = Counter(
        {frozenset(pair): size for pair in combinations(sorted(seated), 2)},
    )
    lanes = [
        replace(lane, met=Counter(lane.met) + met) if lane.ladder == choice.ladder else lane
        for lane in now.lanes
    ]
    room = now.room.filled(choice.pace, _at_once(now, choice, size))
    candidates = [*map(changed, now.candidates)]
    return replace(now, candidates=candidates, owners=owners, lanes=lanes, room=room)


def is_free(now: Situation, candidate: Candidate) -> bool:
    """Whether an agent may get another set of matches."""
    owner = now.owners.get(candidate.owner, Owner())
    rounds = max((lane.matches for lane in now.lanes if candidate.agent in lane.entrants), default=1)
    return (
        candidate.in_play < candidate.at_once
        and candidate.today + rounds <= candidate.a_day
        and (not candidate.owner or owner.in_play < owner.at_once)
        and (not candidate.owner or owner.today + rounds <= owner.a_day)
        and (owner.can_pay or not candidate.costs)
    )


def _at_once(now: Situation, choice: NextTable, size: int) -> int:
    """How many matches of a new set can begin at once."""
    free = [each for each in now.candidates if each.agent in choice.seating and not each.house]
    return min(size, *(max(each.at_once - each.in_play, 1) for each in free))


def rotations(seating: Sequence[int]) -> list[tuple[int, ...]]:
    """A table's set of matches, in which everyone has every seat once.

    >>> rotations((1, 2, 3))
    [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    """
    return [(*seating[turn:], *seating[:turn]) for turn in range(len(seating))]


def information(mu: Array, sigma: Array) -> Array:
    """For each pair of players, the expected decrease of the sum of their variances by one match.

    TrueSkill's update (Herbrich et al. 2006) for a match without draws, weighted by the chances of both
    results: with t = (μi - μj) / c, c² = 2β² + σi² + σj², it is (σi⁴ + σj⁴) / c² · φ(t)² / (Φ(t) Φ(-t)).
    """
    squares = sigma**2
    total = 2 * DEFAULT.beta**2 + squares[:, None] + squares
    t = np.clip((mu[:, None] - mu) / np.sqrt(total), -30, 30)
    density = np.exp(-t * t) / (2 * np.pi)
    return np.asarray((squares[:, None] ** 2 + squares**2) / total * density / (ndtr(t) * ndtr(-t)))


KNOWN_PACE: Final = Pace()


class _Lane:
    """One ladder's free agents, and the information from a match of each pair of them."""

    def __init__(
        self, lane: Lane, free: Mapping[int, Candidate], house: Sequence[int], now: Situation
    ) -> None:
        self.lane, self.house, self._free = lane, house, free
        agents = sorted(lane.entrants & free.keys())
        self._class = {
            agent: class_of(self._pace(agent).seconds if free[agent].remote else 0.0) for agent in agents
        }
        self.anchors = frozenset(agent for agent in agents if now.room.of(self._class[agent]) > 0)
        """The agents for whose tables there is a place."""
        if not self.anchors:
            return
        self._owners = {agent: free[agent].owner for agent in agents}
        self._now = now
        self._agents = [*self._owners, *house]
        self._place = {agent: place for place, agent in enumerate(self._agents)}
        skills = [lane.skills.get(agent, NEW) for agent in self._agents]
        mu, sigma = (np.array([getattr(skill, name) for skill in skills]) for name in ("mu", "sigma"))
        dice = Random(f"{now.seed}/{lane.ladder}")
        self._gain = information(mu, sigma)
        for pair, times in lane.met.items():
            if len(pair) == 2 and pair <= self._place.keys():
                one, other = (self._place[agent] for agent in pair)
                self._gain[[one, other], [other, one]] /= np.sqrt(1 + times)
        # Shuffled, so that among equally uncertain agents the first is not always the same.
        noise = np.array([1 + dice.random() / 100 for _ in self._agents])
        self._gain *= noise[:, None] * noise

    def best(self, anchors: Sequence[int], rather: Collection[int] = ()) -> NextTable | None:
        """The best table with one of these agents as anchor; those in `rather` are preferred as partners."""
        return _best([self._around(anchor, rather) for anchor in anchors])

    def _around(self, anchor: int, rather: Collection[int]) -> NextTable | None:
        """The table with this agent that gives the most information."""
        group = [anchor]
        while len(group) < self.lane.seats and (found := self._partners(group)):
            own = [self._place[agent] for agent in group]
            found = [agent for agent in found if agent in rather] or found
            group.append(max(found, key=lambda agent: self._gain[own, self._place[agent]].sum()))
        if self._is_one_owners(group):
            group = [anchor]
        pace = max(self._class[agent] for agent in group)
        seating = [*group]
        if len(group) < self.lane.seats:
            if not self.house or self._soon_has_company(anchor):
                return None
            rest = range(self.lane.seats - len(group))
            # At a table of two, the house agent with more information; at larger ones, all in turn.
            order = sorted(self.house, key=lambda agent: -self._gain[self._place[anchor], self._place[agent]])
            seating += [order[nth % len(order)] for nth in rest]
        places = [self._place[agent] for agent in dict.fromkeys(seating)]
        pairs = self._gain[np.ix_(places, places)]
        learnt = (pairs.sum() - np.trace(pairs)) / 2 / (len(places) - 1 or 1) / self.lane.seats
        return NextTable(self.lane.ladder, tuple(seating), float(learnt), pace)

    def _soon_has_company(self, agent: int) -> bool:
        """Whether it has waited less than a match takes it, and others that it may meet are playing."""
        entrant, seconds = self._free[agent], self._pace(agent).seconds or 0.0
        if entrant.waits is None or entrant.waits >= seconds:
            return False
        return any(
            each.in_play and each.agent in self.lane.entrants and each.agent not in self._free
            and (not entrant.owner or each.owner != entrant.owner) and self._suits(agent, each.agent)
            for each in self._now.candidates
            if not each.house
        )  # fmt: skip

    def _pace(self, agent: int) -> Pace:
        return self.lane.paces.get(agent, KNOWN_PACE)

    def _suits(self, one: int, other: int) -> bool:
        """Whether neither holds up the other; an agent of unknown pace first meets house agents."""
        paces = self._pace(one), self._pace(other)
        if None in (paces[0].seconds, paces[1].seconds):
            return not self.house
        return paces[0].may_meet(paces[1]) and paces[1].may_meet(paces[0])

    def _partners(self, group: Sequence[int]) -> list[int]:
        """Who can join within their owner's limits and at their pace; the last seat needs an agent of another
        owner.
        """
        owners = [self._owners[agent] for agent in group]
        last = len(group) == self.lane.seats - 1
        found = []
        for agent, owner in self._owners.items():
            alone = last and owner and set(owners) == {owner}
            if agent in group or alone or (owner and not self._room(owner, owners.count(owner))):
                continue
            pace = max(self._class[other] for other in (agent, *group))
            if self._now.room.of(pace) > 0 and all(self._suits(agent, other) for other in group):
                found.append(agent)
        return found

    def _room(self, owner: int, seated: int) -> bool:
        owner_now = self._now.owners.get(owner, Owner())
        more = (seated + 1) * self.lane.matches
        return owner_now.in_play + seated < owner_now.at_once and owner_now.today + more <= owner_now.a_day

    def _is_one_owners(self, group: Sequence[int]) -> bool:
        owners = {self._owners[agent] for agent in group}
        return len(group) > 1 and len(owners) == 1 and 0 not in owners


def _overdue(now: Situation, free: Mapping[int, Candidate]) -> list[int]:
    """The agents that have waited too long: those of owners with the fewest matches, longest wait first."""
    late = [
        (now.owners.get(each.owner, Owner()).in_play if each.owner else 0, -each.waits, each.agent)
        for each in free.values()
        if each.waits is not None and each.waits > WAITS_UNTIL_FIRST * now.usual_wait
    ]
    return [agent for *_, agent in sorted(late)]


def _by_wait(free: Mapping[int, Candidate], agents: Collection[int]) -> list[int]:
    waiting = [free[agent] for agent in agents]
    return [each.agent for each in sorted(waiting, key=lambda each: (-(each.waits or 0.0), each.agent))]


def _best(tables: Sequence[NextTable | None]) -> NextTable | None:
    there = [choice for choice in tables if choice is not None]
    return max(there, key=lambda choice: choice.learnt, default=None)
