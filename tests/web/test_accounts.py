"""A public site: signing up, in and out, and what is kept of it."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import delete
from tests.arena.conftest import SECRET
from tests.web.public import (
    HOME,
    PASSWORD,
    accounts_of,
    behind,
    browser,
    csrf_in,
    door_of,
    send,
    sign_in,
    sign_up,
    site_of,
)

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.accounts.rate_limits import RATES, Rate
from agonist.arena.accounts.rate_limits_set_by_admin import rates_of
from agonist.match import Fixture
from agonist.store import Store
from agonist.store.platform.schema import ADDRESSES, KEYS, NAMES, SESSIONS, TOKENS, USERS
from agonist.store.platform.site_limits import keep_limits
from agonist.web.guard import Guard
from agonist.web.public_site_settings import PublicSettings
from agonist.web.visitor_identity import Refusal


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return tmp_path_factory.mktemp("site") / "platform.db"


@pytest.fixture(scope="module")
def one_store(database):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, SECRET)
        with Store.open(database) as opened:
            yield opened


@pytest.fixture(scope="module")
def one_site(one_store):
    return site_of(one_store)


@pytest.fixture
def store(one_store):
    """Nobody has an account yet."""
    yield one_store
    for table in (SESSIONS, TOKENS, KEYS, NAMES, ADDRESSES, USERS):
        one_store.change(lambda connection, table=table: connection.execute(delete(table)))
    keep_limits(one_store, {})


@pytest.fixture
def door(store):
    return door_of(store)


@pytest.fixture
def site(one_site, door):
    return behind(one_site, door)


@pytest.fixture
async def guest(site):
    async with browser(site) as client:
        yield client


@pytest.fixture
async def ann(site):
    async with browser(site, **{"user-agent": "Ann's browser"}) as client:
        await sign_up(client, "Ann")
        yield client


@pytest.fixture
async def root(site, door):
    async with browser(site) as client:
        await sign_up(client, "Rita", first=door.accounts.first)
        yield client


async def test_passwords_are_hashed_by_argon2_and_nowhere_else_in_the_database(store, ann, database):
    store.flush()
    with closing(sqlite3.connect(database)) as connection, connection:
        ((hashed,),) = connection.execute("SELECT password FROM users").fetchall()
    connection.close()
    assert hashed.startswith("$argon2id$")
    for file in database.parent.iterdir():
        assert PASSWORD.encode() not in file.read_bytes()


async def test_a_session_is_a_row_and_its_cookie_is_not_in_it(store, ann, door, database):
    secret = ann.cookies[door.cookie]
    store.flush()
    for file in database.parent.iterdir():
        assert secret.encode() not in file.read_bytes()
    assert "Ann" in (await ann.get("/")).text
    assert (await ann.get("/me")).status_code == 200


async def test_cookies_are_httponly_samesite_and_secure_but_on_plain_loopback(store, guest, door):
    for header in (
        (await guest.get("/sign-in")).headers["set-cookie"],
        (await sign_up(guest, "Ann")).headers["set-cookie"],
    ):
        assert header.startswith("__Host-agonist=")
        assert {"HttpOnly", "SameSite=Lax", "Secure", "Path=/"} <= set(header.split("; "))
    assert "Secure" not in door_of(store, scheme="http").entering("x")


async def test_signing_in_gives_a_new_cookie_so_that_none_can_be_planted(guest, door):
    await guest.get("/")
    before = guest.cookies[door.cookie]
    await sign_up(guest, "Ann")
    assert guest.cookies[door.cookie] != before
    guest.cookies.clear()
    guest.cookies.set(door.cookie, before)
    assert (await guest.get("/me")).status_code == 303


async def test_signing_out_ends_the_session_at_once(ann, door):
    secret = ann.cookies[door.cookie]
    assert (await send(ann, "/sign-out", "/me")).status_code == 303
    ann.cookies.clear()
    ann.cookies.set(door.cookie, secret)
    assert (await ann.get("/me")).headers["location"] == "/sign-in?then=%2Fme"


async def test_sessions_are_listed_and_ended_from_another_browser(site, ann):
    async with browser(site, **{"user-agent": "A phone"}) as phone:
        assert (await sign_in(phone, "ANN")).status_code == 303
        listed = (await ann.get("/me")).text
        assert "A phone" in listed
        assert "Ann&#39;s browser (this one)" in listed
        assert (await send(ann, "/me/sessions/end", "/me")).status_code == 303
        assert (await phone.get("/me")).status_code == 303
        assert (await ann.get("/me")).status_code == 200


async def test_a_new_password_signs_all_other_browsers_out(site, ann):
    async with browser(site) as other:
        await sign_in(other, "Ann")
        new = "a new password of hers"
        wrong = await send(ann, "/me/password", "/me", old="wrong one here", password=new, again=new)
        assert wrong.status_code == 400
        right = await send(ann, "/me/password", "/me", old=PASSWORD, password=new, again=new)
        assert right.status_code == 303
        assert (await other.get("/me")).status_code == 303
        assert (await ann.get("/me")).status_code == 200
        assert (await sign_in(other, "Ann")).status_code == 400
        assert (await sign_in(other, "Ann", new)).status_code == 303


async def test_a_wrong_name_and_a_wrong_password_are_answered_alike(guest, ann):
    answers = [await sign_in(guest, name, "not the password") for name in ("Ann", "Zoe")]
    assert {answer.status_code for answer in answers} == {400}
    texts = {answer.text.replace("Ann", "X").replace("Zoe", "X") for answer in answers}
    assert len({text.replace(csrf_in(text), "") for text in texts}) == 1


async def test_names_and_passwords_that_will_not_do_are_refused_and_what_was_typed_stays(guest, ann):
    for name, password, again, why in [
        ("ann", PASSWORD, PASSWORD, "already"), ("ＡＮＮ", PASSWORD, PASSWORD, "already"),
        ("admin", PASSWORD, PASSWORD, "could be taken"), ("x", PASSWORD, PASSWORD, "2 to 30"),
        ("<b>Bob</b>", PASSWORD, PASSWORD, "2 to 30"), ("a" * 31, PASSWORD, PASSWORD, "2 to 30"),
        ("Bob", "short", "short", "10 to 200"), ("Bob", "x" * 201, "x" * 201, "10 to 200"),
        ("Bob", "aaaaaaaaaaaa", "aaaaaaaaaaaa", "different characters"),
        ("Bob", PASSWORD, "another", "differ"),
        ("BobBobBobBob", "bobbobbobbob", "bobbobbobbob", "is the name"),
    ]:  # fmt: skip
        answer = await send(guest, "/sign-up", name=name, password=password, again=again)
        assert answer.status_code == 400
        assert why in answer.text, name
        assert password not in answer.text
        if name == "Bob":
            assert 'value="Bob"' in answer.text


async def test_the_first_admin_is_made_by_a_link_that_works_once(site, guest, door, root):
    assert "first account" not in (await guest.get(f"/sign-up?first={door.accounts.first}")).text
    await sign_up(guest, "Eve", first=door.accounts.first)
    assert (await guest.get("/admin")).status_code == 403
    assert (await root.get("/admin")).status_code == 200


async def test_an_admin_blocks_an_account_at_once_and_tells_why(site, ann, root):
    done = await send(root, "/admin/users/1", "/admin", change="block", reason="Spam.")
    assert done.status_code == 200
    assert "Ann: blocked, Spam." in done.text
    assert (await ann.get("/me")).status_code == 303
    told = await sign_in(ann, "Ann")
    assert "Spam." in told.text
    await send(root, "/admin/users/1", "/admin", change="unblock")
    assert (await sign_in(ann, "Ann")).status_code == 303


async def test_there_is_always_somebody_who_manages_accounts(store, root, door):
    from agonist.core import UsageError

    with pytest.raises(UsageError, match="no admin would be left"):
        door.accounts.change(1, role="member")
    with pytest.raises(UsageError, match="no admin would be left"):
        door.accounts.change(1, blocked="x")
    assert (await root.get("/admin")).status_code == 200


async def test_an_admin_gives_a_new_password_that_is_shown_once(ann, root, site):
    import re

    answer = await send(root, "/admin/users/1", "/admin", change="password")
    new = re.search(r"<code>([\w-]{16})</code>", answer.text)[1]
    async with browser(site) as again:
        assert (await sign_in(again, "Ann", new)).status_code == 303
    assert new not in (await root.get("/admin")).text


async def test_where_sign_up_is_closed_only_the_first_admin_gets_in_by_it(store, one_site):
    door = door_of(store)
    door.accounts.closed = True
    async with browser(behind(one_site, door)) as guest:
        assert "ask one of them" in (await guest.get("/sign-up")).text
        text = (await guest.get(f"/sign-up?first={door.accounts.first}")).text
        data = {"csrf": csrf_in(text), "name": "Bob", "password": PASSWORD, "again": PASSWORD}
        refused = await guest.post("/sign-up", data=data, headers={"origin": HOME})
        assert refused.status_code == 400
        data["first"] = door.accounts.first
        assert (await guest.post("/sign-up", data=data, headers={"origin": HOME})).status_code == 303


async def test_a_token_is_shown_once_and_deleted(ann):
    shown = (await send(ann, "/me/tokens", "/me", label="script")).text
    token = shown.partition("<pre>")[2].partition("</pre>")[0]
    assert token.startswith("agonist_")
    again = (await ann.get("/me")).text
    assert token not in again
    headers = {"authorization": f"Bearer {token}"}
    assert (await ann.get("/matches.json", headers=headers)).status_code == 200
    digest = again.partition('name="token" value="')[2].partition('"')[0]
    assert (await send(ann, "/me/tokens/delete", "/me", token=digest)).status_code == 303
    assert (await ann.get("/matches.json", headers=headers)).status_code == 401


async def test_keys_are_never_shown_again(ann, store):
    key = "sk-abcdef0123456789"
    assert (await send(ann, "/me/keys", "/me", label="OpenAI", secret=key)).status_code == 303
    shown = (await ann.get("/me")).text
    assert "OpenAI" in shown
    assert key not in shown
    refused = await send(ann, "/me/keys", "/me", label="OpenAI", secret=key)
    assert refused.status_code == 400
    assert key not in refused.text
    assert (await send(ann, "/me/keys/1/delete", "/me")).status_code == 303
    assert "OpenAI</th>" not in (await ann.get("/me")).text


async def test_somebody_elses_key_cannot_be_deleted(ann, root):
    await send(ann, "/me/keys", "/me", label="Mine", secret="sk-abcdef0123456789")
    assert (await send(root, "/me/keys/1/delete", "/me")).status_code == 404
    assert "Mine" in (await ann.get("/me")).text


async def test_a_daily_limit_is_a_number_of_dollars(ann):
    for bad in ("x", "-1", "nan", "inf", "1e9"):
        assert (await send(ann, "/me/budget", "/me", dollars=bad)).status_code == 400
    await send(ann, "/me/budget", "/me", dollars="2.5")
    assert 'value="2.5"' in (await ann.get("/me")).text
    await send(ann, "/me/budget", "/me", dollars="")
    assert 'value="2.5"' not in (await ann.get("/me")).text


async def test_forms_need_the_token_of_this_session_and_this_origin_with_its_port(site, ann, guest):
    own, foreign = csrf_in((await ann.get("/me")).text), csrf_in((await guest.get("/sign-in")).text)
    for csrf, origin in [
        (foreign, HOME), ("", HOME), (own, f"{HOME}:8443"), (own, "http://play.example.org"),
        (own, "https://evil.example"), (own, "null"), (own, ""),
    ]:  # fmt: skip
        answer = await ann.post("/me/budget", data={"csrf": csrf, "dollars": "1"}, headers={"origin": origin})
        assert answer.status_code == 403, (csrf, origin)
    assert 'value="1"' not in (await ann.get("/me")).text


async def test_a_visitor_is_known_by_a_cookie_of_which_nothing_is_stored(guest, door, store):
    first = await guest.get("/sign-in")
    assert "set-cookie" in first.headers
    second = await guest.get("/sign-in")
    assert "set-cookie" not in second.headers
    assert csrf_in(first.text) == csrf_in(second.text)
    for cookie in ("", "short", 'x"; y'):
        guest.cookies.clear()
        assert (await guest.get("/sign-in", headers={"cookie": f"{door.cookie}={cookie}"})).status_code == 200


async def test_signing_in_leads_on_to_pages_of_this_site_only(guest, site):
    await sign_up(guest, "Ann", then="/matches?game=hive")
    for then in ("//evil.example", "https://evil.example", "/\\evil.example", "/a\nb"):
        async with browser(site) as again:
            answer = await sign_in(again, "Ann", then=then)
            assert answer.headers["location"] == "/"


async def test_wrong_passwords_are_counted_by_name_and_address_and_lock_nobody_out_elsewhere(
    store, ann, one_site
):
    door = door_of(store, {**RATES, "failures by name and address": Rate(3, 60)})
    site = behind(one_site, door)
    async with browser(site, "198.51.100.7") as thief, browser(site, "198.51.100.8") as owner:
        codes = [(await sign_in(thief, "Ann", f"a guess, number {nth}")).status_code for nth in range(5)]
        assert codes == [400, 400, 400, 429, 429]
        late = await sign_in(thief, "Ann")
        assert late.status_code == 429
        assert 0 < int(late.headers["retry-after"]) <= 60
        assert (await sign_in(owner, "Ann")).status_code == 303


async def test_pages_and_forms_are_counted_by_address_and_by_account(store, ann, site, one_site):
    tight = {**dict.fromkeys(RATES, Rate(1000, 60)), "pages by address": Rate(3, 60)}
    async with browser(behind(one_site, door_of(store, tight))) as guest:
        codes = [(await guest.get("/")).status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    tight = {**dict.fromkeys(RATES, Rate(1000, 60)), "forms by account": Rate(1, 60)}
    other = door_of(store, tight)
    async with browser(behind(one_site, other)) as client:
        await sign_in(client, "Ann")
        codes = [(await send(client, "/me/budget", "/me", dollars="1")).status_code for _ in range(2)]
    assert codes == [303, 429]


async def test_accounts_made_from_one_address_are_counted(store, one_site):
    tight = {**dict.fromkeys(RATES, Rate(1000, 60)), "accounts by address": Rate(1, 3600)}
    async with browser(behind(one_site, door_of(store, tight))) as guest:
        # A slip of the fingers makes no account.
        for name, password in (("!", PASSWORD), ("One", "password123")):
            refused = await send(guest, "/sign-up", name=name, password=password, again=password)
            assert refused.status_code == 400, name
        await sign_up(guest, "One")
        guest.cookies.clear()
        answer = await send(guest, "/sign-up", name="Two", password=PASSWORD, again=PASSWORD)
        assert answer.status_code == 429


async def test_one_address_cannot_take_all_streams(store, monkeypatch):
    monkeypatch.setattr("agonist.web.guard.REQUESTS_AT_ONCE", 2)
    come, go = asyncio.Semaphore(0), asyncio.Event()

    async def app(_scope, _receive, send):
        come.release()
        await go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    site = Guard(app, door_of(store))
    async with browser(site) as greedy, browser(site, "198.51.100.7") as other:
        streams = [asyncio.create_task(greedy.get("/events")) for _ in range(2)]
        await come.acquire()
        await come.acquire()
        assert (await greedy.get("/events")).status_code == 429
        third = asyncio.create_task(other.get("/events"))
        go.set()
        assert {(await each).status_code for each in (*streams, third)} == {200}
        assert (await greedy.get("/events")).status_code == 200
    assert not site._going_on


async def test_other_hosts_are_refused_on_every_address_and_stream(site, guest):
    for path in ("/", "/sign-in", "/static/site.css", "/matches/1/events", "/matches.json"):
        for host in ("evil.example", "play.example.org:80", "play.example.org.evil.example", ""):
            assert (await guest.get(path, headers={"host": host})).status_code == 421


@pytest.mark.parametrize("stripped", [True, False])
async def test_behind_a_path_all_links_forms_and_redirects_lead_below_it(store, stripped, one_site):
    door = door_of(store, root="/agonist")
    prefix = "" if stripped else "/agonist"
    async with browser(behind(one_site, door)) as client:
        text = (await client.get(f"{prefix}/sign-in")).text
        assert 'action="/agonist/sign-in"' in text
        assert 'href="/agonist/static/site.css?' in text
        assert 'data-root="/agonist"' in text
        assert 'href="/sign-up' not in text
        assert (await client.get(f"{prefix}/static/site.css")).status_code == 200
        fixture = Fixture("tictactoe", 1, {"seats": 2}, "s", ("random", "reference"))
        (match,) = store.matches(store.start_run({}, [fixture]))
        shown = (await client.get(f"{prefix}/matches/{match.id}")).text
        assert f'href="/agonist/matches/{match.id}/0' in shown
        assert (await client.get(f"{prefix}/me")).headers["location"] == "/agonist/sign-in?then=%2Fme"
        if stripped:
            assert (await client.get("/agonist")).status_code == 200


async def test_a_secret_is_never_in_what_a_door_says_of_itself(store):
    door = door_of(store)
    assert door.accounts.first not in repr(door.accounts)
    assert "kkkk" not in repr(door)
    assert isinstance(Refusal(1, "x"), Refusal)
    assert accounts_of(store).first != door.accounts.first


async def test_an_admin_sets_limits_which_hold_at_once_and_after_a_restart(store, root, door):
    shown = (await root.get("/admin")).text
    assert 'name="tables by account"' in shown
    assert (await send(root, "/admin/limits", "/admin", **{"forms by account": "2"})).status_code == 303
    assert door.rates.rates["forms by account"] == Rate(2, 60)
    assert door.rates.rates["pages by account"] == RATES["pages by account"]
    assert rates_of(store)["forms by account"] == Rate(2, 60)
    assert PublicSettings().door(store, 8642).rates.rates["forms by account"].events == 2


@pytest.mark.parametrize("wrong", ["0", "-1", "1.5", "many", "9" * 30, "٣"])
async def test_a_limit_that_is_none_is_refused_and_changes_nothing(store, root, wrong):
    typed = {"forms by account": wrong, "pages by account": "5"}
    refused = await send(root, "/admin/limits", "/admin", **typed)
    assert refused.status_code == 400
    assert rates_of(store) == RATES


async def test_members_set_no_limits(store, ann):
    refused = await send(ann, "/admin/limits", "/me", **{"forms by account": "5"})
    assert refused.status_code == 403
    assert rates_of(store) == RATES
