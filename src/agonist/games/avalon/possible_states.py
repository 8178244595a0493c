"""States that fit a view: the roles that a seat hasn't seen are dealt again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Form, Log, Pick, Seat, Speech, add_event, player_name
from agonist.games.avalon.roles import EVIL_PLAYERS, Role, is_evil, seen_by
from agonist.games.avalon.rules import Avalon, State, View


def sample_state(game: Avalon, view: View, rng: Random) -> State:
    """A state with this view; all deals of the roles that fit it are equally likely."""
    roles = deal_that_fits(game, view, rng) if view.phase != "roles" else ()
    return State(
        phase=view.phase,
        roles=roles,
        leader=view.leader,
        team=view.team,
        to_speak=view.to_speak,
        rejected=view.rejected,
        quests=view.quests,
        lady=view.lady,
        named=view.named,
        log=_log(view, roles),
    )


def possible_evil(game: Avalon, view: View) -> list[tuple[Seat, ...]]:
    """The sets of seats that may be evil, given all that this seat knows."""
    return [evil for evil in combinations(range(game.seats), EVIL_PLAYERS[game.seats]) if fits(view, evil)]


def fits(view: View, evil: Sequence[Seat]) -> bool:
    """Whether these seats may be the evil ones."""
    if view.role is not None and (view.seat in evil) != is_evil(view.role):
        return False
    for event in view.log:
        match event:
            case ("role", "Percival", shown):
                if len(set(shown) - set(evil)) != 1:
                    return False
            case ("role", _, shown) if not set(shown) <= set(evil):
                return False
            case ("quest", _, team, fails, _) if len(set(team) & set(evil)) < fails:
                return False
            case ("loyalty", _, seat, bad) if (seat in evil) != bad:
                return False
            case ("unmasked", seats, _) if tuple(seats) != tuple(evil):
                return False
    return True


def deal_that_fits(game: Avalon, view: View, rng: Random) -> tuple[Role, ...]:
    """Roles for all seats, drawn among those that the view allows.

    Each set of evil seats that fits leaves as many ways to deal the roles, so that a set is drawn first.
    """
    for event in view.log:
        if event[0] == "over":
            return tuple(event[1])
    found = possible_evil(game, view)
    evil = found[int(rng.random() * len(found))]
    known = _known_roles(game, view, evil)
    rest = Counter(game.deck) - Counter(known.values())
    for bad in (True, False):
        seats = [seat for seat in range(game.seats) if (seat in evil) == bad and seat not in known]
        left = [role for role in rest.elements() if is_evil(role) == bad]
        rng.shuffle(left)
        known |= dict(zip(seats, left, strict=True))
    return tuple(known[seat] for seat in range(game.seats))


def _known_roles(game: Avalon, view: View, evil: Sequence[Seat]) -> dict[Seat, Role]:
    """The roles that follow from a view, if these seats are evil."""
    known: dict[Seat, Role] = {}
    for event in view.log:
        match event:
            case ("role", role, shown):
                assert view.seat is not None
                known[view.seat] = role
                unseen = [seat for seat in evil if seat != view.seat and seat not in shown]
                if role == "Merlin" and game.mordred:
                    known |= dict.fromkeys(unseen, "Mordred")
                elif role == "Percival":
                    known |= {seat: "Morgana" if seat in evil else "Merlin" for seat in shown}
                elif is_evil(role) and role != "Oberon" and game.oberon:
                    known |= dict.fromkeys(unseen, "Oberon")
            case ("unmasked", _, assassin):
                known[assassin] = "Assassin"
    return known


def _log(view: View, roles: Sequence[Role]) -> Log:
    """The events of a view, with those that only others know."""
    log: Log = ()
    for seat, role in enumerate(roles):
        log = add_event(log, "role", role, seen_by(roles, seat), to=[seat])
    for event in view.log:
        match event:
            case ("role" | "loyalty", *_):
                continue
            case ("examined", holder, seat):
                log = add_event(log, *event)
                log = add_event(log, "loyalty", holder, seat, is_evil(roles[seat]), to=[holder])
            case _:
                log = add_event(log, *event)
    return log


def secrets(game: Avalon, state: State, seat: Seat) -> tuple[str, ...]:
    """The roles that a seat doesn't know, in the words of the end, until that end."""
    if state.phase == "over" or not state.roles:
        return ()
    view = game.observe(state, seat)
    known = {seat, *(event[2] for event in view.log if event[0] == "unmasked")}
    return tuple(
        f"{player_name(other)}: {role}" for other, role in enumerate(state.roles) if other not in known
    )


def passes(view: View, ask: Ask) -> Any:
    """The first players as a team, a rejection, a success, silence."""
    match ask:
        case Pick():
            return ask.things[: ask.low]
        case Form():
            return tuple(passes(view, part) for _, part in ask.parts)
        case Speech():
            return "…"
        case Choice() if ask.about == "vote":
            return "reject"
    assert isinstance(ask, Choice)
    return ask.choices[0]
