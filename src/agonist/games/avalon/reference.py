"""A heuristic: counts which players may be evil, and approves, proposes and looks for Merlin by that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from agonist.core import Ask, Pick, Seat, player_name
from agonist.games.avalon.possible_states import possible_evil
from agonist.games.avalon.roles import is_evil
from agonist.games.avalon.rules import MOST_REJECTED, Avalon, View

LETS_PASS: Final = 0.35
"""How likely an evil player is taken to be to let a quest succeed that they are on."""

ENOUGH: Final = 1.15
"""A team is approved with at most this many times the suspicion of the least suspected one."""

SAME: Final = 0.05
"""A smaller difference of suspicion than this is none."""


def by_suspicion(game: Avalon, view: View, ask: Ask, rng: Random) -> Any:
    """The answer of a player who counts evidence and says whom they would leave out."""
    assert view.role is not None
    if ask.about == "assassin":
        return likely_merlin(game, view, rng)
    seen = as_bystander(view)
    suspicion = suspicions(game, seen if is_evil(view.role) else view)
    match ask.about:
        case "team":
            team = _team(game, view, suspicion, rng)
            return team if isinstance(ask, Pick) else (team, _words(view, suspicions(game, seen)))
        case "talk" | "counsel":
            return _words(view, suspicions(game, seen))
        case "vote":
            return "approve" if _approves(game, view, suspicion) else "reject"
        case "quest":
            return "fail" if is_evil(view.role) and _should_fail(game, view) else "success"
    rest = [seat for seat in range(game.seats) if seat not in view.lady]
    return max(rest, key=lambda seat: (suspicion[seat] * (1 - suspicion[seat]), rng.random()))


def as_bystander(view: View) -> View:
    """What everybody knows: players say only what follows from that, since what they know points at them."""
    return replace(view, role=None, log=tuple(e for e in view.log if e[0] not in ("role", "loyalty")))


def suspicions(game: Avalon, view: View) -> dict[Seat, float]:
    """How likely each seat is to be evil: sets of evil seats are weighed by the quests that they were on."""
    weights = {evil: _likelihood(view, evil) for evil in possible_evil(game, view)}
    total = sum(weights.values())
    return {
        seat: sum(weight for evil, weight in weights.items() if seat in evil) / total
        for seat in range(game.seats)
    }


def _likelihood(view: View, evil: Sequence[Seat]) -> float:
    weight = 1.0
    for event in view.log:
        if event[0] == "quest":
            _, _, team, fails, _ = event
            weight *= LETS_PASS ** (len(set(team) & set(evil)) - fails)
    return weight


def _team(game: Avalon, view: View, suspicion: Mapping[Seat, float], rng: Random) -> tuple[Seat, ...]:
    """Oneself and the least suspected of the others."""
    assert view.seat is not None
    size = game.team_size(len(view.quests) + 1)
    others = sorted(
        (seat for seat in range(game.seats) if seat != view.seat),
        key=lambda seat: (suspicion[seat], rng.random()),
    )
    return tuple(sorted((view.seat, *others[: size - 1])))


def _approves(game: Avalon, view: View, suspicion: Mapping[Seat, float]) -> bool:
    if view.rejected == MOST_REJECTED - 1:
        return view.role is not None and not is_evil(view.role)
    assert view.role is not None
    if is_evil(view.role):
        return view.seat in view.team or bool({*friends(view)} & {*view.team})
    size = len(view.team)
    mine = [seat for seat in range(game.seats) if seat != view.seat]
    best = sorted(suspicion[seat] for seat in mine)
    least = sum(best[: size - (view.seat in view.team)])
    return sum(suspicion[seat] for seat in view.team) <= ENOUGH * least + SAME


def _should_fail(game: Avalon, view: View) -> bool:
    """With others of evil who would fail it too, only the first of them does."""
    quest = len(view.quests) + 1
    ours = sorted({seat for seat in (view.seat, *friends(view)) if seat in view.team})
    return view.seat in ours[: game.fails_needed(quest)]


def friends(view: View) -> tuple[Seat, ...]:
    """The seats that this seat was shown with its role."""
    return next((tuple(event[2]) for event in view.log if event[0] == "role"), ())


def likely_merlin(game: Avalon, view: View, rng: Random) -> Seat:
    """The good player whose votes and teams knew most: approved clean teams, rejected others."""
    evil = next(set(event[1]) for event in view.log if event[0] == "unmasked")
    knew = dict.fromkeys((seat for seat in range(game.seats) if seat not in evil), 0)
    team: set[Seat] = set()
    for event in view.log:
        match event:
            case ("team", _, _, leader, seats):
                team = set(seats)
                if leader in knew:
                    knew[leader] += 1 if not team & evil else -1
            case ("votes", approving, _):
                for seat in knew:
                    knew[seat] += 1 if (seat in approving) == (not team & evil) else -1
    return max(knew, key=lambda seat: (knew[seat], rng.random()))


def _words(view: View, suspicion: Mapping[Seat, float]) -> str:
    others = [seat for seat in suspicion if seat != view.seat]
    worst = max(others, key=suspicion.__getitem__)
    best = min(others, key=suspicion.__getitem__)
    if suspicion[worst] - suspicion[best] < SAME:
        return "Nobody stands out for me yet."
    return f"I would leave {player_name(worst)} out, and trust {player_name(best)} more."
