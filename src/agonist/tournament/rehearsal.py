"""What a run would take, found by playing each game once with a stand-in for the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from agonist.core import NATURE, Ask, Game, Seat
from agonist.kit import Kit, guarded
from agonist.match import Fixture, Nature
from agonist.match.play import rules_of
from agonist.match.record import game_of
from agonist.models.estimate import tokens_of, tokens_of_messages
from agonist.models.protocol import Message, Reply, Settings, Usage
from agonist.players.model import Manner, ModelPlayer
from agonist.players.player import Place, Question
from agonist.players.roster import manner_of
from agonist.players.spec import in_manner, parse_player
from agonist.text import written
from agonist.tournament.target import Shelf

REASONING: Final = 250
"""Tokens that a model is taken to reason for, where it is asked to; a guess on the high side."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What one player's seats take: requests and tokens."""

    requests: int = 0
    prompt: int = 0
    completion: int = 0

    def __add__(self, other: Forecast) -> Forecast:
        return Forecast(
            self.requests + other.requests, self.prompt + other.prompt, self.completion + other.completion
        )

    def times(self, number: float) -> Forecast:
        return Forecast(
            round(self.requests * number), round(self.prompt * number), round(self.completion * number)
        )


class _StandIn:
    """A model that writes down what it was told to, and counts."""

    name = "stand-in"

    def __init__(self, reasoning: bool) -> None:
        self.next = ""
        self.forecast = Forecast()
        self._more = REASONING if reasoning else 0

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        completion = tokens_of(self.next) + self._more
        self.forecast += Forecast(1, tokens_of_messages(messages), completion)
        return Reply(self.next, "stop", Usage(), self.name)


async def forecast_of_a_match(kit: Kit, game: Game[Any, Any], manner: Manner) -> Forecast:
    """What one seat takes in one match, on the average of all seats, answers being random."""
    kit = guarded(kit)
    models = [_StandIn(manner.method == "cot") for _ in range(game.seats)]
    players = [
        ModelPlayer(Place(kit, game, seat, "", lambda _exchange: None), model, Settings(), manner)
        for seat, model in enumerate(models)
    ]
    nature = Nature("rehearsal")
    with rules_of(game):
        state = game.new()
    while asks := _turn(game, state):
        moves: dict[int, Any] = {}
        for seat, ask in asks.items():
            action = nature.pick(ask)
            moves[seat] = action
            if seat == NATURE:
                continue
            with rules_of(game):
                view = game.observe(state, seat)
            models[seat].next = written(ask, action, manner.format, partial(kit.words.label, view))
            await players[seat].answer(Question(view, ask, Random(0)))
        with rules_of(game):
            state = game.act(state, moves)
    total = sum((model.forecast for model in models), Forecast())
    return total.times(1 / game.seats)


def _turn(game: Game[Any, Any], state: Any) -> Mapping[Seat, Ask]:
    with rules_of(game):
        return game.turn(state)


async def forecasts_of(shelf: Shelf, fixtures: Sequence[Fixture]) -> dict[str, Forecast]:
    """What each model player would take over all these fixtures, by specification."""
    forecasts: dict[str, Forecast] = {}
    known: dict[tuple[str, str], Forecast] = {}
    for fixture in fixtures:
        for spec in fixture.players:
            parsed = parse_player(in_manner(spec, fixture.manner))
            if not parsed.is_model:
                continue
            key = (fixture.part, parsed.text)
            if key not in known:
                kit = shelf.kit(fixture.game, fixture.wording)
                game = game_of(fixture.game, fixture.version, fixture.options, shelf.kit)
                known[key] = await forecast_of_a_match(kit, game, manner_of(parsed))
            forecasts[spec] = forecasts.get(spec, Forecast()) + known[key]
    return forecasts
