"""The endpoint as a command."""

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from agonist.core import AgonistError
from agonist.models.mock_endpoint import Endpoint, serve
from agonist.models.mock_endpoint.command import greeting


def test_it_says_what_to_type_and_stops_at_ctrl_c():
    # What started the tests may have had Ctrl-C ignored, which a child inherits.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from agonist.models.mock_endpoint import *; serve(Endpoint('first', Faults(huge=0.5)))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        lines = []
        while not lines or "PROGRAM" not in lines[-1]:
            lines.append(process.stdout.readline())
        said = "".join(lines)
        url = re.search(r"endpoint/sensible\?base_url=(http://127\.0\.0\.1:\d+/v1)\"", said)[1]
        with urllib.request.urlopen(f"{url}/models", timeout=5) as response:
            assert json.loads(response.read())["object"] == "list"
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=10)[0]
    assert f"OPENAI_BASE_URL={url}" in said
    assert "Faults: huge=0.5" in said
    assert "Stopped after 0 requests" in rest
    assert process.returncode == 0


def test_the_key_is_not_printed_and_an_open_host_is_pointed_out():
    said = greeting(Endpoint("careful", latency=0.2, key="sesame"))
    assert "sesame" not in said
    assert "THE_KEY_YOU_GAVE" in said
    assert "Faults: none" in said
    assert "Other machines" not in said
    assert "Other machines" in greeting(Endpoint("careful", host="0.0.0.0"))


def test_a_taken_port_and_an_unknown_mock_model():
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(AgonistError, match="cannot listen"),
    ):
        serve(Endpoint(port=taken.getsockname()[1]))
    with pytest.raises(AgonistError, match="did you mean 'first'"):
        Endpoint("frist")
