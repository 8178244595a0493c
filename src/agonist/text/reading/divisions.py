"""Reading a division in words: `I keep both books and the hat, they get the ball`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from agonist.core import Amount, Form, Menu
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.spelling import key_form

_MINE: Final = r"\b(?:i(?:['’]ll| will| would|['’]d)?(?: like to)?|me)\b:?"
_THEIRS: Final = (
    r"\b(?:you|they|the other (?:player|side|one)|my (?:opponent|partner)|the opponent|player \d)"
    r"(?:['’]ll|['’]d|\b(?: (?:will|would|can|may))?)?:?"
)
_HAS: Final = r"\s*(?:keeps?|takes?|gets?|receives?|haves?|has)?\s+"
_SIDE: Final = re.compile(rf"(?:(?P<mine>{_MINE})|(?P<theirs>{_THEIRS})){_HAS}", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"(?:(?:so|ok|okay|sure|well|alright)[,.!]?\s+)*"
    r"(?:i (?:propose|suggest|offer)(?: that|:)?\s*|(?:my|the) (?:proposal|offer|plan"
    r"|split)(?: is(?: that)?)?:?\s*)?",
    re.IGNORECASE,
)
_DOUBT: Final = re.compile(
    r"\b(?:if|or|unless|but|not|n['’]t|maybe|perhaps|might|could|want me|wants?|some|most|few|several"
    r"|at least"
    r"|said|says?|last time|proposed)\b|[?\"“”]",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(
    r"(?P<many>both(?: of)?(?: the| my)?|all(?: of)?(?: the)?(?: \d+)?|the(?: \d+)?|an?|no"
    r"|\d+(?: of)?(?: the)?)"
    r" (?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_REST: Final = re.compile(
    r"(?:the |all the )?(?:rest|remaining items?|others?)|everything(?: else)?", re.IGNORECASE
)
_NOTHING: Final = re.compile(r"nothing(?: else)?", re.IGNORECASE)
_MOST_CHARACTERS: Final = 300


def parcels(ask: Menu, text: str) -> dict[str, str] | None:
    """The verb and the numbers of a division in words; `None` if the text has none, or only a part of it.

    If a text names both sides' items, they must add up to the whole. One side's items may be left out.
    """
    found = [(verb, form) for verb, form in ask.verbs if len(_kinds(form)) > 1]
    text = text.strip()
    if len(found) != 1 or len(text) > _MOST_CHARACTERS or _DOUBT.search(text):
        return None
    ((verb, form),) = found
    kinds = _kinds(form)
    text = in_digits(text.strip(" .!")[_LEAD.match(text.strip(" .!")).end() :])  # type: ignore[union-attr]  # it may be empty, so it always matches
    sides = [*_SIDE.finditer(text)]
    if not 1 <= len(sides) <= 2 or sides[0].start() or len({bool(one["mine"]) for one in sides}) < len(sides):
        return None
    got: dict[bool, dict[str, int]] = {}
    for one, following in zip(sides, [*sides[1:], None], strict=True):
        said = text[one.end() : following.start() if following else len(text)]
        counts = _counts(said, kinds)
        if counts is None:
            return None
        got[bool(one["mine"])] = counts
    keeps = _kept(got.get(True), got.get(False), {key: part.high for key, (part, _) in kinds.items()})
    return None if keeps is None else {"action": verb, **{key: str(many) for key, many in keeps.items()}}


def _kinds(form: Form) -> dict[str, tuple[Amount, str]]:
    """The keys of a form for the numbers of items kept, each with its noun."""
    return {
        key: (part, key_form(key.removeprefix("keep_")))
        for key, part in form.parts
        if isinstance(part, Amount) and key.startswith("keep_")
    }


def _counts(said: str, kinds: Mapping[str, tuple[Amount, str]]) -> dict[str, int] | None:
    """The number of each kind in a list; `rest` under the key `""` means everything that is left."""
    counts: dict[str, int] = {}
    pieces = re.split(
        r"\s*,\s*(?:and\s+)?|\s+(?:and|plus)\s+|\s*&\s*",
        re.sub(r"[\s,;.]*(?:\b(?:and|while|so))?[\s,;]*$", "", said),
    )
    for piece in filter(None, pieces):
        if _REST.fullmatch(piece):
            counts[""] = 1
            continue
        if _NOTHING.fullmatch(piece):
            continue
        item = _ITEM.fullmatch(piece)
        keys = [
            key
            for key, (_, noun) in kinds.items()
            if item and item["noun"].casefold() in (noun, noun.removesuffix("s"))
        ]
        if item is None or len(keys) != 1 or keys[0] in counts:
            return None
        part, noun = kinds[keys[0]]
        many = _many(item["many"].casefold(), plural=item["noun"].casefold() == noun, all_=part.high)
        if many is None or many > part.high:
            return None
        counts[keys[0]] = many
    return counts


def _many(said: str, *, plural: bool, all_: int) -> int | None:
    if number := re.search(r"\d+", said):
        return int(number[0]) if not said.startswith(("all", "the ")) or int(number[0]) == all_ else None
    if said.startswith("both"):
        return 2 if all_ == 2 else None
    if said == "no":
        return 0
    if said in ("a", "an"):
        return 1
    return all_ if plural or all_ == 1 else None


def _kept(
    mine: dict[str, int] | None, theirs: dict[str, int] | None, all_: Mapping[str, int]
) -> dict[str, int] | None:
    if mine is None or (theirs is None and ("" in mine or set(mine) != set(all_))):
        return None
    theirs = theirs or {}
    if "" in mine and "" in theirs:
        return None
    keeps = {}
    for key, total in all_.items():
        if key in mine and key in theirs and mine[key] + theirs[key] != total:
            return None
        if key in mine:
            keeps[key] = mine[key]
        elif key in theirs and ("" in mine or theirs[key] == total):
            keeps[key] = total - theirs[key]
        elif "" in mine or "" in theirs:
            keeps[key] = total if "" in mine else 0
        else:
            return None
    return keeps
