"""The player that lets a program of its model's play."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from agonist.core import UsageError
from agonist.kit import option_texts
from agonist.models.protocol import Message, Model, Origin, Settings
from agonist.players.model_call_record import REFUSED, ModelCall, call_of
from agonist.players.options import usual
from agonist.players.player import Player, Question, SeatContext
from agonist.players.python_agents.text_questions_and_answers import form_of, read_text
from agonist.players.written_programs.allowed_code import faults_of
from agonist.players.written_programs.program_shelf import ProgramShelf
from agonist.players.written_programs.sandbox import ProgramFault, Sandbox, obstacle
from agonist.players.written_programs.trial import given
from agonist.players.written_programs.writing import write_program

PROGRAM: Final = "program"
"""The purpose of requests in which a program is written."""


@dataclass(frozen=True, slots=True)
class ProgramStyle:
    """The numbers of `code:`, which are its options."""

    requests: int = usual("code", "requests")
    answer_seconds: float = usual("code", "answer_seconds")


class ProgramPlayer(Player):
    """Plays what a program answers that the model has written: once for each game of a run, from the rules.

    The first match that needs a program lets the model write it, in at most `requests` requests, which stand
    in that match's record. An answer that is not legal, or none, is an invalid answer of the player's.
    """

    def __init__(
        self,
        context: SeatContext,
        model: Model,
        settings: Settings,
        shelf: ProgramShelf,
        style: ProgramStyle,
        *,
        player: str,
        persona: str = "",
    ) -> None:
        self._context, self._model, self._settings = context, model, settings
        self._shelf, self._style, self._player, self._persona = shelf, style, player, persona
        self._sandbox: Sandbox | None = None
        self._fault = ""

    def prepare(self) -> None:
        """Raise `UsageError` if no program can play on this machine."""
        if why := obstacle():
            raise UsageError(why)

    async def open(self) -> None:
        kit, game = self._context.kit, self._context.game
        about = json.dumps(
            [kit.name, game.version, option_texts(game), kit.words.prompts.digest], sort_keys=True
        )
        style = self._style
        write = partial(
            write_program,
            *(kit, game, self._persona, self._send),
            requests=style.requests,
            seconds=style.answer_seconds,
        )
        program = await self._shelf.program(self._player, about, write)
        if not program.source:
            self._fault = "the model has written no program"
        elif forbidden := faults_of(program.source):
            self._fault = forbidden[0]
        else:
            self._sandbox = Sandbox(program.source, style.answer_seconds)

    async def _send(self, talk: Sequence[Message], new: Sequence[Message]) -> ModelCall:
        origin = Origin(self._context.match, self._context.seat, 0)
        settings = replace(self._settings, origin=origin)
        reply = await self._model.complete([*talk, *new], settings)
        call = call_of(reply, settings, tuple(new), len(talk), seat=self._context.seat, purpose=PROGRAM)
        self._context.note(call)
        return call

    async def answer(self, question: Question) -> Any:
        text, form = "", REFUSED
        try:
            text = await asyncio.to_thread(self._ask, question)
            action = read_text(self._context, question, text)
            question.ask.check(action)
            form = form_of(self._context, question, text)
        except ProgramFault as fault:
            text = f"({fault})"
            raise
        finally:
            self._context.note(ModelCall(text=text, tries=0, form=form))
        return action

    async def probe(self, question: Question) -> Any:
        """The program is told in words what it is asked, and remembers nothing."""
        return await self.answer(question)

    def _ask(self, question: Question) -> str:
        if self._sandbox is None:
            raise ProgramFault(self._fault)
        asked = given(self._context, question)
        seed = f"{question.rng.getrandbits(64)}"
        return self._sandbox.answer(asked.view, asked.request, asked.options, seed)

    def close(self) -> None:
        if self._sandbox is not None:
            self._sandbox.close()
