"""Every dotted name of the package that a page writes can be looked up."""

import pydoc
import re
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

import agonist

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAME = re.compile(r"(?<![\w/.@-])agonist(?:\.[A-Za-z_]\w*)+(?![\w/-])")
FILES = (".db", ".toml", ".md", ".json", ".log", ".sqlite", ".yml", ".yaml", ".service", ".conf", ".example")
OLD = {"agonist.laws"}
"""Names of earlier versions."""

OF_TRAINERS = re.compile(r"agonist\.adapters\.(openenv|openrlhf|skyrl|transformers|trl|verl)\b")
"""What imports packages that scripts/test-trainers installs; it runs the examples with these."""


def names(page):
    return {name for name in NAME.findall(page.read_text(encoding="utf-8")) if not name.endswith(FILES)} - OLD


def test_the_pages_name_parts_of_the_package():
    assert {"agonist.step", "agonist.load_match"} <= set().union(*map(names, PAGES))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_name_that_a_page_writes_is_there(page):
    assert [name for name in sorted(names(page)) if not is_there(name)] == []


def is_there(name):
    package = OF_TRAINERS.match(name)
    return find_spec(package[0]) if package else pydoc.locate(name)


def test_the_package_says_its_version_and_what_it_offers():
    assert agonist.__version__ == version("agonist")
    assert {*agonist.__all__, "__version__"} <= set(dir(agonist))
    assert "load_match" in pydoc.render_doc(agonist)
