"""The proxy of the environment: found once, told its own password, and never our key."""

import asyncio
import json
from base64 import b64encode

import pytest
from tests.models.conftest import ASK, PLAIN, completion

from agonist.core import UsageError
from agonist.models.client import HttpModel
from agonist.models.errors import ProviderError
from agonist.models.model_assembly import aclose_all
from agonist.models.providers import route
from agonist.models.proxy import proxy_for
from agonist.models.retry import RetryPolicy

KEY = "sk-of-the-endpoint"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "REQUEST_METHOD"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
async def proxy():
    """A proxy that answers each request itself and refuses tunnels; the heads of what it got, as sent."""
    heads: list[str] = []
    body = json.dumps(completion()).encode()
    answer = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (
        len(body),
        body,
    )

    async def serve(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        heads.append(head)
        refused = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        writer.write(refused if head.startswith("CONNECT") else answer)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1], heads
    await aclose_all()
    server.close()
    await server.wait_closed()


def model(address: str) -> HttpModel:
    where = route("vllm/echo", base_url=address, key_env="OWN_KEY", environ={"OWN_KEY": KEY})
    return HttpModel(where, retry_policy=RetryPolicy(max_tries=1))


async def test_a_plain_request_goes_through_the_proxy_with_its_password(proxy, monkeypatch):
    port, heads = proxy
    monkeypatch.setenv("HTTP_PROXY", f"http://ann:hunter2@127.0.0.1:{port}")
    assert (await model("http://models.example.org/v1").complete(ASK, PLAIN)).text == "Action: 3"
    (head,) = heads
    assert head.startswith("POST http://models.example.org/v1/chat/completions HTTP/1.1")
    lower = head.lower()
    assert f"proxy-authorization: basic {b64encode(b'ann:hunter2').decode().lower()}" in lower
    assert f"authorization: bearer {KEY}" in lower


async def test_a_tunnel_is_asked_for_without_our_key(proxy, monkeypatch):
    port, heads = proxy
    monkeypatch.setenv("HTTPS_PROXY", f"http://ann:hunter2@127.0.0.1:{port}")
    with pytest.raises(ProviderError) as error:
        await model("https://models.example.org/v1").complete(ASK, PLAIN)
    assert "hunter2" not in str(error.value)
    (head,) = heads
    assert head.startswith("CONNECT models.example.org:443 ")
    assert f"proxy-authorization: basic {b64encode(b'ann:hunter2').decode()}".lower() in head.lower()
    assert KEY not in head
    assert "bearer" not in head.lower()


async def test_passwords_of_netrc_are_left_alone(proxy, monkeypatch, tmp_path):
    port, heads = proxy
    netrc = tmp_path / "netrc"
    netrc.write_text("default login ann password hunter2\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
    await model("http://models.example.org/v1").complete(ASK, PLAIN)
    assert heads[0].lower().count("authorization:") == 1


@pytest.mark.parametrize(
    ("environment", "address", "found"),
    [
        ({}, "https://models.example.org/v1", None),
        ({"HTTPS_PROXY": "http://p:3128"}, "https://models.example.org/v1", "http://p:3128"),
        ({"https_proxy": "p:3128"}, "https://models.example.org/v1", "http://p:3128"),
        ({"HTTPS_PROXY": "http://p:3128"}, "http://models.example.org/v1", None),
        ({"HTTPS_PROXY": "http://p", "NO_PROXY": "example.org"}, "https://models.example.org/v1", None),
        ({"HTTPS_PROXY": "http://p", "NO_PROXY": "other.org"}, "https://models.example.org/v1", "http://p"),
        ({"HTTP_PROXY": "http://p"}, "http://127.0.0.1:8000/v1", None),
    ],
)
def test_the_environment_names_a_proxy_as_for_other_programs(monkeypatch, environment, address, found):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    where = proxy_for(route("vllm/echo", base_url=address))
    assert where == found


@pytest.mark.parametrize("value", ["socks5://ann:hunter2@p:1080", "http://", "http://[::1", "http://p:port"])
def test_what_is_no_proxy_is_refused_before_a_request(monkeypatch, value):
    monkeypatch.setenv("HTTPS_PROXY", value)
    with pytest.raises(UsageError, match="HTTPS_PROXY is not the address of a proxy") as error:
        model("https://models.example.org/v1")
    assert "hunter2" not in str(error.value)
