"""The role that each seat had in a finished match, as the game's own indicators name it."""

from __future__ import annotations

from functools import cache

from agonist.games import find_kit
from agonist.kit.guarded_kit import guarded
from agonist.kit.indicators import Indicators, course_of
from agonist.match import Match


@cache
def _by_role(game: str) -> tuple[Indicators | None, dict[str, str]]:
    """The indicators of a game that tell roles, and the role that each key is measured in."""
    indicators = guarded(find_kit(game)).indicators
    roles = {} if indicators is None else {each.key: each.role for each in indicators.columns if each.role}
    return indicators, roles


def roles_of(match: Match) -> tuple[str, ...]:
    """The role of each seat, such as `spy`; empty for a seat that had none, or had several.

    A role is what an indicator of the game is measured in (`win-as-spy`), read from the end of the match.

    >>> import agonist
    >>> roles_of(agonist.play("chameleon?seats=3", ["reference"] * 3, seed=1))
    ('other', 'other', 'chameleon')
    """
    record, seats = match.record, match.record.game.seats
    indicators, roles = _by_role(record.name)
    if indicators is None or not roles:
        return ("",) * seats
    *_, last = record.states()
    # Only what is measured tells the role, not the number: so no forfeit is in the way, and no decision is
    # needed.
    course = course_of(
        record.game, [str(seat) for seat in range(seats)], (0,) * seats, (1,) * seats, [last], ()
    )
    found = [{roles[key] for key in seat if key in roles} for seat in indicators.measure(course)]
    return tuple(each.pop() if len(each) == 1 else "" for each in found)
