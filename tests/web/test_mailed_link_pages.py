"""Mail of a public site, over a real SMTP server in this process (aiosmtpd)."""

import re
import socket
from contextlib import closing
from email import message_from_bytes
from email.policy import default

import pytest
from aiosmtpd.controller import Controller
from tests.arena.conftest import SECRET
from tests.web.public import PASSWORD, browser, door_of, send, sign_in, sign_up, site_of

from agonist.arena.accounts import mailed_links
from agonist.arena.accounts.mail import MailFailed, MailServer, mail_server
from agonist.arena.accounts.mailed_links import opened_link, sealed_link
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.accounts.rate_limits import RATES, Rate
from agonist.core import UsageError
from agonist.store import Store

NEW = "another long battery"


class Inbox:
    """What was sent, and addresses that the server refuses."""

    def __init__(self):
        self.mails = []

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):  # noqa: N802  aiosmtpd's name
        if address.startswith("nobody@"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802  aiosmtpd's name
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 OK"


@pytest.fixture(scope="module")
def smtp():
    handler = Inbox()
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    server = Controller(handler, hostname="127.0.0.1", port=port)
    server.start()
    yield handler, port
    server.stop()


@pytest.fixture
def inbox(smtp):
    smtp[0].mails.clear()
    return smtp[0]


@pytest.fixture
def server(smtp):
    found = mail_server({"AGONIST_SMTP": f"smtp://127.0.0.1:{smtp[1]}?from=play@example.org"})
    assert found is not None
    return found


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
def site(store, server):
    return site_of(store, door_of(store, mail=server))


@pytest.fixture
async def ann(site):
    async with browser(site) as client:
        await sign_up(client, "Ann")
        yield client


def link(inbox):
    """The path of the link in the latest mail."""
    _, mail = inbox.mails[-1]
    return re.search(r"https://play\.example\.org(/\S+)", mail.get_content())[1]


async def confirmed(ann, inbox, address="ann@example.com"):
    await send(ann, "/me/email", "/me", email=address)
    where = link(inbox)
    assert (await send(ann, where)).status_code == 200
    return where


async def test_an_address_is_noted_when_its_link_was_opened_and_confirmed(ann, inbox, site):
    await send(ann, "/me/email", "/me", email="ann@example.com")
    to, mail = inbox.mails[-1]
    assert (to, mail["From"], mail["To"]) == (["ann@example.com"], "play@example.org", "ann@example.com")
    assert "Your address is" not in (await ann.get("/me")).text
    async with browser(site) as elsewhere:
        assert (await elsewhere.get(link(inbox))).status_code == 200
        assert "Your address is" not in (await ann.get("/me")).text
        assert (await send(elsewhere, link(inbox))).status_code == 200
    assert "Your address is ann@example.com" in (await ann.get("/me")).text
    await send(ann, "/me/email", "/me", email="")
    assert "Your address is" not in (await ann.get("/me")).text


@pytest.mark.parametrize("named", ["ann", "Ann", "ANN@example.com"])
async def test_a_lost_password_is_replaced_by_a_link_that_works_once(ann, inbox, site, named):
    await confirmed(ann, inbox)
    async with browser(site) as elsewhere:
        assert (await send(elsewhere, "/forgot", name=named)).status_code == 200
        where = link(inbox)
        for wrong in ({"password": NEW, "again": "x"}, {"password": "short", "again": "short"}):
            assert (await send(elsewhere, where, **wrong)).status_code == 400
        assert (await send(elsewhere, where, password=NEW, again=NEW)).status_code == 303
        assert (await elsewhere.get(where)).status_code == 404
        assert (await sign_in(elsewhere, "Ann")).status_code == 400
        assert (await sign_in(elsewhere, "Ann", NEW)).status_code == 303
    assert (await ann.get("/me")).status_code == 303  # whoever was signed in is not any more


async def test_nobody_learns_who_has_an_account_or_an_address(ann, inbox, site):
    await confirmed(ann, inbox)
    before = len(inbox.mails)
    async with browser(site) as elsewhere:
        told = {(await send(elsewhere, "/forgot", name=name)).text for name in ("Zoe", "zoe@example.com")}
        assert len(inbox.mails) == before
        told.add((await send(elsewhere, "/forgot", name="Ann")).text)
        assert len(inbox.mails) == before + 1
    csrf = re.compile(r'name="csrf" value="\w+"')
    assert len({csrf.sub("", text) for text in told}) == 1


async def test_links_of_another_purpose_changed_ones_and_old_ones_open_nothing(ann, inbox, site, monkeypatch):
    where = await confirmed(ann, inbox)
    token = where.rpartition("/")[2]
    for wrong in (f"/reset/{token}", f"/confirm/{token[:-8]}AAAAAAAA", "/confirm/x", f"/reset/{'A' * 200}"):
        assert (await ann.get(wrong)).status_code == 404
    sealed = sealed_link("confirm", user=1)
    assert opened_link(sealed, "confirm", 60) == {"user": 1}
    for purpose, seconds in (("reset", 60), ("confirm", -1)):
        with pytest.raises(UsageError, match="not valid any more"):
            opened_link(sealed, purpose, seconds)
    monkeypatch.setattr(mailed_links, "secrets_from", lambda: ["another secret of forty characters in all!"])
    with pytest.raises(UsageError, match="not valid any more"):
        opened_link(sealed, "confirm", 60)


async def test_somebody_is_invited_to_a_seat_by_mail(ann, inbox, site, store):
    where = (await send(ann, "/play", game="tictactoe", player=["human", "free"])).headers["location"]
    assert (await send(ann, f"{where}/invite", where, email="bob@example.com")).status_code == 303
    async with browser(site) as bob:
        assert "Ann" in (await bob.get(link(inbox))).text
        assert (await send(bob, link(inbox), name="Bob")).status_code == 303
    assert store.match(1).fixture.players == ("Ann", "Bob (guest)")
    assert (await send(ann, f"{where}/invite", "/me", email="bob@example.com")).status_code == 409


async def test_strangers_send_no_mail_and_nobody_sends_many(ann, inbox, site, store, server):
    where = (await send(ann, "/play", game="tictactoe", player=["human", "free"])).headers["location"]
    async with browser(site) as bob:
        refused = await send(bob, f"{where}/invite", "/play", email="bob@example.com")
        assert refused.status_code == 403
        await sign_up(bob, "Bob")
        assert (await send(bob, f"{where}/invite", "/me", email="bob@example.com")).status_code == 403
    tight = {**dict.fromkeys(RATES, Rate(1000, 60)), "mails by account": Rate(2, 60)}
    busy = site_of(store, door_of(store, tight, mail=server))
    async with browser(busy) as again:
        await sign_in(again, "Ann")
        sent = [
            (await send(again, "/me/email", "/me", email="ann@example.com")).status_code for _ in range(3)
        ]
    assert sent == [303, 303, 429]
    assert len(inbox.mails) == 2


@pytest.mark.parametrize(
    "address", ["ann", "a b@example.org", "a@b@c.org", "ann@example.org\nBcc: eve@x.org"]
)
async def test_what_is_no_address_is_refused(ann, inbox, address):
    refused = await send(ann, "/me/email", "/me", email=address)
    assert (refused.status_code, inbox.mails) == (400, [])


async def test_what_the_server_refuses_is_told_and_what_is_unreachable_names_no_secret(ann, inbox):
    refused = await send(ann, "/me/email", "/me", email="nobody@example.com")
    assert refused.status_code == 400
    assert "nobody@example.com" in refused.text
    gone = MailServer("127.0.0.1", 9, "never", "play@example.org", "ann", "the password")
    with pytest.raises(MailFailed) as error:
        gone.send("ann@example.com", "x", "y")
    assert "the password" not in str(error.value) + repr(gone)


async def test_without_a_server_no_page_offers_mail(store):
    async with browser(site_of(store, door_of(store))) as client:
        await sign_up(client, "Ann")
        assert "/me/email" not in (await client.get("/me")).text
        assert "sends no mail" in (await client.get("/forgot")).text
        refused = await send(client, "/me/email", "/me", email="ann@example.com")
        assert refused.status_code == 400
        assert PASSWORD not in refused.text


@pytest.mark.parametrize(
    "text",
    [
        "mail.example.org",
        "http://x?from=a@b.org",
        "smtp://x",
        "smtp://x:99999?from=a@b.org",
        "smtp://x?from=a",
    ],
)
def test_an_address_of_a_server_that_is_none_is_refused(text):
    with pytest.raises(UsageError, match="AGONIST_SMTP"):
        mail_server({"AGONIST_SMTP": text})
