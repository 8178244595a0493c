"""Hooks of MkDocs: adds the pages that are made from the code, and turns links to files outside docs/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # hooks are loaded by path, not as a package

from website.pages import AS_THEY_ARE, DOCS, ROOT, for_site, pages

MADE = pages()


def on_config(config: Any) -> Any:
    """List the games and suites in the navigation."""
    for entry in config.nav:
        for title, below in entry.items():
            if title in ("Games", "Suites"):
                folder = f"{title.casefold()}/"
                names = [Path(place).stem for place in MADE if place.startswith(folder)]
                below += [{name: f"{folder}{name}.md"} for name in names if name != "index"]
            if title == "Examples":
                below += [{Path(place).stem: place} for place in MADE if place.startswith("examples/")]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made from the code, and the files that stay as they are."""
    for place, text in MADE.items():
        files.append(File.generated(config, place, content=text))
    for name in AS_THEY_ARE:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Turn links to files outside docs/."""
    del config, files
    made = page.file.src_uri in MADE
    return markdown if made else for_site(ROOT / DOCS / page.file.src_uri, markdown)
