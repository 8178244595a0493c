"""`compare`: two players over runs and databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agonist.core import UsageError
from agonist.store import Snapshot

if TYPE_CHECKING:
    from agonist.api.reports import OnDamage
    from agonist.metrics.comparison import Comparison


def compare(
    first: str,
    second: str,
    *,
    db: str | Path | Sequence[str | Path] = "agonist.db",
    runs: Sequence[str] = (),
    game: str = "",
    parts: Sequence[str] | None = None,
    weights: Mapping[str, float] | None = None,
    on_damage: OnDamage = lambda _why: None,
) -> Comparison:
    """Compare two players: how much better the first is, with interval, test, and matches still wanted.

    Args:
        first: A player as named in the runs; `NAME@RUN` is the one of that run. The same name twice, with two
            databases, is the player of each.
        second: The other player.
        db: A database, or several.
        runs: Only these runs: ids, the beginnings of some, or `latest`. By default all.
        game: Only matches of this game.
        parts: Only matches of these games with options, as runs name them; `None` for all.
        weights: What games with their options count over all games, numbers above 0; 1 for those without
            one. `None`: as the runs say, if they agree; otherwise all games count the same.
        on_damage: Called with a message for each damaged match, which is left out.

    Raises:
        UsageError: For an unknown player, run or game, a name of several players, or nothing to compare.
        StoreError: For a database that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     db = f"{folder}/agonist.db"
    ...     two = ["reference", "mine=random"]
    ...     status = run("tictactoe", two, opponents="random", matches=20, deals="shared", db=db)
    ...     found = compare("reference", "mine", db=db)
    >>> found.verdict.basis, found.verdict.matches, found.verdict.is_decided
    ('same deals', 40, True)
    """
    from agonist.api.database_contents import expect_game
    from agonist.metrics.comparison import Source, compare_players
    from agonist.metrics.results import is_fork

    if game:
        game = expect_game(game)
    sources: list[Source] = []
    unknown = set(runs)
    for place in [db] if isinstance(db, str | Path) else db:
        with Snapshot.open(place) as store:
            known = [run.id for run in store.runs()]
            for run in known:
                names = {
                    text for text in runs if run.startswith(text) or (text, run) == ("latest", known[-1])
                }
                unknown -= names
                if names or not runs:
                    matches = [
                        match for match in store.results(run=run, unreadable=on_damage) if not is_fork(match)
                    ]
                    counting = store.run(run).plan.get("weights") or {}
                    sources.append(Source(str(place), run, matches, counting))
    if unknown:
        raise UsageError(f"there is no run {min(unknown)!r} (agonist runs lists them)")
    return compare_players(sources, first, second, game, parts=parts, weights=weights)
