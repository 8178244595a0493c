"""One game of a served player, driven by the messages of its host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final, get_type_hints

from agonist.core import Game, IllegalAction, InvalidAnswer, UsageError, nearest, plain
from agonist.core.views_and_asks_as_json import NotJson, ask_from_json, from_json
from agonist.games import KITS
from agonist.kit import Kit, WisMessage, make_game
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Player, PlayerFactory, Question, SeatContext
from agonist.text import written

RETRIES: Final = 2
"""Retries after an invalid answer when the host would treat such an answer as silence."""


def message_of(fields: Mapping[str, Any], *, asks: bool) -> WisMessage:
    """The published fields of a request; unknown ones are ignored. Raises `UsageError` for wrong types."""
    for name, kind in (("status", str), ("message", str), ("name", str), ("word", str), ("round", int)):
        if not isinstance(fields.get(name), kind | None):
            raise UsageError(f"{name} is {kind.__name__} or null, not {fields[name]!r:.60}")
    named = {name: fields.get(name) for name in ("message", "name", "word", "round")}
    return WisMessage(fields.get("status") or "", **named, asks=asks)


class Session:
    """The messages of the host of one game, and the player who answers.

    The player is made when it is first asked: the game is not known before. `find` finds a game by name.
    """

    def __init__(self, factory: PlayerFactory, published: Kit, find: Callable[[str], Kit], seed: str) -> None:
        self._factory, self._published, self._find, self._seed = factory, published, find, seed
        self._messages: list[WisMessage] = []
        self._about: Mapping[str, Any] | None = None
        self._player: Player | None = None
        self._context: SeatContext | None = None
        self._said: list[ModelCall] = []
        self._turns = 0

    def perceive(self, fields: Mapping[str, Any]) -> None:
        self._messages.append(message_of(fields, asks=False))
        if isinstance(fields.get("game"), Mapping):
            self._about = fields

    async def interact(self, fields: Mapping[str, Any]) -> str:
        """The answer as text. Raises `UsageError` for an invalid request, and any error of the player."""
        if "view" in fields:
            return await self._in_our_fields(fields)
        protocol = self._published.wis_protocol
        assert protocol is not None
        messages = [*self._messages, message_of(fields, asks=True)]
        game = None if self._about is None else self._game(self._about)[1]
        situation = protocol.situation(messages, game)
        self._messages.append(messages[-1])
        player = await self._seated(self._published, situation.game, situation.view.seat)
        complaint: InvalidAnswer | None = None
        for attempt in range(1, RETRIES + 2):
            question = Question(
                situation.view, situation.ask, self._rng(attempt), attempt, complaint, turn=self._turns
            )
            try:
                action = plain(await player.answer(question))
                situation.ask.check(action)
            except InvalidAnswer as why:
                complaint = why
            else:
                self._turns += 1
                return protocol.text(messages, situation.ask, action)
        self._turns += 1
        return ""

    async def _in_our_fields(self, fields: Mapping[str, Any]) -> str:
        kit, game = self._game(fields)
        try:
            view = from_json(get_type_hints(type(game).observe)["return"], fields["view"])
            ask = ask_from_json(fields.get("ask"))
        except NotJson as why:
            raise UsageError(f"this is not a view or question of {kit.name}: {why}") from None
        player = await self._seated(kit, game, _seat(fields, game))
        attempt, complaint = fields.get("attempt") or 1, fields.get("complaint")
        question = Question(
            view,
            ask,
            self._rng(attempt),
            attempt,
            None if complaint is None else InvalidAnswer(str(complaint)),
            probe=str(fields.get("probe") or ""),
            turn=self._turns,
        )
        self._turns += not question.probe
        self._said.clear()
        say = partial(kit.words.label, view)
        try:
            answer = await (player.probe(question) if question.probe else player.answer(question))
            action = plain(answer)
            ask.check(action)
            return written(ask, action, "json", say)
        except IllegalAction as why:
            return self._said[-1].text if self._said else str(why)
        except InvalidAnswer:
            # The text is passed on, since the host applies its own policy to it.
            return self._said[-1].text if self._said else ""

    def close(self) -> None:
        if self._player is not None:
            self._player.close()

    async def _seated(self, kit: Kit, game: Game[Any, Any], seat: int) -> Player:
        if self._player is None:
            self._context = SeatContext(kit, game, seat, self._seed, self._said.append, lambda: self._seed)
            self._player = self._factory(self._context)
            await self._player.open()
        elif self._context is not None and (self._context.game, self._context.seat) != (game, seat):
            raise UsageError("the game or the seat has changed in the middle of a match; send start first")
        return self._player

    def _game(self, fields: Mapping[str, Any]) -> tuple[Kit, Game[Any, Any]]:
        about = fields.get("game")
        if not isinstance(about, Mapping) or not isinstance(about.get("name"), str):
            raise UsageError("game is an object with a name, its version and its options")
        kit = self._find(about["name"])
        if about.get("version") != kit.game.version:
            raise UsageError(
                f"the host plays version {about.get('version')!r:.20} of {kit.name}, and this agent "
                f"{kit.game.version}"
            )
        options = about.get("options") or {}
        if not isinstance(options, Mapping):
            raise UsageError("the options of a game are an object")
        return kit, make_game(kit.game, options)

    def _rng(self, attempt: int) -> Random:
        return Random(f"{self._seed}:{self._turns}:{attempt}")


def listed(more: Mapping[str, Kit]) -> Callable[[str], Kit]:
    """A function that finds only listed games and `more`, so that a host cannot load other code."""
    known = {**KITS, **more}

    def find(name: str) -> Kit:
        if name not in known:
            raise UsageError(nearest("game", name, known))
        return known[name]

    return find


def _seat(fields: Mapping[str, Any], game: Game[Any, Any]) -> int:
    seat = fields.get("seat")
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise UsageError(f"seat is a number from 0 to {game.seats - 1}, not {seat!r:.20}")
    return seat
