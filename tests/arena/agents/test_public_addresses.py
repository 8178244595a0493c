"""Addresses that strangers name: where they may lead, however they are written, and whatever they become."""

import asyncio
import socket

import pytest

from agonist.arena.agents.public_addresses import checked
from agonist.core import UsageError
from agonist.models.address_kinds import is_public, why_not_public
from agonist.models.errors import ProviderError, Unreachable
from agonist.models.event_loop import blocking
from agonist.models.model_assembly import connect
from agonist.models.protocol import Message, Settings
from agonist.models.public_only import public_socket
from agonist.models.retry import RetryPolicy
from agonist.players.http_agent import AgentEndpoint, agent_route

PUBLIC = "93.184.215.14"

PRIVATE = {
    "loopback": "127.0.0.1",
    "all of loopback": "127.8.8.8",
    "this network": "0.0.0.0",
    "private 10": "10.1.2.3",
    "private 172": "172.16.0.1",
    "private 192": "192.168.1.1",
    "link local, a cloud's metadata": "169.254.169.254",
    "carrier NAT": "100.64.0.1",
    "multicast": "224.0.0.1",
    "broadcast": "255.255.255.255",
    "reserved": "240.0.0.1",
    "benchmarks": "198.18.0.1",
    "documentation": "192.0.2.1",
    "protocol assignments": "192.0.0.8",
    "IPv6 loopback": "::1",
    "IPv6 unspecified": "::",
    "unique local": "fd00::1",
    "IPv6 link local": "fe80::1",
    "IPv6 link local with its zone": "fe80::1%eth0",
    "IPv6 site local": "fec0::1",
    "IPv6 multicast": "ff02::1",
    "IPv4-mapped IPv6": "::ffff:127.0.0.1",
    "IPv4-mapped IPv6 in hexadecimal": "::ffff:7f00:1",
    "IPv4-compatible IPv6": "::127.0.0.1",
    "NAT64": "64:ff9b::7f00:1",
    "NAT64 of one's own": "64:ff9b:1::7f00:1",
    "6to4": "2002:7f00:1::",
    "Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "IPv6 documentation": "2001:db8::1",
}


@pytest.mark.parametrize("address", PRIVATE.values(), ids=PRIVATE)
def test_an_address_that_is_not_public_is_not_taken_for_one(address):
    assert not is_public(address)
    host = f"[{address}]" if ":" in address else address
    assert why_not_public(f"http://{host}/")


@pytest.mark.parametrize(
    "address", [PUBLIC, "1.1.1.1", "2606:4700::1111", f"::ffff:{PUBLIC}", "64:ff9b::5db8:d70e"]
)
def test_a_public_address_is_taken_for_one(address):
    assert is_public(address)


ENCODED = {
    "decimal": "http://2130706433/",
    "octal": "http://0177.0.0.1/",
    "hexadecimal": "http://0x7f000001/",
    "hexadecimal parts": "http://0x7f.0.0.1/",
    "few parts": "http://127.1/",
    "one zero": "http://0/",
    "percent": "http://127%2e0%2e0%2e1/",
    "circled digits": "http://①②⑦.⓪.⓪.①/",
    "full width": "http://１２７.0.0.1/",
    "a trailing dot": "http://127.0.0.1./",
    "localhost with a dot": "http://localhost./",
    "localhost in capitals": "http://LOCALHOST/",
    "below localhost": "http://a.localhost/",
    "user": "http://example.org@127.0.0.1/",
    "user and password": "http://a:b@example.org/",
    "empty user": "http://@example.org/",
    "backslash": "http://example.org\\@127.0.0.1/",
    "space": "http://example.org /",
    "line break": "http://example.org/\r\nHost: a",
    "tab": "http://exam\tple.org/",
    "fragment": "http://example.org/#@127.0.0.1",
    "query": "http://example.org/?a=b",
    "ssh": "http://example.org:22/",
    "smtp": "https://example.org:25/",
    "port 0": "http://example.org:0/",
    "port too big": "http://example.org:65536/",
    "no port": "http://example.org:x/",
    "file": "file:///etc/passwd",
    "gopher": "gopher://example.org/",
    "no scheme": "example.org",
    "nothing": "",
    "underscore": "http://a_b.example.org/",
    "empty label": "http://a..example.org/",
    "zone": "http://[fe80::1%25eth0]/",
}


@pytest.mark.parametrize("url", ENCODED.values(), ids=ENCODED)
async def test_addresses_in_disguise_are_refused_before_anything_is_looked_up(url):
    async def resolve(host, _port):
        raise AssertionError(f"{host} was looked up")

    with pytest.raises(UsageError, match="cannot be used"):
        await checked(url, local=False, resolve=resolve)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/v1/",
        "http://example.org:8080",
        "https://xn--bcher-kva.example",
        f"http://{PUBLIC}:80",
    ],
)
async def test_public_addresses_are_taken_as_they_are(url):
    async def resolve(_host, _port):
        return [PUBLIC, PUBLIC]

    found = await checked(f" {url}", local=False, resolve=resolve)
    assert found.url == url.rstrip("/")
    assert found.at == (PUBLIC,)


@pytest.mark.parametrize("at", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::ffff:10.0.0.1"], []])
async def test_a_name_is_refused_if_any_of_its_addresses_is_not_public(at):
    async def resolve(_host, _port):
        return at

    with pytest.raises(UsageError, match=r"agent\.example\.org"):
        await checked("https://agent.example.org", local=False, resolve=resolve)


async def test_locally_any_address_will_do_that_is_one():
    found = await checked("http://127.0.0.1:7860/", local=True)
    assert (found.host, found.port, found.at) == ("127.0.0.1", 7860, ("127.0.0.1",))
    for url in ("ftp://127.0.0.1", "http://a:b@127.0.0.1", "http://", "http://h:0"):
        with pytest.raises(UsageError, match="cannot be used"):
            await checked(url, local=True)


async def test_a_host_that_is_not_there_and_a_slow_look_up_are_told_apart(monkeypatch):
    async def gone(_host, _port):
        raise socket.gaierror(-2, "Name or service not known")

    async def slow(_host, _port):
        await asyncio.Event().wait()

    monkeypatch.setattr("agonist.arena.agents.public_addresses.LOOKUP_SECONDS", 0.01)
    with pytest.raises(UsageError, match="there is no host"):
        await checked("https://agent.example.org", local=False, resolve=gone)
    with pytest.raises(UsageError, match="could not be looked up"):
        await checked("https://agent.example.org", local=False, resolve=slow)


class Listener:
    """A server on this machine that notes whether anybody connects, and redirects them if so."""

    def __init__(self, answer: bytes = b""):
        self.answer, self.seen = answer, 0

    async def __aenter__(self):
        async def serve(reader, writer):
            self.seen += 1
            await reader.readuntil(b"\r\n\r\n")
            writer.write(self.answer)
            await writer.drain()
            writer.close()

        self.server = await asyncio.start_server(serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_error):
        self.server.close()


def lookups(monkeypatch, *answers):
    """Names lead to these addresses, one after the other; the last one stays."""
    left = list(answers)

    async def resolve(_self, host, port=0, family=0):
        at = left.pop(0) if len(left) > 1 else left[0]
        return [{"hostname": host, "host": at, "port": port, "family": 2, "proto": 6, "flags": 0}]

    monkeypatch.setattr("aiohttp.ThreadedResolver.resolve", resolve)


def asked(kind, url):
    """What a platform's agent or model endpoint makes of one request to this address."""
    if kind == "agent":
        return AgentEndpoint(agent_route(url, None), "mine", 5.0, public_only=True).call("interact", {})
    model = connect("vllm/m", base_url=url, public_only=True)
    model._retry_policy = RetryPolicy(max_tries=1)
    return model.complete([Message("user", "hello")], Settings(timeout=5.0))


@pytest.mark.parametrize("kind", ["agent", "model"])
def test_a_name_that_changes_its_address_after_it_was_checked_is_not_connected_to(kind, monkeypatch):
    lookups(monkeypatch, PUBLIC, "127.0.0.1")

    async def play():
        async with Listener() as inside:
            url = f"http://agent.example.org:{inside.port}"

            async def resolve(host, port):
                from aiohttp import ThreadedResolver

                return [each["host"] for each in await ThreadedResolver().resolve(host, port)]

            assert (await checked(url, local=False, resolve=resolve)).at == (PUBLIC,)
            with pytest.raises(Unreachable, match=r"127\.0\.0\.1, which is not a public address"):
                await asked(kind, url)
            assert not inside.seen

    blocking(play())


@pytest.mark.parametrize("kind", ["agent", "model"])
def test_what_a_resolver_lets_through_the_socket_does_not(kind, monkeypatch):
    # As if the check at look-up were fooled: a library that reads an address otherwise than we do.
    monkeypatch.setattr("agonist.models.public_only.PublicResolver.resolve", _to_loopback)

    async def play():
        async with Listener() as inside:
            with pytest.raises(ProviderError):
                await asked(kind, f"http://agent.example.org:{inside.port}")
            assert not inside.seen

    blocking(play())


async def _to_loopback(_self, host, port=0, family=0):
    return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": 2, "proto": 6, "flags": 0}]


@pytest.mark.parametrize("kind", ["agent", "model"])
def test_a_redirect_is_not_followed(kind, monkeypatch):
    async def play():
        async with Listener() as inside:
            to = f"http://127.0.0.1:{inside.port}/secret"
            answer = f"HTTP/1.1 307 Go\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n".encode()
            async with Listener(answer) as outside:
                # The outer one stands for a public server: it is let through, and only it.
                def first_only(address):
                    assert address[4][1] == outside.port
                    made = socket.socket(*address[:3])
                    made.setblocking(False)
                    return made

                monkeypatch.setattr("agonist.models.connection_pool.public_socket", first_only)
                monkeypatch.setattr("agonist.models.public_only.PublicResolver.resolve", _to_loopback)
                with pytest.raises(ProviderError):
                    await asked(kind, f"http://agent.example.org:{outside.port}")
                assert outside.seen
            assert not inside.seen

    blocking(play())


def test_a_socket_is_made_for_public_addresses_only():
    inet = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
    with public_socket((*inet, (PUBLIC, 80))) as made:
        assert not made.getblocking()
    for where in (("127.0.0.1", 80), ("169.254.169.254", 80)):
        with pytest.raises(OSError, match="not a public address"):
            public_socket((*inet, where))
    with pytest.raises(OSError, match="not a public address"):
        public_socket((socket.AF_UNIX, socket.SOCK_STREAM, 0, "", "/run/docker.sock"))
