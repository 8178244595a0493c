"""The mock endpoint as a command."""

from __future__ import annotations

import json
import re
import signal
import urllib.error
import urllib.request

import pytest

from agonist.models.mock_endpoint import Endpoint


@pytest.mark.slow
def test_an_endpoint_is_served_until_ctrl_c(process):
    server = process(
        "endpoint",
        "--port",
        0,
        "--mock",
        "careful",
        "--key",
        "k-1",
        "--fault",
        "429=0",
        env={"COLUMNS": "200"},
    )
    server.until(lambda: "/v1" in server.out)
    (url,) = set(re.findall(r"http://127\.0\.0\.1:\d+/v1", server.out))
    request = urllib.request.Request(f"{url}/models", headers={"Authorization": "Bearer k-1"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        assert "careful" in [model["id"] for model in json.load(answer)["data"]]
    played = process(
        "play", "tictactoe", f"endpoint/x?key_env=K&base_url={url}", "random", "--json", env={"K": "k-1"}
    )
    assert played.wait().json["players"][0].startswith("endpoint/x")
    server.send(signal.SIGINT)
    said = server.wait(10)
    assert said.code == 0
    assert "Stopped after" in said.out
    assert "Traceback" not in said.out + said.err


def test_an_endpoint_that_cannot_be_served_says_why(command):
    with Endpoint() as taken:
        port = taken.url.split(":")[2].removesuffix("/v1")
        command("endpoint", "--port", port).told(2, port, "choose another")
    command("endpoint", "--mock", "nobody").told(2, "nobody")
    command("endpoint", "--fault", "empyt=1").told(2, "did you mean 'empty'")
