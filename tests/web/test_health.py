"""What programs that watch a server are told."""

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text
from tests.web.public import browser, site_of

from agonist import api
from agonist.store import Store, StoreError
from agonist.store.platform.accounts import add_user


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("health") / "site.db"
    api.run("tictactoe", ["ann=random", "bob=random"], matches=2, db=path)
    with Store.open(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def site(store):
    return site_of(store)


def values(answer):
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


async def test_health_is_told_to_everybody_under_any_name_and_says_nothing_else(site):
    async with browser(site) as probe:
        answer = await probe.get("/health", headers={"host": "10.1.2.3:8642"})
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert "set-cookie" not in answer.headers


async def test_a_database_that_cannot_be_read_is_no_health(site, store, monkeypatch):
    def broken(_query):
        raise StoreError("the disk of db.example.org is gone")

    monkeypatch.setattr(store, "value", broken)
    async with browser(site) as probe:
        answer = await probe.get("/health")
    assert answer.status_code == 503
    assert "example" not in answer.text


async def test_prometheus_gets_the_numbers_with_the_token_of_an_admin_alone(store, site):
    door = site._door
    admin = add_user(store, "Ann", "ann", "!", "admin", 0.0)
    eve = add_user(store, "Eve", "eve", "!", "member", 0.0)
    async with browser(site) as anyone:
        assert (await anyone.get("/metrics")).status_code == 303  # to the page for signing in
    async with browser(site, authorization=f"Bearer {door.accounts.add_token(eve.id, 'x')}") as hers:
        assert (await hers.get("/metrics")).status_code == 403
    async with browser(site, authorization=f"Bearer {door.accounts.add_token(admin.id, 'x')}") as program:
        assert (await program.get("/matches/none")).status_code == 404
        answer = await program.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    found = values(answer)
    assert found["agonist_matches", "finished"] == 2
    assert found["agonist_accounts",] == 2
    assert found["agonist_workers", "ladders"] == found["agonist_workers", "runs"] == 0
    assert found["agonist_request_seconds_count", "404"] == 1
    assert found["process_resident_memory_bytes",] > 1e6
    store.change(lambda connection: connection.execute(text("UPDATE matches SET status = 'void'")))
    async with browser(site, authorization=f"Bearer {door.accounts.add_token(admin.id, 'y')}") as program:
        assert values(await program.get("/metrics"))["agonist_matches", "void"] == 2
