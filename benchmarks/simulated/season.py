"""A season of people on a site, some of whom may cheat.

Honest people are of different strength, and learn; styles suit one opponent better than another; they play
with friends more than with others, at their own time of day; some share an address with others, who are no
friends; some lose their
connection, and some give up what they have lost. All numbers are chances or logits.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from agonist.arena.fair_play.matches_by_account import OwnedMatch

STEPS = 60
"""The usual length of a match."""

HOUSES = ("random", "reference")
"""Built-in players, whom people meet, too."""


@dataclass
class Season:
    """People and their matches. `spread` of their strengths, `style` of each pair's own lead, `learning` of
    what they gain or lose in the season.
    """

    seed: int
    people: int = 200
    matches: int = 4000
    spread: float = 1.0
    style: float = 0.4
    learning: float = 0.5
    draws: float = 0.1
    seats: int = 2
    played: list[OwnedMatch] = field(default_factory=list)
    addresses: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = rng = Random(self.seed)
        everybody = range(1, self.people + 1)
        self.strength = {who: rng.gauss(0, self.spread) for who in everybody}
        self._gains = {who: rng.gauss(0, self.learning) for who in everybody}
        self._styles: dict[tuple[int, int], float] = {}
        self._hour = {who: rng.randrange(3) for who in everybody}
        offices = rng.sample(everybody, self.people // 5)
        self.addresses += [offices[nth : nth + 5] for nth in range(0, len(offices), 5)]
        near = {who: {*office} for office in self.addresses for who in office}
        self._friends = {
            who: rng.sample([other for other in everybody if other not in near.get(who, {who})], 2)
            for who in everybody
        }
        self._line = {who: rng.betavariate(0.5, 15) for who in everybody}
        """How often somebody loses the connection, at any moment."""
        self._temper = {who: rng.random() if rng.random() < 0.3 else 0.1 for who in everybody}
        """How often somebody gives up what is lost."""
        activity = [*accumulate(1 / (1 + nth) ** 0.7 for nth in range(self.people))]
        shuffled = rng.sample(everybody, self.people)
        for _ in range(self.matches):
            (who,) = rng.choices(shuffled, cum_weights=activity)
            self.play(who, *self._rivals(who, shuffled, activity))

    def _rivals(self, who: int, people: list[int], activity: list[float]) -> list[int]:
        rng, found = self._rng, list[int]()
        while len(found) < self.seats - 1:
            if rng.random() < 0.15:
                rival = -rng.randrange(len(HOUSES))
            elif rng.random() < 0.3:
                rival = rng.choice(self._friends[who])
            else:
                (rival,) = rng.choices(people, cum_weights=activity)
                if self._hour[rival] != self._hour[who] and rng.random() < 0.6:
                    continue
            if rival != who and (rival not in found or rival <= 0):
                found.append(rival)
        return found

    def play(self, *players: int, thrown_by: int | None = None, lost_by: int | None = None) -> None:
        """Play a match; people are from 1 on, built-in players from 0 down.

        `thrown_by` gives up at once, `lost_by` loses by bad moves.
        """
        rng, done = self._rng, len(self.played) / self.matches
        seats = list(players)
        rng.shuffle(seats)
        form = [self._form(who, done, seats) + rng.gauss(0, 1.7) / 2**0.5 for who in seats]
        form[0] += 0.2
        if lost_by is not None:
            form[seats.index(lost_by)] = -99.0
        ranks = [1 + sum(other > own for other in form) for own in form]
        steps, gave_up = round(STEPS * rng.uniform(0.5, 1.6)), []
        if len(seats) == 2 and lost_by is None and rng.random() < self.draws:
            ranks = [1, 1]
        for seat, who in enumerate(seats):
            if who <= 0:
                continue
            if who == thrown_by:
                gave_up, steps = [seat], rng.randrange(2, 8)
                break
            if rng.random() < self._line[who]:
                gave_up, steps = [seat], round(steps * rng.random())
                break
            if ranks[seat] == len(seats) and rng.random() < self._temper[who]:
                gave_up, steps = [seat], round(steps * rng.uniform(0.25, 1))
                break
        if gave_up:
            ranks = [
                len(seats) if seat in gave_up else 1 if len(seats) == 2 else ranks[seat]
                for seat in range(len(seats))
            ]
        self.played.append(
            OwnedMatch(
                len(self.played), "a game",
                tuple(str(who) if who > 0 else HOUSES[-who] for who in seats),
                tuple(who if who > 0 else None for who in seats),
                tuple(ranks), tuple(gave_up), steps, True,
            )
        )  # fmt: skip

    def _form(self, who: int, done: float, seats: list[int]) -> float:
        if who <= 0:
            return (-1.5, 0.5)[-who]
        own = self.strength[who] + self._gains[who] * (done - 0.5)
        for rival in seats:
            if rival > 0 and rival != who:
                pair = min(who, rival), max(who, rival)
                if pair not in self._styles:
                    self._styles[pair] = self._rng.gauss(0, self.style)
                own += self._styles[pair] / 2 * (1 if who == pair[0] else -1)
        return own

    def add_feeder(self, count: int, *, near: bool) -> tuple[int, int]:
        """Have somebody of average strength lose so many matches to somebody else on purpose; who gets the
        points, and who loses them. `near`: from one address.
        """
        rng, met = self._rng, self._met()
        middling = sorted(self.strength, key=lambda who: abs(self.strength[who]))[: self.people // 2]
        taker, feeder = rng.sample([who for who in middling if met[who] >= 20], 2)
        for _ in range(count):
            self.play(taker, feeder, lost_by=feeder if rng.random() < 0.95 else None)
        if near:
            self.addresses.append([taker, feeder])
        return taker, feeder

    def add_thrower(self, count: int, share: float) -> int:
        """Have somebody strong give up this share of so many further matches at once; who it is."""
        rng, met = self._rng, self._met()
        strong = [who for who in self.strength if self.strength[who] > 0.8 and met[who] >= 20]
        thrower = rng.choice(strong)
        for _ in range(count):
            rival = rng.choice([who for who in self.strength if who != thrower])
            self.play(thrower, rival, thrown_by=thrower if rng.random() < share else None)
        return thrower

    def add_second_account(self, count: int) -> tuple[int, int]:
        """Have two accounts of one address meet so many times more; which they are."""
        met = self._met()
        one, two = self._rng.sample([who for who in self.strength if met[who] >= 5], 2)
        for _ in range(count):
            self.play(one, two)
        self.addresses.append([one, two])
        return one, two

    def _met(self) -> Counter[int]:
        return Counter(owner for match in self.played for owner in match.owners if owner is not None)
