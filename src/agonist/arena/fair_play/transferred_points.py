"""Points that flow from one account to another far beyond what their results with others explain.

For each two accounts that met often, their strengths are taken from all matches but those with each other,
with their uncertainty: one Newton step from the fit to all matches, which needs no fit for each pair. Honest
pairs differ from that, since a style suits one opponent better than another and people learn, so a lead may
differ by `STYLE`, too. Under each possible lead, how likely points as extreme as theirs are is at most what a
binomial distribution of the same mean says: different expectations from match to match make it less likely
(Hoeffding 1956), and so do draws. That is averaged over the leads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from typing import Final, NamedTuple

import numpy as np

from agonist.arena.fair_play.flags import Flag, newest, raised
from agonist.arena.fair_play.matches_by_account import (
    Array,
    OwnedMatch,
    Strengths,
    encounters,
    expected,
)

LEAST_MATCHES: Final = 10
"""Pairs with fewer matches are not asked about."""

LEAST_POINTS: Final = 2.0
"""So many points, at least, must have gone the wrong way."""

STYLE: Final = 0.4
"""The standard deviation of honest leads around those that strengths say, on the natural log scale: some 70
Elo points."""

GRID: Final = np.linspace(-8.0, 8.0, 161)
WEIGHTS: Final = np.exp(-(GRID**2) / 2) / np.exp(-(GRID**2) / 2).sum()
"""A normal distribution by its density at 161 places."""


class _Met(NamedTuple):
    """One encounter; it has this weight in the fit."""

    points: float
    weight: float
    match: int


@dataclass
class _Between:
    """What happened between two accounts; the points are those of the first. One lead for each encounter."""

    points: float = 0.0
    leads: list[float] = field(default_factory=list)
    variance: float = 0.0
    matches: list[int] = field(default_factory=list)


def transferred(
    matches: Mapping[str, Sequence[OwnedMatch]],
    strengths: Mapping[str, Strengths],
    near: Collection[tuple[int, int]],
) -> list[Flag]:
    """Flags of pairs of accounts, by matches and strengths of each game.

    Pairs of one address (`near`) are asked about apart, so that the many others weigh less on them.
    """
    pairs = _pairs(matches, strengths)
    found: list[Flag] = []
    for kind, chosen in (
        ("points at one address", [pair for pair in pairs if pair in near]),
        ("transferred points", [pair for pair in pairs if pair not in near]),
    ):
        asked = [pair for pair in chosen if len(pairs[pair].leads) >= LEAST_MATCHES]
        flags = filter(None, (_flag(pair, pairs[pair]) for pair in asked))
        found += raised(kind, flags, len(asked))
    return found


def chance_of(points: float, leads: Array, variance: float) -> float:
    """At most how likely points so far from expectation, on either side, are, if leads have this variance in
    common besides `STYLE`.
    """
    from scipy.special import bdtr, bdtrc

    count = len(leads)
    shifted = leads[:, None] + np.sqrt(variance + STYLE**2) * GRID
    mean = np.clip(expected(shifted).mean(axis=0), 1e-12, 1 - 1e-12)
    if points > float(expected(leads).sum()):
        bound = bdtrc(floor(points) - 1, count, mean)
    else:
        bound = bdtr(ceil(points), count, mean)
    return min(1.0, 2 * float(WEIGHTS @ bound))


def _pairs(
    matches: Mapping[str, Sequence[OwnedMatch]], strengths: Mapping[str, Strengths]
) -> dict[tuple[int, int], _Between]:
    pairs: defaultdict[tuple[int, int], _Between] = defaultdict(_Between)
    for game, played in matches.items():
        by_players: defaultdict[tuple[int, int, str, str], list[_Met]] = defaultdict(list)
        for match, seat, other, points in encounters(played):
            one, two = match.owners[seat], match.owners[other]
            if one is None or two is None or one == two:
                continue
            if one > two:
                seat, other, one, two, points = other, seat, two, one, 1 - points
            key = one, two, match.players[seat], match.players[other]
            by_players[key].append(_Met(points, 2 / len(match.players), match.id))
        for (one, two, player, rival), met in by_players.items():
            lead = _lead_without(strengths[game], player, rival, met)
            if lead is None:
                continue
            between = pairs[one, two]
            between.points += sum(each.points for each in met)
            between.leads += [lead[0]] * len(met)
            between.variance = max(between.variance, lead[1])
            between.matches += [each.match for each in met]
    return pairs


def _lead_without(
    strengths: Strengths, player: str, rival: str, met: Sequence[_Met]
) -> tuple[float, float] | None:
    """The lead of a player by all matches but those with this rival, and its variance."""
    found = strengths.lead(player, rival)
    if found is None:
        return None
    lead, variance = found
    mean = float(expected(np.asarray(lead)))
    excess = sum(each.weight * (each.points - mean) for each in met)
    known = sum(each.weight for each in met) * mean * (1 - mean)
    # What is left of the certainty, by Sherman and Morrison's formula.
    apart = variance / max(1 - known * variance, 1e-9)
    return lead - excess * apart, apart


def _flag(pair: tuple[int, int], between: _Between) -> Flag | None:
    leads = np.asarray(between.leads)
    mean = float(expected(leads).mean())
    gained = between.points - len(leads) * mean
    if abs(gained) < LEAST_POINTS:
        return None
    one, two = pair if gained > 0 else pair[::-1]
    won, share = (between.points, mean) if gained > 0 else (len(leads) - between.points, 1 - mean)
    evidence = (
        f"{{0}} got {won:g} of {len(leads):,} points from {{1}}; by their results with others, {share:.0%} "
        "of them were to be expected."
    )
    chance = chance_of(between.points, leads, between.variance)
    return Flag("", (one, two), evidence, chance, newest(between.matches))
