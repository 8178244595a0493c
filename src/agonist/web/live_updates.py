"""Live updates of matches, as one stream of server-sent events for all pages of a browser."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from agonist.arena.accounts.permissions import LOCAL, Visitor
from agonist.arena.match_visibility import closed, hidden_matches, late_by
from agonist.arena.replay.live_feed import MATCHES_LISTED, number_of
from agonist.arena.replay.shown_match import Replays
from agonist.core import AgonistError
from agonist.store import Store
from agonist.store.platform.match_progress_queries import (
    Progress,
    last_end,
    newest_playing,
    progress_by_match,
)
from agonist.web.current_visitor import TheVisitor
from agonist.web.rendering import rendered, rooted
from agonist.web.site_state import TheSite

router = APIRouter()

MOST_STREAMS: Final = 2_000
"""The most open streams."""

MOST_TOPICS: Final = 80
"""The most topics of one stream; a browser may have many pages open."""

MOST_STEPS: Final = 20
"""The most new steps in an announcement; with more, pages reload."""

_TOPIC: Final = re.compile(
    r"((?:match|table):[0-9]{1,9})@([0-9]{1,7})|(board)@([0-9]{1,15})|board|playing", re.ASCII
)


@dataclass(frozen=True)
class Database:
    """The source of announcements, as `agonist.arena.replay.live_feed.Source` describes it."""

    store: Store
    replays: Replays
    root: str = ""
    """The path at which a proxy serves the site."""
    who: Visitor = LOCAL
    """Who follows: everybody hears the same."""

    def progress(self, matches: Iterable[int]) -> Mapping[int, Progress]:
        found = progress_by_match(self.store, matches)
        secret = closed(self.store, {match: status for match, (status, _) in found.items()}, self.who)
        return {match: each for match, each in found.items() if match not in secret}

    def playing(self) -> tuple[int, ...]:
        return newest_playing(self.store, MATCHES_LISTED)

    def last_end(self) -> float:
        return last_end(self.store)

    def shown(self, match: int, before: Progress | None, now: Progress) -> Mapping[str, Any]:
        """The table after the last step, and the new steps, as a bystander may see them."""
        first = before[1] + 1 if before else now[1]
        if now[0] != "playing" or now[1] - first >= MOST_STEPS or now[1] < first:
            return {}
        try:
            replay = self.replays.of(self.store.match(match))
            if late_by(replay.stored, replay.game):
                return {}  # the page reloads, and shows less
            at = min(now[1], replay.last)
            return {
                "scene": rendered("scene.html", scene=replay.scene(at)),
                "new_steps": rooted(
                    rendered("steps.html", match=match, steps=replay.shown(first, at)), self.root
                ),
            }
        except AgonistError:
            return {}


@router.get("/events", tags=["look"])
async def events(site: TheSite, who: TheVisitor, follow: str = "") -> StreamingResponse:
    """Announcements on topics such as `match:12@7,board@1767225600000`.

    The numbers say what the page shows already: the number of steps, or the end of the latest match in
    milliseconds.
    """
    topics: dict[str, int] = {}
    for text in follow.split(",")[: MOST_TOPICS + 1]:
        found = _TOPIC.fullmatch(text)
        if found is None:
            raise HTTPException(400, "Topics are match:ID@STEP, table:ID@STEP, board@TIME and playing.")
        topics[found[1] or found[3] or text] = int(found[2] or found[4] or 0)
    if len(topics) > MOST_TOPICS:
        raise HTTPException(400, f"One stream has at most {MOST_TOPICS} topics.")
    if site.following.followers >= MOST_STREAMS:
        raise HTTPException(503, f"{MOST_STREAMS:,} browsers get updates already: reload this page by hand.")

    numbers = {topic: number for topic in topics if (number := number_of(topic)) is not None}
    hidden = await run_in_threadpool(hidden_matches, site.store, set(numbers.values()), who)
    topics = {topic: after for topic, after in topics.items() if numbers.get(topic) not in hidden}

    async def stream() -> AsyncIterator[bytes]:
        # A random delay, so that browsers that lost the server do not all return at once.
        yield f"retry: {random.randrange(1_000, 4_000)}\n\n".encode()
        async for data in site.following.changes(topics):
            yield b": nothing new\n\n" if data is None else b"data: " + data + b"\n\n"

    # A proxy that buffers or compresses a stream would delay its events.
    headers = {"x-accel-buffering": "no", "cache-control": "no-store, no-transform"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)
