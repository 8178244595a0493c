"""Commands that serve, and the program as the system starts it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from agonist.models.endpoint import Endpoint


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


def test_a_site_with_open_pages_is_served_until_ctrl_c(process):
    server = process("serve", "--port", 0, "--no-open", env={"COLUMNS": "200"})
    server.until(lambda: "token=" in server.out)
    (link,) = set(re.findall(r"http://127\.0\.0\.1:\d+/\?token=\S+", server.out))
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.open(link, timeout=30).close()
    with browser.open(link.partition("?")[0] + "events?follow=board", timeout=30) as stream:
        assert stream.readline().startswith(b"retry:")
        server.send(signal.SIGINT)
        said = server.wait(30)
    assert said.code == 0
    assert "Stopped." in said.out
    assert "Traceback" not in said.out + said.err


def test_an_endpoint_that_cannot_be_served_says_why(command):
    with Endpoint() as taken:
        port = taken.url.split(":")[2].removesuffix("/v1")
        command("endpoint", "--port", port).told(2, port, "choose another")
    command("endpoint", "--mock", "nobody").told(2, "nobody")
    command("endpoint", "--fault", "empyt=1").told(2, "did you mean 'empty'")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("serve-agent",), "agonist serve-agent --player SPEC"),
        (("serve-agent", "random", "--player", "reference"), "takes one player, not random, reference"),
        (("check-player",), "agonist check-player --player SPEC"),
        (("mcp", "connect_four"), "agonist mcp connect_four --player SPEC"),
        (("mcp", "connect_four", "random", "--player", "random"), "not both ways"),
        (("mcp", "connect_four", "random", "random"), "connect_four is for 2 players, not 3"),
    ],
)
def test_players_are_named_behind_the_game_or_by_player_everywhere(command, words, told):
    command(*words).told(2, told)


def test_the_demo_plays_and_says_what_comes_next(command, tmp_path):
    said = command("demo", "--matches", 1)
    assert said.code == 0, said.err
    for word in ("random", "reference", "endpoint/sensible", "agonist run", "OPENAI_API_KEY", "report.html"):
        assert word in said.out
    page = (tmp_path / "report.html").read_text()
    assert str(tmp_path / "report.html") in said.out
    assert "<html" in page
    assert not re.search(r"""(?:src|href)=["']https?:""", page)
    (run,) = command("runs", "--db", "demo.db", "--json").json
    assert run["finished"] == run["matches"] > 10


def test_the_program_starts_as_a_module_and_ends_with_the_code(tmp_path):
    def start(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "agonist", *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )

    wrong = start("play", "tictactoe", "randm", "random")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("agonist: there is no player 'randm'")


@pytest.mark.long
def test_a_reader_who_has_seen_enough_is_no_error(tmp_path):
    # More than a pipe holds, and nobody reads.
    program = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "agonist",
            "run",
            "tictactoe",
            "--player",
            "random",
            "--matches",
            "300",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.read(1)
    program.stdout.close()
    err = program.stderr.read().decode()
    program.stderr.close()
    assert program.wait(20) == 0
    assert re.fullmatch(r"Plan: .*\nRun \w+ in agonist.db\n", err)
