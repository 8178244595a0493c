"""The commands of the page and of the package's README, as a user calls them."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "verifiers.md"


def block(page, language):
    return re.search(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)[1]


def shell(command, folder):
    """What a command printed, with the programs of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )


def traces_in(folder):
    (file,) = folder.rglob("traces.jsonl")
    return [trace for line in file.read_text("utf-8").splitlines() for trace in json.loads(line)["traces"]]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def test_the_three_commands_of_the_page_and_of_the_readme_work_in_their_order(tmp_path):
    assert block(PAGE, "sh") == block(ROOT / "packages" / "agonist-verifiers" / "README.md", "sh")
    install, serve, evaluate = block(PAGE, "sh").splitlines()
    installed = shell(install, ROOT)
    assert installed.returncode == 0, installed.stderr
    port = free_port()
    serving = serve.replace(
        "endpoint &", f"endpoint --port {port} > /dev/null & trap 'kill $!' EXIT; sleep 5"
    )
    done = shell(f"{serving}\n{evaluate.replace('8321', str(port))}", tmp_path)
    assert done.returncode == 0, done.stderr
    traces = traces_in(tmp_path)
    assert all(trace["ok"] for trace in traces)
    names = {trace["agent"]["name"] for trace in traces}
    assert names == {"tictactoe/seat0", "tictactoe/seat1", "undercover/civilian", "undercover/undercover"}
    assert {trace["info"]["agonist"]["game"] for trace in traces} == {"tictactoe", "undercover"}


def test_the_league_of_the_page_is_a_file_that_verifiers_takes(tmp_path):
    (tmp_path / "league.toml").write_text(block(PAGE, "toml"), "utf-8")
    done = shell("vf-eval @ league.toml --no-push --dry-run", tmp_path)
    assert done.returncode == 0, done.stderr
    (written,) = tmp_path.rglob("eval.json")
    assert len(json.loads(written.read_text("utf-8"))["env"]["taskset"]["opponents"]) == 3


def test_a_typo_is_told_in_a_line_and_without_a_traceback(tmp_path):
    done = shell("vf-eval agonist-verifiers --env.taskset.games tictoe --no-push", tmp_path)
    assert done.returncode == 1
    assert "did you mean 'tictactoe'" in " ".join(done.stdout.split() + done.stderr.split())
    assert "Traceback" not in done.stdout + done.stderr


def test_an_opponent_that_is_not_there_is_told_in_a_line_and_without_a_traceback(endpoint, tmp_path):
    gone = f"rival=vllm/m?base_url=http://127.0.0.1:{free_port()}/v1"
    command = f"vf-eval agonist-verifiers -n 2 --env.taskset.opponents '{gone}' --client.base-url {endpoint}"
    done = shell(f"{command} -m sensible --no-push --no-rich", tmp_path)
    lines = [line for line in done.stderr.splitlines() if "cannot reach vllm/m" in line]
    assert ["seed 0/0" in line for line in lines] == [True, True]  # once in each seat
    assert "Traceback" not in done.stderr
