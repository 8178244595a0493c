"""What programs are shown and tried on: the questions of matches, with chance and opponents at random."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Game, InvalidAnswer, Seat, uniform
from agonist.core.views_and_asks_as_json import to_json
from agonist.kit import Kit
from agonist.players.player import Question, SeatContext
from agonist.players.python_agents.answer_conversion import legal_texts
from agonist.players.python_agents.text_questions_and_answers import read_text, request_of, say_of
from agonist.players.written_programs.sandbox import ProgramFault, Sandbox

MATCHES: Final = 4
"""Matches that a program is tried in: one with itself in all seats, the others with it in one."""

QUESTIONS: Final = 200
"""Questions after which a trial ends."""

REPEATED: Final = 20
"""Questions that are put twice."""

MOST: Final = 4
"""Faults that are told at once."""

EXAMPLES: Final = 4
SHOWN: Final = 3_000
"""Examples in the task, and how many characters of each are shown."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a program is called with, beside its generator."""

    view: Any
    request: str
    options: list[str] | None


def given(context: SeatContext, question: Question) -> Given:
    """What a program is called with for this question. Raises `NotJson` for a view of unusual values."""
    texts = legal_texts(question.ask, say_of(context, question))
    return Given(
        to_json(question.view), request_of(context, question), None if texts is None else list(texts)
    )


def view_in_words(game: Game[Any, Any]) -> str:
    """What the class of a game's views says of itself, such as which events there are; may be empty."""
    state = game.new()
    about = type(game.observe(state, 0)).__doc__ or ""
    return "" if about.startswith(f"{type(game.observe(state, 0)).__name__}(") else inspect.cleandoc(about)


def examples(kit: Kit, game: Game[Any, Any]) -> str:
    """A few questions of random matches, as a program gets them: of each kind of ask the first."""
    found: dict[tuple[str, str], str] = {}
    for seed in range(MATCHES):
        for context, question in _match(kit, game, f"example {seed}", lambda _context, _question: None):
            kind = type(question.ask).__name__, str(question.ask.about)
            if kind not in found and len(found) < EXAMPLES:
                found[kind] = _shown(given(context, question))
    return "\n\n".join(f"Example {nth}\n{text}" for nth, text in enumerate(found.values(), 1))


def _shown(example: Given) -> str:
    options = example.options
    listed = json.dumps(options if options is None else options[:20], ensure_ascii=False)
    more = f" and {len(options) - 20} more" if options and len(options) > 20 else ""
    view = json.dumps(example.view, ensure_ascii=False)
    if len(view) > SHOWN:
        view = f"{view[:SHOWN]}… ({len(view):,} characters in all)"
    request = json.dumps(example.request, ensure_ascii=False)
    return f"view = {view}\nrequest = {request}\noptions = {listed}{more}"


def tried(kit: Kit, game: Game[Any, Any], sandbox: Sandbox) -> list[str]:
    """What is wrong with a program in matches of this game, a sentence each; nothing if all is well."""
    faults: dict[str, None] = {}
    put = 0

    def answer(context: SeatContext, question: Question) -> Any:
        nonlocal put
        put += 1
        asked, seed = given(context, question), f"{put}"
        where = f"asked {question.ask.about or 'for an action'!s} as player {context.seat + 1}"
        try:
            text = sandbox.answer(asked.view, asked.request, asked.options, seed)
            action = read_text(context, question, text)
            question.ask.check(action)
            if put <= REPEATED and sandbox.answer(asked.view, asked.request, asked.options, seed) != text:
                faults[f"{where}, it answers differently the second time: draw from rng alone"] = None
            return action
        except ProgramFault as fault:
            faults[str(fault)] = None
        except InvalidAnswer as why:
            faults[f"{where}, it returned {text!r:.100}: {why}"[:400]] = None
        return None

    for nth in range(MATCHES):
        alone = None if nth == 0 else (nth - 1) % game.seats
        for _ in _match(kit, game, f"trial {nth}", answer, alone):
            if len(faults) >= MOST or put >= QUESTIONS:
                return list(faults)
    return list(faults)


def _match(
    kit: Kit,
    game: Game[Any, Any],
    seed: str,
    answer: Callable[[SeatContext, Question], Any],
    alone: Seat | None = None,
) -> Iterator[tuple[SeatContext, Question]]:
    """The questions of one match; where `answer` gives `None` or isn't asked, the answer is drawn.

    `alone`: the only seat that `answer` has; `None` for all.
    """
    rng, state = Random(seed), game.new()
    nth = 0
    while asks := game.turn(state):
        moves = {}
        for seat, ask in asks.items():
            moves[seat] = ask.sample(rng) if seat == CHANCE else uniform(ask, rng)
            if seat == CHANCE or alone not in (None, seat):
                continue
            context = SeatContext(kit, game, seat, seed, lambda _call: None)
            question = Question(game.observe(state, seat), ask, Random(f"{seed}:{nth}"), turn=nth)
            chosen = answer(context, question)
            moves[seat] = moves[seat] if chosen is None else chosen
            yield context, question
        state, nth = game.act(state, moves), nth + 1
