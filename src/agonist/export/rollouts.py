"""The training traces of a run: for a trainer in this process, and as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from agonist.core import Outcome
from agonist.export.card_licence import card_licence
from agonist.export.rollouts_card import rollouts_card
from agonist.export.secrets import cleaner
from agonist.match import Match, Record
from agonist.match.match_and_steps import ending_of_forfeit
from agonist.match.seat_traces import Incomplete, traces_of
from agonist.match.training_trace import NoTokenIds, TrainingTrace
from agonist.metrics.roles_from_indicators import roles_of
from agonist.players.spec import parse_player
from agonist.store import StoreError
from agonist.suites.registry import games_of_plan
from agonist.tournament.stored_match_play import terms_of

if TYPE_CHECKING:
    from agonist.store import Reader

FILE: str = "rollouts.jsonl"


def run_traces(store: Reader, run: str, *, incomplete: Incomplete = "error") -> Iterator[TrainingTrace]:
    """The traces of the finished matches of a run, in the order they were planned: of the seats of its
    players that are models or ask one, and not of opponents that only meet them. One that was never asked has
    no turns.

    Raises `NoTokenIds` for a call without ids, unless they are `incomplete` by permission; `RecordError` if
    the rules have changed since.
    """
    found = store.run(run)
    games = games_of_plan(found.plan)
    ours = {*found.plan.get("players", ()), *found.plan.get("seats", {}).values()}
    for stored in store.matches(found.id):
        if stored.status != "finished":
            continue
        fixture = stored.fixture
        _, game, _ = terms_of(fixture, games)
        steps = tuple(store.steps(stored.id))
        moves = tuple(step.moves for step in steps if step.moves)
        record = Record(fixture.game, game, moves, stored.forfeits, ending_of_forfeit(steps))
        outcome = Outcome(stored.scores, stored.reason, stored.teams, stored.ranks)
        asked = {call.seat for step in steps for call in step.calls if call.is_request}
        seats = [
            seat
            for seat, player in enumerate(fixture.players)
            if player in ours and (seat in asked or parse_player(fixture.spec(player)).is_model)
        ]
        try:
            match = Match(record, steps, outcome)
            yield from traces_of(fixture, match, seats, roles=roles_of(match), incomplete=incomplete)
        except NoTokenIds as why:
            raise NoTokenIds(f"run {found.id}, match {stored.id}: {why}") from None


def write_rollouts(
    store: Reader, run: str, folder: Path, *, incomplete: Incomplete = "error", licence: str = ""
) -> int:
    """Write the traces of a run as JSON Lines into a folder, whole or not at all; returns their number.

    `README.md` beside them says what is in it, so that `datasets.load_dataset` loads the folder; its licence
    is one of the Hub's names, or open. Texts are cleaned of secrets, as in every export.
    """
    card_licence(licence)
    path, count, clean = folder / FILE, 0, cleaner()
    draft = path.with_name(f".{FILE}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with draft.open("w", encoding="utf-8", errors="replace") as file:
                for trace in run_traces(store, run, incomplete=incomplete):
                    file.write(json.dumps(clean(trace.plain()), ensure_ascii=False) + "\n")
                    count += 1
            draft.replace(path)
            card = rollouts_card(store.run(run), count, licence)
            (folder / "README.md").write_text(card, encoding="utf-8")
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
    return count
