"""Other sites by which people sign in: any with OpenID Connect, such as Google, and GitHub."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from agonist.core import AgonistError, UsageError
from agonist.extras import install

if TYPE_CHECKING:
    from authlib.integrations.httpx_client import AsyncOAuth2Client

VARIABLE: Final = "AGONIST_SIGN_IN"

GOOGLE: Final = "https://accounts.google.com"

SECONDS: Final = 10.0
"""How long the other site may take for each answer."""

ALGORITHMS: Final = ["RS256", "ES256", "PS256", "EdDSA"]
"""Signatures of identities that are taken; with `none` and shared secrets, anybody could write one."""

_ENTRY: Final = re.compile(
    r"(?P<name>[a-z][a-z0-9-]{0,30})(?:@(?P<issuer>https?://[^=\s]+))?=(?P<id>[^:\s]+):(?P<secret>\S+)"
)


class SignInFailed(AgonistError):
    """The other site did not say who somebody is."""


class Identity(NamedTuple):
    """Who somebody is at the other site: a number or text that stays, and the name that they have there."""

    subject: str
    name: str


@dataclass(frozen=True)
class Endpoints:
    """Where the other site asks people, gives tokens, and says who they are."""

    authorization: str
    token: str
    keys: str = ""
    user: str = ""


GITHUB: Final = Endpoints(
    "https://github.com/login/oauth/authorize",
    "https://github.com/login/oauth/access_token",
    user="https://api.github.com/user",
)


@dataclass(frozen=True)
class Provider:
    """Another site, with what it knows this one by. `issuer` is empty for GitHub, which has OAuth alone."""

    name: str
    issuer: str
    client: str
    secret: str = field(repr=False)

    @property
    def title(self) -> str:
        """Its name for people."""
        return {"github": "GitHub"}.get(self.name, self.name.capitalize())

    async def begin(self, back: str, state: str, nonce: str, verifier: str) -> str:
        """The address to which a browser is sent; it comes `back` with `state`."""
        async with self._client(back) as client:
            where = await self._endpoints(client)
            given = {"nonce": nonce} if self.issuer else {}
            url, _ = client.create_authorization_url(
                where.authorization, state=state, code_verifier=verifier, **given
            )
            return str(url)

    async def identity(self, back: str, code: str, nonce: str, verifier: str) -> Identity:
        """Who came back with a code. Raises `SignInFailed`."""
        from authlib.integrations.base_client import OAuthError
        from httpx2 import HTTPError
        from joserfc.errors import JoseError

        try:
            async with self._client(back) as client:
                where = await self._endpoints(client)
                token = await client.fetch_token(where.token, code=code, code_verifier=verifier)
                if self.issuer:
                    keys = await client.request("GET", where.keys, withhold_token=True)
                    return self._of_token(token["id_token"], keys.raise_for_status().json(), nonce)
                found = (await client.request("GET", where.user)).raise_for_status().json()
                return Identity(str(int(found["id"])), str(found["login"]))
        except SignInFailed:
            raise
        except (OAuthError, HTTPError, JoseError, ValueError, KeyError, TypeError) as error:
            raise SignInFailed(f"{self.title} did not say who you are ({type(error).__name__})") from None

    def _of_token(self, text: str, keys: Any, nonce: str) -> Identity:
        """Who a signed identity is about (OpenID Connect Core 1.0, 3.1.3.7)."""
        from joserfc import jwt
        from joserfc.jwk import KeySet

        token = jwt.decode(text, KeySet.import_key_set(keys), algorithms=ALGORITHMS)
        jwt.JWTClaimsRegistry(
            leeway=60,
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self.client},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        ).validate(token.claims)
        named = token.claims.get("preferred_username") or token.claims.get("name") or ""
        return Identity(str(token.claims["sub"]), str(named))

    def _client(self, back: str) -> AsyncOAuth2Client:
        from authlib.integrations.httpx_client import AsyncOAuth2Client

        return AsyncOAuth2Client(
            self.client,
            self.secret,
            scope="openid profile" if self.issuer else "read:user",
            redirect_uri=back,
            code_challenge_method="S256",
            timeout=SECONDS,
        )

    async def _endpoints(self, client: AsyncOAuth2Client) -> Endpoints:
        """Where to ask, which a site with OpenID Connect says itself (OpenID Connect Discovery 1.0, 4)."""
        if not self.issuer:
            return GITHUB
        from httpx2 import HTTPError

        try:
            found = await client.request(
                "GET", f"{self.issuer}/.well-known/openid-configuration", withhold_token=True
            )
            known = found.raise_for_status().json()
            if known["issuer"] != self.issuer:
                raise ValueError
            return Endpoints(known["authorization_endpoint"], known["token_endpoint"], known["jwks_uri"])
        except (HTTPError, ValueError, KeyError, TypeError):
            raise SignInFailed(f"{self.title} cannot be reached now: try again later") from None


def providers(environ: Mapping[str, str] | None = None) -> Mapping[str, Provider]:
    """The sites in `AGONIST_SIGN_IN`, by name. Raises `UsageError` for what names none.

    >>> found = providers({"AGONIST_SIGN_IN": "google=id:secret work@https://login.example.org=id:secret"})
    >>> [(each.title, each.issuer) for each in found.values()]
    [('Google', 'https://accounts.google.com'), ('Work', 'https://login.example.org')]
    """
    found = {}
    for text in (os.environ if environ is None else environ).get(VARIABLE, "").split():
        entry = _ENTRY.fullmatch(text)
        if entry is None or not (entry["issuer"] or entry["name"] in ("google", "github")):
            raise UsageError(
                f"{VARIABLE}: write google=ID:SECRET, github=ID:SECRET or NAME@https://ISSUER=ID:SECRET, "
                "with spaces between several"
            )
        issuer = (entry["issuer"] or ("" if entry["name"] == "github" else GOOGLE)).rstrip("/")
        if issuer.startswith("http://") and urlsplit(issuer).hostname not in ("localhost", "127.0.0.1"):
            raise UsageError(f"{VARIABLE}: {entry['name']} needs https: else others can answer for it")
        found[entry["name"]] = Provider(entry["name"], issuer, entry["id"], entry["secret"])
    if found:
        try:
            import authlib.integrations.httpx_client  # noqa: F401  imported only to say what to install
        except ModuleNotFoundError:
            why = "signing in by other sites needs extra packages"
            raise UsageError(f"{why}: {install('platform')}") from None
    return found
