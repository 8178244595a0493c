"""The command that adds an extra, for what installers write about an installation (PEP 376, PEP 610)."""

import pytest

from agonist.extras import command

CLONE = '{"url": "file:///src/agonist", "dir_info": {"editable": true}}'
WHEEL = '{"url": "file:///tmp/agonist-1.0-py3-none-any.whl", "archive_info": {}}'


@pytest.mark.parametrize(
    ("installer", "direct_url", "prefix", "expected"),
    [
        ("uv\n", CLONE, "/src/agonist/.venv", "uv sync --inexact --extra platform --extra workers (or, for"),
        ("pip\n", CLONE, "/venv", "pip install -e '.[platform,workers]'"),
        ("pip\n", "", "/venv", "pip install 'agonist[platform,workers]'"),
        ("pip\n", WHEEL, "/venv", "pip install 'agonist[platform,workers]'"),
        ("uv\n", "", "/venv", "uv pip install 'agonist[platform,workers]'"),
        (
            "uv\n",
            "",
            "/home/ann/.local/share/uv/tools/agonist",
            "uv tool install 'agonist[platform,workers]'",
        ),
        ("", "", "/venv", "pip install 'agonist[platform,workers]'"),
    ],
)
def test_the_command_fits_the_installation(installer, direct_url, prefix, expected):
    assert command("platform,workers", installer, direct_url, prefix).startswith(expected)
