"""Matches of scripted players, stored as a run would store them."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agonist.match import Fixture, play
from agonist.match.record import game_of
from agonist.metrics.run_matches import Played, finished
from agonist.players.player import SeatContext
from agonist.players.simple import ScriptedPlayer
from agonist.store import Store
from agonist.suites import SUITES
from agonist.suites.llmarena.fixtures import WORDINGS
from agonist.suites.llmarena.hidden_questions import PROBES
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "agonist.db") as store:
        yield store


Scripts = Sequence[tuple[Fixture, Sequence[Sequence[Any]]]]


@pytest.fixture
def played(store: Store) -> Callable[[Scripts], list[Played]]:
    """Stores a run of these fixtures, in which each seat gives these answers in turn."""

    def run(scripts: Scripts) -> list[Played]:
        game_registry = GameRegistry((), WORDINGS, PROBES)
        name = store.start_run({}, [fixture for fixture, _ in scripts])
        for stored, (fixture, answers) in zip(store.matches(name), scripts, strict=True):
            kit = game_registry.kit(fixture.game, fixture.wording)
            match = asyncio.run(
                play(
                    kit,
                    game_of(fixture.game, fixture.version, fixture.options, game_registry.kit),
                    [partial(_probed, own) for own in answers],
                    seed=fixture.seed,
                    name=fixture.game,
                    policy=fixture.policy,
                    script=fixture.script,
                    probes=game_registry.probes_of(fixture.probes),
                    on_step=partial(store.add_step, stored),
                )
            )
            store.finish(stored, match, 0.0)
        return finished(store, name, "llmarena")

    return run


class Probed(ScriptedPlayer):
    """Answers hidden questions from the script too: those of its answers that are marked with `Guess`."""

    def __init__(self, actions: Sequence[Any]) -> None:
        super().__init__([action for action in actions if not isinstance(action, Guess)])
        self.guesses = [action.words for action in actions if isinstance(action, Guess)]

    async def probe(self, question: Any) -> Any:
        return self.guesses.pop(0)


def _probed(actions: Sequence[Any], context: SeatContext) -> Probed:
    del context
    return Probed(actions)


class Guess:
    def __init__(self, *words: str) -> None:
        self.words = words


@pytest.fixture
def guess() -> type[Guess]:
    return Guess


@pytest.fixture
def entry() -> Callable[..., Entry]:
    def make(*players: str, **given: Any) -> Entry:
        made = Entry(players or ("A/a", "B/b"), **given)
        SUITES["llmarena"].check(made)
        return made

    return make


@pytest.fixture
def fixtures(entry: Callable[..., Entry]) -> Callable[..., list[Fixture]]:
    """The schedule for these players and options."""
    return lambda *players, **given: SUITES["llmarena"].schedule(entry(*players, **given))


@pytest.fixture
def dealt(fixtures: Callable[..., list[Fixture]]) -> Callable[..., Fixture]:
    """The first match of a part, with the deal fixed by a script."""

    def make(sweep: str, script: dict[str, Any], *players: str, **changes: Any) -> Fixture:
        first = fixtures(*players, sweep=sweep)[0]
        return replace(first, script={**first.script, **script}, **changes)

    return make
