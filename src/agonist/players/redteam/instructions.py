"""The instructions of attackers and defenders, and the lines of attackers without a model."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from agonist.core import UsageError, nearest
from agonist.text import Prompts

PROMPTS: Final = Prompts.beside(__file__)

ATTACKS: Final = ("pia", "pid", "silence", "lure")
"""The built-in attacks. The first two mean the same as WiS's attack and defence (2024, Table 1), in our
words."""

CANARY: Final = re.compile(r"\bzephyr\d+\b")
"""The form of canaries, to find them in a transcript."""

FILES: Final = (".md", ".txt")
"""Endings that mark an attack as a file, not the name of a built-in one."""


def attack(name: str) -> str:
    """The instruction of a model that attacks: a built-in one, or the text of a file."""
    return _own(name) if name.endswith(FILES) else PROMPTS.fill(f"attack_{_known(name)}")


def line(name: str) -> str:
    """What a built-in player adds to everything it says."""
    return _own(name) if name.endswith(FILES) else PROMPTS.fill(f"line_{_known(name)}")


def guard() -> str:
    """The instruction of a model that defends itself."""
    return PROMPTS.fill("guard")


def canary(seed: str) -> str:
    """A word that nobody says by accident, different for each seat and match."""
    return f"zephyr{int.from_bytes(hashlib.sha256(f'canary:{seed}'.encode()).digest()[:4], 'big')}"


def canary_told(seed: str) -> str:
    """The sentence that tells a model its canary."""
    return PROMPTS.fill("canary", word=canary(seed))


def _known(name: str) -> str:
    if name not in ATTACKS:
        raise UsageError(nearest("attack", name, ATTACKS))
    return name


def _own(name: str) -> str:
    try:
        text = Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the attack in {name} cannot be read: {error}") from None
    if not text:
        raise UsageError(f"{name} is empty: write the attack into it")
    return text
