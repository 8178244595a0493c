"""The command that adds an extra, for what installers write about an installation (PEP 376, PEP 610)."""

import json
from pathlib import PurePath

import pytest

from agonist.extras import command

EDITABLE = json.dumps({"url": "file:///src/agonist", "dir_info": {"editable": True}})
FOLDER = json.dumps({"url": "file:///src/agonist", "dir_info": {}})
WHEEL = json.dumps({"url": "file:///tmp/agonist-1.0-py3-none-any.whl", "archive_info": {}})
GIT = json.dumps({"url": "https://example.org/agonist", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}})
BOTH = "agonist[platform,workers]"
TOOL = "/home/ann/.local/share/uv/tools/agonist"
SYNC = "--inexact --extra platform --extra workers (or, for"


@pytest.mark.parametrize(
    ("installer", "direct_url", "prefix", "active", "expected"),
    [
        ("uv\n", EDITABLE, "/src/agonist/.venv", None, f"uv sync --project /src/agonist {SYNC}"),
        ("uv\n", EDITABLE, "/venv", "/venv", "uv pip install -e '/src/agonist[platform,workers]'"),
        ("pip\n", EDITABLE, "/venv", "/venv", "pip install -e '/src/agonist[platform,workers]'"),
        ("pip\n", FOLDER, "/venv", "/venv", f"pip install '{BOTH} @ file:///src/agonist'"),
        ("pip\n", "", "/venv", "/venv", f"pip install '{BOTH}'"),
        ("pip\n", "", "/venv", None, f"/venv/bin/python -m pip install '{BOTH}'"),
        (
            "pip\n",
            WHEEL,
            "/venv",
            "/venv",
            f"pip install '{BOTH} @ file:///tmp/agonist-1.0-py3-none-any.whl'",
        ),
        ("pip\n", GIT, "/venv", "/venv", f"pip install '{BOTH} @ git+https://example.org/agonist@0a1b'"),
        ("uv\n", "", "/venv", "/venv", f"uv pip install '{BOTH}'"),
        ("uv\n", "", "/venv", "/other", f"uv pip install --python /venv/bin/python '{BOTH}'"),
        ("uv\n", WHEEL, TOOL, None, f"uv tool install '{BOTH} @ file:///tmp/agonist-1.0-py3-none-any.whl'"),
        ("", "", "/venv", "/venv", f"pip install '{BOTH}'"),
    ],
)
def test_the_command_fits_the_installation_and_needs_no_index(
    installer, direct_url, prefix, active, expected
):
    here = PurePath("/elsewhere")
    assert command("platform,workers", installer, direct_url, prefix, active, here).startswith(expected)


def test_in_the_copy_the_command_does_not_name_it():
    here = PurePath("/src/agonist/docs")
    said = command("serve", "uv", EDITABLE, "/src/agonist/.venv", None, here)
    assert said.startswith("uv sync --inexact --extra serve (or, for one command, uv run --extra serve")
