"""What providers refuse in a request, as their references say, in the style of their messages.

These are faults that depend on the request: one that a provider takes is answered. Like `openai_wire`, this
shares nothing with the client's side.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

SHAPE: Final = frozenset({"type", "enum", "properties", "required", "additionalProperties", "items", "anyOf"})
"""Keywords that Anthropic takes ("Structured outputs", "JSON Schema limitations"), and Azure."""

BOUNDED: Final = SHAPE | {"minimum", "maximum"}
"""Those of OpenAI ("Structured outputs", "Supported schemas"); Google takes as much."""

MAX_UNIONS: Final = 16
"""Anthropic: parameters with `anyOf` in all schemas of a request."""

MAX_ENUM_VALUES: Final = 1_000
"""OpenAI: values of all enums of a schema."""

LEAST_BUDGET: Final = 1_024
"""Anthropic: tokens of thought."""


def openai(body: Mapping[str, Any]) -> str:
    """Why OpenAI refuses a request, to a reasoning model where an effort is chosen; empty if it doesn't."""
    if _thinks(body):
        for name in ("temperature", "top_p", "max_tokens"):
            if name in body:
                instead = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
                return f"Unsupported parameter: '{name}' is not supported with this model.{instead}"
    if "return_token_ids" in body:
        return "Unrecognized request argument supplied: return_token_ids"
    return schema_refusal(answer_schema(body), BOUNDED)


def anthropic(body: Mapping[str, Any]) -> str:
    """Why Anthropic, or a gateway to it, refuses a request; empty if it doesn't."""
    thinking = body.get("thinking") or {}
    budget = thinking.get("budget_tokens")
    if budget is not None and budget < LEAST_BUDGET:
        return f"thinking.enabled.budget_tokens: must be {LEAST_BUDGET} or more"
    if budget is not None and body.get("max_tokens", budget + 1) <= budget:
        return "`max_tokens` must be greater than `thinking.budget_tokens`"
    for name, usual in (("temperature", 1), ("top_k", None)):
        if _thinks(body) and body.get(name, usual) != usual:
            return f"`{name}` may not be set to {body[name]} when thinking is enabled"
    return schema_refusal(answer_schema(body), SHAPE)


def gemma(body: Mapping[str, Any]) -> str:
    """Why the template of Gemma 2, as many servers use it, refuses a request; empty if it doesn't."""
    roles = [message.get("role") for message in body.get("messages", [])]
    return "System role not supported" if "system" in roles else ""


REFUSALS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "openai": openai,
    "anthropic": anthropic,
    "gemma": gemma,
}
"""By the name of the fault."""


def schema_refusal(schema: Any, keywords: Collection[str]) -> str:
    """Why a provider that takes these keywords refuses a schema; empty if it takes it.

    >>> schema_refusal({"type": "integer", "minimum": 1}, SHAPE)
    "For 'integer' type, property 'minimum' is not supported"
    """
    if schema is None:
        return ""
    if json.dumps(schema).count('"anyOf"') > MAX_UNIONS:
        return "schema: too many parameters with union types"
    parts = list(_parts(schema))
    if sum(len(part.get("enum", ())) for part in parts) > MAX_ENUM_VALUES:
        return f"schema: more than {MAX_ENUM_VALUES} values of enums"
    return next(filter(None, (_part_refusal(part, keywords) for part in parts)), "")


def _part_refusal(part: Mapping[str, Any], keywords: Collection[str]) -> str:
    if unknown := sorted(set(part) - set(keywords)):
        return f"For '{part.get('type')}' type, property '{unknown[0]}' is not supported"
    if part.get("type") != "object":
        return ""
    if part.get("additionalProperties") is not False:
        return "For 'object' type, 'additionalProperties' is required and must be false"
    missing = [name for name in part.get("properties", {}) if name not in part.get("required", ())]
    return f"'required' must include every key in properties; missing '{missing[0]}'" if missing else ""


def _parts(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A schema and all in it."""
    yield schema
    items = [schema["items"]] if "items" in schema else []
    for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *items):
        yield from _parts(inner)


def answer_schema(body: Mapping[str, Any]) -> Any:
    """The schema for the answer, where OpenAI, Anthropic or Google expect it; `None` if there is none."""
    for path in (
        ("response_format", "json_schema", "schema"),
        ("output_config", "format", "schema"),
        ("generationConfig", "responseJsonSchema"),
    ):
        found: Any = body
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        if isinstance(found, dict):
            return found
    return None


def _thinks(body: Mapping[str, Any]) -> bool:
    thinking = body.get("thinking") or {}
    return body.get("reasoning_effort") not in (None, "none") or thinking.get("type") in (
        "enabled",
        "adaptive",
    )
