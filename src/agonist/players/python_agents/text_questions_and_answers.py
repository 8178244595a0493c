"""Observations for agents that answer with text, and reading their answers."""

from __future__ import annotations

from functools import partial
from typing import Any

from agonist.core import EmptyAnswer, UnreadableAnswer
from agonist.players.model import PROMPTS
from agonist.players.model_call_record import AS_ASKED, LENIENTLY
from agonist.players.player import Question, SeatContext
from agonist.players.python_agents.answer_conversion import legal_texts
from agonist.text import Say, as_asked, instruction, read
from agonist.text.reading import ANSWER_CHARACTERS


def observed(context: SeatContext, question: Question, correction: str = "") -> str:
    """Rules, the position, the question and how to answer: enough to play without memory.

    `correction` says which fallback move was played instead of an earlier invalid answer.
    """
    words, game = context.kit.words, context.game
    parts = [words.rules(game), correction, words.scene(game, question.view), request_of(context, question)]
    return "\n\n".join(filter(None, parts))


def request_of(context: SeatContext, question: Question) -> str:
    """The question and how to answer it; after an invalid answer, also what was wrong."""
    words = context.kit.words
    how = instruction(question.ask, "json", say_of(context, question))
    asked_for = f"{words.request(context.game, question.view, question.ask)}\n\n{how}"
    if question.complaint is None:
        return asked_for
    return f"{asked_for}\n\n{PROMPTS.fill('complaint', why=question.complaint, instruction=how)}"


def read_text(context: SeatContext, question: Question, answer: Any) -> Any:
    """The action in an agent's text: one of the legal texts, or read like a model's answer.

    Raises an `InvalidAnswer`.
    """
    if answer is None:
        raise EmptyAnswer("the agent answered None; answer with text")
    if not isinstance(answer, str):
        raise UnreadableAnswer(f"the agent answered with {type(answer).__name__}; answer with text")
    answer = str.__str__(answer)  # not a type of the agent's own, whose methods may do anything
    if len(answer) > ANSWER_CHARACTERS:
        raise UnreadableAnswer(f"an answer has at most {ANSWER_CHARACTERS:,} characters, not {len(answer):,}")
    say = say_of(context, question)
    known = legal_texts(question.ask, say)
    if known is not None:
        spelled = " ".join(answer.split()).casefold()
        for text, action in known.items():
            if " ".join(text.split()).casefold() == spelled:
                return action
    vocabulary = context.kit.words.vocabulary(context.game, question.view)
    return read(question.ask, answer, "json", say, vocabulary=vocabulary)


def form_of(context: SeatContext, question: Question, answer: str) -> str:
    """The form of an agent's text that was read: one of the legal texts as listed, or as asked for."""
    say = say_of(context, question)
    listed = answer in (legal_texts(question.ask, say) or ())
    return AS_ASKED if listed or as_asked(question.ask, answer, "json", say) else LENIENTLY


def say_of(context: SeatContext, question: Question) -> Say:
    """The function that puts options into words for this seat."""
    return partial(context.kit.words.label, question.view)
