"""What a database holds: its runs, and a leaderboard over all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agonist.core import UsageError, nearest
from agonist.games import full_name, game_names
from agonist.games.titles import name_of_title
from agonist.store import Reader

if TYPE_CHECKING:
    from agonist.metrics.cost_and_strength import Costs
    from agonist.metrics.game_theory import GameTheory
    from agonist.metrics.leaderboard import Method, Row
    from agonist.metrics.results import Board
    from agonist.ratings.variance_components import Component
    from agonist.store.runs.matches_as_arrays import MatchColumns
    from agonist.store.runs.query_results import Run

KILLED: Final = "killed"
"""The status of a run whose process has died."""


def runs(db: str | Path = "agonist.db") -> list[Run]:
    """The runs in a database, oldest first.

    Args:
        db: A file of SQLite or an address of PostgreSQL.

    Returns:
        Runs with `id`, `created` (ISO 8601, UTC), `status`, `matches`, `finished` and `plan` (players,
        targets and options). The status is `finished`, `running`, `interrupted`, `suspended`, `partial` (a
        budget was spent), `broken` (a game failed) or `killed`: its process died, and `resume` continues it.

    Raises:
        StoreError: For a database that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     status = run("tictactoe", ["random", "reference"], matches=2, db=f"{folder}/agonist.db")
    ...     [found] = runs(f"{folder}/agonist.db")
    >>> found.status, found.matches, found.plan["players"]
    ('finished', 2, ['random', 'reference'])
    """
    with Reader.open(db) as store:
        return [
            replace(found, status=KILLED)
            if found.status == "running" and not store.is_playing(found.id)
            else found
            for found in store.runs()
        ]


def leaderboard(
    db: str | Path = "agonist.db",
    *,
    game: str | None = None,
    parts: Collection[str] | None = None,
    weights: Mapping[str, float] | None = None,
    method: Method = "bradley-terry",
    board: Board = "strict",
    on_damage: Callable[[str], None] = lambda _why: None,
) -> list[Row]:
    """Rate all players in a database, over all its runs; best first.

    Args:
        db: A file of SQLite or an address of PostgreSQL.
        game: Only matches of this game; by default all, each game counting the same.
        parts: Only matches of these games with their options, as they were typed.
        weights: What games with their options count, numbers above 0; 1 for those without one. By default all
            games count the same.
        method: How players are rated: `bradley-terry`, or `trueskill`.
        board: Whether a match with a fallback move counts as lost (`strict`) or as it ended (`fallback`).
        on_damage: Called with a message for each match that cannot be rated, which is left out.

    Raises:
        UsageError: For an unknown game, method or board.
        StoreError: For a database that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     status = run("tictactoe", ["random", "reference"], matches=2, db=f"{folder}/agonist.db")
    ...     [best, other] = leaderboard(f"{folder}/agonist.db")
    >>> best.player, best.matches
    ('reference', 2)
    """
    from agonist.metrics.leaderboard import leaderboard as rows_of

    matches = _rated(db, game, parts, on_damage)
    return rows_of(matches, method=method, board=board, weights=weights or {})


def game_theory(
    db: str | Path = "agonist.db",
    *,
    game: str | None = None,
    parts: Collection[str] | None = None,
    board: Board = "strict",
    on_damage: Callable[[str], None] = lambda _why: None,
) -> GameTheory:
    """Compare all players in a database by game theory: equilibria, α-rank, votes of games, cycles.

    Args:
        db: A file of SQLite or an address of PostgreSQL.
        game: Only matches of this game; by default all, each game with its options counting the same.
        parts: Only matches of these games with their options, as they were typed.
        board: Whether a match with a fallback move counts as lost (`strict`) or as it ended (`fallback`).
        on_damage: Called with a message for each match that cannot be rated, which is left out.

    Raises:
        UsageError: For an unknown game or board.
        StoreError: For a database that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     db = f"{folder}/agonist.db"
    ...     status = run("tictactoe", ["random", "reference", "mcts?playouts=5"], matches=4, db=db)
    ...     found = game_theory(db)
    >>> found.standings[0].player, round(found.standings[0].nash.value, 2), found.cycles
    ('reference', 1.0, ())
    """
    from agonist.metrics.game_theory import game_theory as analysis_of

    return analysis_of(_rated(db, game, parts, on_damage), board)


def cost_board(
    db: str | Path = "agonist.db",
    *,
    game: str | None = None,
    parts: Collection[str] | None = None,
    weights: Mapping[str, float] | None = None,
    method: Method = "bradley-terry",
    on_damage: Callable[[str], None] = lambda _why: None,
) -> Costs:
    """The ratings of all players in a database that asked models, beside what they took, over all its runs.

    Args:
        db: As in `leaderboard`, and so are all others; the board is the strict one.
        game: As in `leaderboard`.
        parts: As in `leaderboard`.
        weights: As in `leaderboard`.
        method: As in `leaderboard`.
        on_damage: As in `leaderboard`.

    Raises:
        UsageError: As in `leaderboard`, and so does `StoreError`.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     status = run("tictactoe", ["random", "reference"], matches=2, db=f"{folder}/agonist.db")
    ...     cost_board(f"{folder}/agonist.db").points
    {}
    """
    from agonist.metrics.cost_and_strength import costs_of
    from agonist.metrics.leaderboard import leaderboard as rows_of

    matches = _rated(db, game, parts, on_damage)
    rows = rows_of(matches, method=method, weights=weights or {})
    with Reader.open(db) as store:
        return costs_of(store, matches, rows)


def variance(
    db: str | Path = "agonist.db",
    *,
    game: str | None = None,
    on_damage: Callable[[str], None] = lambda _why: None,
) -> list[Component]:
    """Where the variance of results in a database comes from: players, deals, wordings and others.

    Args:
        db: A file of SQLite or an address of PostgreSQL.
        game: Only matches of this game; by default all.
        on_damage: Called with a message for each damaged match, which is left out.

    Returns:
        Components with `factor`, `levels`, `variance` in squares of points (which go from 0 to 1), the ends
        `low` and `high` of its 95% interval, `share` of the variance of one result, and a `note` where
        nothing is known. None with fewer than 20 results.

    Raises:
        UsageError: For an unknown game.
        StoreError: For a database that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     db = f"{folder}/agonist.db"
    ...     status = run("tictactoe", ["random", "reference", "minimax?depth=1"], matches=20, db=db)
    ...     found = {each.factor: each for each in variance(db)}
    >>> found["player"].share > 0.2, found["wording"].note
    (True, "can't be told apart from the others")
    """
    from agonist.metrics.sources_of_variance import variance as components_of

    if game is not None:
        game = expect_game(game)
    with Reader.open(db) as store:
        matches = [
            match for found in store.runs() for match in store.results(run=found.id, unreadable=on_damage)
        ]
    return components_of(match for match in matches if game in (None, match.fixture.game))


def _rated(
    db: str | Path, game: str | None, parts: Collection[str] | None, on_damage: Callable[[str], None]
) -> MatchColumns:
    """The finished matches that are rated, of all runs, without forks and impossible scores."""
    from agonist.metrics.results import can_be_rated, is_fork, part_of

    if game is not None:
        game = expect_game(game)
    with Reader.open(db) as store:
        matches = store.columns(game=game, finished=True, unreadable=on_damage)
    matches = matches.only(lambda match: not is_fork(match) and (parts is None or part_of(match) in parts))
    bad = {nth for nth, case in enumerate(matches.cases) if not can_be_rated(case.scores)}
    for match, case in zip(matches.ids.tolist(), matches.case.tolist(), strict=True) if bad else ():
        if case in bad:
            scores = ", ".join(f"{score!r:.40}" for score in matches.cases[case].scores)
            on_damage(f"match {match} has the scores {scores}")
    return matches.only(lambda match: can_be_rated(match.scores)) if bad else matches


def expect_game(game: str) -> str:
    """The full name of a game, which may also be called as reports call it. Raises `UsageError`, with the
    nearest, for one of ours that there is not."""
    if ":" not in game and game not in (known := game_names()) and (game := name_of_title(game)) not in known:
        raise UsageError(nearest("game", game, known))
    return full_name(game)
