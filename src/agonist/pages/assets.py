"""Templates, scripts and styles, and their digests for content security policies."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from agonist.drawing import stylesheet

FOLDER: Final = Path(__file__).parent


@cache
def read(name: str) -> str:
    """A file of this folder, such as `browser.js`."""
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def styles() -> str:
    """The stylesheet of all pages, pictures of games included."""
    return read("page.css") + stylesheet()


@cache
def environment(*folders: Path) -> Environment:
    """The templates of these folders and of this package; all values are escaped."""
    return Environment(
        loader=FileSystemLoader([*folders, FOLDER / "templates"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def digest_of(source: str) -> str:
    """The name under which a content security policy allows this script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
