"""The settings of the five scenarios: deals, seats, and the defenders' opening answers.

Files are in the published schema (Xu et al., 2024): a JSON object with a list for each scenario. Ours,
`settings.json`, was made by `scripts/magic-settings`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from agonist.core import AgonistError, Game, IllegalAction, Seat, UsageError
from agonist.games import find_kit, undercover
from agonist.games.chameleon.topics import TOPICS, codes_of
from agonist.kit import make_game

OURS: Final = Path(__file__).with_name("settings.json")

SEATS: Final = range(3)


@dataclass(frozen=True)
class Setting:
    """One setting of one scenario.

    `options`: those of the game. `script`: chance's answers, by question. `openings`: the first answers of
    defenders to the question `opens`, by seat. `challengers`: the seats that the challenger takes in turn;
    none if the role decides.
    """

    game: str
    name: str
    options: Mapping[str, Any]
    script: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    opens: str = ""
    openings: Mapping[Seat, Sequence[Any]] = field(default_factory=dict)
    challengers: tuple[Seat, ...] = ()

    def make(self) -> Game[Any, Any]:
        return make_game(find_kit(self.game).game, self.options)


@cache
def load(path: Path = OURS) -> tuple[Setting, ...]:
    """All settings of a file, by scenario in the paper's order.

    Raises `UsageError` for an invalid setting, and names it.
    """
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UsageError(f"the settings {path} cannot be read: {error}") from None
    if not isinstance(stored, dict) or not set(stored) <= set(READERS):
        raise UsageError(f"{path}: settings are a JSON object with lists under {', '.join(READERS)}")
    return tuple(
        _checked(path, f"{scenario} {nth}", read, entry)
        for scenario, read in READERS.items()
        for nth, entry in enumerate(stored.get(scenario, ()), start=1)
    )


def _checked(path: Path, name: str, read: Callable[[str, Any], Setting], entry: Any) -> Setting:
    try:
        setting = read(name, entry)
        game = setting.make()
    except KeyError as missing:
        raise UsageError(f"{path}: {name} has no {missing}") from None
    except (AgonistError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"{path}: {name}: {error}") from None
    _check_openings(path, setting, game)
    return setting


def _check_openings(path: Path, setting: Setting, game: Game[Any, Any]) -> None:
    """Raise `UsageError` if an opening is against the rules, before a run begins."""
    state = game.new()
    answers_by_seat = {seat: list(answers) for seat, answers in setting.openings.items()}
    chance = {about: list(answers) for about, answers in setting.script.items()}
    while any(answers_by_seat.values()) and (asks := game.turn(state)):
        moves: dict[Seat, Any] = {}
        for seat, ask in asks.items():
            answers = chance.get(ask.about) if seat < 0 else answers_by_seat.get(seat)
            moves[seat] = answers.pop(0) if answers else ask.options()[0]  # type: ignore[index]  # chance's
            try:
                ask.check(moves[seat])
            except IllegalAction as why:
                raise UsageError(
                    f"{path}: {setting.name}: the opening {moves[seat]!r} is invalid: {why}"
                ) from None
        state = game.act(state, moves)


def chameleon(name: str, entry: Mapping[str, Any]) -> Setting:
    """A setting of Chameleon: topic, code, the chameleon's seat, and a clue of each player."""
    deal = entry["game_setting"]
    topic, code = deal["topic"], deal["code"]
    ours = code in codes_of(TOPICS).get(topic, ())
    return Setting(
        "chameleon",
        name,
        {"seats": 3} if ours else {"seats": 3, "topics": (f"{topic}:{code}",)},
        {"topic": (topic,), "code": (code,), "chameleon": (seat_of(deal["chameleon_name"]),)},
        "clue",
        {seat_of(player): (clue,) for player, clue in entry["clue"].items()},
    )


def spies(name: str, entry: Mapping[str, Any]) -> Setting:
    """A setting of Undercover: the undercover's word and the others', the undercover's seat, two clues of
    each.
    """
    deal = entry["game_setting"]
    pair = f"{deal['undercover_code']}/{deal['non_undercover_code']}"
    script = {"words": (pair,), "side": ("left",), "undercover": (seat_of(deal["undercover_name"]),)}
    return Setting(
        "undercover",
        name,
        {**undercover.PRESETS["magic"], "pairs": (pair,)},
        script,
        "clue",
        {seat_of(player): tuple(clues) for player, clues in entry["clues"].items()},
    )


def airlines(name: str, entry: Mapping[str, Any]) -> Setting:
    """A setting of cost sharing: how airlines use the airport, and the first proposal of each player."""
    subject = {"airlines": tuple(entry["airlines"])} if "airlines" in entry else {"topic": entry["topic"]}
    return Setting(
        "cost_sharing",
        name,
        {"seats": 3, "rounds": 5, **subject},
        {},
        "proposal",
        {seat_of(player): ((tuple(shares), ""),) for player, shares in entry["proposal"].items()},
        _challengers(entry),
    )


def prisoners(name: str, entry: Mapping[str, Any]) -> Setting:
    """A setting of the Prisoner's Dilemma: payoffs."""
    options = {"seats": 3, "rounds": 5, **entry["topic_values"]}
    return Setting("prisoners_dilemma", name, options, challengers=_challengers(entry))


def contributors(name: str, entry: Mapping[str, Any]) -> Setting:
    """A setting of public goods: a multiplier, and 100 tokens for the whole game."""
    options = {
        "seats": 3,
        "rounds": entry.get("game_round", 5),
        "tokens": 100,
        "ratio": float(entry["multiplier"]),
        "share": "at the end",
    }
    return Setting("public_goods", name, options, challengers=_challengers(entry))


READERS: Final[Mapping[str, Callable[[str, Any], Setting]]] = {
    "chameleon": chameleon,
    "undercover": spies,
    "airportfee": airlines,
    "prisoner": prisoners,
    "public_good": contributors,
}
"""The reader of each scenario, by its published name."""


def seat_of(player: str) -> Seat:
    """The seat, from 0, of a player in a file.

    >>> seat_of("Player 3")
    2
    """
    found = re.fullmatch(r"Player ([123])", player)
    if found is None:
        raise UsageError(f"players are named Player 1 to Player 3, not {player!r}")
    return int(found[1]) - 1


def _challengers(entry: Mapping[str, Any]) -> tuple[Seat, ...]:
    return (seat_of(entry["test_player_name"]),) if "test_player_name" in entry else tuple(SEATS)
