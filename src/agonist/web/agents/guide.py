"""The page on how to write an agent, with its examples as files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, PlainTextResponse

from agonist.web.rendering import page
from agonist.web.site_state import TheSite

router = APIRouter()

FOLDER: Final = Path(__file__).parent.parent / "examples"

EXAMPLES: Final = ("http_agent.py", "python_player.py", "prompt_only.md", "search_player.py", "spy_agent.py")

TITLES: Final = {
    "http_agent.py": "An HTTP agent, without any package",
    "python_player.py": "A player in Python",
    "prompt_only.md": "A prompt, and no code",
    "search_player.py": "A player that searches",
    "spy_agent.py": "A Who is Spy agent in the style of the WiS SDK",
}


@dataclass(frozen=True, slots=True)
class Example:
    """One example: the name of its file, a title, and its text."""

    name: str
    title: str
    text: str

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self.text.splitlines())


@cache
def examples() -> tuple[Example, ...]:
    """The examples in the order of the page."""
    return tuple(Example(name, TITLES[name], (FOLDER / name).read_text("utf-8")) for name in EXAMPLES)


@router.get("/docs/agents", tags=["look"])
def how(site: TheSite) -> HTMLResponse:
    """The page on how to write an agent."""
    return page(site, "writing.html", examples=examples())


@router.get("/docs/agents/{name}", tags=["look"])
def example(name: str) -> PlainTextResponse:
    """An example as a file."""
    known = {each.name: each for each in examples()}
    if not re.fullmatch(r"[a-z_]+\.(py|md)", name) or name not in known:
        raise HTTPException(404, f"The examples are {', '.join(known)}.")
    return PlainTextResponse(
        known[name].text, headers={"content-disposition": f'attachment; filename="{name}"'}
    )
