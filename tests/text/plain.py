"""Replies that plainly give one answer, as models write them: each way of writing with each question of
`plain.jsonl`, and sentences of each question's own."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.text.situations import situation

from agonist.text import written
from agonist.text.answer_formats import label_of


def lines_of(name):
    """The values of a file beside this one."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


SUBJECTS = lines_of("plain.jsonl")
"""Questions with an answer, its `words`, the `thought` before it, `why` it is given, and whole replies."""

VOICES = (
    "{J}",
    "{P}",
    "```json\n{J}\n```",
    "```json\n{P}\n```",
    "```\n{J}\n```",
    "{thought}\n\n{J}",
    "{thought}\n\n```json\n{P}\n```",
    "Looking at the situation, {lower}\n\n**Answer:**\n```json\n{P}\n```",
    "Here is my answer:\n\n```json\n{P}\n```",
    "Here's my move:\n{J}",
    "<think>\nOkay. {thought} Wait, actually, let me check again. Yes.\n</think>\n\n{J}",
    "{thought}\n</think>\n{J}",
    "<reasoning>{thought}</reasoning>\n<answer>{J}</answer>",
    "<|channel|>analysis<|message|>{thought}<|end|><|start|>assistant<|channel|>final<|message|>{J}",
    "### Analysis\n\n- {thought}\n\n### Decision\n\n{J}",
    "{J}\n\n{why}",
    "```json\n{P}\n```\n\n**Explanation:** {why}",
    "```json\n{J}\n```\nReasoning: {why}",
    "{R}",
    "{S}",
    "{J}<|im_end|>",
    "Sure! {J}",
    "**Step 1:** {thought}\n\n**Step 2:** {why}\n\nTherefore, my final answer is:\n\n{J}",
    "{thought} So my answer is: {J}",
    '{"name": "answer", "arguments": {J}}',
    '<tool_call>\n{"name": "answer", "arguments": {J}}\n</tool_call>',
    "{L}",
    "{thought}\n\n{L}",
    "**{L}**",
    "Meine Antwort:\n\n{J}",
    "我的回答：\n\n{J}",
)

OF_WORDS = (
    "{label}: {words}",
    "**{label}:** {words}",
    "{thought}\n\nFinal answer: {words}",
    "<answer>{words}</answer>",
    "My answer is {words}.",
    "Answer: {words}",
)
"""The same for answers in words."""


class Row(NamedTuple):
    """A reply and the action that it plainly gives."""

    at: str
    form: str
    text: str
    action: Any


def rows():
    """All replies."""
    for nth, one in enumerate(SUBJECTS):
        at, action = situation(one["at"]), tuples(one["action"])
        tidy, line = (written(at.ask, action, form, at.say) for form in ("json", "line"))
        given = json.loads(tidy)
        blanks = {
            "J": tidy,
            "P": json.dumps(given, indent=2),
            "R": json.dumps({"reasoning": one["thought"], **given}),
            "S": json.dumps({**given, "explanation": one["why"]}),
            "L": line,
            "thought": one["thought"],
            "lower": one["thought"][0].lower() + one["thought"][1:],
            "why": one["why"],
            "words": one["words"],
            "label": label_of(next(iter(given))),
        }
        ways = [*VOICES, *(OF_WORDS if one["words"] and len(given) == 1 else ())]
        for way in ways:
            if way == "**{L}**" and "\n" in line:
                continue
            text = way
            for name, value in blanks.items():
                text = text.replace("{" + name + "}", value)
            yield Row(one["at"], "line" if "{L}" in way and nth % 2 else "json", text, action)
        for text in one["prose"]:
            yield Row(one["at"], "json", text, action)
    for reply in lines_of("plain_replies.jsonl"):
        yield Row(reply["at"], "json", reply["text"], tuples(reply["action"]))


def tuples(value):
    """A value of JSON as an action."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value
