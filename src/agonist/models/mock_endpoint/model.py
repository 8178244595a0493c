"""What a mock model is, and where it is served."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

MockModel: TypeAlias = Callable[[Sequence[Mapping[str, str]], Random], str]
"""Maps a conversation to the next answer. If it raises, the client gets status 500."""

PORT: Final = 8321
"""The default port of `agonist endpoint`."""
