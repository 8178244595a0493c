"""Rules on demand: a summary and topics, and how a model asks for one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agonist.text import Prompts, without_thought

RULE: Final = "rule"
"""The purpose of a call in which a model asked for a topic of the rules."""

MOST_TOPICS: Final = 5
"""Topics that a model may ask for in one move."""

PROMPTS: Final = Prompts.beside(__file__)

_HEADING: Final = re.compile(r"^##[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_CALL: Final = re.compile(r"(?:rules?|explain)\s*\(\s*(.*?)\s*\)[.;]?", re.IGNORECASE)
_OBJECT: Final = re.compile(r"\{[^{}]*\}\s*(?:```)?\s*\Z")
_MARKS: Final = " \t`*_>\"'“”‘’"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in parts: a summary for everybody, and topics."""

    summary: str
    topics: Mapping[str, str]

    def introduction(self) -> str:
        """The text before the game, in place of the rules."""
        return PROMPTS.fill("rules_asked", summary=self.summary, topics=self._listed(), most=MOST_TOPICS)

    def find(self, wanted: str) -> str | None:
        """The topic with this name, or the only one whose name contains it or is in it; case is ignored."""
        key = _words_of(wanted)
        names = {_words_of(topic): topic for topic in self.topics}
        if key in names:
            return names[key]
        near = [topic for name, topic in names.items() if key and (key in name or name in key)]
        return near[0] if len(near) == 1 else None

    def answer(self, wanted: str, *, last: bool = False) -> str:
        """The answer to a model that asked for a topic; with `last`, it may ask for no more in this move."""
        topic = self.find(wanted)
        text = (
            PROMPTS.fill("rule_unknown", topic=wanted[:100], topics=self._listed())
            if topic is None
            else PROMPTS.fill("rule_told", topic=topic, text=self.topics[topic])
        )
        return "\n\n".join([text, PROMPTS.fill("rule_last")]) if last else text

    def _listed(self) -> str:
        return "; ".join(self.topics)


def rulebook(rules: str) -> Rulebook:
    """The rules in parts: a topic for each heading (`## …`), and the text before the first as summary.

    Rules without headings are one topic, `rules`, with their first paragraph as summary.

    >>> book = rulebook("Be first.\\n\\n## Moving\\nOne step.\\n\\n## The end\\nAfter ten.")
    >>> book.summary, dict(book.topics)
    ('Be first.', {'Moving': 'One step.', 'The end': 'After ten.'})
    """
    found = list(_HEADING.finditer(rules))
    if not found:
        return Rulebook(rules.strip().split("\n\n")[0], {"rules": rules.strip()})
    ends = [one.start() for one in found[1:]] + [len(rules)]
    topics = {one[1]: rules[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}
    summary = rules[: found[0].start()].strip()
    return Rulebook(summary or next(iter(topics.values())).split("\n\n")[0], topics)


def topic_asked(text: str) -> str | None:
    """The topic that an answer asks for; `None` if it is an answer.

    A request is a JSON object with only `rule` (and `reasoning`), or `rule(topic)` or
    `Explain(topic)` as its last line.

    >>> topic_asked('{"rule": "Moving"}'), topic_asked("I am not sure.\\nEXPLAIN(the end)"), topic_asked("b2")
    ('Moving', 'the end', None)
    """
    answer = without_thought(text).strip()
    if found := _OBJECT.search(answer):
        return _in_object(found[0].rstrip("`\n\t "))
    *_, last = answer.splitlines() or [""]
    return _in_line(last)


def _in_line(line: str) -> str | None:
    found = _CALL.fullmatch(line.strip(_MARKS))
    return found[1].strip(_MARKS) if found else None


def _in_object(text: str) -> str | None:
    try:
        parsed = json.loads(text)
    except ValueError:
        return None
    rest = {str(key).casefold(): value for key, value in parsed.items() if str(key).casefold() != "reasoning"}
    if len(rest) != 1:
        return None
    ((key, value),) = rest.items()
    if not isinstance(value, str):
        return None
    return (
        value.strip() if key in ("rule", "rules", "explain") else _in_line(value) if key == "action" else None
    )


def _words_of(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold()))
