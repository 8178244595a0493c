"""A model that analyses what every player believes before it decides (Xu et al., 2024, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agonist.core import Ask, Choice, Seat, Speech, player_name
from agonist.models.protocol import Message, Model, Settings
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.model_call_record import ModelCall
from agonist.players.options import Beliefs, Shown, Update, Vote, usual
from agonist.players.pgm.analysis_question import in_words
from agonist.players.pgm.belief_updates import PURPOSE, Mind
from agonist.players.pgm.beliefs import suspects_me_least, suspects_me_most, top
from agonist.players.player import Question, SeatContext
from agonist.text import Prompts, instruction

PROMPTS: Final = Prompts.beside(__file__)


@dataclass(frozen=True, slots=True)
class PgmStyle:
    """How beliefs are formed and used: the options of `pgm`. In Chameleon the published player votes by its
    beliefs."""

    beliefs: Beliefs = usual("pgm", "beliefs")
    update: Update = usual("pgm", "update")
    vote: Vote = usual("pgm", "vote")
    shown: Shown = usual("pgm", "shown")


def asks_for_analysis(messages: Sequence[Message]) -> bool:
    """Whether a request is the analysis of a PGM-aware player."""
    return any(
        PROMPTS.fill(f"analysis_{kind}") in messages[-1].content for kind in ("suspects", "matrix", "plans")
    )


class PgmPlayer(ModelPlayer):
    """Analyses what is new, then decides with the latest analysis in its prompt.

    An analysis covers the viewpoint of every player (two-hop), costs one request, and is in the transcript.
    Other players never see it. An analysis that cannot be read leaves the beliefs unchanged.
    """

    def __init__(
        self,
        context: SeatContext,
        model: Model,
        settings: Settings,
        style: PromptStyle,
        pgm: PgmStyle,
    ) -> None:
        super().__init__(context, model, settings, style)
        self._pgm = pgm
        self._mind = Mind(context.game, context.seat, pgm.beliefs, pgm.update)
        self._analysed: Any | None = None

    async def answer(self, question: Question) -> Any:
        if question.attempt == 1 and question.view != self._analysed and getattr(question.view, "log", True):
            await self._analyse(question)
        action = await super().answer(question)
        if self._pgm.vote == "beliefs" and self._mind.matrix and (suspects := _suspects(question.ask)):
            return top(self._mind.matrix[self._context.seat], suspects)
        return action

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        for call in calls:
            if call.purpose == PURPOSE:
                self._mind.take(call)
        self._analysed = view
        super().recall(view, ask, action, [call for call in calls if call.purpose != PURPOSE])

    async def _analyse(self, question: Question) -> None:
        """Ask what every player believes, in a fork of the conversation."""
        self._analysed = question.view
        texts = (PROMPTS.fill(self._mind.ask.about), instruction(self._mind.ask, "json"))
        sent = (*self._opening(), Message("user", "\n\n".join([self._where(question.view), *texts])))
        asked = replace(question, ask=self._mind.ask)
        self._context.note(self._mind.take(await self._request(asked, self._talk, sent, purpose=PURPOSE)))

    def _what(self, question: Question) -> str:
        shown = self._shown(question)
        return f"{shown}\n\n{super()._what(question)}" if shown else super()._what(question)

    def _shown(self, question: Question) -> str:
        """The latest analysis and the beliefs for this question, as text."""
        if self._mind.analysis is None:
            return ""
        if self._pgm.shown == "published" and not question.probe and not isinstance(question.ask, Speech):
            return ""
        analysis = in_words(self._mind.analysis, self._mind.matrix, self._context.seat)
        return PROMPTS.fill("shown", analysis=analysis or "(nothing new)", advice=self._advice(question))

    def _advice(self, question: Question) -> str:
        """What follows from the analysis: in MAgIC's scenarios as in its Table 5, elsewhere in general."""
        assert self._mind.analysis is not None
        if not self._mind.matrix:
            return self._advise("plans")
        me, matrix = self._context.seat, self._mind.matrix
        suspected = player_name(top(matrix[me], [seat for seat in range(len(matrix)) if seat != me]))
        if not isinstance(question.ask, Speech):
            return self._advise("suspect", player=suspected)
        match self._mind.analysis.role:
            case "hidden":
                return self._advise("speech_hidden", player=player_name(suspects_me_least(matrix, me)))
            case "not hidden":
                suspicious = player_name(suspects_me_most(matrix, me))
                target = suspected if self._context.game.name == "undercover" else suspicious
                return self._advise("speech_not_hidden", player=target)
            case "not sure":
                return self._advise("speech_not_sure")

    def _advise(self, case: str, **blanks: str) -> str:
        prompt = f"{self._context.game.name}_{case}"
        return PROMPTS.fill(prompt if PROMPTS.has(prompt) else f"advice_{case}", **blanks)


def _suspects(ask: Ask) -> list[Seat]:
    """The candidates of a vote; empty for any other question."""
    if not isinstance(ask, Choice) or ask.about != "vote":
        return []
    return [seat for seat in ask.choices if type(seat) is int]
