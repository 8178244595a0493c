"""The settings of a site with accounts: host names, root path, proxy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from agonist.arena.accounts.authentication import Accounts
from agonist.arena.accounts.mail import mail_server
from agonist.arena.accounts.rate_limits import Rates
from agonist.arena.accounts.rate_limits_set_by_admin import rates_of
from agonist.arena.accounts.sign_in_providers import providers
from agonist.core import UsageError
from agonist.models.address_kinds import is_loopback
from agonist.store import Store
from agonist.web.visitor_identity import loopback_names
from agonist.web.visitor_identity_on_public_site import PublicDoor

_NAME: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")

_ROOT: Final = re.compile(r"(?:/[A-Za-z0-9._~-]+)+")


@dataclass(frozen=True)
class PublicSettings:
    """The options of `agonist serve --public`.

    `names`: hosts, with ports that are not the scheme's own, by which browsers reach the site. `secure`:
    whether they do so by https; unless it is said, they do if any name is not this machine's own. `proxies`:
    trusted addresses of proxies, separated by commas.
    """

    host: str = "127.0.0.1"
    names: Sequence[str] = ()
    root: str = ""
    secure: bool | None = None
    proxies: str = "127.0.0.1"
    sign_up: bool = True

    def door(self, store: Store, port: int) -> PublicDoor:
        """The door of a server that listens at a port. Raises `UsageError` for what cannot be served."""
        hosts = self._hosts(port)
        secure = self.secure
        if secure is None:
            secure = not all(is_loopback(f"http://{host}") for host in hosts)
        return PublicDoor(
            hosts,
            Accounts(store, closed=not self.sign_up),
            Rates(rates_of(store)),
            scheme="https" if secure else "http",
            root=self._root(),
            mail=mail_server(),
            providers=providers(),
        )

    def address(self, door: PublicDoor) -> str:
        """The address at which browsers find the site."""
        name = self.names[0].lower() if self.names else min(door.hosts)
        return f"{door.scheme}://{name}{door.root}"

    def _hosts(self, port: int) -> frozenset[str]:
        names = [name.lower() for name in self.names]
        for name in names:
            if not _NAME.fullmatch(name):
                raise UsageError(f"--trusted-host {name[:60]!r} is not a host (example: play.example.org)")
        if names:
            return frozenset(names)
        try:
            address = ip_address(self.host)
        except ValueError:
            raise UsageError(f"--host {self.host!r} is not an address (example: 127.0.0.1)") from None
        if address.is_unspecified:
            raise UsageError(
                f"--host {self.host} accepts connections from everywhere: say by which name browsers reach "
                "the site, as in --trusted-host play.example.org"
            )
        if address.is_loopback:
            return loopback_names(port)
        return frozenset({f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"})

    def _root(self) -> str:
        root = self.root.rstrip("/")
        if root and not _ROOT.fullmatch(root):
            raise UsageError(f"--root-path {self.root[:60]!r} is not a path (example: /agonist)")
        return root
