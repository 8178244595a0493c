"""A file that holds the options of `agonist run`: `--config` reads it, `--save-config` writes it.

It is TOML with one option per line, by its long name without the dashes; an option that can be repeated is a
list.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final

import typer

from agonist.cli.interruption import without_password
from agonist.cli.output_file import check, write
from agonist.core import UsageError, nearest

UNSAVED: Final = ("config", "save-config", "estimate", "yes", "json", "log", "quiet", "header", "help")
"""Options that are not part of an evaluation, and headers, which may be secret."""

HEADING: Final = "# Play it: agonist run --config FILE. Options on the command line override those here.\n"


def read_run_file(ctx: typer.Context, path: Path | None) -> Path | None:
    """Make the options in a file the defaults of the command. Raises `UsageError` for unknown options."""
    if path is None or ctx.resilient_parsing:
        return path
    try:
        options = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"--config {path} cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"--config {path} is not TOML: {error}") from None
    ctx.default_map = {**(ctx.default_map or {}), **_defaults(ctx, path, options)}
    return path


def _defaults(ctx: typer.Context, path: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    parameters = {option_name(each): each for each in ctx.command.params}
    known = [name for name in parameters if name not in UNSAVED]
    found = {}
    for key, value in options.items():
        if key in ("header", "json", "log", "estimate"):
            raise UsageError(f"{path}: {key} is not for a file; write it on the command line: --{key}")
        if key not in known:
            raise UsageError(f"{path}: {nearest('option', key, known)}")
        parameter: Any = parameters[key]
        repeated = parameter.multiple or parameter.nargs == -1
        if isinstance(value, list) and not repeated:
            raise UsageError(f"{path}: {key} takes one value, not a list")
        values = value if isinstance(value, list) else [value]
        wanted, kinds = _expected(parameter)
        for each in values:
            if type(each) not in kinds or (float in kinds and not _is_finite(each)):
                raise UsageError(f"{path}: {key} is {wanted}, not {_in_words(each)}")
            if isinstance(each, str) and "\0" in each:
                raise UsageError(f"{path}: {key} contains a NUL character; remove it")
        found[parameter.name] = values if repeated else value
    return found


def _expected(parameter: Any) -> tuple[str, tuple[type, ...]]:
    """What an option's value is in a file, in words and as types."""
    if getattr(parameter, "is_flag", False):
        return "true or false", (bool,)
    kind = parameter.type.name
    if kind.startswith("int"):
        return "a whole number", (int,)
    if kind.startswith("float"):
        return "a number", (int, float)
    return "text in quotes", (str,)


def _is_finite(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def _in_words(value: Any) -> str:
    """A value as it stands in the file, shortened."""
    text = json.dumps(value) if isinstance(value, bool | int | str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def save_run_file(ctx: typer.Context, path: Path) -> list[str]:
    """Write the options of this command; returns the names of those that were left out."""
    lines, left_out = [], []
    for parameter in ctx.command.params:
        name, value = option_name(parameter), ctx.params.get(parameter.name or "")
        if value is None or value in ([], (), ""):
            continue
        if name == "db" and without_password(value) != value:  # an address with a password
            left_out.append(name)
        elif name not in UNSAVED:
            lines.append(f"{name} = {_toml(value)}\n")
        elif name == "header":
            left_out.append(name)
    check(path, "--save-config")
    write(path, HEADING + "".join(lines))
    return left_out


def option_name(parameter: Any) -> str:
    """The long name of an option without its dashes, or the name of an argument.

    >>> from types import SimpleNamespace
    >>> option_name(SimpleNamespace(name="as_json", opts=["--json"]))
    'json'
    """
    return str(next((name[2:] for name in parameter.opts if name.startswith("--")), parameter.name))


def _toml(value: Any) -> str:
    """A value as TOML writes it.

    >>> _toml(["a", Path("b")]), _toml(True), _toml(1.5), _toml('say "é"')
    ('["a", "b"]', 'true', '1.5', '"say \\\\"é\\\\""')
    """
    match value:
        case bool() | int() | float():
            return json.dumps(value)
        case list() | tuple():
            return f"[{', '.join(map(_toml, _as_toml_values(value)))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _as_toml_values(values: Iterable[Any]) -> list[Any]:
    return [value if isinstance(value, bool | int | float) else str(value) for value in values]
