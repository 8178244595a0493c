"""Clauses of the contract on prompts and answers: prompts are complete, and answers are understood."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from agonist.contract.sample_matches import Sample, expect
from agonist.contract.views import expect_the_same, texts_for
from agonist.core import Ask, Choice, InvalidAnswer, Pick
from agonist.core.ask import atoms
from agonist.core.views_and_asks_as_json import tuples
from agonist.kit import guarded
from agonist.text import Format, Say, read, schema, written

FORMATS: tuple[Format, ...] = ("json", "line", "schema")

TRIED: Final = 10
"""Answers to a question that are written and read again: all if there are no more, else at random."""


def prompts_can_be_written(sample: Sample) -> None:
    """Rules, scene and request are texts without unfilled blanks, and the same each time; news can be told
    to the end."""
    words, game = guarded(sample.kit).words, sample.game
    seen: dict[int, Any] = {}
    for nth, state, seat, _ask in sample.questions():
        texts = texts_for(sample, state, seat)
        expect_the_same(
            texts,
            texts_for(sample, state, seat),
            f"at move {nth} the prompts of seat {seat} differ when they are made twice",
        )
        for part, text in texts.items():
            blank = re.search(r"\{[a-z_]*\}", text)
            why = f"at move {nth} the prompts of seat {seat} contain the blank {blank and blank[0]}"
            expect(not blank, why, part)
        seen[seat] = game.observe(state, seat)
    for seat, view in seen.items():
        words.news(game, view, game.observe(sample.states[-1], seat))


def options_differ_in_words(sample: Sample) -> None:
    """No two options of a question have the same label, apart from spaces and case."""
    for nth, state, seat, ask in sample.questions():
        say = say_of(sample, sample.game.observe(state, seat))
        for key, atom in atoms(ask):
            if isinstance(atom, Choice | Pick):
                options = dict.fromkeys(atom.choices if isinstance(atom, Choice) else atom.things)
                spoken = {re.sub(r"\s", "", say(key, option)).casefold() for option in options}
                expect(
                    len(spoken) == len(options),
                    f"at move {nth} seat {seat}: two options of {key!r} have the same label",
                )


def answers_survive_every_format(sample: Sample) -> None:
    """A well-formed answer is read as the intended action in every format: JSON, lines and schema."""
    for nth, state, seat, ask in sample.questions():
        for key, atom in atoms(ask):
            expect(
                not isinstance(atom, Pick) or atom.low,
                f"at move {nth} seat {seat} may pick nothing for {key!r}, which no line can say: ask for at "
                "least one thing, or offer a verb without parts in a `menu`",
                "game.turn",
            )
        view = sample.game.observe(state, seat)
        say, vocabulary = say_of(sample, view), sample.kit.words.vocabulary(sample.game, view)
        json.dumps(schema(ask, say, reasoning=True))
        options = ask.options()
        rng = sample.rng("format", nth, seat)
        few = options is not None and len(options) <= TRIED
        tried = list(options or ()) if few else [ask.sample(rng) for _ in range(TRIED)]
        for action in tried:
            expect(
                _revived(action) == action,
                f"at move {nth} {action!r} changes when it is written as JSON and read",
            )
            for form in FORMATS:
                text = written(ask, action, form, say)
                try:
                    back = read(ask, text, form, say, vocabulary=vocabulary)
                except InvalidAnswer as why:
                    expect(holds=False, why=f"at move {nth} seat {seat}: {text!r} is refused: {why}")
                else:
                    expect(
                        back == action,
                        f"at move {nth} seat {seat}: {text!r} is read as {back!r}, not {action!r}",
                    )


def reference_plays_by_the_rules(sample: Sample) -> None:
    """The reference player answers legally, and gives the same answers with the same generator."""
    _plays_by_the_rules(sample, "reference", sample.kit.reference)


def baseline_plays_by_the_rules(sample: Sample) -> None:
    """So does the baseline player, if a kit has one."""
    if sample.kit.baseline is not None:
        _plays_by_the_rules(sample, "baseline", sample.kit.baseline)


def _plays_by_the_rules(sample: Sample, which: str, answer: Callable[[Any, Any, Ask, Random], Any]) -> None:
    game = sample.game
    for nth, state, seat, ask in list(sample.questions())[:30]:
        view = game.observe(state, seat)
        first, again = (answer(game, view, ask, sample.rng(which, nth, seat)) for _ in range(2))
        expect(
            first == again,
            f"at move {nth} the {which} player's answers for seat {seat} differ with the same generator",
        )
        try:
            ask.check(first)
        except InvalidAnswer as why:
            expect(
                holds=False,
                why=f"at move {nth} the {which} player's answer for seat {seat} is not legal: {why}",
            )


def passing_is_legal(sample: Sample) -> None:
    """If a kit has an answer that passes, the rules allow it."""
    if sample.kit.passes is None:
        return
    for nth, state, seat, ask in sample.questions():
        action = sample.kit.passes(sample.game.observe(state, seat), ask)
        try:
            ask.check(action)
        except InvalidAnswer as why:
            expect(holds=False, why=f"at move {nth} the passing answer of seat {seat} is not legal: {why}")


def say_of(sample: Sample, view: Any) -> Say:
    """The function that labels options for the owner of this view."""
    return partial(sample.kit.words.label, view)


def _revived(action: Any) -> Any:
    return tuples(json.loads(json.dumps(action)))
