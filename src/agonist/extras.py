"""How to install an extra, depending on how Agonist itself was installed."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path, PurePath
from shlex import quote
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from agonist.core.errors import UsageError


def expect_library(module: str, name: str, extra: str) -> None:
    """Raise `UsageError`, which says what to install, if a library is missing.

    >>> expect_library("json", "JSON", "data")
    """
    if find_spec(module) is None:
        raise UsageError(f"{name} is not installed, and this needs it: {install(extra)}")


def install(extra: str) -> str:
    """The command that adds an extra (one, or several separated by commas) to this installation."""
    from importlib.metadata import PackageNotFoundError, distribution  # slow to import, and seldom needed

    try:
        agonist = distribution("agonist")
    except PackageNotFoundError:  # a copy of the repository on Python's path
        copy = {"url": Path(__file__).resolve().parents[2].as_uri(), "dir_info": {"editable": True}}
        return command(extra, "", json.dumps(copy), sys.prefix, os.environ.get("VIRTUAL_ENV"), Path.cwd())
    return command(
        extra,
        agonist.read_text("INSTALLER") or "",
        agonist.read_text("direct_url.json") or "",
        sys.prefix,
        os.environ.get("VIRTUAL_ENV"),
        Path.cwd(),
    )


def command(
    extra: str, installer: str, direct_url: str, prefix: str, active: str | None, here: PurePath
) -> str:
    """The command for an installation of this kind, which needs no package index to have Agonist.

    `installer` and `direct_url` are the contents of the files of these names that installers write (PEP 376,
    PEP 610; empty if there is none), `prefix` is the environment's folder, `active` that of the
    activated one, and `here` the folder in which the command is to be typed.

    >>> wheel = '{"url": "file:///tmp/agonist-1.0-py3-none-any.whl", "archive_info": {}}'
    >>> command("serve", "pip", wheel, "/venv", "/venv", PurePath("/"))
    "pip install 'agonist[serve] @ file:///tmp/agonist-1.0-py3-none-any.whl'"
    """
    by_uv = installer.strip() == "uv"
    given: dict[str, Any] = json.loads(direct_url) if direct_url else {}
    python = "" if active == prefix else quote(f"{prefix}/bin/python")
    if by_uv and not any(Path(prefix).glob("bin/pip")):
        pip = f"uv pip install --python {python}" if python else "uv pip install"
    else:
        pip = f"{python} -m pip install" if python else "pip install"
    if given.get("dir_info", {}).get("editable"):
        folder = PurePath(url2pathname(urlsplit(given["url"]).path))
        if by_uv and PurePath(prefix) == folder / ".venv":
            where = "" if folder in (here, *here.parents) else f" --project {quote(str(folder))}"
            options = " ".join(f"--extra {each}" for each in extra.split(","))
            return f"uv sync{where} --inexact {options} (or, for one command, uv run{where} {options} …)"
        return f"{pip} -e {quote(f'{folder}[{extra}]')}"
    tool, extras = _tool(Path(prefix))
    both = ",".join(dict.fromkeys([*extras, *extra.split(",")]))
    return f"{tool or pip} {quote(f'agonist[{both}]{_origin(given)}')}"


def _tool(environment: Path) -> tuple[str, Sequence[str]]:
    """What installed Agonist in an environment of its own, which it would make anew, and the extras there;
    empty if nothing did."""
    with suppress(OSError, ValueError):
        receipt = tomllib.loads((environment / "uv-receipt.toml").read_text("utf-8"))
        return "uv tool install", receipt["tool"]["requirements"][0].get("extras", ())
    with suppress(OSError, ValueError):
        given = json.loads((environment / "pipx_metadata.json").read_text("utf-8"))
        extras = re.match(r"[\w.-]+\[(.*?)\]", given["main_package"]["package_or_url"] or "")
        return "pipx install --force", extras[1].split(",") if extras else ()
    # uvx makes one in its cache, where nothing may be added.
    return "uvx --from" if environment.parent.name.startswith("archive-v") else "", ()


def _origin(given: dict[str, Any]) -> str:
    """The place from which it was installed, as a requirement has it (PEP 440); empty for an index."""
    if "url" not in given:
        return ""
    vcs = given.get("vcs_info")
    if vcs is None:
        return f" @ {given['url']}"
    # Before 24.1, pip takes no address of a repository without a host.
    url = given["url"].replace("file:///", "file://localhost/")
    return f" @ {vcs['vcs']}+{url}@{vcs['commit_id']}"
