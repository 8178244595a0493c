"""A model at the table that decides by searching over what it imagines."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from agonist.core import Ask, InvalidAnswer, Menu
from agonist.models.protocol import Message, Model, Settings
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.model_call import ModelCall
from agonist.players.player import Question, SeatContext
from agonist.players.rap.tree import Plan, State, search
from agonist.players.rap.world import PROMPTS, DeadSearch, World, situation
from agonist.players.together import together
from agonist.text import Say, instruction, written

TEXT: Final = "text"
"""The purpose of a call that writes a free answer before the search."""

MOST_RATED: Final = 30
"""Of more legal answers than this, the model proposes a few; the published player rates them all."""

_LOG: Final = logging.getLogger("agonist.players.rap")


@dataclass(frozen=True, slots=True)
class RapStyle:
    """How a player searches: `plan`; how it estimates probabilities, from so many `samples` where it has to
    sample; and how many `texts` it writes where answers cannot be listed (the published player: one)."""

    plan: Plan = field(default_factory=Plan)
    estimate: Literal["auto", "tokens", "sampled"] = "auto"
    samples: int = 5
    texts: int = 3


class RapPlayer(ModelPlayer):
    """Rates every legal answer, imagines what follows, and plays the first move of the best imagined path.

    Where answers are many, or cannot be listed (what to say), the model first writes a few. Every move starts
    from the rules and the current view: no conversation grows.
    """

    def __init__(
        self,
        context: SeatContext,
        model: Model,
        settings: Settings,
        style: PromptStyle,
        rap: RapStyle,
        *,
        seeded: bool = False,
        warned: set[str] | None = None,
    ) -> None:
        super().__init__(context, model, settings, replace(style, history="none"), seeded=seeded)
        self._rap = rap
        self._warned = set() if warned is None else warned

    async def answer(self, question: Question) -> Any:
        calls = _Calls(self, question)
        try:
            return await self._search(question, calls)
        finally:
            calls.note()

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        """Nothing is remembered from one move to the next."""

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        """Nothing is remembered from one move to the next."""

    async def _search(self, question: Question, calls: _Calls) -> Any:
        words, game = self._context.kit.words, self._context.game
        rules = "\n\n".join(filter(None, [self._style.persona, words.rules(game)]))
        request = words.request(game, question.view, question.ask)
        scene = words.scene(game, question.view)
        actions = await self._actions(question, calls, situation(rules, scene), request)
        if len(actions) == 1 and not self._rap.plan.compat:
            return actions[0]
        world = World(
            calls.ask,
            rules,
            self._rap.plan.compat,
            self._rap.estimate,
            self._rap.samples,
            self._warn,
        )
        say = self._say(question.view)
        texts = [in_words(question.ask, action, say) for action in actions]
        best = await search(State(f"{scene}\n\n{request}"), texts, world, self._rap.plan)
        if best is None:
            raise DeadSearch("no path was imagined to its end")
        question.ask.check(actions[best])
        return actions[best]

    async def _actions(self, question: Question, calls: _Calls, known: str, request: str) -> list[Any]:
        """Every legal answer; those that cannot be listed are written by the model, one for each verb."""
        asks = [question.ask]
        if isinstance(question.ask, Menu) and self._rated(question.ask) is None:
            asks = [replace(question.ask, verbs=(verb,)) for verb in question.ask.verbs]
        found = await together(self._of(replace(question, ask=ask), calls, known, request) for ask in asks)
        actions = list(dict.fromkeys(action for actions, _ in found for action in actions))
        if not actions:
            raise next(why for _, why in found if why is not None)
        return actions

    def _rated(self, ask: Ask) -> Sequence[Any] | None:
        """All legal answers, where each of them is rated."""
        options = ask.options()
        few = options is not None and (self._rap.plan.compat or len(options) <= MOST_RATED)
        return options if few else None

    async def _of(
        self, question: Question, calls: _Calls, known: str, request: str
    ) -> tuple[list[Any], InvalidAnswer | None]:
        if (options := self._rated(question.ask)) is not None:
            return list(options), None
        many = 1 if self._rap.plan.compat or isinstance(question.ask, Menu) else self._rap.texts
        how = instruction(question.ask, self._style.format, self._say(question.view), reasoning=False)
        asked = PROMPTS.fill("open", situation=known, request=request, instruction=how)
        tries = [
            f"{asked}\n\n{PROMPTS.fill('another', nth=nth, many=many)}" if many > 1 else asked
            for nth in range(1, many + 1)
        ]
        found, why = [], None
        for call in await together(calls.ask(TEXT, (Message("user", text),)) for text in tries):
            try:
                found.append(self._read(question, call))
            except InvalidAnswer as wrong:
                why = wrong
        return found, why

    def _warn(self) -> None:
        if self._model.name not in self._warned:
            self._warned.add(self._model.name)
            _LOG.warning(
                "%s gives no log-probabilities: rap: estimates each from %d sampled answers, "
                "and takes more requests",
                self._model.name,
                self._rap.samples,
            )


def in_words(ask: Ask, action: Any, say: Say) -> str:
    """An action on one line, as the model is shown it."""
    lines = written(ask, action, "line", say).splitlines()
    return "; ".join(filter(None, map(str.strip, lines)))


class _Calls:
    """The calls of one move, noted in the order in which they were made, though they end in another."""

    def __init__(self, player: RapPlayer, question: Question) -> None:
        self._player, self._question = player, question
        self._made: list[ModelCall | None] = []

    async def ask(self, purpose: str, sent: Sequence[Message], **changes: Any) -> ModelCall:
        place = len(self._made)
        self._made.append(None)
        call = await self._player._request(self._question, (), sent, purpose=purpose, **changes)  # noqa: SLF001  its own
        self._made[place] = call
        return call

    def note(self) -> None:
        for call in self._made:
            if call is not None:
                self._player._context.note(call)  # noqa: SLF001  its own
        self._made.clear()
