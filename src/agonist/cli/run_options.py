"""The options of a run on the command line, as `Entry` and `RunConfig` describe them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import typer

from agonist.cli import completion
from agonist.run_config import RunConfig
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.run_options import RunOption, run_options

Command = TypeVar("Command", bound=Callable[..., int])

DESCRIBED: Final = {**run_options(Entry), **run_options(RunConfig)}

COMPLETIONS: Final = {"policy": completion.policies, "pairing": completion.pairings}


def flag(name: str) -> Any:
    """What a parameter is annotated with that is an option of a run."""
    described = DESCRIBED[name]
    return typer.Option(f"--{described.flag}", help=described.help, autocompletion=COMPLETIONS.get(name))


Seed = Annotated[int, flag("seed")]
Prompts = Annotated[
    Path | None, typer.Option("--prompts", help="A folder with your own prompts, as GAME/*.md.")
]
"""Of a single match; `run` takes several."""
PolicyName = Annotated[str, flag("policy")]
Dollars = Annotated[float | None, flag("usd")]
Tokens = Annotated[int | None, flag("tokens")]
Requests = Annotated[int | None, flag("requests")]


def with_run_options(*names: str) -> Callable[[Command], Command]:
    """Give a command parameters of these names, in this order: its own, and options of a run, which it gets
    by `**options`.
    """

    def decorated(command: Command) -> Command:
        parameters = inspect.signature(command, eval_str=True).parameters
        described = [
            parameters[name] if name in parameters else _parameter(DESCRIBED[name]) for name in names
        ]
        setattr(command, "__signature__", inspect.Signature(described))  # noqa: B010  mypy knows no such name
        return command

    return decorated


def _parameter(option: RunOption) -> inspect.Parameter:
    # Click would list the choices of a literal type; the sentence does, and a wrong one names the nearest.
    kind = str if typing.get_origin(option.kind) is Literal else option.kind
    annotation = Annotated[kind, flag(option.name)]  # type: ignore[valid-type]  # it is one at run time
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=annotation
    )
