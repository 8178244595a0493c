"""What a mock model is: a function from a conversation to its next answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

MockModel: TypeAlias = Callable[[Sequence[Mapping[str, str]], Random], str]
"""Maps a conversation to the next answer. If it raises, the client gets status 500."""
