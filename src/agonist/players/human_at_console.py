"""People as players: they read the same text as a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from agonist.core import AmbiguousAnswer, Ask, Form, InvalidAnswer, Menu, Speech, counted, player_name
from agonist.players.model_call_record import ModelCall
from agonist.players.player import UNTOLD, Paused, Player, Question, SeatContext
from agonist.players.simple import typed
from agonist.text import Say, Vocabulary, instruction
from agonist.text.answer_formats import option_text, verb_choice

HELP = "Type your answer; or 'board' or 'rules' to see them again, 'back' to choose again, 'quit' to leave."


class _Back(Exception):
    """Returns to the previous menu."""


class Console(Protocol):
    """The interface through which a person reads and types; the player who is typing holds `turn`."""

    turn: asyncio.Lock

    def say(self, text: str) -> None:
        """Show a text."""

    def fits(self, text: str) -> bool:
        """Whether a text fits on the screen."""

    async def hear(self, prompt: str) -> str:
        """Wait for a line. Raises `EOFError` at the end of the input."""


class HumanPlayer(Player):
    """Shows rules, view and ask, and reads the answer. After an answer that cannot be played, it asks again
    without a limit: a typing error is not an invalid answer. `quit` pauses the match.
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
                except _Back:  # there is nothing to go back to: the question is repeated
                    continue

    async def probe(self, question: Question) -> Any:
        return await self.answer(question)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        del view, ask, action, calls
        self._told = None

    async def finish(self, view: Any | None) -> None:
        async with self._console.turn:
            if view is None:
                self._console.say(UNTOLD)
            else:
                self._show(view)

    async def _ask(self, question: Question, ask: Ask, say: Say) -> Any:
        """Ask step by step: a verb and then its parts, or the parts of a form."""
        match ask:
            case Form():
                parts = [replace(part, about=name) for name, part in ask.parts]  # type: ignore[type-var]  # all asks are dataclasses
                return tuple([await self._ask(question, part, say) for part in parts])
            case Menu():
                return await self._menu(question, ask, say)
        self._console.say(instruction(ask, "line", say).partition("\n")[2])
        return await self._listen(question, ask, say)

    async def _menu(self, question: Question, ask: Menu, say: Say) -> Any:
        choice = verb_choice(ask)
        while True:
            self._console.say(instruction(choice, "line", option_text).partition("\n")[2])
            answer = await self._listen(
                question, choice, option_text, menu=partial(self._clear, question, ask, say)
            )
            if isinstance(answer, tuple):
                return answer
            try:
                return (answer, *await self._ask(question, dict(ask.verbs)[answer], say))
            except _Back:
                continue

    def _clear(self, question: Question, ask: Menu, say: Say, line: str) -> Any:
        """The only move that fits a line, such as `play 1`, or `red` if one move has it; else `None`.

        Raises `AmbiguousAnswer` if several moves fit.
        """
        verbs, words = dict(ask.verbs), line.split()
        first = words[0].casefold() if words else ""
        named = [verb for verb in verbs if verb.casefold() == first]
        found = []
        for verb in named or verbs:
            rest = words[1:] if named else words
            values = self._parts(question, verbs[verb], say, rest, free_text=bool(named))
            if values is not None:
                found.append((verb, *values))
        if len(found) > 1:
            ways = ", ".join(f"'{move[0]} {line.strip()}'" for move in found)
            raise AmbiguousAnswer(f"'{line.strip()}' could be {ways}")
        return found[0] if found else None

    def _parts(
        self, question: Question, ask: Form, say: Say, tokens: Sequence[str], *, free_text: bool
    ) -> list[Any] | None:
        """The parts of a verb from the words after it; a part with only one option takes none of them."""
        parts = [replace(part, about=name) for name, part in ask.parts]  # type: ignore[type-var]  # all asks are dataclasses
        forced = [options[0] if (options := part.options()) and len(options) == 1 else None for part in parts]
        open_parts = [part for part, only in zip(parts, forced, strict=True) if only is None]
        if not free_text and (not open_parts or any(isinstance(part, Speech) for part in open_parts)):
            return None  # free text matches any words
        if len(open_parts) == 1 and tokens:
            tokens = [" ".join(tokens)]
        if len(tokens) != len(open_parts) or any(isinstance(part, Form | Menu) for part in open_parts):
            return None
        vocabulary, words, values = self._vocabulary(question), iter(tokens), []
        for part, only in zip(parts, forced, strict=True):
            try:
                value = only if only is not None else typed(part, next(words), say, vocabulary)
                part.check(value)
            except InvalidAnswer:
                return None
            values.append(value)
        return values

    def _vocabulary(self, question: Question) -> Vocabulary:
        return self._context.kit.words.vocabulary(self._context.game, question.view)

    async def _listen(
        self, question: Question, ask: Ask, say: Say, menu: Callable[[str], Any] | None = None
    ) -> Any:
        """Read lines until one is an answer; `menu` recognises a whole move in a line."""
        name, words = player_name(self._context.seat), self._context.kit.words
        while True:
            try:
                line = await self._console.hear(f"{name}> ")
            except EOFError:
                raise Paused("the input has ended") from None
            match line.strip().casefold():
                case "quit":
                    raise Paused(f"{name} left the table")
                case "rules":
                    self._console.say(words.rules(self._context.game))
                    continue
                case "board":
                    self._console.say(words.scene(self._context.game, question.view))
                    continue
                case "back":
                    raise _Back
                case "help" | "?":
                    self._console.say(HELP)
                    continue
            try:
                if menu is not None and (move := menu(line)) is not None:
                    return move
                action = typed(ask, line, say, self._vocabulary(question))
                ask.check(action)
            except InvalidAnswer as why:
                self._console.say(f"That cannot be played: {why}. {HELP}" if line.strip() else HELP)
            else:
                return action

    def _show(self, view: Any) -> None:
        words, game = self._context.kit.words, self._context.game
        if self._told is None:
            rules, scene = words.rules(game), words.scene(game, view)
            if not self._console.fits(f"{rules}\n\n{HELP}\n\n{scene}"):
                # Long rules would push the board off the screen: they are shown on request.
                rules = (
                    f"{game.name}: type 'rules' to read the rules ({counted(len(rules.split()), 'word')})."
                )
            self._console.say(f"{rules}\n\nYou are {player_name(self._context.seat)}. {HELP}\n")
            self._console.say(scene)
        else:
            self._console.say(words.news(game, self._told, view))
        self._told = view
