"""Signing in by another site, here a provider of OpenID Connect on this machine."""

import base64
import hashlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey
from tests.arena.conftest import SECRET
from tests.web.public import HOME, browser, door_of, send, sign_up, site_of

from agonist.arena.accounts import sign_in_providers
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.accounts.sign_in_providers import Endpoints, Provider, providers
from agonist.core import UsageError
from agonist.store import Store
from agonist.store.platform.identities import identities_of

CLIENT, CLIENT_SECRET = "the-client", "the-secret"


class Site(BaseHTTPRequestHandler):
    """Who asks for a token must have the code, the verifier of its challenge, and the client's secret."""

    def do_GET(self):
        server = self.server
        found = {
            "/.well-known/openid-configuration": {
                "issuer": server.issuer, "authorization_endpoint": f"{server.issuer}/authorize",
                "token_endpoint": f"{server.issuer}/token", "jwks_uri": f"{server.issuer}/keys",
            },
            "/keys": {"keys": [server.key.as_dict(private=False)]},
            "/user": {"id": 42, "login": "Ann"},
        }  # fmt: skip
        self.answer(200, found[self.path])

    def do_POST(self):
        server = self.server
        form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
        sent = {name: values[0] for name, values in form.items()}
        known = server.codes.pop(sent.get("code"), None)
        basic = base64.b64encode(f"{CLIENT}:{CLIENT_SECRET}".encode()).decode()
        if known is None or self.headers["authorization"] != f"Basic {basic}":
            self.answer(400, {"error": "invalid_grant"})
            return
        digest = hashlib.sha256(sent["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if challenge != known["code_challenge"] or sent["redirect_uri"] != known["redirect_uri"]:
            self.answer(400, {"error": "invalid_grant"})
            return
        claims = {
            "iss": server.issuer, "aud": CLIENT, "sub": "42", "nonce": known["nonce"],
            "exp": int(time.time()) + 60, "preferred_username": "Ann", **server.changed,
        }  # fmt: skip
        token = jwt.encode({"alg": "RS256", "kid": server.key.kid}, claims, server.signs)
        self.answer(200, {"access_token": "x", "token_type": "Bearer", "id_token": token})

    def answer(self, code, value):
        body = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def served():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.issuer = f"http://127.0.0.1:{server.server_port}"
    server.key = RSAKey.generate_key(2048, {"kid": "one"})
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def other(served):
    served.codes, served.changed, served.signs = {}, {}, served.key
    return served


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
def door(store, other):
    found = providers({"AGONIST_SIGN_IN": f"work@{other.issuer}={CLIENT}:{CLIENT_SECRET}"})
    return door_of(store, providers=found)


@pytest.fixture
def site(store, door):
    return site_of(store, door)


async def sent_back(client, other, then="/"):
    """Go to the other site, agree there, and come back."""
    gone = await client.get("/sign-in/work", params={"then": then})
    assert gone.status_code == 303, gone.text
    where = urlsplit(gone.headers["location"])
    assert f"{where.scheme}://{where.netloc}{where.path}" == f"{other.issuer}/authorize"
    asked = {name: values[0] for name, values in parse_qs(where.query).items()}
    assert (asked["client_id"], asked["response_type"], asked["code_challenge_method"]) == (
        CLIENT,
        "code",
        "S256",
    )
    assert asked["redirect_uri"] == f"{HOME}/sign-in/work/back"
    other.codes["the-code"] = asked
    return "/sign-in/work/back", {"code": "the-code", "state": asked["state"]}


async def come_back(client, other, **given):
    path, query = await sent_back(client, other, **given)
    return await client.get(path, params=query)


def token_in(text):
    return text.partition('name="token" value="')[2].partition('"')[0]


async def test_github_which_has_no_openid_connect_says_who_somebody_is(store, other, monkeypatch):
    at = [f"{other.issuer}/{path}" for path in ("authorize", "token")]
    monkeypatch.setattr(sign_in_providers, "GITHUB", Endpoints(*at, user=f"{other.issuer}/user"))
    found = providers({"AGONIST_SIGN_IN": f"github={CLIENT}:{CLIENT_SECRET}"})
    async with browser(site_of(store, door_of(store, providers=found))) as ann:
        assert "Sign in with GitHub" in (await ann.get("/sign-in")).text
        where = urlsplit((await ann.get("/sign-in/github")).headers["location"])
        asked = {name: values[0] for name, values in parse_qs(where.query).items()}
        other.codes["the-code"] = {**asked, "nonce": ""}
        query = {"code": "the-code", "state": asked["state"]}
        asked_name = await ann.get("/sign-in/github/back", params=query)
        sent = {"token": token_in(asked_name.text), "name": "Ann"}
        assert (await send(ann, "/sign-in/github/name", "/sign-in", **sent)).status_code == 303
    assert [(each.site, each.subject) for each in identities_of(store, 1)] == [("github", "42")]


async def test_somebody_new_chooses_a_name_and_is_known_the_next_time(site, store, other):
    async with browser(site) as ann:
        asked = await come_back(ann, other, then="/matches?game=hive")
        assert 'value="Ann"' in asked.text
        sent = {"token": token_in(asked.text)}
        assert (await send(ann, "/sign-in/work/name", "/sign-in", **sent, name="admin")).status_code == 400
        made = await send(ann, "/sign-in/work/name", "/sign-in", **sent, name="Ann")
        assert (made.status_code, made.headers["location"]) == (303, "/matches?game=hive")
        assert "Work since" in (await ann.get("/me")).text
    async with browser(site) as again:
        back = await come_back(again, other)
        assert (back.status_code, back.headers["location"]) == (303, "/")
        assert "<h1>Ann</h1>" in (await again.get("/me")).text
        assert (await again.get("/me/data.json")).json()["signs_in_by"][0]["as"] == "42"
        await send(again, "/me/identities/delete", "/me", other="work")
    assert identities_of(store, 1) == []


async def test_an_account_adds_another_site_which_then_opens_it_and_no_other(site, store, other):
    async with browser(site) as ann, browser(site) as ben:
        await sign_up(ann, "Ann")
        assert (await come_back(ann, other)).headers["location"] == "/me#identities"
        await sign_up(ben, "Ben")
        # Who signs in as Ann there is Ann here, also in Ben's browser.
        assert (await come_back(ben, other)).headers["location"] == "/"
        assert "<h1>Ann</h1>" in (await ben.get("/me")).text
    assert [each.subject for each in identities_of(store, 1)] == ["42"]


async def test_nobody_is_signed_in_by_somebody_elses_way_back(site, other):
    async with browser(site) as thief, browser(site) as ann:
        await ann.get("/sign-in")
        path, query = await sent_back(thief, other)
        assert (await ann.get(path, params=query)).status_code == 400
        for wrong in ({}, {"code": "the-code"}, {**query, "state": "x"}, {**query, "code": ""}):
            assert (await thief.get(path, params=wrong)).status_code == 400
        assert (await thief.get(path, params=query)).status_code == 200
        assert (await thief.get(path, params=query)).status_code == 400  # a code is good once


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": "another"},
        {"aud": "another"},
        {"iss": "https://evil.example"},
        {"exp": 1_000_000_000},
        {"sub": None},
    ],
    ids=lambda changed: next(iter(changed)),
)
async def test_an_identity_that_is_not_for_us_and_now_is_refused(site, other, changed):
    other.changed = changed
    async with browser(site) as ann:
        answer = await come_back(ann, other)
        assert answer.status_code == 400
        assert "did not say who you are" in answer.text
        assert CLIENT_SECRET not in answer.text


async def test_an_identity_that_another_key_has_signed_is_refused(site, other):
    other.signs = RSAKey.generate_key(2048, {"kid": "one"})
    async with browser(site) as ann:
        assert (await come_back(ann, other)).status_code == 400


async def test_a_site_that_is_not_there_is_told(store):
    gone = Provider("work", "http://127.0.0.1:9", CLIENT, CLIENT_SECRET)
    async with browser(site_of(store, door_of(store, providers={"work": gone}))) as ann:
        assert (await ann.get("/sign-in/work")).status_code == 503
        assert (await ann.get("/sign-in/google")).status_code == 404
        assert "Sign in with Work" in (await ann.get("/sign-in")).text
    assert CLIENT_SECRET not in repr(gone)


async def test_where_only_admins_make_accounts_nobody_makes_one_by_another_site(store, door, other):
    door.accounts.closed = True
    async with browser(site_of(store, door)) as ann:
        assert (await come_back(ann, other)).status_code == 403


@pytest.mark.parametrize("text", ["google", "google=id", "mine=id:secret", "work@http://x.example=id:secret"])
def test_settings_that_name_no_site_are_refused(text):
    with pytest.raises(UsageError, match="AGONIST_SIGN_IN"):
        providers({"AGONIST_SIGN_IN": text})
