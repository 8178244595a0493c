"""Clauses of the contract on each text that players are sent and people read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from agonist.contract.sample_matches import Sample, expect
from agonist.core import CHANCE, Ask, Choice, Form, Menu, Pick, Seat, Speech, Split, player_name
from agonist.core.ask import atoms
from agonist.kit import guarded
from agonist.text import instruction

UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
"""The categories of characters that show nothing: control, format, halves of characters, spaces."""


def no_message_is_empty(sample: Sample) -> None:
    """Rules, scenes, news, requests, hints and labels have at least one character that can be seen.

    Endpoints refuse empty messages, and a label without a word cannot be answered.
    """
    for what, part, text in texts(sample):
        expect(any(unicodedata.category(char) not in UNSEEN for char in text), f"{what} is empty", part)


def messages_hold_no_control_characters(sample: Sample) -> None:
    """No text has a control character besides tabs and line feeds, nor half of a character.

    Endpoints refuse NUL, terminals obey ESC, and half of a character cannot be sent.
    """
    for what, part, text in texts(sample):
        odd = next((char for char in text if char not in "\t\n" and unicodedata.category(char) in _ODD), None)
        expect(odd is None, f"{what} has the control character {odd!r}: {text[:60]!r}", part)


def what_players_say_is_quoted(sample: Sample) -> None:
    """What a player said is within `Words.quoted` in every scene, so that nobody can speak as the game."""
    game, words = sample.game, guarded(sample.kit).words.with_marks()
    said = {
        text
        for state, moves in zip(sample.states, sample.record.moves, strict=False)
        for seat, ask in game.turn(state).items()
        for text in _speeches(ask, moves[seat])
        if not text.isalpha()  # a single word may be the game's own
    }
    for nth, state in enumerate(sample.states) if said else ():
        for seat in (None, *range(game.seats)):
            scene = re.sub("⟦[^⟧]*⟧", "", words.scene(game, game.observe(state, seat)))
            found = next((text for text in said if text and text in scene), "")
            why = f"after move {nth}, for seat {seat}, {found!r} is not quoted: write `self.quoted(text)`"
            expect(not found, why)


def _speeches(ask: Ask, action: Any) -> Iterator[str]:
    """The free texts in an answer."""
    match ask:
        case Speech():
            yield action
        case Form():
            for (_, part), value in zip(ask.parts, action, strict=True):
                yield from _speeches(part, value)
        case Menu():
            yield from _speeches(dict(ask.verbs)[action[0]], action[1:])


_ODD: Final = frozenset({"Cc", "Cs"})


def texts(sample: Sample) -> Iterator[tuple[str, str, str]]:
    """Each text of a match, with its name and the part of the kit that it comes from; the news only where a
    player is sent them."""
    words, game = guarded(sample.kit).words, sample.game
    yield "the text of the rules", "words.rules", words.rules(game)
    seen: dict[Seat, Any] = {}
    for nth, state in enumerate(sample.states):
        moves = sample.record.moves[nth] if nth < len(sample.record.moves) else {}
        watched = game.observe(state, None)
        yield f"at move {nth} the scene of bystanders", "words.scene", words.scene(game, watched)
        for seat, ask in game.turn(state).items():
            if seat == CHANCE:
                yield (
                    f"at move {nth} the line of chance",
                    "words.chance",
                    words.chance(watched, ask, moves[seat]),
                )
                continue
            view, whose = game.observe(state, seat), f"at move {nth}, for {player_name(seat)},"
            yield f"{whose} the scene", "words.scene", words.scene(game, view)
            yield f"{whose} the request", "words.request", words.request(game, view, ask)
            yield (
                f"{whose} the instruction",
                "words.label",
                instruction(ask, "json", partial(words.label, view)),
            )
            if seat in seen:
                yield f"{whose} the news", "words.news", words.news(game, seen[seat], view)
            seen[seat] = view
            for key, atom in atoms(ask):
                yield f"{whose} the hint for {key!r}", "words.hint", words.hint(view, key)
                for option in _options(atom):
                    yield f"{whose} the label of {option!r}", "words.label", words.label(view, key, option)
    for seat in seen:
        yield (
            f"at the end the scene of {player_name(seat)}",
            "words.scene",
            words.scene(game, game.observe(state, seat)),
        )
    assert sample.record.outcome is not None
    yield "the reason of the outcome", "game.outcome", sample.record.outcome.reason


def _options(atom: Ask) -> tuple[Any, ...]:
    """What an atom names with labels."""
    match atom:
        case Choice():
            return tuple(dict.fromkeys(atom.choices))
        case Pick():
            return tuple(dict.fromkeys(atom.things))
        case Split():
            return tuple(atom.among)
    return ()
