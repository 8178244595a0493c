"""Seats of people: who has which, who may take one by which link, and under what name."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from agonist.arena.accounts.names import check_free
from agonist.arena.accounts.permissions import Visitor
from agonist.core import Seat, UsageError
from agonist.match import Fixture
from agonist.players.lookalike_names import normalized
from agonist.players.spec import parse_player
from agonist.players.unique_names import name_player
from agonist.store import Store
from agonist.store.platform.agents import agent
from agonist.store.platform.human_tables import Chair, Table, renew_invitation

HUMAN: Final = "human"

FREE: Final = "free"
"""The specification of a seat for a person who gets a link."""

OPEN: Final = "open"
"""The token of links to tables at which anybody may sit down; those of others are secret."""

LONGEST_NAME: Final = 30
SPEC_CHARACTERS: Final = 300
"""Characters of a player's specification."""

MOST_WORK: Final[Mapping[str, Mapping[str, int]]] = {
    "random": {},
    "baseline": {},
    "reference": {},
    "mcts": {"playouts": 1_000},
    "minimax": {"depth": 4},
}
"""The built-in players that visitors may play against, and the most work that these may do for them."""

_NAME: Final = re.compile(r"\w(?:[\w .'-]*\w)?")


def is_theirs(chair: Chair, who: Visitor) -> bool:
    """Whether a person's seat is theirs; without accounts, all seats of people are the local person's."""
    if chair.is_free:
        return False
    if who.role == "local":
        return True
    if who.user is not None:
        return chair.user == who.user
    return bool(who.session) and chair.session == who.session


def opened_by(table: Table, who: Visitor) -> bool:
    """Whether somebody opened this table."""
    if who.role == "local":
        return True
    if who.user is not None:
        return table.user == who.user
    return bool(who.session) and table.session == who.session


def seats_of(table: Table, who: Visitor) -> list[Seat]:
    """The seats that belong to this person."""
    return [chair.seat for chair in table.chairs if is_theirs(chair, who)]


def invitation(secret: str, match: int, seat: Seat | None) -> str:
    """The token in the link to a seat, or to any free seat of a match.

    It is derived from a secret of the person who opened the table, so that it can be shown to them again
    although only its hash is stored.
    """
    about = f"invitation {match} {'any' if seat is None else seat}"
    return hmac.new(secret.encode(), about.encode(), hashlib.sha256).hexdigest()[:32]


def hashed(text: str) -> str:
    """The stored hash of an invitation."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def token_of(table: Table, seat: Seat | None, secret: str) -> str:
    """The token in the present link to a seat, or to any free seat; empty if it can't be told, since
    another secret made it.
    """
    if seat is None and table.invitation == hashed(OPEN):
        return OPEN
    chair = None if seat is None else table.chair(seat)
    stored = table.invitation if chair is None else chair.invitation
    token = invitation(secret, table.match, seat)
    return token if stored == hashed(token) else ""


def new_token(store: Store, table: Table, seat: Seat | None, secret: str) -> str:
    """The token in a link of this secret to a seat, or to any free seat; the link of another is void."""
    token = invitation(secret, table.match, seat)
    renew_invitation(store, table.match, seat, hashed(token))
    return token


def name_of(store: Store, who: Visitor, typed: str = "") -> str:
    """The name under which somebody plays: the account's, or the typed one, with `(guest)` for a guest.

    Raises `UsageError` for an invalid name, and for one that looks like that of an account or an agent.
    """
    typed = normalized(typed)
    if who.role not in ("local", "visitor"):
        return who.name
    if not typed or typed == HUMAN:
        return HUMAN if who.role == "local" else "guest"
    if len(typed) > LONGEST_NAME or not _NAME.fullmatch(typed):
        raise UsageError(
            f"a name is at most {LONGEST_NAME} letters, digits, spaces, dots, apostrophes and hyphens, "
            "and begins and ends with a letter or digit"
        )
    check_free(store, typed)
    return typed if who.role == "local" else f"{typed} (guest)"


def seated(fixture: Fixture, seat: Seat, name: str) -> Fixture:
    """The fixture with this person on a seat; where another player has the name, theirs says `(human)`."""
    others = [player for at, player in enumerate(fixture.players) if at != seat]
    if name in others and fixture.spec(name) != HUMAN:
        name = f"{name} (human)"
    players = tuple(name if at == seat else player for at, player in enumerate(fixture.players))
    specs = {player: fixture.spec(player) for player in others if fixture.spec(player) != player}
    if name != HUMAN:
        specs[name] = HUMAN
    return replace(fixture, players=players, specs=specs)


def lineup(store: Store, who: Visitor, players: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names of the players of a table and their specifications by name; people have yet to be seated.

    Raises `UsageError` for an invalid player, or one that this visitor may not choose.
    """
    specs: dict[str, str] = {}
    names = []
    for text in players:
        if len(text) > SPEC_CHARACTERS:
            raise UsageError(f"a player is written in at most {SPEC_CHARACTERS} characters")
        if is_person(text):
            names.append(HUMAN)
        elif who.role == "local":
            names.append(_local(store, text, specs))
        else:
            names.append(_of_strangers(store, who, text, specs))
    return tuple(names), specs


def is_person(text: str) -> bool:
    """Whether this specification is a person's: `human`, `ann=human`, or `free`.

    >>> [is_person(text) for text in ("human", "ann=human", "free", "random")]
    [True, True, True, False]
    """
    return text == FREE or text.rpartition("=")[2] == HUMAN


def _local(store: Store, text: str, specs: dict[str, str]) -> str:
    try:
        agent(store, text)
    except UsageError:
        return name_player(text, specs)
    return _agent(store, text, specs)


def _of_strangers(store: Store, who: Visitor, text: str, specs: dict[str, str]) -> str:
    """A built-in player with little work, a house agent, or an agent of the visitor.

    Any other could run code here, spend somebody's money, or send requests into this network.
    """
    known = MOST_WORK.get(text.partition("?")[0])
    if known is not None:
        spec = parse_player(text)
        for option, value in spec.options.items():
            if option not in known:
                raise UsageError(f"{text}: only {' and '.join(known) or 'no option'} can be chosen here")
            if int(value) > known[option]:
                raise UsageError(f"{text}: {option} is at most {known[option]:,} here")
        return name_player(text, specs)
    try:
        found = agent(store, text)
    except UsageError:
        raise UsageError(
            f"there is no opponent {text!r} here; choose {', '.join(MOST_WORK)}, a house agent, or an agent "
            "of your own"
        ) from None
    if not (found.house or (who.user is not None and found.owner == who.user)):
        raise UsageError(f"{found.name} is somebody else's agent: it plays on the ladder, and its owner pays")
    return _agent(store, text, specs)


def _agent(store: Store, name: str, specs: dict[str, str]) -> str:
    found = agent(store, name)
    if found.state != "online":
        raise UsageError(f"{found.name} is {found.state}; choose another opponent")
    version = found.version
    specs[version.name] = parse_player(version.player).canonical
    return version.name
