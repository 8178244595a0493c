"""The nginx configuration of docs/serve.md, run as it stands there before a public site."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.arena.conftest import SECRET
from tests.web.public import PASSWORD, csrf_in

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(NGINX is None or not shutil.which("openssl"), reason="these need nginx and openssl"),
]

NAME = "play.example.org"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def written(folder, port, inner, path):
    """The snippet of the page, with other ports and a certificate made on the spot."""
    page = (Path(__file__).parents[2] / "docs" / "serve.md").read_text()
    snippet = re.search(r"```nginx\n(.*?)```", page, re.DOTALL)[1]
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/etc/ssl/play.example.org", f"{folder}/site"),
        ("127.0.0.1:8642", f"127.0.0.1:{inner}"), ("location / {", f"location {path} {{"),
    ):  # fmt: skip
        assert old in snippet
        snippet = snippet.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{snippet}\n}}\n"
    )
    certificate = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    files = [
        "-keyout",
        folder / "site.key",
        "-out",
        folder / "site.pem",
        "-addext",
        f"subjectAltName=DNS:{NAME}",
    ]
    subprocess.run(["openssl", "req", *certificate, *files], check=True, capture_output=True)


@contextmanager
def served(folder, path, *options):
    """The site as browsers reach it, and the link for the first admin."""
    port, inner = free_port(), free_port()
    written(folder, port, inner, path)
    name = f"{NAME}:{port}"
    command = [sys.executable, "-m", "agonist", "serve", "--public", "--db", folder / "agonist.db"]
    command += ["--trusted-host", name, "--port", str(inner), *options]
    environ = {**os.environ, "AGONIST_SECRET_KEY": SECRET}
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as site,
        subprocess.Popen(
            [NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL
        ) as nginx,
    ):
        try:
            first = None
            while first is None:
                line = site.stdout.readline()
                assert line, "the site ended before it printed its link"
                first = re.search(r"https://\S+first=\S+", line)
            yield f"https://{name}", first[0]
        finally:
            nginx.terminate()
            site.terminate()
            nginx.wait(60)
            site.wait(60)


def client(folder):
    """A browser that trusts the certificate, and finds the name on this machine."""
    trust = ssl.create_default_context(cafile=str(folder / "site.pem"))
    return httpx.Client(transport=_Here(trust), timeout=60)


class _Here(httpx.HTTPTransport):
    def __init__(self, trust):
        super().__init__(verify=trust)

    def handle_request(self, request):
        here = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": NAME},
        )
        return super().handle_request(here)


def got(browser, url, **headers):
    """A page; nginx and the site take a moment to start."""
    for _ in range(200):
        try:
            answer = browser.get(url, headers=headers)
        except httpx.TransportError:
            answer = None
        if answer is not None and answer.status_code != 502:
            return answer
        time.sleep(0.1)
    raise AssertionError(f"{url} does not answer")


def sign_up(browser, home, url, name):
    data = {"name": name, "password": PASSWORD, "again": PASSWORD, "csrf": csrf_in(got(browser, url).text)}
    data["first"] = url.partition("first=")[2]
    return browser.post(url.partition("?")[0], data=data, headers={"origin": home})


@pytest.mark.parametrize("path", ["/", "/agonist/"])
def test_the_configuration_of_the_page_serves_the_site(tmp_path, path):
    root = path.rstrip("/")
    options = ["--root-path", root] if root else []
    with served(tmp_path, path, *options) as (home, first), client(tmp_path) as browser:
        assert first.startswith(f"{home}{root}/sign-up?")
        made = sign_up(browser, home, first, "Rita")
        assert (made.status_code, made.headers["location"]) == (303, f"{root}/"), made.text
        assert {"Secure", "HttpOnly"} <= set(made.headers["set-cookie"].split("; "))
        assert "Rita" in got(browser, f"{home}{root}/").text
        assert got(browser, f"{home}{root}/admin").status_code == 200
        style = re.search(r'href="(\S+site\.css\S*)"', got(browser, f"{home}{root}/").text)[1]
        assert got(browser, f"{home}{style}").status_code == 200
        foreign = browser.post(
            f"{home}{root}/me/budget", data={"csrf": "x"}, headers={"origin": f"https://{NAME}"}
        )
        assert foreign.status_code == 403
        with browser.stream("GET", f"{home}{root}/events?follow=board") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert next(stream.iter_bytes())


def test_nobody_escapes_limits_by_claiming_another_address(tmp_path):
    with served(tmp_path, "/") as (home, first), client(tmp_path) as browser:
        got(browser, first)
        codes = []
        for nth in range(12):
            page = browser.get(f"{home}/sign-up").text
            data = {"csrf": csrf_in(page), "name": f"x{nth}", "password": "short", "again": "short"}
            headers = {"origin": home, "x-forwarded-for": f"198.51.100.{nth}"}
            codes.append(browser.post(f"{home}/sign-up", data=data, headers=headers).status_code)
        assert codes == [400] * 10 + [429] * 2
