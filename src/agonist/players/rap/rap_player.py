"""A model player that decides by searching over imagined moves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, TypeAlias

from agonist.core import Ask, InvalidAnswer, Menu
from agonist.models.protocol import Message, Model, Settings
from agonist.players.model import ModelPlayer, PromptStyle, with_more
from agonist.players.model_call_record import ModelCall
from agonist.players.options import Probabilities, usual
from agonist.players.player import Question, SeatContext
from agonist.players.rap.tree import Plan, State, search
from agonist.players.rap.world_model import PROMPTS, DeadSearch, World, situation
from agonist.players.requests_of_one_turn import together
from agonist.players.rules_on_demand import RULE
from agonist.text import Say, instruction, without_thought, written

TEXT: Final = "text"
"""The purpose of a call that writes a free answer before the search."""

PICTURE: Final = "picture"
"""The purpose of a call that describes the board's picture before the search."""

READERS: Final = (TEXT, "actions", "others", "state")
"""Purposes of calls in which a model may ask for rules: calls that write text, not those that rate."""

MOST_RATED: Final = 30
"""With more legal answers than this, the model proposes a few; the published player rates them all."""

FormOf: TypeAlias = Callable[[ModelCall], str]

_LOG: Final = logging.getLogger("agonist.players.rap")


@dataclass(frozen=True, slots=True)
class RapStyle:
    """How a player searches: the options of `rap`. The published player writes one text."""

    plan: Plan = field(default_factory=Plan)
    probabilities: Probabilities = usual("rap", "probabilities")
    samples: int = usual("rap", "samples")
    texts: int = usual("rap", "texts")


class RapPlayer(ModelPlayer):
    """Rates every legal answer, imagines what follows, and plays the first move of the best imagined path.

    If there are many answers, or if they cannot be listed (what to say), the model first writes a few. Every
    move starts from the rules and the current view; there is no conversation. With `see=image` the model
    first describes the picture, since imagined states have none; with `rules=asked` it may read topics while
    it writes, and all later prompts contain them.
    """

    def __init__(
        self,
        context: SeatContext,
        model: Model,
        settings: Settings,
        style: PromptStyle,
        rap: RapStyle,
        *,
        warned: set[str] | None = None,
    ) -> None:
        super().__init__(context, model, settings, replace(style, history="none"))
        self._rap, self._sees = rap, style.see == "image"
        self._style = replace(self._style, see="text")
        self._warned = set() if warned is None else warned

    async def answer(self, question: Question) -> Any:
        calls = _Calls(self, question)
        try:
            return await self._search(question, calls)
        finally:
            calls.note()

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        """Only the rules that were read are remembered from one move to the next."""
        for call in calls:
            if call.purpose == RULE:
                self._look_up(call.text)

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        """Nothing is remembered from one move to the next."""

    async def _search(self, question: Question, calls: _Calls) -> Any:
        words, game = self._context.kit.words, self._context.game
        request = words.request(game, question.view, question.ask)
        scene = words.scene(game, question.view)
        if self._sees:
            scene = f"{scene}\n\n{await self._described(question, calls, situation(self._rules(), scene))}"
        actions = await self._actions(question, calls, situation(self._rules(), scene), request)
        if len(actions) == 1 and not self._rap.plan.compat:
            return actions[0]
        world = World(
            calls.ask,
            self._rules,
            self._rap.plan.compat,
            self._rap.probabilities,
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

    def _rules(self) -> str:
        """The beginning of each prompt: all rules, or the summary and the topics read so far."""
        words, game = self._context.kit.words, self._context.game
        rules = words.rules(game) if self._book is None else self._book.introduction()
        return "\n\n".join(filter(None, [self._style.persona, rules, *self._read_up.values()]))

    async def _described(self, question: Question, calls: _Calls, known: str) -> str:
        """The model's description of the board's picture."""
        sent = (Message("user", PROMPTS.fill("picture", situation=known)),)
        call = await calls.ask(PICTURE, await self._with_picture(question.view, sent))
        return PROMPTS.fill("pictured", text=without_thought(call.text).strip())

    async def _actions(self, question: Question, calls: _Calls, known: str, request: str) -> list[Any]:
        """Every legal answer; those that cannot be listed are written by the model, one for each verb."""
        asks = [question.ask]
        if isinstance(question.ask, Menu) and self._rated(question.ask) is None:
            asks = [replace(question.ask, verbs=(verb,)) for verb in question.ask.verbs]
        tries = [self._tries(replace(question, ask=ask), known, request) for ask in asks]
        requests = [(Message("user", text),) for texts in tries for text in texts]
        whose = [replace(question, ask=ask) for ask, texts in zip(asks, tries, strict=True) for _ in texts]
        forms = [lambda call, one=one: self._try(one, call)[0].form for one in whose]
        answers = iter(await calls.ask_all(TEXT, requests, forms))
        found: list[Any] = []
        wrong: InvalidAnswer | None = None
        for ask, texts in zip(asks, tries, strict=True):
            found += self._rated(ask) or ()
            for call in islice(answers, len(texts)):
                _, action, why = self._try(replace(question, ask=ask), call)
                if why is None:
                    found.append(action)
                else:
                    wrong = why
        if not found:
            assert wrong is not None
            raise wrong
        return list(dict.fromkeys(found))

    def _rated(self, ask: Ask) -> Sequence[Any] | None:
        """All legal answers, if each of them is rated; otherwise `None`."""
        options = ask.options()
        few = options is not None and (self._rap.plan.compat or len(options) <= MOST_RATED)
        return options if few else None

    def _tries(self, question: Question, known: str, request: str) -> list[str]:
        """The questions for answers that are not listed; empty if all are listed."""
        if self._rated(question.ask) is not None:
            return []
        many = 1 if self._rap.plan.compat or isinstance(question.ask, Menu) else self._rap.texts
        how = instruction(question.ask, self._style.format, self._say(question.view), reasoning=False)
        prompt = PROMPTS.fill("open", situation=known, request=request, instruction=how)
        return [
            f"{prompt}\n\n{PROMPTS.fill('another', nth=nth, many=many)}" if many > 1 else prompt
            for nth in range(1, many + 1)
        ]

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
    """An action on one line, as prompts show it."""
    lines = written(ask, action, "line", say).splitlines()
    return "; ".join(filter(None, map(str.strip, lines)))


class _Calls:
    """The calls of one move, recorded in the order in which they began."""

    def __init__(self, player: RapPlayer, question: Question) -> None:
        self._player, self._question = player, question
        self._made: list[ModelCall | None] = []

    async def ask(
        self, purpose: str, sent: Sequence[Message], form: FormOf | None = None, **changes: Any
    ) -> ModelCall:
        (call,) = await self.ask_all(purpose, [sent], [form] if form else (), **changes)
        return call

    async def ask_all(
        self,
        purpose: str,
        requests: Sequence[Sequence[Message]],
        forms: Sequence[FormOf] = (),
        **changes: Any,
    ) -> list[ModelCall]:
        """Send these concurrently; a request whose answer asks for rules is sent again with them. The calls
        are in the order given, and recorded with their forms."""
        sent, answered = list(requests), dict[int, ModelCall]()
        waiting = list(range(len(sent)))
        while waiting:
            places = [self._place() for _ in waiting]
            calls = await together(
                self._send(place, purpose, sent[nth], **changes)
                for nth, place in zip(waiting, places, strict=True)
            )
            again = []
            for nth, place, call in zip(waiting, places, calls, strict=True):
                texts = self._player._read_out(self._question, call) if purpose in READERS else None  # noqa: SLF001  its own
                if texts is None:
                    answered[nth] = call
                    if forms:
                        self._made[place] = replace(call, form=forms[nth](call))
                else:
                    self._made[place] = replace(call, purpose=RULE)
                    sent[nth] = with_more(sent[nth], texts)
                    again.append(nth)
            waiting = again
        return [answered[nth] for nth in range(len(sent))]

    def _place(self) -> int:
        self._made.append(None)
        return len(self._made) - 1

    async def _send(self, place: int, purpose: str, sent: Sequence[Message], **changes: Any) -> ModelCall:
        call = await self._player._request(self._question, (), sent, purpose=purpose, **changes)  # noqa: SLF001  its own
        self._made[place] = call
        return call

    def note(self) -> None:
        for call in self._made:
            if call is not None:
                self._player._context.note(call)  # noqa: SLF001  its own
        self._made.clear()
