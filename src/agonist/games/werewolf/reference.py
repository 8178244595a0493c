"""A heuristic: counts who may be a werewolf, how everyone has voted, and whom a Seer has named."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from agonist.core import Ask, Choice, Seat, player_name
from agonist.games.werewolf.possible_states import known_roles, possible_packs, seen_as_werewolf
from agonist.games.werewolf.rules import View, Werewolf

SPARES: Final = 0.5
"""How likely a werewolf is taken to vote for another, where any player at random would be 1."""

POSES: Final = 0.2
"""How likely a werewolf is taken to pose as the Seer and to accuse somebody, where the Seer would be 1."""

RAVES: Final = 0.02
"""How likely somebody else of the village is taken to do so."""

CLAIM: Final = re.compile(r"\bI(?: am|'m) the seer,? and player (\d+) is a werewolf", re.IGNORECASE)
"""How this player says what it has found as the Seer, and what it believes if others say it."""

SAME: Final = 0.02
"""A smaller difference of suspicion than this is none."""

PRIVATE: Final = ("role", "chose", "seen", "pack")


def by_votes(game: Werewolf, view: View, ask: Ask, rng: Random) -> Any:
    """Whom this player names, or what they say."""
    seen = as_bystander(view)
    public = suspicions(game, seen)
    if ask.about == "talk":
        return _words(view, public)
    assert isinstance(ask, Choice)
    choices: Sequence[Any] = ask.choices
    if view.role == "Werewolf":
        if ask.about == "night":
            # Whom the village trusts most is the greatest danger.
            return min(choices, key=lambda seat: (public[seat], rng.random()))
        pack = {seat for seat, role in known_roles(view).items() if role == "Werewolf"}
        return max(choices, key=lambda seat: (seat not in pack, public[seat], rng.random()))
    suspicion = suspicions(game, view)
    if ask.about == "night" and view.role == "Doctor":
        return min(choices, key=lambda seat: (suspicion[seat], rng.random()))
    if ask.about == "night" and view.role == "Seer":
        return max(choices, key=lambda seat: (suspicion[seat] * (1 - suspicion[seat]), rng.random()))
    return max(choices, key=lambda seat: (suspicion[seat], rng.random()))


def as_bystander(view: View) -> View:
    """What everybody knows: players say only what follows from that, but for what the Seer has found."""
    return replace(view, seat=None, role=None, log=tuple(e for e in view.log if e[0] not in PRIVATE))


def suspicions(game: Werewolf, view: View) -> dict[Seat, float]:
    """How likely each seat is to be a werewolf: packs are weighed by votes, and by what Seers have said."""
    weights = {pack: _likelihood(view, pack) for pack in possible_packs(game, view)}
    total = sum(weights.values())
    return {
        seat: sum(weight for pack, weight in weights.items() if seat in pack) / total
        for seat in range(game.seats)
    }


def _likelihood(view: View, pack: Sequence[Seat]) -> float:
    weight = 1.0
    for event in view.log:
        match event:
            case ("ballot", _, votes):
                weight *= SPARES ** sum(voter in pack and target in pack for voter, target in votes)
            case ("said", seat, text) if accused := CLAIM.search(text):
                if seat in pack:
                    weight *= POSES
                elif int(accused[1]) - 1 not in pack:
                    weight *= RAVES
    return weight


def _words(view: View, suspicion: Mapping[Seat, float]) -> str:
    found = [seat for seat in seen_as_werewolf(view) if seat in view.alive]
    if found:
        return f"I am the Seer, and {player_name(found[0])} is a werewolf."
    rest = [seat for seat in view.alive if seat != view.seat]
    worst = max(rest, key=suspicion.__getitem__)
    if suspicion[worst] - min(suspicion[seat] for seat in rest) < SAME:
        return "I have nothing against anybody yet."
    return f"I would vote for {player_name(worst)}: look at the votes."
