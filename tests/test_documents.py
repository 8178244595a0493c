"""What README, CONTRIBUTING and docs tell the reader to type works when it is typed."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from agonist.cli.app import leave
from agonist.models.endpoint import PORT, Endpoint

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page, language):
    return [text for found, text in BLOCK.findall(page.read_text(encoding="utf-8")) if found == language]


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """An empty folder to stand in, and a model behind the addresses that the pages name."""
    for example in (ROOT / "examples").glob("*.py"):
        (tmp_path / example.name).write_bytes(example.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    known = set(sys.modules)
    with Endpoint("careful") as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
        yield endpoint
    for name in set(sys.modules) - known:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_work_in_their_order(page, desk, capsys):
    for line in "".join(blocks(page, "bash")).splitlines():
        if line.startswith("export "):
            continue
        assert line.startswith("agonist "), f"{page.name}: {line!r} is no command that is tested here"
        command = line.replace(f"http://127.0.0.1:{PORT}/v1", desk.url)
        assert leave(shlex.split(command)[1:]) == 0, f"{page.name}: {line}\n{capsys.readouterr().err}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page, desk):
    for text in blocks(page, "python"):
        exec(compile(text, page.name, "exec"), {})


def test_every_page_links_to_what_is_there():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
