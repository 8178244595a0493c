"""A site with accounts and ladders goes on in a database that an earlier version wrote.

`siteN.sql` is what version N of the site's tables really held: Rita, an admin, and Ann, whose agent Fox meets
Rita's Owl on the ladder Daily, and who has a key, a token and a table at which it is her turn.
"""

import json
import time
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from tests.arena.conftest import SECRET
from tests.arena.ladders.test_worker import finished, until
from tests.store.older_databases import load
from tests.web.public import PASSWORD, accounts_of

from agonist.arena.accounts.encrypted_keys import keys_of, reveal
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.player_factories import registry
from agonist.arena.ladders.worker import Worker
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.open_asks import open_asks
from agonist.arena.tables.table import answer
from agonist.games import find_kit
from agonist.reports.match_verification import verify
from agonist.store import Store
from agonist.store.platform.agents import agent
from agonist.store.platform.answers_of_people import kept_answers
from agonist.store.platform.finished_match_rows import ended_since
from agonist.store.platform.human_tables import asked_again, set_clock
from agonist.store.platform.ladders import entrants, ladders
from agonist.store.platform.owner_notices import notices
from agonist.store.platform.schema import METADATA
from agonist.store.platform.taken_names import NameTaken
from agonist.store.platform.trials import TEST, trials
from agonist.suites.registry import games_of

FOLDER = Path(__file__).parent

TOKEN = "agonist_of-ann-" + 36 * "0"

VERSIONS = sorted(int(path.stem.removeprefix("site")) for path in FOLDER.glob("site*.sql"))


@pytest.fixture(params=VERSIONS)
def store(where, request, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    load(where, FOLDER / f"site{request.param}.sql")
    with Store.open(where, must_exist=True) as opened:
        yield opened


def say_it_in_todays_words(store, match):
    """Give a waiting match the words of today: with those of then, it would end as void."""
    then = json.dumps(match.fixture.prompts)
    now = json.dumps(find_kit(match.fixture.game).words.prompts.digest)
    change = f"UPDATE matches SET fixture = replace(fixture, '{then}', '{now}') WHERE id = {match.id}"
    store.change(lambda connection: connection.execute(text(change)))


async def play_to_the_end(store, number):
    """Give the person's answers, the first of each list, until the match is over."""
    replays = Replays(store, partial(games_of, store))
    while store.match(number).status == "suspended":
        (own,) = open_asks(store, replays.of(store.match(number)), kept_answers(store, number))
        answer(
            store, replays.of(store.match(number)), own, f"1:nonce-{own.step}", next(iter(own.ask.options()))
        )
        await advance(store, number, registry())


@pytest.mark.every(3)
async def test_people_agents_ladders_and_tables_of_earlier_versions_go_on(store):
    accounts = accounts_of(store)
    ann = await accounts.sign_in("Ann", PASSWORD)
    assert (await accounts.sign_in("rita", PASSWORD)).role == "admin"
    assert accounts.by_token(TOKEN).user == ann.id
    assert [reveal(store, key.id, owner=ann.id) for key in keys_of(store, ann.id)] == ["sk-of-ann-123456789"]
    assert [notice.text for notice in notices(store, ann.id)] == ["Fox was paused."]
    with pytest.raises(NameTaken):
        await accounts.sign_up("F0x", "another long passphrase")

    fox = agent(store, "Fox")
    assert (fox.owner, fox.version.name, fox.about) == (ann.id, "Fox v2", "About my fox.")
    assert [trial.kind for trial in trials(store, fox.id)] == [TEST]
    (daily,) = ladders(store)
    assert entrants(store)[daily.id] == [fox.id, agent(store, "Owl").id]
    before = {match.id: match for match in finished(store, daily)}
    assert len(before) >= 4
    await until(lambda: len(finished(store, daily)) > len(before), Worker(store, registry(), pause=0.01))
    store.flush()
    after = {match.id: match for match in finished(store, daily)}
    assert before.items() < after.items()
    for match in after.values():
        assert verify(find_kit("tictactoe"), match, store.steps(match)) == []

    (waiting,) = (m for run in store.runs() for m in store.matches(run.id) if "Ann" in m.fixture.players)
    assert [[*step.moves] for step in store.steps(waiting)] == [[0], [1]]
    say_it_in_todays_words(store, waiting)
    set_clock(store, waiting.id, 0, 600.0)
    asked_again(store, waiting.id, time.time())
    await play_to_the_end(store, waiting.id)
    store.flush()
    counted = {row.id for row in ended_since(store, None) if not row.trial}
    assert counted == {waiting.id, *after}


def test_the_sites_tables_are_those_of_today(store, tmp_path):
    def columns(of):
        found = inspect(of._engine)
        return {table: {each["name"] for each in found.get_columns(table)} for table in METADATA.tables}

    with Store.open(tmp_path / "new.db") as new:
        assert columns(store) == columns(new)
