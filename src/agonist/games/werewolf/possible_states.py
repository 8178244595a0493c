"""States that fit a view: the roles that a seat doesn't know are dealt again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Log, Seat, Speech, add_event, player_name
from agonist.core.random_choice import one_of
from agonist.games.werewolf.roles import Role, fellows, wolves
from agonist.games.werewolf.rules import State, View, Werewolf, is_over, most_named, others


def sample_state(game: Werewolf, view: View, rng: Random) -> State:
    """A state with this view: all deals of the roles that fit it are equally likely.

    What others named at night is left out, but for what a werewolf knows of the pack.
    """
    if view.phase == "roles":
        return game.new()
    roles = deal_that_fits(game, view, rng)
    return State(
        phase=view.phase,
        roles=roles,
        alive=view.alive,
        day=view.day,
        most_named=_most_named(view, roles, rng),
        guarded=_guarded(game, view, roles, rng),
        to_speak=view.to_speak,
        talks=view.talks,
        hunter=view.hunter,
        log=_log(view, roles),
    )


def possible_packs(game: Werewolf, view: View) -> list[tuple[Seat, ...]]:
    """The sets of seats that may be the werewolves, given all that this seat knows."""
    known = known_roles(view)
    not_wolves = set(innocent(view))
    return [
        pack
        for pack in combinations(range(game.seats), game.werewolves)
        if all((role == "Werewolf") == (seat in pack) for seat, role in known.items())
        and not not_wolves & {*pack}
        and all(seat in pack for seat in seen_as_werewolf(view))
        and _goes_on(game, view, pack)
    ]


def known_roles(view: View) -> dict[Seat, Role]:
    """The roles that a seat knows for certain."""
    known: dict[Seat, Role] = {}
    for event in view.log:
        match event:
            case ("role", role, same):
                known |= dict.fromkeys(same, role)
                if view.seat is not None:
                    known[view.seat] = role
            case ("died" | "exiled", _, int(seat), role) if role is not None:
                known[seat] = role
            case ("shot", hunter, target, role):
                known[hunter] = "Hunter"
                if role is not None:
                    known[target] = role
            case ("over", roles):
                known |= dict(enumerate(roles))
    if view.hunter is not None:
        known[view.hunter] = "Hunter"
    return known


def innocent(view: View) -> Iterator[Seat]:
    """Who is known not to be a werewolf: victims of the night, and those whom the Seer has looked at."""
    for event in view.log:
        match event:
            case ("died", _, int(seat), _):
                yield seat
            case ("seen", _, seat, False):
                yield seat


def seen_as_werewolf(view: View) -> Iterator[Seat]:
    """Whom the Seer, on this seat, has found to be a werewolf."""
    for event in view.log:
        match event:
            case ("seen", _, seat, True):
                yield seat


def _goes_on(game: Werewolf, view: View, pack: Sequence[Seat]) -> bool:
    """Whether the game would have gone on after everyone who left, if these were the werewolves."""
    if view.phase == "over":
        return True
    roles = _as_roles(game, pack)
    return not any(is_over(roles, alive) for alive in _alive_after(game, view))


def _as_roles(game: Werewolf, pack: Sequence[Seat]) -> tuple[Role, ...]:
    return tuple("Werewolf" if seat in pack else "Villager" for seat in range(game.seats))


def _alive_after(game: Werewolf, view: View) -> Iterator[tuple[Seat, ...]]:
    """Who was alive after each of those who left."""
    alive = tuple(range(game.seats))
    for event in view.log:
        match event:
            case ("died" | "exiled", _, int(seat), _) | ("shot", _, int(seat), _):
                alive = others(alive, seat)
                yield alive


def deal_that_fits(game: Werewolf, view: View, rng: Random) -> tuple[Role, ...]:
    """Roles for all seats, drawn among those that the view allows.

    Each pack leaves as many ways to deal the rest, so a pack and the rest are drawn until they fit.
    """
    known, packs = known_roles(view), possible_packs(game, view)
    while True:
        pack = one_of(packs, rng)
        roles: dict[Seat, Role] = dict(known)
        roles |= dict.fromkeys(pack, "Werewolf")
        rest = list((Counter(game.deck) - Counter(roles.values())).elements())
        rng.shuffle(rest)
        roles |= dict(zip((seat for seat in range(game.seats) if seat not in roles), rest, strict=True))
        if known.keys() >= roles.keys() or _village_fits(game, view, roles):
            return tuple(roles[seat] for seat in range(game.seats))


def _village_fits(game: Werewolf, view: View, roles: Mapping[Seat, Role]) -> bool:
    """Whether the roles of the village fit who was saved, who shot, and who left without."""
    alive = tuple(range(game.seats))
    last = view.log[-1]
    for nth, event in enumerate(view.log):
        match event:
            case ("died", _, None, _):
                if not any(roles[seat] == "Doctor" for seat in alive):
                    return False
            case ("died" | "exiled", _, int(seat), _):
                alive = others(alive, seat)
                shoots = event is last or view.log[nth + 1][0] in ("shot", "over")
                if roles[seat] == "Hunter" and not shoots:
                    return False
                if (
                    event is last
                    and view.phase != "over"
                    and (roles[seat] == "Hunter") != (view.hunter == seat)
                ):
                    return False
            case ("shot", _, seat, _):
                alive = others(alive, seat)
    return True


def _most_named(view: View, roles: Sequence[Role], rng: Random) -> tuple[Seat, ...]:
    match view.phase, view.log[-1]:
        case "tie", ("ballot", _, ballot):
            return most_named(target for _, target in ballot)
        case "victim", ("pack", _, named):
            return most_named(target for _, target in named)
        case "victim", _:
            may = others(view.alive, *wolves(roles))
            return (one_of(may, rng),)
    return ()


def _guarded(game: Werewolf, view: View, roles: Sequence[Role], rng: Random) -> Seat | None:
    """Whom the Doctor protected last; somebody whom nobody but they know."""
    if view.role == "Doctor" or "Doctor" not in roles:
        return view.guarded
    nights = [event for event in view.log if event[0] == "died"]
    if not nights and view.phase == "night":
        return None
    victim = nights[-1][2] if nights else None
    may = others(view.alive, victim, *() if game.doctor_self else (roles.index("Doctor"),))
    return one_of(may, rng)


def _log(view: View, roles: Sequence[Role]) -> Log:
    """The events of a view, with the roles that only others were told."""
    log: Log = ()
    for seat, role in enumerate(roles):
        log = add_event(log, "role", role, fellows(roles, seat), to=[seat])
    for event in view.log:
        match event:
            case ("role", *_):
                continue
            case ("chose" | "seen", *_):
                assert view.seat is not None
                log = add_event(log, *event, to=[view.seat])
            case ("pack", *_):
                log = add_event(log, *event, to=wolves(roles))
            case _:
                log = add_event(log, *event)
    return log


def secrets(game: Werewolf, state: State, seat: Seat) -> tuple[str, ...]:
    """The roles that a seat doesn't know, in the words of the end, until that end."""
    if state.phase == "over" or not state.roles:
        return ()
    known = known_roles(game.observe(state, seat))
    return tuple(
        f"{player_name(other)}: {role}" for other, role in enumerate(state.roles) if other not in known
    )


def passes(view: View, ask: Ask) -> Any:
    """Silence, and the next player in seat order."""
    if isinstance(ask, Speech):
        return "…"
    assert isinstance(ask, Choice)
    assert view.seat is not None
    later = [seat for seat in ask.choices if isinstance(seat, int) and seat > view.seat]
    return later[0] if later else ask.choices[0]
