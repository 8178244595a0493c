"""Playing a stored match: in a run, at a table, on a ladder or alone, it is the same match."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from agonist.core import Game, Seat
from agonist.kit import Kit, guarded
from agonist.match import Fixture, Match, Probe, RecordError, Step, play
from agonist.match.record import game_of
from agonist.match.seated_players import OnAnswer, OnFailure
from agonist.players.model_call_record import ModelCall
from agonist.players.player import PlayerFactory

if TYPE_CHECKING:
    from agonist.store import Store, StoredMatch
    from agonist.tournament.game_spec import GameRegistry

PlayerOf: TypeAlias = Callable[[Seat, str], PlayerFactory]
"""The player factory for a seat, given the specification with which its player plays in this match."""


def terms_of(fixture: Fixture, games: GameRegistry) -> tuple[Kit, Game[Any, Any], Sequence[Probe]]:
    """The words, the rules and the hidden questions of a planned match.

    Raises `RecordError` if rules or words have changed since it was planned, and `UsageError` for a game,
    wording or hidden question that does not exist.
    """
    # Most matches of a run differ in their seeds and players only.
    same = repr((fixture.game, fixture.version, fixture.wording, fixture.prompts, fixture.options))
    if same not in games.terms:
        kit = games.kit(fixture.game, fixture.wording)
        game = game_of(fixture.game, fixture.version, fixture.options, lambda _name: kit)
        if kit.words.prompts.digest != fixture.prompts:
            raise RecordError(
                f"the wording of {fixture.game} has changed since these matches were planned; "
                "restore the wording, or start a new run"
            )
        games.terms[same] = guarded(kit), game
    return *games.terms[same], games.probes_of(fixture.probes)


async def play_stored(
    store: Store,
    stored: StoredMatch,
    games: GameRegistry,
    player_of: PlayerOf,
    *,
    keeps_prompts: bool = True,
    on_step: Callable[[int, Step], None] = lambda _nth, _step: None,
    on_call: Callable[[ModelCall], None] = lambda _call: None,
    on_answer: OnAnswer = lambda _seat, _call: None,
    on_failure: OnFailure = lambda _seat, _error: None,
) -> Match:
    """Play a stored match from where it stands to its end.

    That it is being played, and each step, is given to the store before the match waits for anything; of a
    match that waits for nothing, together with its end.

    All that decides its course comes from its fixture, and its words and hidden questions from `games`, those
    of its run. Only who answers is the caller's: `player_of` is called for each seat in order.
    Unless it `keeps_prompts`, what was sent to models is deleted when it has ended.
    `on_step` and the others are as in `agonist.match.play`, which says what suspends a match; `on_call` is
    called with what has been given to the store. Also raises what `terms_of` does.
    """
    fixture, began = stored.fixture, time.monotonic()
    kit, game, probes = terms_of(fixture, games)
    factories = [
        player_of(seat, fixture.styled(fixture.spec(player))) for seat, player in enumerate(fixture.players)
    ]
    steps, recorded = list[Step](), list[ModelCall]()
    if stored.status != "planned":
        # In threads, since the store may wait for a lock while other matches go on.
        steps = await asyncio.to_thread(store.steps, stored.id)
        recorded = await asyncio.to_thread(store.recorded, stored.id)
    if not store.has_key_of_ids:
        await asyncio.to_thread(store.public_id, stored.id)
    unwritten, written, begun = list[Step](), len(steps), False

    def write_steps() -> None:
        nonlocal written, begun
        if not begun:
            store.begin(stored.id)
            begun = True
        if unwritten:
            store.add_steps(stored.id, written, unwritten)
            written += len(unwritten)
            unwritten.clear()

    def step_played(nth: int, step: Step) -> None:
        unwritten.append(step)
        if step.calls:
            write_steps()
        on_step(nth, step)

    def call_answered(step: int, number: int, call: ModelCall) -> None:
        write_steps()
        store.add_call(stored.id, step, number, call)
        on_call(call)

    try:
        match = await play(
            kit,
            game,
            factories,
            seed=fixture.seed,
            name=fixture.game,
            players=fixture.players,
            match=partial(store.public_id, stored.id),
            # Whoever plays another match on this deal must not learn from this one what the others hold.
            shared=bool(fixture.block),
            policy=fixture.policy,
            script=fixture.script,
            probes=probes,
            steps=steps,
            recorded=recorded,
            on_step=step_played,
            on_pause=write_steps,
            on_call=call_answered,
            on_broken_off=partial(store.add_broken_off, stored.id),
            on_answer=on_answer,
            on_failure=on_failure,
        )
    except BaseException:
        write_steps()
        raise
    took = time.monotonic() - began
    store.finish(stored.id, match, took, keeps_prompts=keeps_prompts, steps_from=written)
    return match
