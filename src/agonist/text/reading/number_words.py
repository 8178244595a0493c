"""Numbers in words (`thirty-three`) and ordinals (`third`, `3rd`), as digits."""

from __future__ import annotations

import re
from typing import Final

_ONES: Final = {
    word: number
    for number, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
        sixteen seventeen eighteen nineteen""".split()  # noqa: SIM905  a list of strings is worse to read
    )
}
_TENS: Final = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)  # noqa: SIM905  as above
}
_HUNDREDS: Final = {"hundred": 100, "thousand": 1000}
_ORDINALS: Final = {
    word: str(n)
    for n, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),  # noqa: SIM905  as above
        1,
    )
}
_NUMBER_WORD: Final = "|".join((*_ONES, *_TENS, *_HUNDREDS))
_SPELLED: Final = re.compile(
    rf"\b(?:an?\s+(?=hundred|thousand))?(?:{_NUMBER_WORD})(?:(?:\s+and\s+|\s*-\s*|\s+)(?:{_NUMBER_WORD}))*\b",
    re.IGNORECASE,
)
_TWO: Final = re.compile(r"(?<!hundred)(?<!thousand)\s+and\b", re.IGNORECASE)
"""`twenty and five` may be two numbers; `one hundred and five` is one."""


def in_digits(text: str) -> str:
    """The text with numbers in words written as digits. Words that do not form a number are unchanged.

    >>> in_digits("thirty-three tokens"), in_digits("one hundred and five"), in_digits("twenty thirty")
    ('33 tokens', '105', 'twenty thirty')
    """
    return _SPELLED.sub(lambda found: _value(found[0]) or found[0], text)


def ordinal(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words with an ordinal as a number after its noun; empty if they do not begin with one.

    >>> ordinal(("third", "column")), ordinal(("3", "rd")), ordinal(("column", "3"))
    (('column', '3'), ('3',), ())
    """
    if words and words[0] in _ORDINALS:
        return (*words[1:], _ORDINALS[words[0]])
    if len(words) > 1 and words[0].isdecimal() and words[1] in ("st", "nd", "rd", "th"):
        return (*words[2:], words[0])
    return ()


def _value(spelled: str) -> str | None:
    if _TWO.search(spelled):
        return None
    total = part = 0
    last = 10_000
    for word in re.findall(r"[a-z]+", spelled.casefold()):
        if word in ("a", "an"):
            part, last = 1, 1
        elif word in _HUNDREDS:
            if not 0 < part < 100 and total:
                return None
            total, part, last = total + (part or 1) * _HUNDREDS[word], 0, _HUNDREDS[word]
        elif word in _TENS:
            if last < 100:
                return None
            part, last = _TENS[word], 10
        elif word in _ONES:
            value = _ONES[word]
            if last < 10 or (last == 10 and not 0 < value < 10) or (not value and last != 10_000):
                return None
            part, last = part + value, 1
    return str(total + part)
