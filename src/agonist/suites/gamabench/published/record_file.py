"""Reading a published record from its file, strictly, so that no missing data is scored.

Top level: `meta`, `round_records`, `player_data`, as in the repository of Huang et al. (2024).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson

from agonist.core import AgonistError

HEAD: Final = 400
"""Characters of the first message that are looked at: a persona is its first sentence."""

_PERSONAS: Final = {
    "cooperative": re.compile(r"\b(?:cooperative|collaborative)\b", re.IGNORECASE),
    "selfish": re.compile(r"\b(?:selfish|greedy)\b", re.IGNORECASE),
    "mathematician": re.compile(r"\bmathematician\b", re.IGNORECASE),
}


class RecordProblem(AgonistError):
    """A file that is not a published record, or lacks data that a score needs."""


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One of `player_data`: the model's name as stored, its choices in order, its payments."""

    model: str
    records: tuple[Any, ...]
    utility: tuple[Any, ...]
    head: str

    @property
    def persona(self) -> str:
        """The persona in the first message, if any."""
        first = self.head.partition(".")[0]
        found = [name for name, pattern in _PERSONAS.items() if pattern.search(first)]
        return found[0] if len(found) == 1 else ""


@dataclass(frozen=True, slots=True)
class Published:
    """A record of valid structure, not yet interpreted."""

    meta: Mapping[str, Any]
    rounds: tuple[Mapping[str, Any], ...]
    players: tuple[PlayerRecord, ...]
    marks: tuple[str, ...] = field(default=())
    """Remarks on oddities of the file."""

    @property
    def seats(self) -> int:
        return len(self.players)

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number of `meta`."""
        if key not in self.meta and default is not None:
            return default
        return whole(self.meta.get(key), f"meta.{key}")

    def positive(self, key: str, default: int | None = None) -> int:
        """A whole number of `meta`, 1 or more."""
        number = self.whole(key, default)
        if number < 1:
            raise RecordProblem(f"meta.{key} is {number}, not 1 or more")
        return number

    def number(self, key: str) -> float:
        """A number of `meta`."""
        value = self.meta.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise RecordProblem(f"meta.{key} is {in_short(value)}, not a number")
        return float(value)

    def listed(self, nth: int, key: str) -> list[Any]:
        """A list of round `nth`."""
        value = self.rounds[nth].get(key)
        if not isinstance(value, list):
            raise RecordProblem(f"round {nth + 1}: {key} is {in_short(value)}, not a list")
        return value

    def per_seat(self, nth: int, key: str) -> list[Any]:
        """A list of round `nth` with a value for each seat."""
        values = self.listed(nth, key)
        if len(values) != self.seats:
            raise RecordProblem(f"round {nth + 1}: {key} has {len(values)} values for {self.seats} players")
        return values


def read_published(path: Path) -> Published:
    """The record in a file; raises `RecordProblem` for one that cannot be read."""
    try:
        data = orjson.loads(path.read_bytes())
    except OSError as error:
        raise RecordProblem(f"the file cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise RecordProblem(f"the file is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordProblem(f"the file holds {in_short(data)}, not an object")
    for key, kind, what in (
        ("meta", dict, "an object"), ("round_records", list, "a list"), ("player_data", list, "a list"),
    ):  # fmt: skip
        if not isinstance(data.get(key), kind):
            raise RecordProblem(f"{key} is {in_short(data.get(key))}, not {what}")
    meta, rounds, players = data["meta"], data["round_records"], data["player_data"]
    if wrong := [nth for nth, entry in enumerate(rounds, 1) if not isinstance(entry, dict)]:
        raise RecordProblem(f"round {wrong[0]} of round_records is no object")
    if not rounds:
        raise RecordProblem("there are no rounds in it")
    marks = ("meta has `model` instead of `models`",) if "models" not in meta and "model" in meta else ()
    return Published(meta, tuple(rounds), tuple(_seated(players)), marks)


def _seated(players: Sequence[Any]) -> list[PlayerRecord]:
    if len(players) < 2:
        raise RecordProblem(f"player_data has {len(players)} players")
    by_place: dict[int, Any] = {}
    for place, player in enumerate(players):
        if not isinstance(player, dict):
            raise RecordProblem(f"player {place} of player_data is {in_short(player)}, not an object")
        by_place[seat_of(player["id"], f"player_data[{place}].id") if "id" in player else place] = player
    if sorted(by_place) != list(range(len(players))):
        raise RecordProblem("the ids of player_data are not player_0, player_1, …")
    return [_one(by_place[seat]) for seat in range(len(players))]


def _one(player: Mapping[str, Any]) -> PlayerRecord:
    records, utility = player.get("records"), player.get("utility")
    return PlayerRecord(
        str(player.get("model", "")),
        tuple(records) if isinstance(records, list) else (),
        tuple(utility) if isinstance(utility, list) else (),
        _head(player.get("prompt")),
    )


def _head(prompt: Any) -> str:
    """The beginning of the first message, also in Gemini's layout, whose messages have parts."""
    if not isinstance(prompt, list) or not prompt or not isinstance(prompt[0], dict):
        return ""
    content = prompt[0].get("content", prompt[0].get("parts"))
    if isinstance(content, list):
        content = next((part for part in content if isinstance(part, str | dict)), "")
    if isinstance(content, dict):
        content = content.get("text", "")
    text = content if isinstance(content, str) else ""
    return text.strip()[:HEAD].split("\n")[0]


def seat_of(value: Any, where: str) -> int:
    """A seat, written 3, "3" or "player_3"."""
    text = str(value).removeprefix("player_")
    if isinstance(value, bool) or not text.isdecimal():
        raise RecordProblem(f"{where} is {in_short(value)}, not a player")
    return int(text)


def whole(value: Any, where: str) -> int:
    """A whole number; it may have been written with a point, or as a text."""
    if isinstance(value, str) and re.fullmatch(r"-?\d+", value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise RecordProblem(f"{where} is {in_short(value)}, not a whole number")
    return int(value)


def in_short(value: Any) -> str:
    """A value for an error message, shortened; `missing` if there is none."""
    return "missing" if value is None else repr(value)[:60]
