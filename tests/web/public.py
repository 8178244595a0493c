"""A public site over a database of its own, in this process, and its people."""

import re
from contextlib import asynccontextmanager

import httpx
from argon2 import PasswordHasher

from agonist.arena.accounts.authentication import Accounts
from agonist.arena.accounts.passwords import Passwords
from agonist.arena.accounts.rate_limits import RATES, Rate, Rates
from agonist.web.app import make_app
from agonist.web.guard import Guard
from agonist.web.visitor_identity_on_public_site import PublicDoor

HOST = "play.example.org"
HOME = f"https://{HOST}"
PASSWORD = "correct horse battery"
KEY = b"k" * 32
PLENTY = dict.fromkeys(RATES, Rate(100_000, 1))


def accounts_of(store, **given):
    """Accounts whose passwords are hashed in no time."""
    quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    return Accounts(store, quick, **given)


def door_of(store, rates=PLENTY, **given):
    return PublicDoor(frozenset({HOST}), accounts_of(store), Rates(rates), key=KEY, **given)


def site_of(store, door=None, wake=lambda _match: None):
    return make_app(store, door or door_of(store), wake)


def behind(site, door):
    """The same site behind another door: an application takes half a second to make."""
    app = site._app
    app.state.site.door = door
    return Guard(app, door)


@asynccontextmanager
async def browser(site, address="203.0.113.9", **headers):
    """A browser that has not been here."""
    transport = httpx.ASGITransport(site, client=(address, 50_000))
    # No certificates are loaded, which takes longer than most requests.
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers, verify=False) as client:
        yield client


def csrf_in(text):
    return re.search(r'name="csrf" value="(\w+)"', text)[1]


async def send(client, path, page=None, **fields):
    """Send a form as the page that has it would."""
    text = (await client.get(page or path)).text
    data = {"csrf": csrf_in(text), **fields}
    return await client.post(path, data=data, headers={"origin": HOME})


async def sign_up(client, name, **fields):
    answer = await send(client, "/sign-up", name=name, password=PASSWORD, again=PASSWORD, **fields)
    assert answer.status_code == 303, answer.text
    return answer


async def sign_in(client, name, password=PASSWORD, **fields):
    return await send(client, "/sign-in", name=name, password=password, **fields)
