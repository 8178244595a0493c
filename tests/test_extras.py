"""The command that adds an extra, for what installers write about an installation (PEP 376, PEP 610)."""

import json
from pathlib import PurePath

import pytest

from agonist.extras import command

EDITABLE = json.dumps({"url": "file:///src/agonist", "dir_info": {"editable": True}})
FOLDER = json.dumps({"url": "file:///src/agonist", "dir_info": {}})
WHEEL = json.dumps({"url": "file:///tmp/agonist-1.0-py3-none-any.whl", "archive_info": {}})
GIT = json.dumps({"url": "https://example.org/agonist", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}})
CLONE = json.dumps({"url": "file:///src/agonist", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}})
BOTH = "agonist[platform,workers]"
UVX = "/home/ann/.cache/uv/archive-v0/s4ECUOOOFAf_4JyI"
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
        ("pip\n", CLONE, "/venv", "/venv", f"pip install '{BOTH} @ git+file://localhost/src/agonist@0a1b'"),
        ("uv\n", "", "/venv", "/venv", f"uv pip install '{BOTH}'"),
        ("uv\n", "", "/venv", "/other", f"uv pip install --python /venv/bin/python '{BOTH}'"),
        ("uv\n", WHEEL, UVX, None, f"uvx --from '{BOTH} @ file:///tmp/agonist-1.0-py3-none-any.whl'"),
        ("", "", "/venv", "/venv", f"pip install '{BOTH}'"),
    ],
)
def test_the_command_fits_the_installation_and_needs_no_index(
    installer, direct_url, prefix, active, expected
):
    here = PurePath("/elsewhere")
    assert command("platform,workers", installer, direct_url, prefix, active, here).startswith(expected)


RECEIPT = '[tool]\nrequirements = [{ name = "agonist", %spath = "/tmp/agonist-1.0-py3-none-any.whl" }]'


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("uv-receipt.toml", RECEIPT % "", "uv tool install 'agonist[serve]'"),
        ("uv-receipt.toml", RECEIPT % 'extras = ["data"], ', "uv tool install 'agonist[data,serve]'"),
        (
            "pipx_metadata.json",
            '{"main_package": {"package_or_url": "/tmp/agonist-1.0-py3-none-any.whl"}}',
            "pipx install --force 'agonist[serve]'",
        ),
        (
            "pipx_metadata.json",
            '{"main_package": {"package_or_url": "agonist[data,hf] @ file:///tmp/agonist.whl"}}',
            "pipx install --force 'agonist[data,hf,serve]'",
        ),
    ],
)
@pytest.mark.parametrize("installer", ["uv\n", "pip\n"])  # pipx uses either
def test_a_tool_in_any_folder_is_installed_again_with_its_extras(tmp_path, installer, name, text, expected):
    (tmp_path / name).write_text(text)
    assert command("serve", installer, "", str(tmp_path), None, PurePath("/")) == expected
    pinned = expected[:-1] + " @ git+https://example.org/agonist@0a1b'"
    assert command("serve", installer, GIT, str(tmp_path), None, PurePath("/")) == pinned


def test_in_the_copy_the_command_does_not_name_it():
    here = PurePath("/src/agonist/docs")
    said = command("serve", "uv", EDITABLE, "/src/agonist/.venv", None, here)
    assert said.startswith("uv sync --inexact --extra serve (or, for one command, uv run --extra serve")
