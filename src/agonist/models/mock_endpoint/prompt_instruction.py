"""Reading a prompt as a model would: what it asks for, and in which format.

The instruction is the one that `agonist.text.answer_formats.instruction` writes. It is looked for in the last
message that has one, so that after a short "that was not legal, try again" the question is still found.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Pick, Speech, Split
from agonist.models.mock_endpoint.filler_sentences import REASONS, one

_HEAD: Final = re.compile(
    r"^Answer with one (?P<json>JSON) object and nothing else, with these keys:[ \t]*$"
    r"|^(?:End|.*\bThen end) your answer with exactly th(?:ese lines|is line):[ \t]*$",
    re.MULTILINE,
)
_CONDITION: Final = re.compile(r'If "action" is "(.*)", also:')
_KEY: Final = re.compile(r'- "(.+?)": (.*)()')
_LABEL: Final = re.compile(r'([^:]+): (.*?)(?: \(only if Action is "([^"]*)"\))?')

_CHARACTERS_PER_WORD: Final = 8
"""Counted where a text is cut after a number of characters, so that it never is."""

_ASKS: Final[Sequence[tuple[str, Callable[[re.Match[str]], Ask]]]] = (
    (r'one of (".*)', lambda m: Choice(_quoted(m[1]))),
    (
        r"a whole number from (-?\d+) to (-?\d+)(?:, in steps of (\d+))?(?: \(.*\))?",
        lambda m: Amount(int(m[1]), int(m[2]), int(m[3] or 1)),
    ),
    (
        r"text, at most (\d+) words?(?: and (\d+) bytes)?(?:, may be empty)?",
        lambda m: Speech(int(m[1]), int(m[2]) if m[2] else None),
    ),
    (r"text, cut after (\d+) .*", lambda m: Speech(int(m[1]) // _CHARACTERS_PER_WORD, int(m[1]))),
    (
        r"an object with a whole number(?: in steps of (\d+))? from (-?\d+) up"
        r" for each of (.*), (-?\d+) in total",
        lambda m: Split(_quoted(m[3]), int(m[4]), int(m[2]), int(m[1] or 1)),
    ),
    (
        r"a list of (\d+)(?: to (\d+))? of these: (.*)",
        lambda m: Pick(_quoted(m[3]), int(m[1]), int(m[2] or m[1])),
    ),
    # A hint in place of options quotes some of them, or says that they are numbers in a range.
    (r'.*".+".*', lambda m: Choice(tuple(re.findall(r'"([^"]+)"', m[0])))),
    (
        r".*\bfrom (\d{1,3}) to (\d{1,3})\b.*",
        lambda m: Choice(tuple(map(str, range(int(m[1]), int(m[2]) + 1)))),
    ),
    (r".*", lambda _: Choice(("?",))),
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a prompt asks for: for each key of the answer, the verb of the menu that it belongs to (empty if
    it belongs to none), the key, and the single question.
    """

    fields: tuple[tuple[str, str, Ask], ...]
    as_json: bool
    reasoning: bool

    def answer(self, action: Callable[[Any], Any], rng: Random) -> str:
        """The answer in the form that was asked for, given an action for each question; with a reason if
        reasoning was asked for too.
        """
        values: dict[str, Any] = {}
        chosen = ""
        for verb, key, ask in self.fields:
            if verb not in ("", chosen):
                continue
            values[key] = action(ask)
            if isinstance(ask, Split):
                values[key] = dict(zip(ask.among, values[key], strict=True))
            if not verb and key.casefold() == "action":
                chosen = values[key]
        reason = {"reasoning": one(REASONS, rng)} if self.reasoning else {}
        if self.as_json:
            return json.dumps(reason | values, ensure_ascii=False)
        lines = [f"{label}: {_flat(value)}" for label, value in values.items()]
        return "\n\n".join([*reason.values(), "\n".join(lines)])


def instruction_in(messages: Sequence[Mapping[str, str]]) -> Instruction | None:
    """The last instruction in a conversation, or `None` if there is none.

    >>> instruction_in([{"role": "user", "content": '''End your answer with exactly this line:
    ... Column: one of "1", "2"'''}]).fields
    (('', 'Column', Choice(choices=('1', '2'), about='')),)
    """
    for message in reversed(messages):
        if message["role"] != "assistant" and (heads := [*_HEAD.finditer(message["content"])]):
            return _instruction(heads[-1], message["content"][heads[-1].end() :].lstrip("\n"))
    return None


def _instruction(head: re.Match[str], text: str) -> Instruction:
    fields, verb, reasoning = list[tuple[str, str, Ask]](), "", head[0].startswith("Think")
    for line in map(str.strip, takewhile(str.strip, text.split("\n"))):
        if condition := _CONDITION.fullmatch(line):
            verb = condition[1]
        elif entry := (_KEY if head["json"] else _LABEL).fullmatch(line):
            if head["json"] and entry[1] == "reasoning" and not fields:
                reasoning = True
            else:
                found = ((re.fullmatch(pattern, entry[2]), make) for pattern, make in _ASKS)
                fields.append((entry[3] or verb, entry[1], next(make(m) for m, make in found if m)))
    return Instruction(tuple(fields), bool(head["json"]), reasoning)


def _quoted(names: str) -> tuple[str, ...]:
    # Names may contain quotes themselves, so they are split at the separators between them.
    return tuple(names.strip().removeprefix('"').removesuffix('"').split('", "'))


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={number}" for name, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
