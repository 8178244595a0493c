"""Counting tokens, and how many of them a provider's prompt cache would hold.

A token counts as four characters. Cached is the longest sequence of whole messages from the start that an
earlier, already answered request to the same model began with. Unlike real providers, there is no minimum
length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

CHARACTERS_PER_TOKEN: Final = 4

PREFIXES_REMEMBERED: Final = 200_000


def tokens(text: str) -> int:
    """The approximate number of tokens in a text, rounded up.

    >>> tokens(""), tokens("four"), tokens("fives")
    (0, 1, 2)
    """
    return -(-len(text) // CHARACTERS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's tokens, and a digest of all messages up to each of its messages."""

    tokens: int
    cached: int
    digests: tuple[bytes, ...]


class PromptCache:
    """Beginnings of conversations; the most recently used are kept."""

    def __init__(self, size: int = PREFIXES_REMEMBERED) -> None:
        self._size = size
        self._digests: dict[bytes, None] = {}

    def count(self, model: str, messages: Sequence[Mapping[str, str]]) -> Prompt:
        """Count a prompt, in time linear in its length. It is not cached yet."""
        chain = blake2b(model.encode(errors="surrogatepass"), digest_size=16)
        digests = list[bytes]()
        total = cached = 0
        warm = True
        for message in messages:
            role, content = message["role"], message["content"] + message.get("images", "")
            # The lengths keep ("a", "bc") and ("ab", "c") apart.
            chain.update(f"\0{len(role)}:{len(content)}\0{role}{content}".encode(errors="surrogatepass"))
            digests.append(chain.digest())
            total += tokens(message["content"]) + int(message.get("image_tokens", 0))
            warm = warm and digests[-1] in self._digests
            cached = total if warm else cached
        return Prompt(total, cached, tuple(digests))

    def remember(self, prompt: Prompt) -> None:
        """Cache this prompt's beginnings, now that it has been answered."""
        for digest in prompt.digests:
            self._digests.pop(digest, None)
            self._digests[digest] = None
        while len(self._digests) > self._size:
            del self._digests[next(iter(self._digests))]
