"""Distinguishing a refusal from an answer that cannot be read."""

from __future__ import annotations

import re
from typing import Final

FINISHES: Final = frozenset(
    """refusal content_filter content-filter safety recitation prohibited_content blocklist
    spii""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Finish reasons of endpoints for a refusal by them or their model."""

_CANNOT: Final = (
    r"(?:can(?:no|['’]?)t|can not|could not|couldn['’]?t|won['’]?t|will not|must not"
    r"|(?:am|['’]m) (?:unable to|not able to|not comfortable)|(?:do not|don['’]t) feel comfortable"
    r"|(?:must|have to|need to) decline|refuse|decline)"
)
_DO: Final = (
    r"(?:help|assist|comply|participate|take part|continue|engage|provide|fulfill?|answer|respond"
    r"|play(?=\s*(?:[.,!;]|$|along|this|the game|such|a game|games|with you))"
    r"|do (?:that|this)|support|discuss|generate|create|choose|make (?:that|this|a)|be part|share|with|to)"
)
_REFUSAL: Final = re.compile(
    rf"\bI(?:\s+(?:really|simply|just|therefore))?\s*{_CANNOT}\b[^.!?\n]{{0,40}}?\b{_DO}\b"
    r"|\bI\s*(?:must|have to|need to)?\s*(?:respectfully\s+)?(?:decline|refuse)\b"
    r"|\bas an AI(?: language model)?,? I\s*(?:do not|don['’]t|cannot|can['’]t|am not|['’]m not)"
    r"|\b(?:sorry|apologi[sz]e)\b[^.!?\n]{0,30}"
    r"\bI\s*(?:can(?:no|['’]?)t|won['’]?t|(?:am |['’]m )(?:unable|not able))"
    r"|\bnot something (?:that )?I(?: can|['’]m able to) (?:help|assist|do)",
    re.IGNORECASE,
)


def refuses(text: str) -> bool:
    """Whether a text in which no answer was found declines to give one.

    >>> refuses("I'm sorry, but I can't help with that."), refuses("I can't decide. Maybe 3?")
    (True, False)
    """
    return len(text) < 2000 and _REFUSAL.search(text) is not None
