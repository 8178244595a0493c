"""The proxy that the environment names for an endpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from agonist.core import UsageError

if TYPE_CHECKING:
    from agonist.models.providers import Route

SCHEMES: Final = ("http", "https")


def proxy_for(route: Route, *, public_only: bool = False) -> str | None:
    """The proxy in `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` excepts the address of the route.

    A proxy cannot reach this machine from outside, and would look names up itself, wherever it is: so there
    is none for addresses of this machine, nor with `public_only`. Raises `UsageError` if it isn't an address.
    """
    if route.local or public_only:
        return None
    address = urlsplit(route.base_url)
    if proxy_bypass(address.netloc.rpartition("@")[2]):
        return None
    named = getproxies().get(address.scheme)
    if not named:
        return None
    found = named if "://" in named else f"http://{named}"
    if not _is_address(found):
        # The value may hold a password, so it is not shown.
        raise UsageError(
            f"the environment variable {address.scheme.upper()}_PROXY is not the address of a proxy "
            "(example: http://proxy.example.org:3128): correct it, or unset it"
        )
    return found


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:  # of a port that is no number, a bracket without its end
        return False
