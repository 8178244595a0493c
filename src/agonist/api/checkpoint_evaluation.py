"""`evaluate`: how strong a player is by now, from a trainer, in one call for each checkpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agonist.api.evaluation import resume, run_entry
from agonist.core import UsageError
from agonist.players.python_agents import specs_of
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.tournament import RunStatus
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import one_spelling

if TYPE_CHECKING:
    from agonist.metrics.leaderboard import Row


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How strong a player was shown to be, and what a trainer logs of it.

    `row`: its row of the strict board. `history`: a line for each checkpoint of the run so far, with `_step`
    and numbers by name, as W&B's history has them; all from one fit, so that a new checkpoint also makes
    earlier ratings more exact.
    """

    run: str
    player: str
    status: RunStatus
    row: Row
    logs: Mapping[str, float]
    """This player's numbers by name, such as `agonist/ckpt/rating`; what has no evidence is missing."""
    history: Sequence[Mapping[str, float]]

    @property
    def rating(self) -> float | None:
        """On the Elo scale, with an average of 1500; `None` without evidence."""
        return self.row.rating

    @property
    def low(self) -> float | None:
        """The lower end of the rating's 95% interval."""
        return self.row.low

    @property
    def high(self) -> float | None:
        """The upper end of the rating's 95% interval."""
        return self.row.high


def evaluate(
    player: Any,
    targets: Sequence[str] | str,
    *,
    step: int | None = None,
    name: str = "ckpt",
    opponents: Any = ("baseline", "reference"),
    matches: int | None = None,
    seed: int = 0,
    run: str = "",
    db: str | Path = "agonist.db",
    config: RunConfig | None = None,
) -> Evaluation:
    """Play a player, such as a model in training, against fixed opponents, and say how strong it is.

    With `run`, the matches become part of that run: each checkpoint meets the same opponents on the same
    deals, and all are rated together. What earlier checkpoints have not played to the end is void then, since
    the model is another one by now.

    Args:
        player: A specification or an agent, such as a function from a text to a text.
        targets: As in `run`.
        step: The step of its training: it is named `NAME@STEP`, and is a point of a curve in reports.
        name: Its name, or that of its series of checkpoints.
        opponents: As in `run`. Some should be about as strong as the player: nobody learns much from a
            player who wins or loses every match.
        matches: As in `run`, for each opponent and game.
        seed: As in `run`.
        run: The id of an earlier evaluation's run, which goes on; empty for a new one.
        db: As in `run`.
        config: As in `run`.

    Raises:
        UsageError: As in `run`, and if the run that is to go on has other targets or options.
        StoreError: As in `run`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     db = f"{folder}/agonist.db"
    ...     first = evaluate("random", "tictactoe", step=0, matches=4, db=db)
    ...     last = evaluate("reference", "tictactoe", step=100, matches=4, run=first.run, db=db)
    >>> last.player, last.rating > first.rating, [line["_step"] for line in last.history]
    ('ckpt@100', True, [0, 100])
    """
    objects: dict[str, Any] = {}
    named = {name if step is None else f"{name}@{step}": player}
    entry = Entry(
        specs_of(named, objects), specs_of(opponents, objects), matches=matches, seed=seed, deals="shared"
    )
    games = [targets] if isinstance(targets, str) else list(targets)
    if run:
        with Store.open(db, must_exist=True) as store:
            found = store.run(run)
            _expect_same(found.id, found.plan, [one_spelling(game) for game in games], entry)
            _give_up_others(store, found.id, entry.players[0])
        status = resume(found.id, db=db, config=config, players=objects, more_players=named)
    else:
        status = run_entry(games, entry, db=db, config=config, objects=objects)
    return _measured(status, entry.players[0], db)


def _give_up_others(store: Store, run: str, player: str) -> None:
    """Mark as void what was not played to its end by other checkpoints: the model is another one by now."""
    with store.claim(run):
        for match in store.matches(run):
            if match.status not in ("finished", "void") and player not in match.fixture.players:
                store.suspend(match.id, "void", f"not played to its end before {player} was evaluated")
        store.flush()


def _expect_same(run: str, plan: Mapping[str, Any], games: Sequence[str], entry: Entry) -> None:
    """Raise `UsageError` if a run was not begun as this evaluation would be."""
    asked = {
        "targets": games,
        "opponents": list(entry.opponents),
        "matches": entry.matches,
        "seed": entry.seed,
        "deals": entry.deals,
    }
    for what, value in asked.items():
        if plan.get(what) != value:
            raise UsageError(
                f"run {run} was begun with {what} {plan.get(what)!r}, not {value!r}: evaluate every "
                "checkpoint of a run in the same way, or leave run out to begin another"
            )


def _measured(status: RunStatus, player: str, db: str | Path) -> Evaluation:
    from agonist.export.training_log import history, numbers_of_run
    from agonist.metrics.leaderboard import Row, leaderboard
    from agonist.metrics.run_matches import with_counts

    with Store.open(db) as store:
        numbers = numbers_of_run(store, status.run)
        rows = leaderboard(with_counts(store, store.columns(run=status.run)))
    row = next((row for row in rows if row.player == player), Row(player))
    logs = numbers.get(player, {})
    return Evaluation(status.run, player, status, row, logs, history(numbers))
