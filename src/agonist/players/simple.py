"""Players that need no model: random, baseline, reference, fixed, scripted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from agonist.core import Ask, Choice, InvalidAnswer, Speech, Split, UnreadableAnswer, uniform
from agonist.core.random_choice import one_of
from agonist.kit.limits_of_user_code import is_ours
from agonist.players.background_search import think_within
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Player, Question, SeatContext
from agonist.text import Say, Vocabulary, read
from agonist.text.accepted_words import PLAIN


class RandomPlayer(Player):
    """Chooses uniformly among all answers if they can be listed (as in the papers), otherwise part by
    part."""

    waits = False

    async def answer(self, question: Question) -> Any:
        # One number is enough for most questions, and takes a tenth of the time of a generator.
        options = question.ask.options()
        return one_of(options, question.dice) if options else question.ask.sample(question.rng)

    def chances(self, view: Any, ask: Ask) -> Mapping[Any, float] | None:
        options = ask.options()
        return dict.fromkeys(options, 1 / len(options)) if options else None


class BaselinePlayer(Player):
    """Chooses at random among sensible answers, as `Kit.baseline_is` says; in most games among all."""

    def __init__(self, context: SeatContext) -> None:
        self._context = context

    async def answer(self, question: Question) -> Any:
        kit, game = self._context.kit, self._context.game
        if kit.baseline is None:
            return uniform(question.ask, question.rng)
        return await think_within(
            f"the baseline player of {kit.name}",
            partial(kit.baseline, game, question.view, question.ask, question.rng),
            limited=not is_ours(type(game)),
        )


class ReferencePlayer(Player):
    """The best simple player known for the game; `Kit.reference_is` says which."""

    def __init__(self, context: SeatContext) -> None:
        self._context = context

    async def answer(self, question: Question) -> Any:
        kit, game = self._context.kit, self._context.game
        # In a thread, so that a long search does not delay other matches.
        return await think_within(
            f"the reference player of {kit.name}",
            partial(kit.reference, game, question.view, question.ask, question.rng),
            limited=not is_ours(type(game)),
        )


class FixedPlayer(Player):
    """Repeats a list of answers, each written as a player would type it.

    An answer that is illegal at its turn is an invalid answer, as for any player.
    """

    waits = False

    def __init__(self, context: SeatContext, answers: Sequence[str]) -> None:
        self._context = context
        self._answers = tuple(answers)
        self._given = 0

    async def answer(self, question: Question) -> Any:
        text = self._answers[self._given % len(self._answers)]
        if question.attempt == 1:
            self._given += 1
        else:
            text = self._answers[(self._given - 1) % len(self._answers)]
        return typed_at(self._context, question, text)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._given += 1


class TypedScript(Player):
    """Gives these answers in order, as a player would type them; after the last, every answer is invalid."""

    def __init__(self, context: SeatContext, answers: Sequence[str]) -> None:
        self._context = context
        self._left = list(answers)

    async def answer(self, question: Question) -> Any:
        if not self._left:
            raise UnreadableAnswer("the script has no more answers")
        return typed_at(self._context, question, self._left.pop(0))

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._left = self._left[_spent(action, calls) :]


class ScriptedPlayer(Player):
    """Plays these actions in order, for tests; each `InvalidAnswer` among them is raised and takes one
    attempt."""

    def __init__(self, actions: Sequence[Any]) -> None:
        self._actions = list(actions)
        self.seen: list[Question] = []
        self.ended_with: Any = None

    async def answer(self, question: Question) -> Any:
        self.seen.append(question)
        if not self._actions:
            raise UnreadableAnswer("the script has no more answers")
        action = self._actions.pop(0)
        if isinstance(action, InvalidAnswer):
            raise action
        return action

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._actions = self._actions[_spent(action, calls) :]

    async def finish(self, view: Any | None) -> None:
        self.ended_with = view


def _spent(action: Any, calls: Sequence[ModelCall]) -> int:
    """How many answers of a script a turn used: the invalid ones, and the valid one unless the policy
    moved."""
    return sum(bool(call.error) for call in calls) + (action is not None)


def typed_at(context: SeatContext, question: Question, text: str) -> Any:
    """The action that a typed text means as an answer to this question."""
    words = context.kit.words
    vocabulary = words.vocabulary(context.game, question.view)
    return typed(question.ask, text, partial(words.label, question.view), vocabulary)


def typed(ask: Ask, text: str, say: Say, vocabulary: Vocabulary = PLAIN) -> Any:
    """The action in a typed text: a bare answer, if the question has only one part, or JSON or labelled
    lines.

    For options only letters and digits count: `1 1` means `(1, 1)`. Shares may be separated by spaces.
    """
    if isinstance(ask, Split) and re.fullmatch(r"\s*\d+(?:\s+\d+)+\s*", text):
        text = ", ".join(text.split())
    if text.lstrip().startswith("{"):
        return read(ask, text, "json", say, vocabulary=vocabulary)
    if isinstance(ask, Choice) and (option := _loosely(ask, text, say)) is not None:
        return option
    if isinstance(ask, Speech) and ask.optional and not text.strip():
        return ""
    try:
        return read(ask, text, "line", say, vocabulary=vocabulary)
    except UnreadableAnswer:
        label = ask.about.replace("_", " ") or "action"
        return read(ask, f"{label}: {' '.join(text.split())}", "line", say, vocabulary=vocabulary)


def _loosely(ask: Choice, text: str, say: Say) -> Any:
    """The only option with these letters and digits, or else the only one that has each of these words as
    often.
    """

    def bare(words: str) -> str:
        return "".join(filter(str.isalnum, words)).casefold()

    def words(text: str) -> Counter[str]:
        return Counter(re.findall(r"\w+", text.casefold()))

    found = [option for option in ask.choices if bare(say(ask.about, option)) == bare(text)]
    if not found and words(text):
        found = [option for option in ask.choices if words(text) <= words(say(ask.about, option))]
    return found[0] if len(found) == 1 else None
