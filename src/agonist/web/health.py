"""For programs that watch the server: whether it works, and its numbers."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from agonist.core import AgonistError
from agonist.store import Store
from agonist.web.site_state import TheSite

router = APIRouter()

HEALTH: Final = "/health"
"""Answered to everybody under any name of the host: what asks is no browser, and learns nothing else."""


class Health:
    """Whether the database can be read: 200 or 503, in a word."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await run_in_threadpool(self._store.value, select(1))
            answer = PlainTextResponse("ok\n", headers={"cache-control": "no-store"})
        except AgonistError:
            answer = PlainTextResponse("the database cannot be read\n", 503)
        await answer(scope, receive, send)


@router.get("/metrics", tags=["operate"])
def metrics(site: TheSite) -> Response:
    """All numbers, for Prometheus, which sends the token of an admin."""
    return Response(generate_latest(site.metrics.registry), media_type=CONTENT_TYPE_LATEST)
