"""The hidden questions: the player's own identity, and who suspects whom (Xu et al., 2024, section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from agonist.core import Ask, Choice, Form, Seat, player_name
from agonist.games.chameleon import View as ChameleonView
from agonist.games.undercover import View as UndercoverView
from agonist.match import Probe

UNSURE: Final = "not sure"

ROLES: Final = {
    "chameleon": ("chameleon", "non-chameleon", UNSURE),
    "undercover": ("undercover", "civilian", UNSURE),
}
"""The roles that players of each game can name for themselves; the paper's "non-undercover" is a civilian."""

SEATS: Final = range(3)


def identity(game: str) -> Ask:
    """The question about the player's own number and role."""
    players = tuple(map(player_name, SEATS))
    parts = (("player", Choice(players, "player")), ("role", Choice(ROLES[game], "role")))
    return Form(parts, about="identity")


def suspects(game: str) -> Ask:
    """The question about each player's suspicion: a part for each player, including the one who answers.

    At Chameleon nobody can name themselves, since all know their roles. At Undercover they can, since nobody
    knows theirs.
    """
    parts = []
    for viewpoint in SEATS:
        suspected = [player_name(seat) for seat in SEATS if game == "undercover" or seat != viewpoint]
        name = f"player_{viewpoint + 1}"
        parts.append((name, Choice((*suspected, UNSURE), name)))
    return Form(tuple(parts), about="suspects")


def _identity_of_chameleon(before: ChameleonView | None, now: ChameleonView) -> Ask | None:
    """Before each clue."""
    is_asked = now.phase == "clue" and (
        before is None or before.phase != "clue" or before.spoken != now.spoken
    )
    return identity("chameleon") if is_asked else None


def _suspects_of_chameleon(before: ChameleonView | None, now: ChameleonView) -> Ask | None:
    """After each clue."""
    heard = before is not None and before.phase == "clue" and len(now.log) > len(before.log)
    return suspects("chameleon") if heard else None


def _round_over(before: UndercoverView | None, now: UndercoverView) -> bool:
    """After each round of clues."""
    if before is None or before.phase != "clue":
        return False
    return now.phase != "clue" or now.clue_round != before.clue_round


def _identity_of_undercover(before: UndercoverView | None, now: UndercoverView) -> Ask | None:
    return identity("undercover") if _round_over(before, now) else None


def _suspects_of_undercover(before: UndercoverView | None, now: UndercoverView) -> Ask | None:
    return suspects("undercover") if _round_over(before, now) else None


PROBES: Final[Mapping[str, Probe]] = {
    probe.name: probe
    for probe in (
        Probe("magic_chameleon_identity", _identity_of_chameleon),
        Probe("magic_chameleon_suspects", _suspects_of_chameleon),
        Probe("magic_undercover_identity", _identity_of_undercover),
        Probe("magic_undercover_suspects", _suspects_of_undercover),
    )
}


def probes_of(game: str) -> tuple[str, ...]:
    """The names of the hidden questions of a game."""
    return tuple(name for name in PROBES if name.startswith(f"magic_{game}_"))


def suspicions(answer: Any) -> tuple[Seat | None, ...] | None:
    """The seat that each player suspects according to an answer; `None` for "not sure", or without an answer.

    >>> suspicions(("Player 2", "not sure", "Player 1"))
    (1, None, 0)
    """
    seats = {player_name(seat): seat for seat in SEATS}
    return None if answer is None else tuple(seats.get(who) for who in answer)
