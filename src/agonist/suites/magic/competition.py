"""Challengers against fixed defenders: 143 games in full (Xu et al., 2024, appendix A.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from agonist.core import Seat, UsageError
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.match.policy import parse_policy
from agonist.suites.magic.probes import SEATS, probes_of
from agonist.suites.magic.settings import OURS, Setting, load
from agonist.tournament.suite import Entry
from agonist.tournament.target import GameRegistry

WORDINGS: Final[Mapping[str, Path]] = {"magic": Path(__file__).parent / "prompts"}
"""The wording of the hidden questions, which extends that of the games."""

DEFENDER: Final = "reference"

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "chameleon": ("chameleon", "non-chameleon"),
    "undercover": ("undercover", "civilian"),
    "cost_sharing": ("airline",),
    "prisoners_dilemma": ("prisoner",),
    "public_goods": ("contributor",),
}
"""The challenger's roles in each game. In the first two, the challenger changes the role and keeps the seat.
"""

QUICK: Final = 2
"""How many settings of each scenario a quick run plays."""


def schedule(entry: Entry, players: Sequence[str]) -> list[Fixture]:
    """Every player as challenger in every role of every setting."""
    chosen = settings_of(entry)
    return [
        fixture
        for player in players
        for setting in chosen
        for role in ROLES[setting.game]
        for fixture in _games(entry, player, setting, role)
    ]


def settings_of(entry: Entry) -> list[Setting]:
    """The settings that are played: all, or the first few of each scenario."""
    given = entry.options.get("settings")
    every = load(Path(given)) if given else load(OURS)
    if games := entry.options.get("games"):
        names = games.split(",")
        if unknown := [name for name in names if name not in ROLES]:
            raise UsageError(f"magic has no game {unknown[0]!r}; its games are {', '.join(ROLES)}")
        every = tuple(setting for setting in every if setting.game in names)
    limit = QUICK if entry.quick and entry.matches is None else entry.matches
    chosen = [
        setting
        for game in ROLES
        for setting in islice((setting for setting in every if setting.game == game), limit)
    ]
    if not chosen:
        raise UsageError(
            "magic: the file has no setting for these games; choose other games=, or another file with "
            "settings="
        )
    return chosen


def defenders(entry: Entry) -> tuple[str, ...]:
    """The players of the other seats, in order."""
    return entry.opponents or (DEFENDER,)


def _games(entry: Entry, player: str, setting: Setting, role: str) -> Iterator[Fixture]:
    """One game if the role decides the seat, otherwise one for each seat."""
    for seats in seats_in_role(setting, role):
        others = cycle(defenders(entry))
        seating = [player if seat in seats else next(others) for seat in SEATS]
        yield _fixture(entry, setting, role, seats, seating)


def seats_in_role(setting: Setting, role: str) -> list[tuple[Seat, ...]]:
    """The challenger's seats in each of the games of a setting and role."""
    if setting.challengers:
        return [(seat,) for seat in setting.challengers]
    (hidden,) = setting.script[setting.game]
    return [(hidden,)] if role == setting.game else [tuple(seat for seat in SEATS if seat != hidden)]


def _fixture(
    entry: Entry, setting: Setting, role: str, seats: Sequence[Seat], seating: Sequence[str]
) -> Fixture:
    game = setting.make()
    social = not setting.challengers
    wording = "magic" if social else ""
    script: dict[str, Sequence[Any]] = dict(setting.script)
    for seat, answers in setting.openings.items():
        if seat not in seats:
            script[f"{setting.opens}@{seat}"] = answers
    kit = GameRegistry(entry.prompts, WORDINGS).kit(setting.game, wording)
    return Fixture(
        game=setting.game,
        version=game.version,
        options=option_texts(game),
        seed=f"{entry.seed}/{setting.name}",
        players=tuple(seating),
        specs=entry.specs_of(seating),
        policy=parse_policy(entry.policy or "default"),
        prompts=kit.words.prompts.digest,
        block=f"{role}/{setting.name}/{seating[seats[0]]}",
        part=f"magic: {role}",
        wording=wording,
        probes=probes_of(setting.game) if social else (),
        script=script,
    )
