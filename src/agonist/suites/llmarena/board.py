"""All players of a database by the mean of their normalised scores, over all runs of the suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from agonist.kit import option_texts
from agonist.match.policy import parse_policy
from agonist.metrics import Section, Table
from agonist.metrics.played import Played, finished, named_apart
from agonist.metrics.section import Cell
from agonist.suites.llmarena.environments import ENVIRONMENTS, Environment
from agonist.suites.llmarena.profile import Conditions, conditions
from agonist.suites.llmarena.scores import Score, as_part_of, best, scores

if TYPE_CHECKING:
    from agonist.store import Store

TITLE: Final = "LLMArena: all players"


@dataclass(frozen=True)
class Collected:
    """The matches of an environment that are comparable, and how many were left out."""

    matches: Sequence[Played]
    left_out: int
    crowd: str = ""


def leaderboard(store: Store, profile: str = "") -> Section:
    """A row for each player, best first: the mean of its normalised scores in the seven environments.

    Only matches under the same conditions are compared: the policy of the profile, the paper's options, and
    at Undercover one crowd, the one with the most matches.
    """
    matches = named_apart([match for run in store.runs() for match in finished(store, run.id, "llmarena: ")])
    wanted = conditions(profile)
    collected = {each: _collect(each, matches, wanted) for each in ENVIRONMENTS}
    columns = {each: scores(each, found.matches) for each, found in collected.items() if found.matches}
    if not columns:
        text = "There is no finished match of the main tournament under these conditions yet."
        return Section(TITLE, text)
    text = (
        "rating: the mean of the normalised scores (100 for the best of a column) over all environments that "
        "the board has and whose best score is above 0; a player without a score in one of them has no "
        "rating. The interval takes the environments as independent and the best scores for certain."
    )
    return Section(TITLE, text, (_board(columns, collected), _parts(columns)))


def _collect(each: Environment, matches: Iterable[Played], wanted: Conditions) -> Collected:
    options = option_texts(each.make())
    own = [match for match in matches if match.part == each.part]
    kept = [
        match
        for match in own
        if match.match.fixture.policy == parse_policy(wanted.policy)
        and match.match.fixture.options == options
        and all(match.match.fixture.style.get(key) == value for key, value in wanted.style(each).items())
    ]
    if each.seating != "crowd":
        return Collected(kept, len(own) - len(kept))
    crowds = Counter(map(crowd_of_match, kept))
    crowd = min(crowds, key=lambda name: (-crowds[name], name), default="")
    kept = [match for match in kept if crowd_of_match(match) == crowd]
    return Collected(kept, len(own) - len(kept), crowd)


def crowd_of_match(match: Played) -> str:
    """Who sat around the player who was made undercover."""
    (seat,) = match.match.fixture.script["undercover"]
    others = [name for other, name in enumerate(match.players) if other != seat]
    return ", ".join(dict.fromkeys(others))


def _board(
    columns: Mapping[Environment, Mapping[str, Score]], collected: Mapping[Environment, Collected]
) -> Table:
    players = {name for column in columns.values() for name in column}
    ranked = {each: column for each, column in columns.items() if (best(column) or 0) > 0}
    rows: list[tuple[Cell, ...]] = []
    for player in players:
        cells = [as_part_of(column.get(player), best(column)) for column in columns.values()]
        rating, low, high = _mean(player, ranked)
        number = sum(column[player].games for column in columns.values() if player in column)
        rows.append((player, rating, low, high, number, *cells))
    rows.sort(key=lambda row: (-row[1] if isinstance(row[1], float) else inf, str(row[0])))
    header = ("player", "rating", "low", "high", "matches", *(each.column for each in columns))
    left_out = sum(found.left_out for found in collected.values())
    notes = [
        f"{left_out} matches under other conditions (policy, options, temperature or crowd) are left out."
        if left_out
        else "",
        *(f"The crowd at Undercover: {found.crowd}." for found in collected.values() if found.crowd),
    ]
    return Table("Overall", header, tuple(rows), note=" ".join(filter(None, notes)))


def _mean(
    player: str, columns: Mapping[Environment, Mapping[str, Score]]
) -> tuple[float | None, float | None, float | None]:
    """The mean of all normalised scores, and its interval."""
    cells = [as_part_of(column.get(player), best(column)) for column in columns.values()]
    known = [cell for cell in cells if cell is not None]
    if len(known) < len(cells) or not cells:
        return None, None, None
    rating = sum(known) / len(known)
    reaches: list[tuple[float, float]] = []
    for column in columns.values():
        score, top = column[player], best(column)
        if score.value is None or score.low is None or score.high is None or not top:
            return rating, None, None
        reaches.append((100 * (score.value - score.low) / top, 100 * (score.high - score.value) / top))
    below, above = (sqrt(sum(reach[side] ** 2 for reach in reaches)) / len(reaches) for side in (0, 1))
    # Nobody is above the best of every column.
    return rating, rating - below, min(rating + above, 100.0)


def _parts(columns: Mapping[Environment, Mapping[str, Score]]) -> Table:
    rows = [
        (player, each.column, score.value, score.low, score.high, score.games)
        for each, column in columns.items()
        for player, score in column.items()
    ]
    header = ("player", "environment", "raw", "raw low", "raw high", "played")
    return Table("By environment", header, tuple(rows), digits=2)
