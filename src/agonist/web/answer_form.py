"""Converts any ask into a form, and a submitted form into an action, for all games alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, IllegalAction, InvalidAnswer, Menu, Pick, Speech, Split
from agonist.core.ask import atoms
from agonist.players.simple import typed
from agonist.text import Say, Vocabulary
from agonist.text.answer_formats import key_of, label_of
from agonist.web.submitted_forms import Sent, one

TYPED: Final = "typed"
"""The field in which a whole move is typed."""

TYPED_CHARACTERS: Final = 1_000
"""The most characters of a typed move."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form. `kind`: choice, amount, speech, split, pick, form or menu."""

    kind: str
    name: str
    label: str
    options: tuple[str, ...] = ()
    parts: tuple[Field, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    total: int = 0
    unit: str = ""
    note: str = ""
    optional: bool = False
    words: int = 0
    characters: int = 0
    bytes: int = 0
    """What a text may have at most, by the ask's own count; 0: it isn't counted."""


def field_of(ask: Ask, say: Say, name: str = "a", key: str = "") -> Field:
    """The form field for an ask; `say(key, option)` is the label of an option."""
    key = key or key_of(ask)
    base = Field("", name, label_of(key))
    match ask:
        case Choice():
            return replace(base, kind="choice", options=tuple(say(key, one) for one in ask.choices))
        case Amount():
            return replace(base, kind="amount", low=ask.low, high=ask.high, step=ask.step, unit=ask.unit)
        case Speech():
            return replace(
                base,
                kind="speech",
                note=_limits(ask),
                optional=ask.optional,
                words=ask.max_words if ask.cut is None else 0,
                characters=ask.cut or 0,
                bytes=ask.max_bytes or 0,
            )
        case Split():
            note = f"These add up to {ask.total:,}."
            shares = tuple(say(key, one) for one in ask.among)
            most = ask.total - ask.low * (len(shares) - 1)
            whole = replace(base, kind="split", options=shares, low=ask.low, high=most, step=ask.step)
            return replace(whole, total=ask.total, note=note)
        case Pick():
            many = str(ask.low) if ask.low == ask.high else f"{ask.low} to {ask.high}"
            things = tuple(say(key, one) for one in ask.things)
            return replace(
                base, kind="pick", options=things, low=ask.low, high=ask.high, note=f"Pick {many}."
            )
        case Form():
            parts = tuple(field_of(part, say, f"{name}.{n}", own) for n, (own, part) in enumerate(ask.parts))
            return replace(base, kind="form", parts=parts)
        case Menu():
            verbs = tuple(
                replace(field_of(form, say, f"{name}.{n}"), label=label_of(verb))
                for n, (verb, form) in enumerate(ask.verbs)
            )
            return replace(base, kind="menu", parts=verbs)
    raise TypeError(f"there is no form for a {type(ask).__name__}")


def _limits(ask: Speech) -> str:
    parts = [f"At most {ask.max_words} words." if ask.cut is None else f"Cut after {ask.cut} characters."]
    parts += [f"At most {ask.max_bytes} bytes."] if ask.max_bytes is not None else []
    parts += ["It may be left empty."] if ask.optional else []
    return " ".join(parts)


class WrongField(IllegalAction):
    """An error in a form, with the name of the field at which it is shown."""

    def __init__(self, why: str, name: str) -> None:
        super().__init__(why)
        self.name = name


def action_of(ask: Ask, sent: Sent, name: str = "a") -> Any:
    """The action in a submitted form, checked by the ask; a field `option` is an index of the ask's options.

    Raises `WrongField` for missing or invalid values, with the field's name.
    """
    try:
        if "option" in sent:
            options = ask.options() or ()
            action = options[_index(sent, "option", len(options))]
        else:
            action = _action(ask, sent, name)
        ask.check(action)
    except WrongField:
        raise
    except IllegalAction as why:
        raise WrongField(str(why), name) from None
    return action


def is_typed(ask: Ask) -> bool:
    """Whether a page offers to type the whole answer: it can be chosen, and no part of it is free text."""
    parts = [atom for _, atom in atoms(ask)]
    return not isinstance(ask, Amount) and not any(isinstance(part, Speech) for part in parts)


def typed_action(ask: Ask, text: str, say: Say, vocabulary: Vocabulary) -> Any:
    """The action in a typed text, as the reader of answers takes it.

    Raises `WrongField` with the complaint of the reader or of the ask.
    """
    try:
        if len(text) > TYPED_CHARACTERS:
            raise IllegalAction(f"a move is typed in at most {TYPED_CHARACTERS:,} characters")
        action = typed(ask, text, say, vocabulary)
        ask.check(action)
    except InvalidAnswer as why:
        raise WrongField(str(why), TYPED) from None
    return action


def _action(ask: Ask, sent: Sent, name: str) -> Any:
    match ask:
        case Choice():
            return ask.choices[_index(sent, name, len(ask.choices))]
        case Amount():
            return _whole(sent, name, "a number")
        case Speech():
            return one(sent, name).replace("\r\n", "\n").strip()
        case Split():
            return tuple(_whole(sent, f"{name}.{n}", "each share") for n in range(len(ask.among)))
        case Pick():
            texts = dict.fromkeys(sent.get(name, ()))
            picked = [_number(text, len(ask.things), name) for text in texts]
            return ask.in_order([ask.things[at] for at in picked])
        case Form():
            return tuple(_part(part, sent, f"{name}.{n}") for n, (_, part) in enumerate(ask.parts))
        case Menu():
            at = _index(sent, name, len(ask.verbs))
            verb, form = ask.verbs[at]
            return (verb, *_part(form, sent, f"{name}.{at}"))
    raise IllegalAction("this cannot be answered by a form")


def _part(ask: Ask, sent: Sent, name: str) -> Any:
    """The action for a part of an ask; errors are reported at its field."""
    action = _action(ask, sent, name)
    try:
        ask.check(action)
    except WrongField:
        raise
    except IllegalAction as why:
        raise WrongField(str(why), name) from None
    return action


def _index(sent: Sent, name: str, count: int) -> int:
    text = one(sent, name)
    if not text:
        raise WrongField("choose one of the options", name)
    return _number(text, count, name)


def _number(text: str, count: int, name: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 6) or int(text) >= count:
        raise WrongField("choose one of the options that are shown", name)
    return int(text)


def _whole(sent: Sent, name: str, what: str) -> int:
    text = one(sent, name).strip()
    if not text:
        raise WrongField(f"fill in {what}", name)
    digits = text.removeprefix("-")
    if not (digits.isdecimal() and digits.isascii() and len(digits) < 16):
        raise WrongField(f"{text[:40]!r} is not a whole number", name)
    return int(text)
