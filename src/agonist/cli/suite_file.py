"""A suite of one's own: the table `[suite]` of a run file, with games, players, matches and weights.

[suite]
games = ["connect_four", "textarena:KuhnPoker-v0", "undercover?seats=6"]
players = ["openai/gpt-5-mini", "baseline"]
matches = 10
weights = {connect_four = 2}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from math import isfinite
from pathlib import Path
from typing import Any, Final

from agonist.core import AgonistError, UsageError, nearest

KEYS: Final = ("games", "players", "opponents", "matches", "weights")


@dataclass(frozen=True)
class SuiteFile:
    """A suite of one's own. `options`: what it sets, by the names of the options of `agonist run`.

    Games, of weights too, are named as matches name them, however they were typed.
    """

    games: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def suite_of(path: Path, text: str, found: Any) -> SuiteFile:
    """The suite in the table `[suite]` of a file with this text.

    Raises `UsageError`, with the line, for keys, games and weights that cannot be.
    """
    reader = _Reader(path, text)
    if not isinstance(found, dict):
        raise reader.refused("suite", f"[suite] is a table, not {found!r:.40}")
    for key in found:
        if key not in KEYS:
            raise reader.refused(key, nearest("key of [suite]", key, KEYS))
    games = reader.games(reader.texts("games", found))
    options: dict[str, Any] = {"targets": list(games)} if games else {}
    for key, option in (("players", "player"), ("opponents", "opponent")):
        if named := reader.texts(key, found):
            options[option] = list(named)
    if "matches" in found:
        matches = found["matches"]
        if type(matches) is not int or matches < 1:
            raise reader.refused("matches", f"matches is a whole number from 1, not {matches!r:.40}")
        options["matches"] = matches
    return SuiteFile(games, reader.weights(found.get("weights", {}), games), options)


@dataclass(frozen=True)
class _Reader:
    """Checks what a file says, and names the line of what it refuses."""

    path: Path
    text: str

    def refused(self, what: str, why: str, after: str = "suite") -> UsageError:
        """The error about a key or a text that stands in the file, in the line of `after` or below it."""
        spelled = (f"{what} ", f"{what}=", json.dumps(what), f"'{what}'", f"[{what}]")
        lines = dropwhile(lambda numbered: after not in numbered[1], enumerate(self.text.splitlines(), 1))
        line = next((nth for nth, line in lines if any(each in line for each in spelled)), None)
        return UsageError(f"{self.path}{f', line {line}' if line else ''}: {why}")

    def texts(self, key: str, found: Mapping[str, Any]) -> tuple[str, ...]:
        values = found.get(key, [])
        if not isinstance(values, list) or (key in found and not values):
            raise self.refused(key, f"{key} is a list of texts in quotes")
        for value in values:
            if not isinstance(value, str) or not value or "\0" in value:
                raise self.refused(key, f"{key} is a list of texts in quotes, and holds {value!r:.40}")
        return tuple(values)

    def games(self, games: Sequence[str]) -> tuple[str, ...]:
        """The games as matches name them."""
        from agonist.suites.registry import suites
        from agonist.tournament import parse_target

        seen: dict[Any, str] = {}
        found: list[str] = []
        for game in games:
            if game.partition("?")[0] in suites():
                raise self.refused(game, f"{game} is a suite, not a game: name it on the command line")
            try:
                target = parse_target(game)
            except AgonistError as why:
                raise self.refused(game, str(why)) from None
            if (target.name, target.game) in seen:
                first = seen[target.name, target.game]
                again = "twice" if first == game else f"twice, first as {first}"
                raise self.refused(game, f"{game} is named {again}")
            seen[target.name, target.game] = game
            found.append(target.text)
        return tuple(found)

    def weights(self, found: Any, games: Sequence[str]) -> dict[str, float]:
        if not isinstance(found, dict):
            raise self.refused("weights", "weights is a table, such as {connect_four = 2}")
        from agonist.tournament.game_spec import one_spelling

        weights: dict[str, float] = {}
        for typed, weight in found.items():
            try:
                game = one_spelling(typed)
                if games and game not in games:
                    raise UsageError(nearest("game of this suite", typed, games))
            except AgonistError as error:
                raise self.refused(typed, f"weights: {error}", "weights") from None
            if type(weight) not in (int, float) or not (0 < weight < 10**9) or not isfinite(weight):
                why = f"the weight of {typed} is a number above 0, not {weight!r:.40}"
                raise self.refused(typed, why, "weights")
            weights[game] = weight
        return weights
