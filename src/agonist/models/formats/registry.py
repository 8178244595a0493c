"""The formats by name, as `agonist.models.providers` names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from agonist.models.formats.anthropic import AnthropicMessages
from agonist.models.formats.chat import AzureCompletions, ChatCompletions, OpenRouterCompletions
from agonist.models.formats.format import Format, Quirks
from agonist.models.formats.google import GoogleContent

FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        "chat": ChatCompletions(),
        "azure": AzureCompletions(),
        "openrouter": OpenRouterCompletions(),
        "anthropic": AnthropicMessages(),
        "google": GoogleContent(),
    }
)

__all__ = ["FORMATS", "Format", "Quirks"]
