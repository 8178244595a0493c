"""Removing secrets from exported data."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from agonist.models.providers import PROVIDERS
from agonist.models.redaction import redact
from agonist.store.engines.failure import without_secrets

LEAST_KEY_CHARACTERS: Final = 8
"""The least length, in characters, of a value in the environment that may be a key."""


def clean(value: Any) -> Any:
    """A plain value without this environment's keys, texts that look like keys, and passwords.

    >>> clean({"text": "use sk-abcdefgh12345678 at http://ann:s3cret@10.0.0.1/v1"})
    {'text': 'use [key] at http://***@10.0.0.1/v1'}
    """
    return cleaner()(value)


def cleaner() -> Callable[[Any], Any]:
    """`clean` with this environment's keys as they are now, for many values."""
    keys = _keys()
    return lambda value: _clean(value, keys)


def _clean(value: Any, keys: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        return redact(without_secrets(value) if "://" in value else value, *keys)
    if isinstance(value, Mapping):
        return {name: _clean(part, keys) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(part, keys) for part in value]
    return value


def _keys() -> tuple[str, ...]:
    """The keys of known providers in the environment, and values of variables named like a key."""
    names = {provider.key_env for provider in PROVIDERS.values()}
    names |= {name for name in os.environ if name.endswith(("_API_KEY", "_TOKEN"))}
    found = (os.environ.get(name or "", "") for name in names)
    return tuple(sorted({value for value in found if len(value) >= LEAST_KEY_CHARACTERS}))
