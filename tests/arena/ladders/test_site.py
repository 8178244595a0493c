"""A site that plays nothing itself, over PostgreSQL, with two workers of which one is killed."""

import re
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from html import unescape

import httpx
import pytest
from tests.arena.conftest import SECRET
from tests.arena.ladders.test_killed import crew, opened, until, whole
from tests.web.conftest import fields_of
from tests.web.public import PASSWORD, csrf_in

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.public_addresses import PRIVATE
from agonist.models.mock_endpoint import Endpoint
from agonist.store.platform.leases import is_held

__all__ = ["crew", "opened"]

pytestmark = pytest.mark.long


@contextmanager
def running(*words, says):
    """A command of ours, and what it says of where it listens."""
    command = [sys.executable, "-u", "-m", "agonist", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        found = None
        while found is None:
            line = started.stdout.readline()
            assert line, f"{words[0]} ended before it said where it listens"
            found = re.search(says, line)
        try:
            yield found[0]
        finally:
            started.terminate()
            started.wait(60)


class Person:
    """Somebody with a browser."""

    def __init__(self, root):
        self.client = httpx.Client(base_url=root, timeout=60)
        self.root = root.rstrip("/")

    def see(self, path):
        answer = self.client.get(path, follow_redirects=True)
        assert answer.status_code == 200, unescape(answer.text)
        return unescape(answer.text)

    def send(self, path, page, **fields):
        text = self.see(page)
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text))
        given = {**hidden, "csrf": csrf_in(text), **fields}
        answer = self.client.post(path, data=given, headers={"origin": self.root})
        assert answer.status_code == 303, unescape(answer.text)
        return answer.headers["location"]

    def sign_up(self, name, link="/sign-up"):
        self.send("/sign-up", link, name=name, password=PASSWORD, again=PASSWORD)

    def answers(self, where):
        """Give the first answer of the form; whether there was one to give."""
        text = self.client.get(where, follow_redirects=True).text
        if "data-asked" not in text:
            return False
        fields, _ = fields_of(text)
        given = {**fields, "csrf": csrf_in(text), "a": "0"}
        return self.client.post(where, data=given, headers={"origin": self.root}).status_code == 303

    def sees_the_end(self, where):
        self.answers(where)
        return "data-over" in self.client.get(where).text


@pytest.fixture
def site(postgresql, monkeypatch):
    """The link for whoever makes the first account."""
    monkeypatch.setenv(VARIABLE, SECRET)
    monkeypatch.setenv(PRIVATE, "yes")
    words = ("serve", "--public", "--no-play", "--no-open", "--port", "0", "--db", postgresql)
    with running(*words, says=r"http://\S+/sign-up\S*") as link:
        yield link


@pytest.fixture
def people(site):
    """Three browsers."""
    with ExitStack() as stack:
        found = [Person(site.partition("/sign-up")[0]) for _ in range(3)]
        for each in found:
            stack.enter_context(each.client)
        yield found


def test_people_and_agents_play_while_workers_come_and_go(site, people, crew, opened):
    ann, bob, eve = people
    first = site.partition("/sign-up")[2]
    ann.sign_up("Ann", f"/sign-up{first}")
    bob.sign_up("Bob")
    killed, other = crew.start(), crew.start()
    with Endpoint("sensible", latency=0.1) as endpoint:
        for member, name in ((ann, "Fox"), (bob, "Owl")):
            described = {"sort": "model", "provider": "vllm", "model": "x", "base_url": endpoint.url}
            where = member.send("/agents/new", "/agents/new", name=name, online="yes", **described)
            assert where == f"/agents/{name}"
        ladder = ann.send("/ladders", "/ladders", game="tictactoe", name="Daily")
        number = ladder.rpartition("/")[2]
        for member, name in ((ann, "Fox"), (bob, "Owl")):
            member.send(f"/agents/{name}/ladders", ladder, ladder=number)
        # A visitor without an account watches what they play.
        until(lambda: "Fox" in eve.see("/matches?status=playing"), crew)

        # A person at a table of the ladder and one of practice, while workers play the agents' matches.
        fields = {"minutes": "30", "increment": "10"}
        rated = ann.send(f"/ladders/{number}/play", ladder, other="Owl", **fields)
        practice = bob.send("/play", "/play", game="tictactoe", player=["human", "reference"], practice="yes")
        until(lambda: ann.answers(rated), crew)
        until(lambda: bob.answers(practice), crew)

        # One worker is killed while it plays on with the table; the other one finishes it.
        table = int(rated.rpartition("/")[2])
        until(lambda: ann.answers(rated) or is_held(opened, table) or ann.sees_the_end(rated), crew)
        killed.kill()
        killed.wait()
        until(lambda: ann.sees_the_end(rated), crew)
        until(lambda: bob.sees_the_end(practice), crew)
        for where in (rated, practice):
            whole(opened, int(where.rpartition("/")[2]))
        until(lambda: "Ann" in eve.see(f"{ladder}?kind=person"), crew)
        board = eve.see(ladder)
        assert all(f">{name}</a>" in board for name in ("Ann", "Fox", "Owl"))
        matches = [each for each in opened.matches(opened.match(table).run) if each.status == "finished"]
        for each in matches:
            whole(opened, each.id)
    assert other.poll() is None
