"""A file that holds the options of `agonist run`: `--config` reads it, `--save-config` writes it.

It is TOML with one option per line, by its long name without the dashes; an option that can be repeated is a
list. A table `[suite]` holds a suite of one's own. `agonist run FILE.toml` reads a file as `--config` does.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final

import typer

from agonist.cli.interruption import without_password
from agonist.cli.output_file import check, write
from agonist.cli.suite_file import SuiteFile, suite_of
from agonist.core import UsageError, nearest

UNSAVED: Final = ("config", "save-config", "estimate", "yes", "json", "log", "quiet", "header", "help")
"""Options that are not part of an evaluation, and headers, which may be secret."""

SUFFIX: Final = ".toml"

WEIGHTS: Final = "agonist.weights"

_FILE_READ: Final = "agonist.run_file"

HEADING: Final = "# Play it: agonist run --config FILE. Options on the command line override those here.\n"


def read_run_file(ctx: typer.Context, path: Path | None) -> Path | None:
    """Make the options in a file the defaults of the command. Raises `UsageError` for unknown options."""
    if path is not None and not ctx.resilient_parsing:
        _read(ctx, path, f"--config {path}")
    return path


def _read(ctx: typer.Context, path: Path, what: str) -> None:
    text, options = read_toml(path, what)
    suite = suite_of(path, text, options.pop("suite", {}))
    if twice := sorted(suite.options.keys() & options.keys()):
        raise UsageError(f"{path}: {twice[0]} is given twice, in [suite] and above it")
    ctx.default_map = {**(ctx.default_map or {}), **_defaults(ctx, path, options), **suite.options}
    ctx.meta[WEIGHTS] = suite.weights


def read_targets(ctx: typer.Context, targets: list[str]) -> list[str]:
    """The targets; a file of a run among them, `NAME.toml`, is read as by `--config`, and its games stand in
    its place.
    """
    if ctx.resilient_parsing:
        return targets
    found: list[str] = []
    for target in targets:
        if not target.endswith(SUFFIX):
            found.append(target)
            continue
        if ctx.meta.get(_FILE_READ):
            raise UsageError(f"one file of a run at a time: {target} is the second")
        ctx.meta[_FILE_READ] = True
        _read(ctx, Path(target), target)
        games = (ctx.default_map or {}).get("targets")
        if not games:
            raise UsageError(f"{target} names no games: add them to its table [suite], as games = […]")
        found += games
    return found


def read_toml(path: Path, what: str) -> tuple[str, dict[str, Any]]:
    """The text and the content of a file. Raises `UsageError`, which begins with `what`."""
    try:
        text = path.read_text("utf-8")
        return text, tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"{what} cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{what} is not TOML: {error}") from None


def own_suite(path: Path) -> SuiteFile:
    """The suite in a file of a run. Raises `UsageError` if it holds none."""
    from agonist.tournament.game_spec import one_spelling

    text, options = read_toml(path, str(path))
    suite = suite_of(path, text, options.get("suite", {}))
    games = suite.games or tuple(map(one_spelling, options.get("targets", ())))
    if not games:
        raise UsageError(f"{path} names no games: add them to its table [suite], as games = […]")
    return replace(suite, games=games)


def weights_of(ctx: typer.Context) -> Mapping[str, float]:
    """What games count, as the file of the run says."""
    weights: Mapping[str, float] = ctx.meta.get(WEIGHTS, {})
    return weights


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
    if weights := weights_of(ctx):
        pairs = ", ".join(f"{_toml(game)} = {_toml(weight)}" for game, weight in weights.items())
        lines.append(f"\n[suite]\nweights = {{{pairs}}}\n")
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
