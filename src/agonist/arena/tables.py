"""Matches with people in them: opened, asked, answered, and played on. They are stored like any other."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from agonist.arena.audience import OVER, people
from agonist.arena.person import NoTerminal, PersonElsewhere
from agonist.core import AgonistError, Ask, GameError, Seat, UsageError
from agonist.kit import option_texts
from agonist.match import Fixture, Policy, border, play
from agonist.match.record import game_of
from agonist.players.names import name_player
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.run_config import RunConfig
from agonist.store import Store, StoredMatch, StoreError
from agonist.store.answers import keep_answer, kept_answers
from agonist.tournament import GameRegistry, parse_target
from agonist.tournament.run import check
from agonist.tournament.suite import Entry

if TYPE_CHECKING:
    from agonist.arena.replay import Replay

LONGEST: Final = 300
"""Characters of a player's specification."""

SEEDS: Final = 2**31


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A question to a person that waits for an answer."""

    step: int
    seat: Seat
    ask: Ask
    view: Any


class Stale(UsageError):
    """An answer to a question that is not open any more."""


def registry() -> PlayerRegistry:
    """Makes the players that sit with people; keys come from the environment."""
    return RunConfig(console=NoTerminal).player_registry()


def open_table(store: Store, target: str, players: Sequence[str], *, seed: int | None = None) -> int:
    """Plan a match, as a run of its own; its id.

    `target` is a game with options, `players` has one for each seat. The same `seed` (0 to 2³¹ - 1) gives
    the same deals and dice; without one it is drawn.

    Raises `UsageError` and other `AgonistError`s for what cannot be played; nothing is written then.
    """
    chosen = parse_target(target)
    if any(len(player) > LONGEST for player in players):
        raise UsageError(f"a player is written in at most {LONGEST} characters")
    if len(players) != chosen.game.seats:
        raise UsageError(f"{chosen.name} has {chosen.game.seats} seats, and {len(players)} players are named")
    specs: dict[str, str] = {}
    names = tuple(name_player(player, specs) for player in players)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    if not 0 <= seed < SEEDS:
        raise UsageError(f"a seed is a whole number from 0 to {SEEDS - 1:,}, not {seed}")
    fixture = Fixture(
        chosen.name,
        chosen.game.version,
        option_texts(chosen.game),
        str(seed),
        names,
        Policy(),
        chosen.kit.words.prompts.digest,
        part=target,
        specs=specs,
    )
    check([fixture], registry(), GameRegistry())
    entry = Entry(tuple(dict.fromkeys(players)), seats=dict(enumerate(players)), matches=1)
    plan = {**entry.as_dict(), "targets": [target], "suites": {}, "seed": seed}
    (stored,) = store.matches(store.start_run(plan, [fixture]))
    return stored.id


def open_asks(replay: Replay, answered: Mapping[tuple[int, Seat], Any]) -> list[OpenAsk]:
    """The questions that people have not answered yet."""
    stored = replay.stored
    if stored.status in OVER:
        return []
    step, state = replay.last, replay.state(replay.last)
    asks, sitting = border.turn(replay.game, state), people(stored)
    return [
        OpenAsk(step, seat, ask, border.observe(replay.game, state, seat))
        for seat, ask in asks.items()
        if seat in sitting and (step, seat) not in answered
    ]


def answer(store: Store, match: int, step: int, seat: Seat, nonce: str, action: Any) -> None:
    """Write down what a person has answered; the ask has accepted it. Raises `Stale` if another answer is
    kept already.
    """
    if not keep_answer(store, match, step, seat, nonce, action):
        raise Stale("this question has been answered already, perhaps in another window")


async def advance(store: Store, number: int, players: PlayerRegistry) -> None:
    """Play on until the match is over or a person is asked, each step stored as it is played.

    Raises `StoreError` if the database fails, or another process plays this match.
    """
    run = store.match(number).run
    with store.claim(run):
        stored = store.match(number)
        if stored.status in OVER:
            return
        began, status, note = time.monotonic(), "suspended", ""
        try:
            played = await _played(store, stored, players)
            store.finish(number, played, time.monotonic() - began)
            status = "finished"
        except StoreError:
            raise
        except AgonistError as error:
            note = str(error)
            broken = isinstance(error, GameError)
            status = "interrupted" if isinstance(error, Paused) else "broken" if broken else "suspended"
            store.suspend(number, "broken" if broken else "suspended", note)
        store.flush()
        store.set_status(run, status, note)


async def _played(store: Store, stored: StoredMatch, players: PlayerRegistry) -> Any:
    fixture, sitting = stored.fixture, set(people(stored))
    kit = GameRegistry().kit(fixture.game, fixture.wording)
    answers = kept_answers(store, stored.id)
    factories: list[PlayerFactory] = [
        partial(_person, seat, answers) if seat in sitting else players.factory(fixture.spec(player))
        for seat, player in enumerate(fixture.players)
    ]
    store.begin(stored)
    return await play(
        kit,
        game_of(fixture.game, fixture.version, fixture.options, lambda _name: kit),
        factories,
        seed=fixture.seed,
        name=fixture.game,
        players=fixture.players,
        match=f"{stored.run}-{stored.id}",
        policy=fixture.policy,
        steps=store.steps(stored),
        recorded=store.recorded(stored),
        on_step=lambda nth, step: store.add_step(stored, nth, step),
        on_call=lambda step, nth, call: store.add_call(stored, step, nth, call),
        on_broken_off=lambda calls: store.add_broken_off(stored, calls),
    )


def _person(seat: Seat, answers: Mapping[tuple[int, Seat], Any], _context: Any) -> PersonElsewhere:
    return PersonElsewhere(seat, answers)
