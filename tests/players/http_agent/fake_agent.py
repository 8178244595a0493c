"""An agent as the published SDK serves it (`werewolf-agent-build-sdk` 0.0.20), which can be made awkward."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIELDS = {"message": str, "name": str, "status": str, "word": str, "round": int}


class FakeAgent:
    """A context manager; `url` is its address.

    Its memory is that of the published example: cleared by init, one history for the process. `awkward` is
    called with the path, the fields and the handler before a request is answered; what it returns (a status
    and bytes) is sent instead, unless it is None.
    """

    def __init__(self, awkward=lambda _path, _fields, _handler: None, *, port=0, token=None):
        self.awkward, self.token = awkward, token
        self.seen, self.history = [], []
        self.name = self.word = ""
        self.in_flight = self.most_in_flight = self.speeches = 0
        self._lock = threading.Lock()
        agent = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                agent.handle(self)

            def log_message(self, *_args):
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, _request, _address):
                pass

        self._server = Server(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(self, *_error):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def handle(self, handler):
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        path = handler.path.removeprefix("/agent/")
        fields = json.loads(body)
        with self._lock:
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            self.seen.append((path, fields, dict(handler.headers)))
        try:
            answer = self.awkward(path, fields, handler) or self.answer(path, fields, handler)
        finally:
            with self._lock:
                self.in_flight -= 1
        status, content = answer
        if status:
            handler.send_response(status)
            handler.send_header("content-length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content)

    def answer(self, path, fields, handler):
        if self.token and handler.headers.get("authorization") != f"Bearer {self.token}":
            return 401, f"wrong token: {handler.headers.get('authorization')}".encode()
        known = {name: fields.get(name) for name in FIELDS}
        if any(value is not None and type(value) is not FIELDS[name] for name, value in known.items()):
            return 500, b"Internal Server Error"
        match path:
            case "checkHealth":
                return reply()
            case "init":
                self.history.clear()
                return reply("fake-model")
            case "getModelName":
                return reply("fake-model")
            case "perceive":
                try:
                    self.perceive(**known)
                except Exception as error:  # noqa: BLE001  as the SDK has it
                    return reply(success=False, error=f"perceive error {error}")
                return reply()
            case "interact":
                try:
                    return reply(self.interact(**known))
                except Exception:  # noqa: BLE001  as the SDK has it
                    return 500, b"Internal Server Error"
        return 404, b'{"detail":"Not Found"}'

    def perceive(self, status, message, name, word, round):  # noqa: A002  the name of the field
        match status:
            case "start":
                self.history.clear()
                self.name, self.speeches = message, 0
            case "distribution":
                self.word = word
            case "round":
                self.history.append(f"{name}: " + message if name else f"round {round}")
            case "vote":
                self.history.append(name + " -> " + message)
            case "vote_result":
                self.history.append("out: " + message if name else "nobody is out")
            case "result":
                self.history.append(message)
            case _:
                raise NotImplementedError(status)

    def interact(self, status, message, name, word, round):  # noqa: A002  the name of the field
        match status:
            case "round":
                return f"My description is {len(self.history)} lines long, says {self.name}."
            case "vote":
                return next(each for each in message.split(",") if each != self.name)
        raise NotImplementedError(status)

    def paths(self):
        return [path for path, _, _ in self.seen]


def reply(result=None, *, success=True, error=None, **more):
    said = {"success": success, "result": result, "errMsg": error, **more}
    return 200, json.dumps(said).encode()


def hang(seconds):
    return lambda *_: time.sleep(seconds)
