"""What attackers and defenders are told, and what attackers without a model say."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from agonist.core import UsageError, nearest
from agonist.text import Prompts

PROMPTS: Final = Prompts.beside(__file__)

ATTACKS: Final = ("pia", "pid", "silence", "lure")
"""Ours by name. The first two have the meaning of WiS's attack and defence (2024, Table 1), in our words."""

CANARY: Final = re.compile(r"\bzephyr\d+\b")
"""What canaries look like in a transcript."""

FILES: Final = (".md", ".txt")
"""Endings by which the file of a user's own attack is told from the name of one of ours."""


def attack(name: str) -> str:
    """The instruction of a model that attacks: one of ours, or what a file holds."""
    return _own(name) if name.endswith(FILES) else PROMPTS.fill(f"attack_{_known(name)}")


def line(name: str) -> str:
    """What a built-in player adds to everything it says."""
    return _own(name) if name.endswith(FILES) else PROMPTS.fill(f"line_{_known(name)}")


def guard() -> str:
    """The instruction of a model that defends itself."""
    return PROMPTS.fill("guard")


def canary(seed: str) -> str:
    """A word that nobody says by chance, of its own for each seat and match."""
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
