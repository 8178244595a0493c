"""What providers take of JSON Schema in structured outputs, by their references."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Final

NUMBERS: Final = {"minimum", "maximum"}
SHAPE: Final = {"type", "enum", "properties", "required", "additionalProperties", "items", "anyOf"}

ANTHROPIC: Final = SHAPE
"""Guides "Structured outputs": Anthropic, "JSON Schema limitations"; Azure, "Unsupported … keywords"."""

OPENAI: Final = SHAPE | NUMBERS
"""OpenAI's guide "Structured outputs", "Supported schemas"; Google's `responseJsonSchema` takes as much."""

MOST_UNIONS: Final = 16
"""Anthropic: parameters with `anyOf` in all schemas of a request."""

MOST_OPTIONS: Final = 1_000
"""OpenAI: values of all enums of a schema."""


def refused(schema: Any, keywords: Collection[str]) -> str:
    """Why a provider that takes these keywords refuses a schema; empty if it takes it."""
    text = json.dumps(schema)
    if text.count('"anyOf"') > MOST_UNIONS:
        return "too many parameters with union types"
    return _refused(schema, keywords) or ("too many enum values" if _options(schema) > MOST_OPTIONS else "")


def _refused(schema: Mapping[str, Any], keywords: Collection[str]) -> str:
    if unknown := sorted(set(schema) - set(keywords)):
        return f"For {schema.get('type')!r} type, property {unknown[0]!r} is not supported"
    properties = schema.get("properties", {})
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        return "For 'object' type, 'additionalProperties' must be explicitly set to false"
    if schema.get("type") == "object" and schema.get("required", []) != list(properties):
        return "'required' is required to be an array including every key in properties"
    inner = [*properties.values(), *schema.get("anyOf", []), *filter(None, [schema.get("items")])]
    return next(filter(None, (_refused(each, keywords) for each in inner)), "")


def _options(schema: Mapping[str, Any]) -> int:
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    return len(schema.get("enum", [])) + sum(map(_options, [*inner, *filter(None, [schema.get("items")])]))
