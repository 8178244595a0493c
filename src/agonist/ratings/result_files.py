"""Reading match results from files of other programs: JSON, JSON Lines or CSV.

Three ways to write a match:

| keys or columns | a match is |
|---|---|
| `game`, and for each player's name a score | one object (the published list of GameBench) |
| `player_1`, `player_2`, and `score_1`, `score_2` or `winner` | one object or line |
| `match`, `player`, and `score` or `rank` | as many lines as it has players |

`winner` is `1`, `2`, a player's name, or `draw`. A higher score and a lower rank are better; of a line with
both, the rank counts, since points need not say who won. `game`, `deal` (matches on one deal are resampled
together) and, in the third way, `team` may be left out.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from agonist.core.errors import UsageError
from agonist.ratings.bootstrapped_ratings import Scored

ONE_GAME: Final = "all"
"""The game of matches whose game is not given."""

DRAWS: Final = frozenset({"draw", "tie", "both"})

ALIASES: Final = {"gpt4-rap": "gpt-4-rap"}
"""One agent, two spellings in the published data of GameBench."""


def text_of(file: Path) -> str:
    """The text of a file; `-` is standard input. Raises `UsageError`."""
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not UTF-8 text") from None


def read_results(text: str, name: str) -> list[Scored]:
    """The matches of a file, called `name` in messages. Raises `UsageError`, which gives the place.

    >>> read_results("player_1,player_2,winner\\nann,bob,1\\n", "a.csv")
    [Scored(game='all', sides=(('ann',), ('bob',)), scores=(1.0, 0.0), block=None)]
    """
    rows = _rows(text.lstrip("\ufeff"), name)
    if not rows:
        raise UsageError(f"{name} has no matches")
    keys = set().union(*(row for _, row in rows))
    if {"match", "player"} <= keys:
        return _by_player(rows)
    return [
        _duel(where, row) if {"player_1", "player_2"} <= row.keys() else _named(where, row)
        for where, row in rows
    ]


def _rows(text: str, name: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The objects of a file, each with its position for messages."""
    start = text.lstrip()[:1]
    if start == "[":
        try:
            found = json.loads(text)
        except ValueError as error:
            raise UsageError(f"{name} is not JSON: {error}") from None
        rows = [(f"{name}, match {nth}", row) for nth, row in enumerate(found, 1)]
    elif start == "{":
        rows = []
        for nth, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                rows.append((f"{name}, line {nth}", json.loads(line)))
            except ValueError as error:
                raise UsageError(f"{name}, line {nth} is not JSON: {error}") from None
    else:
        reader = csv.DictReader(io.StringIO(text))
        rows = [(f"{name}, line {reader.line_num}", row) for row in reader]
    for where, row in rows:
        if not isinstance(row, Mapping):
            raise UsageError(f"{where}: a match is an object, not {row!r:.60}")
        if None in row:
            raise UsageError(f"{where} has more values than there are columns")
    return rows


def _named(where: str, row: Mapping[str, Any]) -> Scored:
    """A match of the published list: `{"game": …, NAME: score, NAME: score}`."""
    scores = {key: value for key, value in row.items() if key not in ("game", "deal")}
    if len(scores) < 2:
        raise UsageError(
            f"{where}: found no two players among {', '.join(map(str, row)) or 'nothing'}; write player_1, "
            "player_2 and score_1, score_2 or winner, or a score for each player's name"
        )
    names = [ALIASES.get(name, name) for name in scores]
    return _scored(where, row, [(name,) for name in names], [_number(where, k, v) for k, v in scores.items()])


def _duel(where: str, row: Mapping[str, Any]) -> Scored:
    """A match of two players in one row."""
    players = [str(row[key] or "").strip() for key in ("player_1", "player_2")]
    winner = str(row.get("winner") or "").strip()
    if winner:
        worth = {"1": (1.0, 0.0), "2": (0.0, 1.0), players[0]: (1.0, 0.0), players[1]: (0.0, 1.0)}
        worth |= dict.fromkeys(DRAWS, (0.5, 0.5))
        if winner not in worth:
            raise UsageError(f"{where}: winner is 1, 2, a player's name or draw, not {winner!r}")
        scores = worth[winner]
    else:
        scores = _number(where, "score_1", row.get("score_1")), _number(where, "score_2", row.get("score_2"))
    return _scored(where, row, [(player,) for player in players], scores)


def _by_player(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Scored]:
    """Matches of any number of players, one row for each; the players of a team form one side."""
    matches: dict[tuple[str, str], list[tuple[str, Mapping[str, Any]]]] = {}
    for where, row in rows:
        key = str(row.get("game") or ONE_GAME), str(row.get("match") or "")
        if not key[1]:
            raise UsageError(f"{where} doesn't say which match it belongs to")
        matches.setdefault(key, []).append((where, row))
    found = []
    for lines in matches.values():
        sides: dict[str, list[str]] = {}
        scores: dict[str, float] = {}
        for nth, (where, row) in enumerate(lines):
            side = str(row.get("team") or f"seat {nth}")
            if row.get("rank") not in (None, ""):
                score = -_number(where, "rank", row["rank"])
            else:
                score = _number(where, "score", row.get("score"))
            if scores.setdefault(side, score) != score:
                raise UsageError(f"{where}: players of one team have different scores or ranks")
            sides.setdefault(side, []).append(str(row.get("player") or "").strip())
        where, row = lines[0]
        found.append(_scored(where, row, [tuple(side) for side in sides.values()], list(scores.values())))
    return found


def _scored(
    where: str, row: Mapping[str, Any], sides: Sequence[tuple[str, ...]], scores: Sequence[float]
) -> Scored:
    if len(sides) < 2:
        raise UsageError(f"{where}: a match has at least two sides")
    names = [name for side in sides for name in side]
    if not all(names):
        raise UsageError(f"{where}: a player has no name")
    if len(set(names)) == 1:
        raise UsageError(f"{where}: {names[0]} has no opponent")
    deal = row.get("deal")
    block = None if deal in (None, "") else str(deal)
    return Scored(str(row.get("game") or ONE_GAME), tuple(sides), tuple(scores), block)


def _number(where: str, key: str, value: Any) -> float:
    try:
        number = float("nan") if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise UsageError(f"{where}: {key} must be a number, not {value!r:.60}")
    return number
