"""Answer formats: a JSON object, labelled lines, or a schema, generated from any ask.

>>> talk = menu("talk", wait={}, say={"to": Choice(("room", 3)), "text": Speech()})
>>> print(instruction(talk, "json"))
Answer with one JSON object and nothing else, with these keys:
- "action": one of "wait", "say"
If "action" is "say", also:
- "to": one of "room", "3"
- "text": text, at most 50 words
>>> print(written(talk, ("say", 3, "hello"), "line"))
Action: say
To: 3
Text: hello
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from agonist.core import Amount, Ask, Choice, Form, Menu, Pick, Speech, Split, counted, menu

__all__ = [
    "Format",
    "Say",
    "instruction",
    "key_of",
    "menu",
    "option_text",
    "schema",
    "verb_choice",
    "written",
]

Format: TypeAlias = Literal["json", "line", "schema"]
"""`json`: one object. `line`: a labelled line a key. `schema`: as json, with a schema for the endpoint."""

Say: TypeAlias = Callable[[str, Any], str]
"""(key, option) -> the option in words."""

_REASONING = "your reasoning, step by step, as text"


def option_text(key: str, option: Any) -> str:
    """An option in words, for games that have no words for it: ("deploy", "Air 3", 1) is `deploy Air 3 1`."""
    return " ".join(option_text(key, part) for part in option) if isinstance(option, tuple) else str(option)


def key_of(ask: Ask) -> str:
    """The key of the answer to a single question."""
    return ask.about or "action"


def label_of(key: str) -> str:
    """A key as the label of a line: `chosen_number` is `Chosen number`."""
    return key.replace("_", " ").capitalize()


def verb_choice(ask: Menu) -> Choice:
    """The choice between the verbs of a menu."""
    return Choice(tuple(verb for verb, _ in ask.verbs), about="action")


def instruction(
    ask: Ask,
    form: Format,
    say: Say = option_text,
    *,
    reasoning: bool = False,
    hint: Callable[[str], str] | None = None,
) -> str:
    """The instruction how to answer.

    With `reasoning`, a field or place for it comes first. With `hint`, options are not listed; the hint for
    the key is shown instead.
    """
    entries = _entries(ask, say, hint)
    if form == "line":
        opening = "Think step by step first. Then end" if reasoning else "End"
        head = f"{opening} your answer with exactly {'these lines' if len(entries) > 1 else 'this line'}:"
        return "\n".join([head, *(_line_entry(condition, key, what) for condition, key, what in entries)])
    lines = ["Answer with one JSON object and nothing else, with these keys:"]
    if reasoning:
        lines.append(f'- "reasoning": {_REASONING}')
    label: str | None = None
    for condition, key, what in entries:
        if condition and condition != label:
            lines.append(f'If "action" is "{condition}", also:')
        label = condition
        lines.append(f'- "{key}": {what}')
    return "\n".join(lines)


def _line_entry(condition: str, key: str, what: str) -> str:
    return f"{label_of(key)}: {what}" + (f' (only if Action is "{condition}")' if condition else "")


def _entries(
    ask: Ask, say: Say, hint: Callable[[str], str] | None, key: str = ""
) -> list[tuple[str, str, str]]:
    """For each key of the flat answer: the verb that needs it (or nothing), the key, what to write."""
    key = key or key_of(ask)
    if isinstance(ask, Form):
        return [entry for name, part in ask.parts for entry in _entries(part, say, hint, name)]
    if isinstance(ask, Menu):
        verbs = [("", "action", wanted("action", verb_choice(ask), option_text, None))]
        needs = [(v, k, w) for v, parts in ask.verbs for _, k, w in _entries(parts, say, hint)]
        return verbs + needs
    return [("", key, wanted(key, ask, say, hint))]


def wanted(key: str, atom: Ask, say: Say = option_text, hint: Callable[[str], str] | None = None) -> str:
    """What an answer to an atom is, in words."""
    match atom:
        case Choice():
            return hint(key) if hint else "one of " + ", ".join(f'"{say(key, o)}"' for o in atom.choices)
        case Amount():
            steps = f", in steps of {atom.step}" if atom.step > 1 else ""
            unit = f" ({atom.unit})" if atom.unit else ""
            return f"a whole number from {atom.low} to {atom.high}{steps}{unit}"
        case Speech():
            size = f"at most {counted(atom.max_words, 'word')}"
            if atom.cut is not None:
                size = f"cut after {atom.cut} characters"
            if atom.max_bytes is not None:
                size += f" and {atom.max_bytes} bytes"
            return f"text, {size}" + (", may be empty" if atom.optional and atom.cut is None else "")
        case Split():
            names = ", ".join(f'"{say(key, name)}"' for name in atom.among)
            steps = f" in steps of {atom.step}" if atom.step > 1 else ""
            return (
                f"an object with a whole number{steps} from {atom.low} up "
                f"for each of {names}, {atom.total} in total"
            )
        case Pick():
            things = ", ".join(f'"{say(key, thing)}"' for thing in atom.things)
            many = str(atom.low) if atom.low == atom.high else f"{atom.low} to {atom.high}"
            return f"a list of {many} of these: {things}"
    raise TypeError(f"no player can be asked for {atom!r}")


def schema(ask: Ask, say: Say = option_text, *, reasoning: bool = False) -> dict[str, Any]:
    """The JSON schema of the answer, in the subset that strict structured output accepts.

    Every key is required, as in that subset; keys of the verbs of a menu may be null.
    """
    properties: dict[str, Any] = {"reasoning": {"type": "string"}} if reasoning else {}
    for optional, key, atom in _atoms(ask, ""):
        wanted = _schema_of(key, atom, say)
        old = properties.get(key)
        new = {"anyOf": [wanted, {"type": "null"}]} if optional else wanted
        if old is not None and old != new:
            new = {"anyOf": [*old["anyOf"][:-1], wanted, {"type": "null"}]}
        properties[key] = new
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _atoms(ask: Ask, key: str) -> list[tuple[bool, str, Ask]]:
    if isinstance(ask, Form):
        return [atom for name, part in ask.parts for atom in _atoms(part, name)]
    if isinstance(ask, Menu):
        return [
            (False, "action", verb_choice(ask)),
            *((True, key, atom) for _, parts in ask.verbs for _, key, atom in _atoms(parts, "")),
        ]
    return [(False, key or key_of(ask), ask)]


def _schema_of(key: str, atom: Ask, say: Say) -> dict[str, Any]:
    match atom:
        case Choice():
            return {"type": "string", "enum": [say(key, option) for option in atom.choices]}
        case Amount():
            return {"type": "integer", "minimum": atom.low, "maximum": atom.high}
        case Speech():
            return {"type": "string"}
        case Split():
            names = [say(key, name) for name in atom.among]
            return {
                "type": "object",
                "properties": {name: {"type": "integer"} for name in names},
                "required": names,
                "additionalProperties": False,
            }
        case Pick():
            return {
                "type": "array",
                "items": {"type": "string", "enum": [say(key, t) for t in dict.fromkeys(atom.things)]},
            }
    raise TypeError(f"no player can be asked for {atom!r}")


def written(ask: Ask, action: Any, form: Format, say: Say = option_text) -> str:
    """An action written in a format: the inverse of reading."""
    fields = _object(ask, action, say, "")
    if form == "line":
        return "\n".join(f"{label_of(key)}: {_flat(value)}" for key, value in fields.items())
    return json.dumps(fields, ensure_ascii=False)


def _flat(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{name}={number}" for name, number in value.items())
        case list():
            return ", ".join(map(str, value))
    return " ".join(str(value).split("\n"))


def _object(ask: Ask, action: Any, say: Say, key: str) -> dict[str, Any]:
    key = key or key_of(ask)
    match ask:
        case Form():
            parts = zip(ask.parts, action, strict=True)
            return {k: v for (name, part), a in parts for k, v in _object(part, a, say, name).items()}
        case Menu():
            return {"action": action[0], **_object(dict(ask.verbs)[action[0]], action[1:], say, "")}
        case Choice():
            return {key: say(key, action)}
        case Split():
            return {key: {say(key, name): part for name, part in zip(ask.among, action, strict=True)}}
        case Pick():
            return {key: [say(key, thing) for thing in action]}
    return {key: action}
