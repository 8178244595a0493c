"""Counting tokens, and how many of them a provider's prompt cache would hold.

A token counts as four characters. Cached is the longest sequence of whole messages from the start that an
earlier, already answered request to the same model began with. Unlike real providers, there is no minimum
length.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

CHARS_PER_TOKEN: Final = 4


def tokens(text: str) -> int:
    """The approximate number of tokens in a text, rounded up.

    >>> tokens(""), tokens("four"), tokens("fives")
    (0, 1, 2)
    """
    return -(-len(text) // CHARS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Counted:
    """A prompt's tokens, and a digest of all its messages."""

    prompt: int
    cached: int
    digest: str
    prefixes: tuple[bytes, ...]
    """For each message, a digest of all messages up to it."""

    def usage(self, answer: str) -> dict[str, Any]:
        """OpenAI's `usage`, with this answer."""
        written = tokens(answer)
        return {
            "prompt_tokens": self.prompt,
            "completion_tokens": written,
            "total_tokens": self.prompt + written,
            "prompt_tokens_details": {"cached_tokens": self.cached, "audio_tokens": 0},
            "completion_tokens_details": {
                "reasoning_tokens": 0,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        }


@dataclass
class PromptCache:
    """Beginnings of conversations; the `size` most recently used are kept."""

    size: int = 200_000
    _seen: OrderedDict[bytes, None] = field(default_factory=OrderedDict)

    def count(self, model: str, messages: Sequence[Mapping[str, str]]) -> Counted:
        """Count a prompt, in time linear in its length. It is not cached yet."""
        chain = blake2b(model.encode(errors="surrogatepass"), digest_size=16)
        prefixes: list[bytes] = []
        prompt = cached = 0
        warm = True
        for message in messages:
            role, content = message["role"], message["content"] + message.get("images", "")
            # The lengths keep ("a", "bc") and ("ab", "c") apart.
            chain.update(f"\0{len(role)}:{len(content)}\0{role}{content}".encode(errors="surrogatepass"))
            prefixes.append(chain.digest())
            prompt += tokens(message["content"]) + int(message.get("image_tokens", 0))
            warm = warm and prefixes[-1] in self._seen
            if warm:
                cached = prompt
        return Counted(prompt, cached, chain.hexdigest(), tuple(prefixes))

    def remember(self, counted: Counted) -> None:
        """Cache this prompt's beginnings, now that it has been answered."""
        for prefix in counted.prefixes:
            self._seen[prefix] = None
            self._seen.move_to_end(prefix)
        while len(self._seen) > self.size:
            self._seen.popitem(last=False)
