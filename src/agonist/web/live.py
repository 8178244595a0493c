"""New steps of a match as server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from agonist.store.browsing import progress
from agonist.web.site import TheSite

router = APIRouter()

MOST: Final = 500
"""Streams at once."""


@router.get("/matches/{number}/events")
async def events(site: TheSite, request: Request, number: int, after: int = 0) -> StreamingResponse:
    """An event for each change after so many steps; a browser that comes back says itself where it was."""
    status, _ = await run_in_threadpool(progress, site.store, number)
    if not status:
        raise HTTPException(404, f"There is no match {number}.")
    if site.following.followers >= MOST:
        raise HTTPException(503, f"{MOST} pages are being updated already: load this one again by hand.")
    last = request.headers.get("last-event-id", "")
    if last.isdecimal() and len(last) < 10:
        after = int(last)

    async def stream() -> AsyncIterator[str]:
        yield "retry: 2000\n\n"
        async for now in site.following.changes(number, after):
            if now is None:
                yield ": nothing new\n\n"
                continue
            data = json.dumps({"status": now[0], "steps": now[1]})
            yield f"id: {now[1]}\nevent: step\ndata: {data}\n\n"

    # A proxy that collects or compresses a stream would hold its events back.
    headers = {"x-accel-buffering": "no", "cache-control": "no-store, no-transform"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)
