"""A mock model with simple heuristics that work on the text of any prompt.

It replaces a model in demonstrations and load tests. It has no code for any game: it prefers the middle of a
list of options, about a third of a range, modest verbs, even shares and clues without the secret word, and
votes for the player whose words are least like the others'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Pick, Speech, Split
from agonist.core.random_choice import taken_from
from agonist.models.mock_endpoint.answers_to_side_questions import short_answer
from agonist.models.mock_endpoint.filler_sentences import OPENINGS, PLEASANTRIES, REASONS, SAYINGS, WORDS, one
from agonist.models.mock_endpoint.mock_model_type import MockModel
from agonist.models.mock_endpoint.prompt_instruction import Instruction, instruction_in

_SECRET: Final = re.compile(r"\bword\b[^\"“”\n]{0,40}[\"“]([^\"”\n]{1,40})[\"”]", re.IGNORECASE)
_SECRET_BARE: Final = re.compile(
    r"\byour (?:secret )?word(?: is)?:? \**([\w' -]{2,30}?)\**[.\n]", re.IGNORECASE
)
_SAID: Final = re.compile(r"^\W*(Player \d+)[^\n:\"“]{0,30}[:\"“]\s*[\"“]?([^\n\"”]+)", re.MULTILINE)
_NUMBER: Final = re.compile(r"\d")
_MODEST: Final = (("fold", 0.5), ("all", 0.2), ("check", 6.0), ("call", 5.0), ("raise", 2.0), ("bet", 2.0))
"""The weight of a verb, by the first of these words in it."""
_HANDFUL: Final = 8
"""How many of the sayings go with one secret word."""


def sensible(slips: float = 0.02) -> MockModel:
    """A mock model with simple heuristics; a share `slips` (0 to 1) of its answers is invalid."""

    def model(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
        instruction = instruction_in(messages)
        if instruction is None:
            return short_answer(messages, rng) or str(one(PLEASANTRIES, rng))
        if rng.random() < slips:
            return _slip(instruction, rng)
        seen = "\n".join(m["content"] for m in messages if m["role"] != "assistant")
        return instruction.answer(lambda ask: _action(ask, seen, rng), rng)

    return model


def _action(ask: Ask, seen: str, rng: Random) -> Any:
    match ask:
        case Choice():
            return _choose([str(option) for option in ask.choices], seen, rng)
        case Amount():
            steps = (ask.high - ask.low) // ask.step
            return ask.low + ask.step * min(steps, round(steps * rng.triangular(0.1, 0.6, 0.33)))
        case Speech():
            return _speak(ask, seen, rng)
        case Split():
            each, left = divmod((ask.total - ask.low * len(ask.among)) // ask.step, len(ask.among))
            favoured = taken_from(range(len(ask.among)), left, rng)
            return tuple(ask.low + ask.step * (each + (n in favoured)) for n in range(len(ask.among)))
        case Pick():
            return taken_from(ask.things, (ask.low + ask.high) // 2, rng)


def _choose(options: Sequence[str], seen: str, rng: Random) -> str:
    players = [option for option in options if option.startswith("Player ")]
    if players and len(options) - len(players) <= 1:  # one may be an abstention
        return _odd_one(players, seen, rng)
    liked = [_liking(option) for option in options]
    if any(liked):
        weights = [weight or 1.0 for weight in liked]
    elif all(_NUMBER.search(option) for option in options):
        middle = (len(options) - 1) / 2
        weights = [1 / (0.4 + abs(place - middle)) for place in range(len(options))]
    else:
        weights = [1.0] * len(options)
    return rng.choices(options, weights)[0]


def _liking(verb: str) -> float | None:
    words = re.findall(r"[a-z]+", verb.casefold())
    return next((weight for word, weight in _MODEST if word in words), None)


def _odd_one(players: Sequence[str], seen: str, rng: Random) -> str:
    """The player whose words overlap least with what everyone else said."""
    clues: dict[str, set[str]] = {}
    for name, words in _SAID.findall(seen):
        clues.setdefault(name, set()).update(re.findall(r"\w{3,}", words.casefold()))
    known = [player for player in players if player in clues]
    if not known or len(clues) < 3:
        return str(one(players, rng))

    def likeness(player: str) -> float:
        mine = clues[player]
        others = [words for name, words in clues.items() if name != player]
        return sum(len(mine & words) / (len(mine | words) or 1) for words in others) / len(others)

    return min(known, key=lambda player: (likeness(player), rng.random()))


def _speak(ask: Speech, seen: str, rng: Random) -> str:
    """A short sentence without the quoted secret, and if possible not one that was said before."""
    found = _SECRET.findall(seen) or _SECRET_BARE.findall(seen)
    secret = found[-1].casefold() if found else ""
    if secret:
        start = blake2b(secret.encode(), digest_size=2).digest()[0]
        stock = [SAYINGS[(start + 7 * place) % len(SAYINGS)] for place in range(_HANDFUL)]
    else:
        stock = list(PLEASANTRIES)
    taboo = set(re.findall(r"\w+", secret)) | {secret}
    fits = [s for s in stock if len(s.split()) <= ask.max_words and not _says(s, taboo)]
    if ask.max_bytes is not None:
        fits = [s for s in fits if len(s.encode()) <= ask.max_bytes]
    fresh = [s for s in fits if s not in seen]
    if fresh or fits:
        return str(one(fresh or fits, rng))
    short = [w for w in WORDS if not _says(w, taboo) and len(w) <= (ask.max_bytes or len(w))]
    return str(one(short, rng)) if short and ask.max_words else ""


def _says(text: str, taboo: set[str]) -> bool:
    return any(word and re.search(rf"\b{re.escape(word)}(?:s|es)?\b", text, re.IGNORECASE) for word in taboo)


def _slip(instruction: Instruction, rng: Random) -> str:
    """An invalid answer, of one of the kinds that models give."""
    kind = int(rng.random() * 3)
    if kind == 0:
        return ""
    if kind == 1:
        return f"{one(OPENINGS, rng)} {one(REASONS, rng)}"
    return instruction.answer(illegal, rng)


def illegal(ask: Ask) -> Any:
    """A value in the right format that is not permitted; always the same.

    >>> illegal(Amount(0, 10))
    11
    """
    match ask:
        case Amount():
            return ask.high + 1
        case Speech():
            return " ".join(["word"] * (ask.max_words + 1))
        case Split():
            return (ask.total + 1,) * len(ask.among)
        case Pick():
            return ("xyzzy",)
    return "xyzzy"
