"""Sending responses: whole, streamed, or cut off."""

from __future__ import annotations

import orjson
from aiohttp import web

from agonist.models.endpoint.spoiling import MARK, NOT_UTF8
from agonist.models.endpoint.wire import Answer, Request


def frames_of(request: Request, answer: Answer) -> list[bytes]:
    """The body, split into the events of a stream."""
    if request.stream:
        chunks = map(orjson.dumps, answer.chunks(usage=request.stream_usage))
        frames = [*(b"data: " + chunk + b"\n\n" for chunk in chunks), b"data: [DONE]\n\n"]
    else:
        frames = [orjson.dumps(answer.completion())]
    return (
        [frame.replace(MARK.encode(), NOT_UTF8) for frame in frames]
        if MARK in (answer.text or "")
        else frames
    )


async def send(http: web.Request, frames: list[bytes], *, stream: bool, whole: bool) -> web.StreamResponse:
    """Send a body; unless `whole`, send only half of it and close the connection."""
    if whole and not stream:
        return web.Response(body=frames[0], content_type="application/json")
    response = web.StreamResponse()
    response.content_type = "text/event-stream" if stream else "application/json"
    if not stream:
        response.content_length = len(frames[0])
    await response.prepare(http)
    if whole:
        for frame in frames:
            await response.write(frame)
        await response.write_eof()
    else:
        sent = frames[: len(frames) // 2] if stream else [frames[0][: len(frames[0]) // 2]]
        await response.write(b"".join(sent))
        if http.transport is not None:
            http.transport.close()
    return response
