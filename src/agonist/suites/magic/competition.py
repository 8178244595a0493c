"""Challengers against fixed defenders: 143 games in full (Xu et al., 2024, appendix A.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from agonist.core import Seat, UsageError
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players.option import YES_OR_NO
from agonist.suites.magic.hidden_questions import SEATS, probes_of
from agonist.suites.magic.settings import OURS, Setting, load
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry

WORDINGS: Final[Mapping[str, Path]] = {"magic": Path(__file__).parent / "prompts"}
"""The wording of the hidden questions, which extends that of the games."""

DEFENDER: Final = "reference"

PAPERS: Final[Mapping[str, str]] = {"temperature": "0"}
"""The options of models under the profile `paper`, unless a player has its own (Xu et al., 2024, section 5).
"""

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


def schedule(entry: Entry) -> list[Fixture]:
    """Every player as challenger in every role of every setting."""
    chosen = settings_of(entry)
    return [
        fixture
        for player in entry.players
        for setting in chosen
        for role in ROLES[setting.game]
        for fixture in _games(entry, player, setting, role)
    ]


def settings_of(entry: Entry) -> list[Setting]:
    """The settings that are played: all, or the first few of each scenario."""
    path = entry.options.get("settings")
    every = load(Path(path)) if path else load(OURS)
    if games := entry.options.get("games"):
        names = games.split(",")
        if unknown := [name for name in names if name not in ROLES]:
            raise UsageError(f"magic has no game {unknown[0]!r}; its games are {', '.join(ROLES)}")
        every = tuple(setting for setting in every if setting.game in names)
    limit = QUICK if entry.quick and entry.matches is None else entry.matches
    if overspends(entry):
        every = tuple(
            replace(setting, options={**setting.options, "overspend": True})
            if setting.game == "public_goods"
            else setting
            for setting in every
        )
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


def overspends(entry: Entry) -> bool:
    """Whether contributors may give more than their 100 tokens; raises `UsageError` for another value."""
    value = entry.options.get("overspend", "no")
    if value not in YES_OR_NO:
        raise UsageError(f"magic: overspend is yes or no, not {value!r}")
    return YES_OR_NO[value] == "yes"


def named_apart(entry: Entry) -> Entry:
    """The entry with its defenders named, apart from challengers that are the same player.

    So the paper's GPT-4 defends against itself.
    """
    specs = dict(entry.specs)
    opponents = []
    for player in entry.opponents or (DEFENDER,):
        name = player
        if player in entry.players:
            name = f"{player} (defender)"
            specs[name] = entry.spec(player)
        opponents.append(name)
    return replace(entry, opponents=tuple(opponents), specs=specs)


def _games(entry: Entry, player: str, setting: Setting, role: str) -> Iterator[Fixture]:
    """One game if the role decides the seat, otherwise one for each seat."""
    for seats in seats_in_role(setting, role):
        others = cycle(entry.opponents)
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
        style=PAPERS if entry.profile == "paper" else {},
    )
