"""Who may read and write what spectators say to each other beside a match.

Players never do while it is played, nor owners of agents in it, nor guests and programs: a line could say
what a seat may not know. Nothing of it is in records, exports, prompts or the stream of live events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.match_visibility import is_over, sealed
from agonist.core import UsageError
from agonist.reports.safe_text import on_one_line
from agonist.store import Store, StoredMatch
from agonist.store.platform.agents import agent_name
from agonist.store.platform.spectator_chat import (
    Line,
    add_line,
    keep_setting,
    kept_setting,
    line,
    lines_of,
    owners_of,
    players_on_deal,
    remove_line,
    report_line,
    reported_lines,
)
from agonist.store.runs.row_conversion import fixture_from

Setting: TypeAlias = Literal["off", "open matches", "all matches"]
"""Beside which matches spectators may talk; open ones are those that nothing seals."""

SETTINGS: Final[tuple[Setting, ...]] = get_args(Setting)

USUAL: Final[Setting] = "open matches"

MOST_CHARACTERS: Final = 300
"""The most characters of a line."""

MOST_LINES: Final = 100
"""How many of the last lines are shown."""

MOST_REPORTED: Final = 50
"""How many reported lines admins see."""


@dataclass(frozen=True, slots=True)
class Place:
    """What somebody may do beside a match. Who may not read learns not even whether anybody spoke."""

    reads: bool = False
    writes: bool = False


def setting_of(store: Store) -> Setting:
    """The setting of this site."""
    kept = kept_setting(store)
    return next((each for each in SETTINGS if each == kept), USUAL)


def set_setting(store: Store, typed: str) -> None:
    """Change the setting. Raises `UsageError` for what is none."""
    if typed not in SETTINGS:
        raise UsageError(f"spectators talk beside {', '.join(SETTINGS)}, not {typed[:20]!r}")
    keep_setting(store, typed)


def place_of(store: Store, match: StoredMatch, who: Visitor) -> Place:
    """What somebody may read and write beside a match now. At most ten queries."""
    if who.user is None or not may(who, "talk"):
        return Place()
    setting = setting_of(store)
    secret = match.id in sealed(store, [match.id])
    if setting == "off" or (secret and setting != "all matches"):
        return Place()
    over = is_over(match)
    if (secret or not over) and _plays(store, match, who):
        return Place()
    return Place(reads=True, writes=not over and match.status != "planned")


def _plays(store: Store, match: StoredMatch, who: Visitor) -> bool:
    """Whether somebody has a seat, or an agent, in this match or in another on its deal."""
    fixtures, users, sessions = players_on_deal(store, match.id)
    if who.user in users or (who.session and who.session in sessions):
        return True
    names = {agent_name(player) for text in fixtures for player in fixture_from(text).players}
    return who.user in owners_of(store, names)


def lines_for(store: Store, match: StoredMatch, who: Visitor) -> list[Line]:
    """The last lines, oldest first; none for those who may not read them."""
    return lines_of(store, match.id, MOST_LINES) if place_of(store, match, who).reads else []


def say(store: Store, match: StoredMatch, who: Visitor, text: str) -> None:
    """Say something. Raises `UsageError` if it is empty or too long, or they may not."""
    said = on_one_line(text)
    if not place_of(store, match, who).writes or who.user is None:
        raise UsageError("only spectators talk here, while the match is played")
    if not 1 <= len(said) <= MOST_CHARACTERS:
        raise UsageError(f"a line has 1 to {MOST_CHARACTERS} characters, not {len(said)}")
    add_line(store, match.id, who.user, said)


def moderate(store: Store, match: StoredMatch, who: Visitor, number: int, change: str) -> None:
    """Report a line, or as an admin remove it. Raises `UsageError` if they may not, or there is none."""
    found = line(store, number)
    if found is None or found.match != match.id or who.user is None or not place_of(store, match, who).reads:
        raise UsageError(f"there is no line {number} beside match {match.id}")
    if change == "report":
        report_line(store, number, match.id, who.user)
    elif change == "remove" and may(who, "moderate talk"):
        remove_line(store, number)
    else:
        raise UsageError("a line is reported by members, and removed by admins")


def reported_to(store: Store, who: Visitor) -> list[Line]:
    """The reported lines that an admin may read: none beside a match in which they play."""
    if not may(who, "moderate talk"):
        return []
    found = reported_lines(store, MOST_REPORTED)
    open_to = {
        number: place_of(store, store.match(number), who).reads for number in {each.match for each in found}
    }
    return [each for each in found if open_to[each.match]]
