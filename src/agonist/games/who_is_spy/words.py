"""The word lists, by language, and how long a speech may be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from agonist.core.word_pairs import PAIRS as ENGLISH

Language: TypeAlias = Literal["en", "zh"]


def _read(path: Path) -> tuple[str, ...]:
    """The pairs in a file, without its two first lines (source and headings)."""
    return tuple(line.replace(",", "/") for line in path.read_text(encoding="utf-8").splitlines()[2:])


PAIRS: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": ENGLISH,
    "zh": _read(Path(__file__).with_name("pairs_zh.csv")),
}

LIMITS: Final[Mapping[Language, int]] = {"en": 400, "zh": 120}
"""Characters after which a speech is cut, as published."""
