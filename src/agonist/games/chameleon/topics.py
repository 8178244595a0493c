"""Topics and the codes under them, written as `topic:code/code`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from agonist.core import UsageError


def _read(path: Path) -> tuple[str, ...]:
    lines = path.read_text(encoding="utf-8").splitlines()[2:]
    return tuple(line.replace(",", ":").replace(";", "/") for line in lines)


TOPICS: Final[tuple[str, ...]] = _read(Path(__file__).with_name("topics.csv"))
"""Our own list, `topics.csv`: 20 topics with 8 codes each."""


def codes_of(topics: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The codes of each topic.

    >>> codes_of(["Fruits:apple/pear"])
    {'Fruits': ('apple', 'pear')}
    """
    found = {}
    for text in topics:
        topic, _, codes = text.partition(":")
        found[_tidy(topic)] = tuple(filter(None, map(_tidy, codes.split("/"))))
    return found


def check_topics(topics: Sequence[str]) -> None:
    """Raise `UsageError` unless these are different topics, each with different codes."""
    found = codes_of(topics)
    if len(found) < len(topics):
        raise UsageError("chameleon: the same topic is given twice")
    for topic, codes in found.items():
        if not topic or not codes:
            raise UsageError("chameleon: write a topic with its codes like 'Fruits:apple/pear'")
        if len({code.casefold() for code in codes}) < len(codes):
            raise UsageError(f"chameleon: a code stands twice under the topic {topic!r}")


def _tidy(text: str) -> str:
    return " ".join(text.split())
