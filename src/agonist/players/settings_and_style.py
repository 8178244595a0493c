"""What a specification of a player says of a model's requests and of its prompts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from agonist.core import UsageError, nearest
from agonist.kit import Kit
from agonist.models.errors import NoKey
from agonist.models.protocol import Settings
from agonist.players import redteam
from agonist.players.model import PROMPTS, PromptStyle
from agonist.players.options import BODY, HEADER, PERSONA_FILES, PERSONAS
from agonist.players.prompting_methods import ALONE
from agonist.players.spec import PlayerSpec, seeded_unless_told


def settings_of(spec: PlayerSpec) -> Settings:
    """The sampling settings of a specification."""
    values = {key: value for key, value in given_fields(spec, Settings).items() if value != ""}
    if "stop" in values:
        values["stop"] = tuple(filter(None, values["stop"].split("|")))
    return Settings(**values, body=body_of(spec))


def given_fields(spec: PlayerSpec, settings: type[Any]) -> dict[str, Any]:
    """The options that a specification gives among the fields of a dataclass, as values."""
    return {each.name: spec.value(each.name) for each in fields(settings) if each.name in spec.options}


def body_of(spec: PlayerSpec) -> dict[str, Any]:
    """The fields that a specification adds to the body of requests; a value that is not JSON is text.

    >>> from agonist.players.spec import parse_player
    >>> body_of(parse_player("vllm/m?body.chat_template_kwargs.enable_thinking=false&body.user=me"))
    {'chat_template_kwargs': {'enable_thinking': False}, 'user': 'me'}
    """
    body: dict[str, Any] = {}
    for key in sorted(spec.options):
        if key.startswith(BODY):
            *path, last = key.removeprefix(BODY).split(".")
            inner = body
            for name in path:
                inner = inner.setdefault(name, {})
                if not isinstance(inner, dict):
                    raise UsageError(
                        f"{spec.name}: {key} is part of a field that another option sets as a whole; leave "
                        "one of them out"
                    )
            inner[last] = _json_or_text(spec.name, key, spec.options[key])
    return body


def _json_or_text(name: str, key: str, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=str)
    except ValueError as why:
        if text.lstrip()[:1] in ("{", "[", '"'):
            raise UsageError(f"{name}: the value of {key} is not valid JSON ({why}): {text[:80]}") from None
        return text


def headers_of(spec: PlayerSpec, environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """The headers that a specification adds, from environment variables; raises `NoKey` if one is empty."""
    environ = os.environ if environ is None else environ
    headers = {}
    for key, variable in spec.options.items():
        if key.startswith(HEADER):
            if not environ.get(variable):
                raise NoKey(
                    f"{spec.name} needs a header: put its value into the environment variable {variable}"
                )
            headers[key.removeprefix(HEADER)] = environ[variable]
    return headers


def style_of(spec: PlayerSpec) -> PromptStyle:
    """The prompt style of a specification."""
    values = {"seeded": seeded_unless_told(spec.name) == "yes", **given_fields(spec, PromptStyle)}
    if {"pgm", "bap", "tot"} & set(spec.methods):
        # Only the scene and the latest deliberation, since a conversation would keep older ones.
        values.setdefault("history", "none")
    return PromptStyle(
        method="cot" if "cot" in spec.methods and not reasons_apart(spec) else "direct",
        listed=spec.value("options") == "listed",
        persona="\n\n".join(_before_rules(spec)),
        **values,
    )


def _before_rules(spec: PlayerSpec) -> Iterator[str]:
    """The text before the rules: prompt, persona, attack and guard."""
    if "prompt" in spec.options:
        yield unquote(spec.options["prompt"])
    if "persona" in spec.methods:
        yield persona(spec.options["as"])
    if "attack" in spec.methods:
        yield redteam.attack(spec.options["as"])
    if "guard" in spec.methods:
        yield redteam.guard()


def reasons_apart(spec: PlayerSpec) -> bool:
    """Whether a model reasons in a request of its own before the one for the answer."""
    return "cot" in spec.methods and not set(ALONE) & set(spec.methods) and spec.value("asks") == 2


def persona(name: str) -> str:
    """The sentence of a persona before the rules: a built-in one by name, or the text of a file."""
    if name.endswith(PERSONA_FILES):
        try:
            text = Path(name).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"the persona in {name} cannot be read: {error}") from None
        if not text:
            raise UsageError(f"{name} is empty: write the sentence of a persona into it")
        return text
    if name not in PERSONAS:
        raise UsageError(nearest("persona", name, PERSONAS))
    return PROMPTS.fill(f"persona_{name}")


def guide(kit: Kit) -> str:
    """The strategy guide of a game. Raises `UsageError` if it has none."""
    if not kit.words.prompts.has("guide"):
        raise UsageError(
            f"{kit.name} has no strategy guide; leave guide=yes out, or write guide.md for --prompts"
        )
    return kit.words.prompts.fill("guide")
