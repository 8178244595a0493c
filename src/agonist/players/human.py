"""A person at the table, reading what a model would read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from agonist.core import Ask, Form, InvalidAnswer, Menu, player_name
from agonist.players.model_call import ModelCall
from agonist.players.player import Paused, Player, Question, SeatContext
from agonist.players.simple import typed
from agonist.text import Say, instruction
from agonist.text.formats import plain, verb_choice

HELP = "Type your answer, 'rules' to read the rules again, 'back' to choose again, or 'quit' to leave."


class _Back(Exception):
    """Takes a person back to the menu that they came from."""


class Console(Protocol):
    """Where a person reads and types; `turn` is held by the one who has the keyboard."""

    turn: asyncio.Lock

    def say(self, text: str) -> None:
        """Show some text."""

    async def hear(self, prompt: str) -> str:
        """Wait for a line; raises EOFError when there will be none."""


class HumanPlayer(Player):
    """Shows rules, view and ask, and reads the answer. What cannot be played is asked again, as often as
    it takes: a slip of the fingers is no invalid answer. `quit` pauses the match.
    """

    def __init__(self, context: SeatContext, console: Console) -> None:
        self._context, self._console = context, console
        self._told: Any | None = None

    async def answer(self, question: Question) -> Any:
        async with self._console.turn:
            self._show(question.view)
            words, view = self._context.kit.words, question.view
            self._console.say(words.request(self._context.game, view, question.ask))
            while True:
                try:
                    return await self._ask(question, question.ask, partial(words.label, view))
                except _Back:  # there is no menu to go back to: the question is put again
                    continue

    async def probe(self, question: Question) -> Any:
        return await self.answer(question)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        del view, ask, action, calls
        self._told = None

    async def finish(self, view: Any) -> None:
        async with self._console.turn:
            self._show(view)

    async def _ask(self, question: Question, ask: Ask, say: Say, given: Sequence[str] = ()) -> Any:
        """One thing after the other: a verb and then its parts, or the parts of a form.

        `given`: words that were typed with the verb, as in `play 1`; used if there is one for each part.
        """
        match ask:
            case Form():
                parts = [replace(part, about=name) for name, part in ask.parts]  # type: ignore[type-var]  # all asks are dataclasses
                words = given if len(given) == len(parts) else ("",) * len(parts)
                each = zip(parts, words, strict=True)
                return tuple([await self._ask(question, part, say, (word,)) for part, word in each])
            case Menu():
                return await self._menu(question, ask, say)
        word = given[0] if len(given) == 1 else ""
        if not word:
            self._console.say(instruction(ask, "line", say).partition("\n")[2])
        return await self._listen(question, ask, say, word)

    async def _menu(self, question: Question, ask: Menu, say: Say) -> Any:
        choice = verb_choice(ask)
        while True:
            self._console.say(instruction(choice, "line", plain).partition("\n")[2])
            rest: list[str] = []
            verb = await self._listen(question, choice, plain, rest=rest)
            try:
                return (verb, *await self._ask(question, dict(ask.verbs)[verb], say, rest))
            except _Back:
                continue

    async def _listen(
        self, question: Question, ask: Ask, say: Say, first: str = "", rest: list[str] | None = None
    ) -> Any:
        """Read lines until one is an answer, `first` before any; words behind a verb go into `rest`."""
        name, words = player_name(self._context.seat), self._context.kit.words
        vocabulary = words.vocabulary(self._context.game, question.view)
        while True:
            try:
                line, first = first or await self._console.hear(f"{name}> "), ""
            except EOFError:
                raise Paused("the input has ended") from None
            match line.strip().casefold():
                case "quit":
                    raise Paused(f"{name} left the table")
                case "rules":
                    self._console.say(words.rules(self._context.game))
                    continue
                case "back" if rest is None:
                    raise _Back
                case "help" | "?":
                    self._console.say(HELP)
                    continue
            try:
                if rest is not None:
                    verb, *more = line.split() or [""]
                    if more and verb in (ask.options() or ()):
                        rest[:] = more
                        return verb
                action = typed(ask, line, say, vocabulary)
                ask.check(action)
            except InvalidAnswer as why:
                self._console.say(f"That cannot be played: {why}. {HELP}")
            else:
                return action

    def _show(self, view: Any) -> None:
        words, game = self._context.kit.words, self._context.game
        if self._told is None:
            self._console.say(f"{words.rules(game)}\n\nYou are {player_name(self._context.seat)}. {HELP}\n")
            self._console.say(words.scene(game, view))
        else:
            self._console.say(words.news(game, self._told, view))
        self._told = view
