"""The tables of some steps of a match at once, for pages on which it plays itself."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import JSONResponse

from agonist.core import AgonistError
from agonist.web.current_visitor import TheVisitor
from agonist.web.page_addresses import RowNumber
from agonist.web.rendering import rendered
from agonist.web.seen_match import shown_at
from agonist.web.site_state import TheSite

router = APIRouter()

SCENES: Final = 12
"""How many steps come at once."""


@router.get("/matches/{number}/scenes.json", tags=["look"])
def scenes(
    site: TheSite,
    who: TheVisitor,
    number: str,
    after: RowNumber = 0,
    as_: Annotated[str, Query(alias="as")] = "",
) -> JSONResponse:
    """The steps after one, each with the table and what happened; the table as a seat or a bystander sees it,
    or with all hands of a match that is open in full.
    """
    try:
        shown = shown_at(site, who, number, None, as_)
        replay = shown.replay
        steps = replay.shown(after + 1, min(after + SCENES, replay.last))
        found = [
            {
                "step": step.nth,
                "scene": rendered("scene.html", scene=shown.scene(step.nth)),
                "lines": [*step.lines],
            }
            for step in steps
        ]
    except AgonistError:
        raise HTTPException(409, f"Match {number} cannot be replayed: see /matches/{number}.") from None
    return JSONResponse({"match": replay.stored.id, "last": replay.last, "scenes": found})
