"""Hostile endpoints: what they send is an answer or the provider's error, and no key leaves by them."""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from tests.faults.trials.case import agonist, decent, expect, inside, some

from agonist.models.retry import RetryPolicy
from agonist.players.model_call_record import ModelCall
from agonist.store import Store

KEY = "sk-proj-Zx81TqLmN0pQrStUvWxYz47"
ECHOES = (
    KEY,
    f"Bearer {KEY}",
    base64.b64encode(KEY.encode()).decode(),
    base64.b64encode(f"Bearer {KEY}".encode()).decode(),
    quote(KEY, safe=""),
    KEY.upper(),
    f"{KEY[:10]}****{KEY[-4:]}",
)
PARTS: tuple[Any, ...] = (
    *(
        None,
        "",
        0,
        -1,
        True,
        [],
        {},
        "x" * 3000,
        10**30,
        1e308,
        "\ufeff",
        "\ud83d",
        "\0",
        "\x1b[31m",
        "\u202e",
        "[/x]",
    ),
    *(
        {"prompt_tokens": 10**30},
        {"completion_tokens": -5},
        {"total_tokens": "many"},
        {"code": "9" * 5000},
        [[[[]]]],
    ),
)
BODIES = (
    *(
        b"",
        b" ",
        b"null",
        b"[]",
        b"{}",
        b"<html>no</html>",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"[" * 5000,
        b"7" * 5000,
    ),
    *(
        b'{"error": {"code": ' + b"9" * 5000 + b"}}",
        b'{"choices": [{}]}',
        b'{"choices": {}}',
        b'data: {"x": 1}\n\n',
    ),
)
HEADERS = (
    *(
        ("retry-after", "0"),
        ("retry-after", "-1"),
        ("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"),
        ("retry-after", "9" * 400),
    ),
    *(
        ("content-type", "text/html"),
        ("x-odd", "\u00e9"),
        ("content-encoding", "gzip"),
        ("content-encoding", "br"),
    ),
    *(("set-cookie", "a=b"), ("location", "http://127.0.0.1:1/"), ("transfer-encoding", "odd")),
)


def answer(rng: Random) -> tuple[int, list[tuple[str, str]], bytes]:
    """A status, headers and a body; some of them right."""
    text = some(rng, ('{"cell": "1,1"}', "I resign", "", some(rng, ECHOES), "cell: 2,2 \ud83d", "\ufeff1,1"))
    message: dict[str, Any] = {"role": "assistant", "content": text}
    choice: dict[str, Any] = {"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}
    body: dict[str, Any] = {
        "model": "x",
        "choices": [choice],
        "usage": {"prompt_tokens": 9, "completion_tokens": 3},
    }
    for _ in range(int(rng.random() * 3)):
        holder = some(
            rng, (message, choice, body, body["usage"] if isinstance(body.get("usage"), dict) else body)
        )
        if holder:
            holder[some(rng, tuple(holder))] = some(rng, (*PARTS, some(rng, ECHOES)))
    if rng.random() < 0.2:
        body = {"error": {"message": some(rng, ECHOES), "code": some(rng, PARTS), "type": some(rng, PARTS)}}
    raw = json.dumps(body).encode()
    if rng.random() < 0.25:
        raw = some(rng, BODIES)
    if rng.random() < 0.1:
        raw = raw[: int(rng.random() * len(raw))]
    status = some(
        rng,
        (200,) * 8 + (201, 204, 302, 400, 401, 402, 403, 404, 408, 413, 422, 429, 429, 500, 503, 599, 999),
    )
    headers = [some(rng, HEADERS)] if rng.random() < 0.3 else []
    return status, headers, raw


FORMS = (
    *(
        '{{"cell": "{}"}}',
        ' \n{{"cell":"{}"}}\n',
        '```json\n{{"cell": "{}"}}\n```',
        '{{"cell": "{}", "note": "{key}"}}',
    ),
    *('\ufeff{{"cell": "{}"}}', '{{"reasoning": "\u202e[/x]\\u0000 {key}", "cell": "{}"}}'),
)
HARMLESS = tuple(header for header in HEADERS if header[0] not in ("content-encoding", "transfer-encoding"))


def accepted(rng: Random, asked: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
    """A right answer to this request, in an odd form."""
    *_, question = json.loads(asked)["messages"]
    legal = re.findall(r'"(\(\d, \d\))"', question["content"])
    content = some(rng, FORMS).format(some(rng, legal), key=some(rng, ECHOES[:1] + ECHOES[2:5]))
    message: dict[str, Any] = {"role": "assistant", "content": content}
    choice: dict[str, Any] = {"index": 0, "finish_reason": "stop", "message": message}
    body: dict[str, Any] = {"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}
    for _ in range(int(rng.random() * 3)):
        some(rng, (message, choice, body, body["usage"]))[f"odd_{KEY[:3]}"] = some(
            rng, (*PARTS, some(rng, ECHOES))
        )
    if rng.random() < 0.3:
        del body["usage"]
    return 200, [some(rng, HARMLESS)] if rng.random() < 0.3 else [], json.dumps(body).encode()


CLASSES = {
    "refuses access": (400, 401, 403, *range(200, 300)),
    "has no model": (404, *range(200, 300)),
    "no credit left": (*range(200, 600),),
    "redirects": (302, *range(200, 300)),
    "too many requests": (429, *range(200, 300)),
    "fails (": (408, 409, *range(200, 300), *range(500, 1000)),
    "too long for": (*range(400, 500), *range(200, 300)),
    "rejects the request": (*range(400, 500), *range(200, 300)),
    "does not take": (400, 422, *range(200, 300)),
    "sent an error": (*range(200, 300),),
    "that is not an answer": (*range(200, 300),),
    "malformed HTTP": (*range(200, 1000),),
    "sent more than": (*range(200, 1000),),
    "sent a text of more than": (*range(200, 300),),
    "closed the connection": (*range(200, 1000),),
    "were all invalid": (*range(200, 300),),
}
"""What a message says, and the statuses that it may be said of; errors may come with a status of success."""


@contextmanager
def hostile(rng: Random, served: list[int], *, mild: bool) -> Iterator[str]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers.get("content-length") or 0))
            with lock:
                status, headers, body = accepted(rng, asked) if mild else answer(rng)
                served.append(status)
            self.send_response_only(status, some(Random(status), ("fine", KEY)))
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def calls() -> list[ModelCall]:
    """All that was asked of the model in the latest run here."""
    with Store.open("agonist.db", must_exist=True) as store:
        return [
            call for match in store.matches("latest") for step in store.steps(match) for call in step.calls
        ]


def trial(rng: Random, folder: Path) -> str:
    return tried(rng, folder, mild=rng.random() < 0.2)


def tried(rng: Random, folder: Path, *, mild: bool) -> str:
    """A run at such an endpoint; `mild`: its answers are right, and only their form is odd."""
    wait, RetryPolicy.wait = RetryPolicy.wait, lambda *_: 0.001  # type: ignore[method-assign]  # nobody waits here
    try:
        served: list[int] = []
        with hostile(rng, served, mild=mild) as url, inside(folder, FAULTS_KEY=KEY):
            model = f"endpoint/x?base_url={url}&key_env=FAULTS_KEY&timeout=5"
            said = agonist("run", "tictactoe", "--player", model, "--opponent", "random", "--matches", "2")
            decent(said, (0,) if mild else (0, 4))
            texts = [said.out, said.err]
            if mild:
                refused = [call.complaint for call in calls() if call.error]
                expect(not refused, f"right answers were refused: {refused[:1]}")
            for command in (
                ("report", "latest"),
                ("replay", "1"),
                ("replay", "1", "--seat", "0"),
                ("runs", "--json"),
            ):
                more = agonist(*command)
                decent(more, (0,))
                texts.append(more.out + more.err)
    finally:
        RetryPolicy.wait = wait  # type: ignore[method-assign]  # as it was
    texts += [path.read_bytes().decode("latin-1") for path in folder.iterdir()]
    for text in texts:
        kept = next((form for form in (KEY, KEY[9:], *ECHOES[2:5]) if form in text), None)
        expect(kept is None, f"the key was kept as {kept!r}")
        pieces = [KEY[at : at + 10] for at in range(8, len(KEY) - 10)]
        expect(not any(piece in text for piece in pieces), "a part of the key was kept")
    if said.code == 0:
        return "every answer accepted" if mild else "code 0"
    found = [words for words in CLASSES if words in said.err]
    expect(bool(found), "the message names no class of error", said)
    for words in found:
        expect(any(status in CLASSES[words] for status in served), f"{words}, but {served} was served", said)
    return f"code 4: {found[0].removesuffix(' (')}"
