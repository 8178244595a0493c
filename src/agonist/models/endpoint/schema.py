"""Structured output: answers that satisfy a JSON schema, as from endpoints with constrained decoding.

It supports the subset of strict structured output: objects, arrays, strings, numbers, booleans,
null, `enum`, `const`, `anyOf`, bounds. Anything else in a schema is not enforced.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypeAlias

from agonist.models.endpoint.words import WORDS, one

Schema: TypeAlias = Mapping[str, Any]

_TYPES: Final[Mapping[str, type | tuple[type, ...]]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def obey(text: str, schema: Schema | None, rng: Random) -> str:
    """One bare JSON object that satisfies the schema (without a schema: any object).

    It is the first object in the text if that satisfies the schema once missing nullable keys are set to
    null; otherwise it is made at random from the schema.

    >>> obey('Sure! {"n": 2} Bye.', {"type": "object", "properties": {"n": {"type": "integer"}}}, Random(0))
    '{"n": 2}'
    """
    given = _first_object(text)
    if schema is None:
        return json.dumps(given if given is not None else {"answer": text}, ensure_ascii=False)
    if given is not None:
        for key, part in schema.get("properties", {}).items():
            if key not in given and fits(None, part):
                given[key] = None
        if fits(given, schema):
            return json.dumps({k: given[k] for k in schema.get("properties", given)}, ensure_ascii=False)
    return json.dumps(made(schema, rng), ensure_ascii=False)


def fits(value: Any, schema: Schema) -> bool:
    """Whether a value satisfies a schema."""
    if "anyOf" in schema:
        return any(fits(value, part) for part in schema["anyOf"])
    if "const" in schema:
        return bool(value == schema["const"])
    if "enum" in schema:
        return value in schema["enum"]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return False
    if isinstance(value, dict):
        parts = schema.get("properties", {})
        if schema.get("additionalProperties") is False and value.keys() - parts.keys():
            return False
        if set(schema.get("required", ())) - value.keys():
            return False
        return all(fits(value[key], part) for key, part in parts.items() if key in value)
    if isinstance(value, list):
        enough = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return enough and all(fits(item, schema.get("items", {})) for item in value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def made(schema: Schema, rng: Random) -> Any:
    """A random value that satisfies a schema."""
    if "anyOf" in schema:
        return made(one(schema["anyOf"], rng), rng)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return one(schema["enum"], rng)
    kinds = schema.get("type", "object")
    match kinds if isinstance(kinds, str) else one(kinds, rng):
        case "object":
            return {key: made(part, rng) for key, part in schema.get("properties", {}).items()}
        case "array":
            return [
                made(schema.get("items", {"type": "null"}), rng) for _ in range(schema.get("minItems", 1))
            ]
        case "integer" | "number":
            low = schema.get("minimum", 0)
            return low + int(rng.random() * (schema.get("maximum", low + 10) - low + 1))
        case "boolean":
            return rng.random() < 0.5
        case "string":
            return one(WORDS, rng)
    return None


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool) and kind != "boolean":
        return False
    return isinstance(value, _TYPES.get(kind, object))


def _first_object(text: str) -> dict[str, Any] | None:
    decoder, at = json.JSONDecoder(), text.find("{")
    for _ in range(100):
        if at < 0:
            break
        try:
            found, _ = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
        else:
            return found if isinstance(found, dict) else None
    return None
