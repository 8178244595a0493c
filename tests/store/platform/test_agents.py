"""Agents and their versions, on SQLite and on PostgreSQL."""

import pytest

from agonist.core import UsageError
from agonist.store.platform.agents import (
    add_agent,
    add_version,
    agent,
    agents,
    change_agent,
    count_outcome,
    set_state,
    versions,
)
from agonist.store.platform.schema import KEYS, USERS
from agonist.store.platform.trials import add_trial, trial_of, trials

FOX = "openai/x?base_url=http://127.0.0.1:9/v1"


def member(store, name="Ann"):
    def write(connection):
        row = {"name": name, "folded": name.casefold(), "password": "-", "role": "member", "created": 0.0}
        user = connection.execute(USERS.insert().returning(USERS.c.id), row).scalar_one()
        key = {"owner": user, "label": "mine", "encrypted": "-", "created": 0.0}
        return user, connection.execute(KEYS.insert().returning(KEYS.c.id), key).scalar_one()

    return store.change(write)


def test_an_agent_is_found_by_id_and_by_name_in_any_case(store):
    user, key = member(store)
    fox = add_agent(store, "Fox", FOX, owner=user, key=key, about="Sly.\0", public=True)
    assert fox == agent(store, fox.id) == agent(store, "fOX")
    assert (fox.owner_name, fox.about, fox.public, fox.state) == ("Ann", "Sly.\ufffd", True, "online")
    assert (fox.version.name, fox.version.player, fox.version.kind) == ("Fox", FOX, "model")
    with pytest.raises(UsageError, match="there is no agent owl"):
        agent(store, "owl")


def test_a_name_is_taken_in_any_case_and_after_its_agent_was_deleted(store):
    fox = add_agent(store, "Fox", "random")
    set_state(store, fox.id, "deleted")
    with pytest.raises(UsageError, match="already"):
        add_agent(store, "FOX", "reference")
    assert agents(store) == []


def test_agents_are_listed_by_any_filter_in_the_order_of_their_names(store):
    user, _ = member(store)
    add_agent(store, "owl", FOX, owner=user, about="Plays at night")
    add_agent(store, "Ant", "http:https://agent.example.org", public=True)
    add_agent(store, "bee", "random", house=True, state="offline")

    def names(**wanted):
        return [each.name for each in agents(store, **wanted)]

    assert names() == ["Ant", "bee", "owl"]
    assert names(kind="http") == names(public=True) == ["Ant"]
    assert names(owner=user) == names(owner_name="ANN") == names(text="NIGHT") == ["owl"]
    assert names(owner_name="Nobody") == []
    assert names(states=("offline",)) == names(house=True) == ["bee"]
    assert names(text="%") == []
    assert names(limit=1) == ["Ant"]
    assert names(after="ANT", limit=1) == ["bee"]


def test_another_player_is_a_new_version_and_another_timeout_is_not(store):
    fox = add_agent(store, "Fox", FOX)
    same = add_version(store, fox.id, f"{FOX}&timeout=9")
    assert (same.id, same.nth, same.player) == (fox.version.id, 1, f"{FOX}&timeout=9")
    second = add_version(store, fox.id, f"cot:{FOX}")
    assert (second.nth, second.name) == (2, "Fox v2")
    third = add_version(store, fox.id, "openai/x?base_url=http://127.0.0.1:10/v1")
    assert versions(store, fox.id) == [same, second, third]
    assert agent(store, "fox").version == third


def test_what_an_owner_says_about_it_changes_without_a_new_version(store):
    fox = add_agent(store, "Fox", FOX)
    changed = change_agent(store, fox.id, about="Sly", code="https://example.org/fox", public=True)
    assert (changed.about, changed.code, changed.public) == ("Sly", "https://example.org/fox", True)
    assert changed.version == fox.version
    assert change_agent(store, fox.id) == changed


def test_five_failures_in_a_row_pause_an_agent_with_the_reason(store):
    fox = add_agent(store, "Fox", FOX)

    def ended(failure=""):
        return store.change(lambda connection: count_outcome(connection, fox.id, failure))

    for _ in range(4):
        ended("it did not answer within 10 s")
    assert ended().failures == 0
    for _ in range(5):
        fox = ended("it did not answer within 10 s")
    assert fox.state == "paused"
    assert (
        fox.reason == "5 matches in a row failed because of it; the last error: it did not answer within 10 s"
    )
    assert agent(store, "Fox") == fox
    assert (again := set_state(store, fox.id, "online")).failures == 0
    assert again.reason == ""


def test_a_deleted_agent_keeps_its_versions_without_their_keys_and_stays_deleted(store):
    user, key = member(store)
    fox = add_agent(store, "Fox", FOX, owner=user, key=key)
    set_state(store, fox.id, "deleted")
    (version,) = versions(store, fox.id)
    assert version.key is None
    with pytest.raises(UsageError, match="deleted"):
        set_state(store, fox.id, "online")


def test_runs_that_try_an_agent_out_are_known(store, made):
    fox = add_agent(store, "Fox", FOX)
    first = store.start_run({"targets": ["tictactoe"]}, [made.fixture()])
    store.start_run({"targets": ["tictactoe"]}, [made.fixture(1)])
    last = store.start_run({"targets": ["whoisspy"]}, [made.fixture(2)])
    add_trial(store, first, fox.version.id, "test")
    add_trial(store, last, fox.version.id, "attack")
    assert [(each.run, each.kind) for each in trials(store, fox.id)] == [(last, "attack"), (first, "test")]
    assert [trial_of(store, run).kind for run in (first, last)] == ["test", "attack"]
