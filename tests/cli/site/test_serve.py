"""The site as a command."""

from __future__ import annotations

import re
import signal
import urllib.error
import urllib.request

import pytest


@pytest.mark.slow
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


def test_an_odd_port_is_refused_by_name(command):
    command("serve", "--port", "٣").told(2, "port")
