"""How to install an extra, depending on how Agonist itself was installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path, PurePath


def install(extra: str) -> str:
    """The command that adds an extra (one, or several separated by commas) to this installation."""
    from importlib.metadata import PackageNotFoundError, distribution  # slow to import, and seldom needed

    try:
        agonist = distribution("agonist")
    except PackageNotFoundError:
        return command(extra, "", "", sys.prefix)
    return command(
        extra, agonist.read_text("INSTALLER") or "", agonist.read_text("direct_url.json") or "", sys.prefix
    )


def command(extra: str, installer: str, direct_url: str, prefix: str) -> str:
    """The command for an installation of this kind.

    `installer` and `direct_url` are the contents of the files of these names that installers write (PEP 376,
    PEP 610; empty if there is none), `prefix` is the environment's folder.

    >>> command("serve", "pip", "", "/venv")
    "pip install 'agonist[serve]'"
    >>> command("serve", "uv", '{"url": "file:///here", "dir_info": {"editable": true}}', "/here/.venv")
    'uv sync --inexact --extra serve (or, for one command, uv run --extra serve …)'
    """
    by_uv = installer.strip() == "uv"
    if direct_url and json.loads(direct_url).get("dir_info", {}).get("editable"):
        if by_uv:
            options = " ".join(f"--extra {each}" for each in extra.split(","))
            return f"uv sync --inexact {options} (or, for one command, uv run {options} …)"
        return f"pip install -e '.[{extra}]' in the copy of the repository"
    if by_uv and PurePath(prefix).parts[-3:-1] == ("uv", "tools"):
        return f"uv tool install 'agonist[{extra}]'"
    if by_uv and not any(Path(prefix).glob("bin/pip")):
        return f"uv pip install 'agonist[{extra}]'"
    return f"pip install 'agonist[{extra}]'"
