"""Checks of the specification of a model."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from agonist.core import UsageError, nearest
from agonist.models.providers import LACKING, PROVIDERS
from agonist.players.options import BODY, HEADER, MODEL_OPTIONS, methods_with, takes
from agonist.players.prompting_methods import ALONE


def check_model(text: str, name: str, methods: Collection[str], options: Mapping[str, str]) -> None:
    """Raise `UsageError` for options or methods that a model cannot have."""
    if not all(name.partition("/")[::2]):
        raise UsageError(f"{text!r}: write a model as provider/model")
    for key in options:
        if key.startswith((BODY, HEADER)):
            _check_own(name, key, options[key])
        elif key not in MODEL_OPTIONS:
            # The values are not repeated: one of them may be an API key given by mistake.
            raise UsageError(
                f"{name}: {nearest('option', key, MODEL_OPTIONS)}; keys are read from the environment"
            )
    for key, value in options.items():
        if key in MODEL_OPTIONS:
            MODEL_OPTIONS[key].value(text, value)
    _check_provider(text, name.partition("/")[0], options)
    if len(several := [method for method in ALONE if method in methods]) > 1:
        raise UsageError(f"{text!r}: choose one of {', '.join(several)}")
    if "code" in methods and (more := {*methods} - {"code", "persona", "direct"}):
        raise UsageError(f"{text!r}: a program is written without {min(more)}:; leave it out")
    for key in sorted(options):
        if not takes(methods, key):
            method = methods_with(key)[0]
            raise UsageError(
                f"{text!r}: {key} is an option of {method}:, as in {method}:provider/model?{key}=…"
            )
    if options.get("rules") == "asked" and options.get("format") == "schema":
        raise UsageError(
            f"{text!r}: a schema leaves no room to ask for rule(TOPIC); with rules=asked choose "
            "format=json or line"
        )
    named = [method for method in ("persona", "attack") if method in methods]
    if len(named) == 2:
        raise UsageError(f"{text!r}: a player has a persona or an attack, since as= names one of them")
    if bool(named) != ("as" in options):
        what = "an attack is written attack:provider/model?as=pia"
        if named != ["attack"]:
            what = "a persona is written persona:provider/model?as=selfish"
        raise UsageError(f"{text!r}: {what}")


def _check_provider(text: str, provider: str, options: Mapping[str, str]) -> None:
    """Raise `UsageError` for an option that requests to this provider cannot carry."""
    lacking = LACKING.get(PROVIDERS[provider].format, ()) if provider in PROVIDERS else ()
    for key, setting, value in (
        ("min_p", "min_p", "min_p" in options),
        ("reasoning_effort", "reasoning_effort", "reasoning_effort" in options),
        ("seeded", "seed", options.get("seeded") == "yes"),
        ("format", "schema", options.get("format") == "schema"),
    ):
        if value and setting in lacking:
            raise UsageError(f"{text!r}: {provider} has no {setting}; leave {key}= out")


def _check_own(name: str, key: str, value: str) -> None:
    """Check a field of the body or a header that the user has added; its value is not repeated."""
    path = key.partition(".")[2].split(".")
    if key.startswith(BODY):
        if not all(path):
            raise UsageError(f"{name}: write a field of the body as body.FIELD=VALUE, not {key}=…")
        if path[0] in OURS:
            raise UsageError(f"{name}: {key} is set automatically; leave it out")
    elif len(path) != 1 or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", path[0]):
        raise UsageError(f"{name}: write a header as header.NAME=VARIABLE, not {key}=…")
    elif not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value):
        raise UsageError(
            f"{name}: {key} names the environment variable that holds the value, so that no secret is "
            "stored; write --header 'NAME: VALUE' for one run"
        )


OURS: Final = ("model", "messages", "contents", "stream", "n")
"""Fields of a body that no option may set: Agonist sets them, or they would change the format of the
answer."""
