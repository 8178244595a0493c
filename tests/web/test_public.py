"""What `agonist serve --public` makes of its options."""

import io
import re
import sys

import pytest
from argon2.profiles import CHEAPEST
from tests.arena.conftest import SECRET

from agonist.arena.accounts.passwords import Passwords
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.cli.app import leave
from agonist.core import UsageError
from agonist.extras import install
from agonist.store import Store
from agonist.web.public_site_settings import PublicSettings


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store.open(tmp_path_factory.mktemp("site") / "platform.db") as opened:
        yield opened


@pytest.fixture
def door(store, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    monkeypatch.setattr("agonist.web.public_site_settings.Accounts", lambda _store, closed: closed)
    return lambda **given: PublicSettings(**given).door(store, 8642)


def test_on_loopback_it_answers_to_this_machines_names_by_plain_http(door):
    made = door()
    assert made.hosts == {"127.0.0.1:8642", "localhost:8642", "[::1]:8642"}
    assert made.scheme == "http"


def test_under_another_name_it_is_reached_by_https_unless_one_says_otherwise(door):
    names = ("Play.Example.ORG", "10.0.0.7:8642")
    made = door(names=names, host="0.0.0.0")
    assert made.hosts == {"play.example.org", "10.0.0.7:8642"}
    assert made.scheme == "https"
    assert made.cookie == "__Host-agonist"
    assert PublicSettings(names=names).address(made) == "https://play.example.org"
    assert door(names=names, secure=False).scheme == "http"
    assert door(host="10.0.0.7").hosts == {"10.0.0.7:8642"}
    assert door(host="fd00::1").hosts == {"[fd00::1]:8642"}


def test_two_sites_of_one_host_have_cookies_of_their_own(door):
    made = door(names=("play.example.org",), root="/agonist/")
    assert (made.root, made.cookie) == ("/agonist", "__Host-agonist-agonist")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"host": "0.0.0.0"}, "by which name"),
        ({"host": "::"}, "by which name"),
        ({"host": "localhost"}, "not an address"),
        ({"names": ("https://play.example.org",)}, "not a host"),
        ({"names": ("play.example.org/x",)}, "not a host"),
        ({"root": "agonist"}, "not a path"),
        ({"root": "//evil.example"}, "not a path"),
        ({"root": '/"><script>'}, "not a path"),
    ],
)
def test_what_cannot_be_served_is_said(door, given, why):
    with pytest.raises(UsageError, match=why):
        door(**given)


def test_without_its_extra_it_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "argon2"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "argon2", None)
    with pytest.raises(UsageError, match=re.escape(install("platform"))):
        Passwords()


def test_options_of_a_public_site_need_a_public_site(tmp_path, capsys):
    for option in (["--host", "0.0.0.0"], ["--root-path", "/x"], ["--no-sign-up"], ["--private-addresses"]):
        assert leave(["serve", "--db", str(tmp_path / "a.db"), *option]) == 2
        assert "needs --public" in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()


def test_without_a_secret_it_says_how_to_make_one(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    command = ["serve", "--public", "--port", "0", "--db", str(tmp_path / "a.db")]
    assert leave(command) == 2
    assert "openssl rand -hex 32" in capsys.readouterr().err


def test_accounts_are_made_and_mended_at_a_terminal(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("argon2.profiles.RFC_9106_LOW_MEMORY", CHEAPEST)
    database = str(tmp_path / "a.db")
    Store.open(database).close()

    def run(*words, typed="a long enough password\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = leave(["account", *words, "--db", database])
        told = capsys.readouterr()
        return code, (told.out + told.err).strip()

    assert run("Rita", "--role", "admin") == (0, "Rita has an account, as admin.")
    assert run("Ann") == (0, "Ann has an account, as member.")
    assert run("Ann", "--block", "Spam.") == (0, "Ann: blocked, Spam.")
    assert run("Ann", "--unblock", "--role", "admin") == (0, "Ann: admin")
    assert run("ann")[1].startswith("Ann has a new password")
    assert run("Ann", typed="short\n")[0] == 2
    assert run("Zoe", "--block", "x")[1] == "agonist: there is no account Zoe"
    assert run("Ann", "--block", " ")[0] == 2
    listed = run("--list")[1].splitlines()
    assert [line.split()[:2] for line in listed] == [["Ann", "admin"], ["Rita", "admin"]]
    monkeypatch.setenv(VARIABLE, SECRET)
    assert run("--new-secret") == (0, "0 keys encrypted with the newest secret.")
    for wrong in ((), ("--list", "Ann"), ("--list", "--new-secret"), ("--list", "--role", "admin")):
        assert run(*wrong)[0] == 2
