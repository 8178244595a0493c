"""The command `suites`."""

from __future__ import annotations

import inspect
import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from agonist.cli import completion
from agonist.cli.options import Json
from agonist.core import AgonistError, UsageError, nearest
from agonist.plugins import SUITES as PACKAGED_SUITES
from agonist.plugins import plugins, shadowed
from agonist.reports.columns_or_blocks import console, show
from agonist.suites import ABOUT

if TYPE_CHECKING:
    from agonist.tournament.suite import Suite


def suites(
    suite: Annotated[
        str,
        typer.Argument(
            help="A suite to describe: its options, profiles, sweeps and wordings.",
            autocompletion=completion.suites,
        ),
    ] = "",
    as_json: Json = False,
) -> int:
    """List the suites, the papers' evaluations, or describe one."""
    from agonist.suites import SUITES

    if suite:
        if suite not in SUITES:
            raise UsageError(nearest("suite", suite, list(SUITES)))
        if as_json:
            print(json.dumps(suite_object(SUITES[suite])))
        else:
            print_suite(SUITES[suite])
        return 0
    if as_json:
        print(json.dumps([suite_object(each) for each in _loaded_suites()]))
        return 0
    packaged = {name: plugin for name, plugin in plugins(PACKAGED_SUITES).items() if name not in ABOUT}
    about = {**ABOUT, **{name: plugin.about() for name, plugin in packaged.items()}}
    show("Suites", ("suite", "what"), list(about.items()), whole=("suite",))
    for line in shadowed(PACKAGED_SUITES, ABOUT):
        print(f"agonist: {line}", file=sys.stderr)
    print("agonist suites NAME describes a suite.")
    return 0


def _loaded_suites() -> list[Suite]:
    """Our suites and those of installed packages. For those that cannot be loaded, standard error says
    why."""
    from agonist.suites import OURS, SUITES

    found = []
    for name in SUITES:
        try:
            found.append(SUITES[name])
        except AgonistError as error:
            print(f"agonist: {error}", file=sys.stderr)
    for line in shadowed(PACKAGED_SUITES, OURS):
        print(f"agonist: {line}", file=sys.stderr)
    return found


def suite_object(suite: Suite) -> dict[str, Any]:
    """A suite as `agonist suites --json` lists it."""
    return {
        "name": suite.name,
        "title": suite.title,
        "options": dict(suite.options),
        "profiles": list(suite.profiles),
        "sweeps": list(suite.sweeps),
        "wordings": list(suite.wordings),
        "probes": list(suite.probes),
    }


def print_suite(suite: Suite) -> None:
    """Print a suite: what it measures, and its options."""
    out = console()
    out.print(Text(f"{suite.name}: {suite.title}\n"))
    for part in (inspect.getdoc(type(suite)) or "").split("\n\n"):
        out.print(Text(f"{' '.join(part.split())}\n"))
    if suite.options:
        title = f"Options, as in {suite.name}?{next(iter(suite.options))}=VALUE"
        show(title, ("option", "values"), list(suite.options.items()), whole=("option",))
    for name, choices, how in (
        ("Profiles", suite.profiles, "--profile"),
        ("Sweeps", suite.sweeps, "--sweep"),
        ("Wordings", tuple(suite.wordings), ""),
        ("Hidden questions", tuple(suite.probes), ""),
    ):
        if choices:
            out.print(Text(f"{name}{f' ({how})' if how else ''}: {', '.join(choices)}"))
    out.print(Text(f"Play it: agonist run {suite.name} --player MODEL; --estimate shows the cost."))
