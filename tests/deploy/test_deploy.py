"""The files of `deploy/`: their commands start pages and workers as a container or systemd would."""

import configparser
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

import pytest
import yaml  # type: ignore[import-untyped]  # it ships no types
from tests.store.conftest import postgresql

__all__ = ["postgresql"]

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
SAID = {"AGONIST_HOST": "play.example.org", "AGONIST_SECRET_KEY": "k" * 64, "AGONIST_DATABASE_PASSWORD": "x"}


def unit(name):
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(DEPLOY / name)
    return parser


def filled(word):
    """A word of a command with the values of .env."""
    return re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda found: SAID[found[1]], word)


def commands():
    """(what starts it, the words after `agonist`) of the pages and of a worker."""
    for service in ("site", "worker"):
        yield f"compose {service}", [filled(word) for word in COMPOSE[service]["command"]]
    for name in ("agonist.service", "agonist-worker@.service"):
        words = shlex.split(filled(unit(name)["Service"]["ExecStart"]))
        assert words[0] == "/opt/agonist/bin/agonist"
        yield name, words[1:]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def health(port, path="/health", **headers):
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(asked, timeout=5) as answer:
        return answer.status, answer.read().decode()


@contextmanager
def started(words, database):
    """A command with a database of ours, ended as containers and systemd end it."""
    words = [database if word.startswith("postgresql://") else word for word in words]
    process = subprocess.Popen(
        [sys.executable, "-m", "agonist", *words],
        env=os.environ | {"AGONIST_SECRET_KEY": SAID["AGONIST_SECRET_KEY"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=30)
        assert "Traceback" not in out
        assert process.returncode in (0, 143, -signal.SIGTERM), out
    finally:
        process.kill()
        process.wait()


def until(works, process, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert process.poll() is None, process.stdout.read()
        try:
            if found := works():
                return found
        except (URLError, ConnectionError):
            pass
        time.sleep(0.1)
    raise AssertionError("not within a minute")


@pytest.mark.long
@pytest.mark.parametrize("words", [pytest.param(words, id=name) for name, words in commands()])
def test_each_command_starts_and_ends_when_it_is_told_to(words, postgresql):
    port = free_port()
    if words[0] == "serve":
        with started([*words, "--port", str(port)], postgresql) as process:
            assert process.stdout.readline().startswith("Agonist over postgresql://")
            assert until(lambda: health(port), process) == (200, "ok\n")
            status, page = health(port, "/", Host=SAID["AGONIST_HOST"])
            assert status == 200
            assert "Agonist" in page
    else:
        with started(words, postgresql) as process:
            assert process.stdout.readline().startswith("Worker ")


@pytest.mark.parametrize("words", [pytest.param(words, id=name) for name, words in commands()])
def test_each_command_is_one_that_this_version_takes(words, command):
    told = command(*words[:1], "--help")
    for word in words:
        if word.startswith("--"):
            assert word in told.out


def test_the_image_copies_files_that_are_there_and_installs_extras_that_there_are():
    text = (DEPLOY / "Containerfile").read_text()
    copied = [
        word for line in re.findall(r"^COPY (?!--)(.+)$", text, re.MULTILINE) for word in line.split()[:-1]
    ]
    assert copied
    assert all((ROOT / name).exists() for name in copied)
    extras = (ROOT / "pyproject.toml").read_text()
    for each in {extra for found in re.findall(r"\[([a-z,]+)\]\"", text) for extra in found.split(",")}:
        assert re.search(rf"^{each} = \[", extras, re.MULTILINE), each


@pytest.mark.long
def test_the_files_that_the_image_copies_are_enough_for_a_wheel(tmp_path):
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        ["uv", "build", "--wheel", "--out-dir", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out").glob("agonist-*.whl"))) == 1


def test_all_secrets_come_from_outside():
    for path in DEPLOY.iterdir():
        for line in path.read_text().splitlines():
            if found := re.search(r"(?:PASSWORD|SECRET_KEY)\W*[:=]\s*(.+)", line):
                assert found[1].startswith("${"), f"{path.name}: {line}"


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, service in COMPOSE.items() if "ports" in service] == ["proxy"]


@pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")
def test_caddy_takes_its_file_and_passes_the_host_on(tmp_path):
    adapted = subprocess.run(
        ["caddy", "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
        env=os.environ | {"AGONIST_HOST": "play.example.org", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert adapted.returncode == 0, adapted.stderr
    assert '"dial":"site:8642"' in adapted.stdout
    assert '"host":["play.example.org"]' in adapted.stdout


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", sorted(path.name for path in DEPLOY.glob("agonist*")))
def test_systemd_finds_no_fault(name):
    done = subprocess.run(
        ["systemd-analyze", "verify", f"./{name}"], cwd=DEPLOY, capture_output=True, text=True, check=False
    )
    faults = [line for line in done.stderr.splitlines() if name.partition(".")[0].rstrip("@") in line]
    # The program is where the page says to put it, which isn't here.
    assert [line for line in faults if "is not executable" not in line] == []
