"""The whole table of permissions, over HTTP: every route, as everybody."""

import re

import httpx
import pytest
from tests.arena.conftest import SECRET
from tests.web.conftest import HOST
from tests.web.everything import actions
from tests.web.public import HOME, PLENTY, behind, browser, door_of, send, sign_up, site_of

from agonist.arena.accounts.permissions import BY_HAND, LOCAL, OWNER, TABLE, may
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.accounts.rate_limits import Rate
from agonist.store import Store, StoreError
from agonist.store.platform.accounts import add_user, change_user
from agonist.store.platform.agents import add_agent
from agonist.web.visitor_identity import Door, csrf_of

VALUES = {"name": "Fox", "run": "none", "number": "999"}
"""What stands in addresses for their parameters: Fox is Ann's agent, and there is no match 999."""

ROLES = ("visitor", "owner", "member", "admin")
"""Ann owns Fox, Ben is another member, and Rita an admin."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, SECRET)
        with Store.open(tmp_path_factory.mktemp("site") / "platform.db") as opened:
            yield opened


@pytest.fixture(scope="module")
def door(store):
    return door_of(store)


@pytest.fixture(scope="module")
def one_site(store, door):
    return site_of(store, door)


@pytest.fixture(scope="module")
def routes(one_site):
    """The action of each route."""
    return actions(one_site)


@pytest.fixture
def site(one_site, door):
    return behind(one_site, door)


@pytest.fixture(scope="module")
def cookies(store, door):
    """The cookie of each role."""
    found = {"visitor": "v" * 43}
    for role, name in (("owner", "Ann"), ("member", "Ben"), ("admin", "Rita")):
        user = add_user(store, name, name.casefold(), "!", "member", 0.0)
        found[role] = door.accounts.open_session(user, "")
    change_user(store, user.id, {"role": "admin"})
    add_agent(store, "Fox", "random", owner=1)
    return found


def address(path):
    return re.sub(r"\{(\w+)\}", lambda found: VALUES.get(found[1], "1"), path)


def is_refused(answer):
    """Whether the table, or the owner of a thing, keeps somebody out."""
    return answer.status_code == 403 or answer.headers.get("location", "").startswith("/sign-in?")


async def ask(client, route, csrf, headers):
    method, path = route.split(" ", 1)
    if method == "GET":
        return await client.get(address(path), headers=headers)
    return await client.post(address(path), data={"csrf": csrf}, headers=headers)


def test_every_route_names_an_action_of_the_table_and_no_form_is_only_looking(routes):
    assert set(routes.values()) <= set(TABLE)
    assert not [route for route, action in routes.items() if action == "look" and route.startswith("POST")]


def is_open(action):
    """Whether everybody may: whoever has not signed in stands for all then, but in `long` tests."""
    return TABLE[action] >= {"local", "visitor", "member", "admin"}


WALKS = [
    ("visitor", lambda _action: True),
    *[(role, lambda action: not is_open(action)) for role in ROLES[1:]],
    *[pytest.param(role, is_open, marks=pytest.mark.long, id=f"{role}, open pages") for role in ROLES[1:]],
]


@pytest.mark.parametrize(("role", "chosen"), WALKS)
@pytest.mark.every(2)
async def test_a_role_gets_to_what_the_table_allows_and_to_nothing_else(
    site, door, cookies, routes, role, chosen
):
    csrf = csrf_of(door.key, cookies[role])
    wrong = []
    answers = {}
    async with browser(site, cookie=f"{door.cookie}={cookies[role]}", origin=HOME) as client:
        # Whoever has signed out is a visitor again.
        for route in sorted(filter(lambda one: chosen(routes[one]), routes), key="POST /sign-out".__eq__):
            answers[route] = await ask(client, route, csrf, {})
    for route, answer in answers.items():
        action = routes[route]
        ours = OWNER in TABLE[action] and "{name}" in route
        names = {"owner": {"member", OWNER} if ours else {"member"}}.get(role, {role})
        if OWNER in TABLE[action] and not ours:
            names |= {OWNER}
        if is_refused(answer) == bool(names & TABLE[action]):
            wrong.append((route, action, answer.status_code))
    assert not wrong


async def test_a_token_gets_to_all_that_its_owner_does_but_the_account_itself(site, door, cookies, routes):
    token = door.accounts.add_token(1, "script")
    headers = {"authorization": f"Bearer {token}"}
    async with browser(site) as client:
        for route, action in routes.items():
            if is_open(action):
                continue
            answer = await ask(client, route, "", headers)
            allowed = action not in BY_HAND and bool({"member", OWNER} & TABLE[action])
            assert is_refused(answer) != allowed, route
            if answer.status_code >= 400:
                assert list(answer.json()) == ["error"], route


async def test_locally_all_is_open_but_what_has_to_do_with_accounts(one_site, cookies, routes):
    door = Door.on_loopback(8642)
    async with browser(behind(one_site, door)) as client:
        client.base_url = f"http://{HOST}"
        headers = {"cookie": f"{door.cookie}={door.session}", "origin": f"http://{HOST}"}
        for route, action in routes.items():
            if is_open(action):
                continue
            answer = await ask(client, route, door.csrf, headers)
            assert is_refused(answer) != may(LOCAL, action), route


async def test_a_route_without_an_action_is_closed_to_everybody_on_a_public_site(store, door, cookies):
    site = site_of(store, door)
    site._app.get("/new-page")(lambda: "new")
    for role in ROLES:
        async with browser(site, cookie=f"{door.cookie}={cookies[role]}") as client:
            assert is_refused(await client.get("/new-page"))


async def test_signing_up_again_is_for_visitors_only(site, cookies, door):
    async with browser(site) as client:
        await sign_up(client, "Zed")
        assert (await client.get("/sign-up")).status_code == 403


async def test_what_costs_something_is_counted_by_account(store, one_site):
    tight = {**PLENTY, "tables by account": Rate(1, 3600)}
    async with browser(behind(one_site, door_of(store, tight))) as client:
        await sign_up(client, "Yan")
        form = {"game": "tictactoe", "player": "random"}
        codes = [(await send(client, "/play", **form)).status_code for _ in range(2)]
        assert codes == [400, 429]


async def test_a_defect_and_a_broken_database_show_no_paths_to_the_public(site, store, monkeypatch, caplog):
    for error, code in ((StoreError("/srv/secret.db is locked"), 503), (KeyError("/srv/secret.db"), 500)):

        def broken(_store, _run, error=error):
            raise error

        monkeypatch.setattr(Store, "run", broken)
        transport = httpx.ASGITransport(site, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HOME, verify=False) as other:
            answer = await other.get("/runs/1")
        assert answer.status_code == code
        assert "/srv" not in answer.text
        assert "Traceback" not in answer.text


async def test_without_its_database_a_public_site_says_so(site, cookies, door, monkeypatch, caplog):
    def broken(_store, _read):
        raise StoreError("/srv/secret.db is locked")

    monkeypatch.setattr(Store, "read", broken)
    async with browser(site, cookie=f"{door.cookie}={cookies['owner']}") as client:
        answer = await client.get("/me")
    assert answer.status_code == 503
    assert "try again" in answer.text
    assert "/srv" not in answer.text
    assert "/srv/secret.db is locked" in caplog.text
