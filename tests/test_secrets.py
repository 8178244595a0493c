"""A key is in the environment and in the headers of requests, and nowhere else."""

from __future__ import annotations

import base64
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store

KEYS = ("sk-proj-Zx81TqLmN0pQrStUvWxYz", "k3y of no known spelling".replace(" ", "."))
PASSWORD = "hunter2-7f3a"


def nowhere(secret, folder, *texts):
    """Check that none of these texts, and no file below this folder, holds the secret or most of it."""
    half = secret[: len(secret) * 2 // 3]
    for text in texts:
        assert half not in text
    forms = [half.encode(), half.encode("utf-16-le"), base64.b64encode(secret.encode())[:20]]
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        content = path.read_bytes()
        assert not any(form in content for form in forms), path
    return files


@contextmanager
def echoing(status):
    """An endpoint that repeats all of its request's headers wherever it can."""
    seen = []

    class Echo(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["content-length"]))
            given = self.headers["authorization"] or "nothing"
            seen.append(given)
            said = f"Your request said {given}. Cell: (1, 1). {given.removeprefix('Bearer ')}"
            answer = {
                "id": said,
                "model": said,
                "system_fingerprint": said,
                "choices": [{"finish_reason": said, "message": {"role": "assistant", "content": said}}],
                "error": {"message": said, "type": said, "code": said, "param": said},
            }
            if status == 200:
                del answer["error"]
            body = json.dumps(answer).encode()
            self.send_response(status, said)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def everything(command):
    """All that can be printed of what is stored."""
    texts = []
    for arguments in (
        ("runs", "--json"),
        ("runs",),
        ("leaderboard", "--json"),
        *(
            ("report", "latest", "--format", form)
            for form in ("table", "markdown", "html", "json", "csv", "latex")
        ),
        ("replay", "1"),
        ("replay", "1", "--seat", "0"),
        ("replay", "1", "--verify"),
    ):
        said = command(*arguments)
        texts += [said.out, said.err]
    return texts


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_used_is_stored_nowhere(command, monkeypatch, tmp_path, caplog, key):
    caplog.set_level("DEBUG")
    monkeypatch.setenv("MY_KEY", key)
    with Endpoint("careful", key=key) as endpoint:
        spec = f"endpoint/careful?key_env=MY_KEY&base_url={endpoint.url}"
        more = ("--cache", "answers.db", "--json")
        said = command("run", "tictactoe", "--player", spec, "--opponent", "random", "--matches", 2, *more)
        assert said.code == 0, said.err
        assert endpoint.statuses[200] > 5
        command("resume", "latest", "--cache", "answers.db")
    command("report", "latest", "--format", "html", "--output", "report.html")
    files = nowhere(key, tmp_path, said.out, said.err, caplog.text, *everything(command))
    assert {"agonist.db", "answers.db", "report.html"} <= {path.name for path in files}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("status", [200, 400, 401, 404])
@pytest.mark.every(4)
def test_a_key_that_comes_back_is_stored_nowhere(command, monkeypatch, tmp_path, caplog, key, status):
    caplog.set_level("DEBUG")
    monkeypatch.setenv("MY_KEY", key)
    monkeypatch.setenv("AGONIST_DEBUG", "1")
    with echoing(status) as (url, seen):
        spec = f"vllm/x?format=line&key_env=MY_KEY&base_url={url}"
        said = command("run", "tictactoe", "--player", spec, "--opponent", "random", "--matches", 2)
        assert said.code == (0 if status == 200 else 4)
        alone = command("play", "tictactoe", spec, "random", "--json")
    assert f"Bearer {key}" in seen, "it was sent, or nothing is shown"
    nowhere(key, tmp_path, said.out, said.err, alone.out, alone.err, caplog.text, *everything(command))


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_key_is_not_repeated(command, monkeypatch, tmp_path, key):
    monkeypatch.setenv("MY_KEY", key)
    with Endpoint("careful", key="another") as endpoint:
        spec = f"endpoint/careful?key_env=MY_KEY&base_url={endpoint.url}"
        said = command("run", "tictactoe", "--player", spec, "--opponent", "random").told(4, "MY_KEY")
    nowhere(key, tmp_path, said.out, said.err, *everything(command))


def test_a_key_of_openai_does_not_go_to_a_stranger(command, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEYS[0])
    with echoing(200) as (url, seen):
        command("play", "tictactoe", f"openai/gpt-5-mini?base_url={url}", "random")
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        command("play", "tictactoe", "openai/gpt-5-mini", "random")
    assert not any(KEYS[0] in (given or "") for given in seen)


@pytest.mark.parametrize(
    "spec",
    [
        f"vllm/x?base_url=http://ann:{PASSWORD}@127.0.0.1:9/v1",
        f"vllm/x?base_url=http://{PASSWORD}@127.0.0.1:9/v1",
        f"vllm/x?base_url=http://ann:{PASSWORD}@127.0.0.1:9/v1&temperature=9",
        f"vllm/x?base_url=http://ann:{PASSWORD}@127.0.0.1:9/v1&",
        f"cot:vllm/x?base_url=http://a/{PASSWORD}@b/v1",
        f"nosuch?base_url=http://ann:{PASSWORD}@127.0.0.1:9/v1",
        f"openai/gpt-5-mini?api_key={PASSWORD}",
        f"openai/gpt-5-mini?key={PASSWORD}",
        f"vllm/x?base_url=http://127.0.0.1:9/v1?key={PASSWORD}",
    ],
)
def test_a_password_in_a_specification_is_refused_and_not_repeated(command, tmp_path, spec):
    for arguments in (
        ("run", "tictactoe", "--player", spec),
        ("run", "tictactoe", "--player", "random", "--opponent", spec, "--estimate"),
        ("run", "tictactoe", "--player", "random", "--seat", f"0={spec}"),
        ("play", "tictactoe", spec, "random"),
    ):
        said = command(*arguments)
        said.told(2)
        assert PASSWORD not in said.out + said.err
    assert not list(tmp_path.iterdir())


def test_the_password_of_a_database_is_not_repeated(command):
    url = f"postgresql://ann:{PASSWORD}@127.0.0.1:9/games"
    for arguments in (("runs",), ("run", "tictactoe", "--player", "random"), ("replay", "1")):
        said = command(*arguments, "--db", url)
        said.told(3, "127.0.0.1")
        assert PASSWORD not in said.out + said.err


def test_a_defect_is_told_without_what_it_was_about(command, monkeypatch, tmp_path):
    monkeypatch.setenv("MY_KEY", KEYS[0])
    with Endpoint("careful", key=KEYS[0]) as endpoint:
        spec = f"endpoint/careful?key_env=MY_KEY&base_url={endpoint.url}"

        def broken(*_):
            raise RuntimeError("a defect")

        monkeypatch.setattr(Store, "finish", broken)
        said = command("run", "tictactoe", "--player", spec, "--matches", 1)
    said.told(70, "defect", "AGONIST_DEBUG=1")
    nowhere(KEYS[0], tmp_path, said.out, said.err)
