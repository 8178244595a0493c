"""Accounts, sessions, tokens and keys, on both databases."""

import pytest

from agonist.core import UsageError
from agonist.store.platform.accounts import (
    SEEN,
    Session,
    add_session,
    add_token,
    add_user,
    change_user,
    end_sessions,
    has_admin,
    remove_token,
    sessions_of,
    spent,
    tokens_of,
    user,
    user_named,
    user_of_session,
    user_of_token,
    users,
)
from agonist.store.platform.agents import add_agent, agent, agents, set_state
from agonist.store.platform.encrypted_keys import add_key, encrypted_key, keys_of, remove_key
from agonist.store.platform.taken_names import NameTaken

NOW = 1_000_000.0


def person(store, name, role="member"):
    return add_user(store, name, name.casefold(), "hash of it", role, NOW)


def browser(name, ends=NOW + 100):
    return Session(name, NOW, NOW, ends, "Firefox")


def test_accounts_are_found_by_name_listed_from_the_newest_and_named_once(store):
    assert not has_admin(store)
    ann, ben = person(store, "Ann"), person(store, "Ben", "admin")
    assert has_admin(store)
    assert user(store, ann.id) == ann
    assert user_named(store, "ann") == (ann, "hash of it")
    assert user(store, 99) is None
    assert user_named(store, "zoe") is None
    with pytest.raises(NameTaken):
        person(store, "ANN")
    assert users(store) == [ben, ann]
    assert users(store, before=ben.id) == [ann]
    assert users(store, "nn") == [ann]
    assert users(store, "%") == []
    assert spent(store, ann.id, "2026-01-31") == 0.0


def test_sessions_last_until_they_end_or_are_ended(store):
    ann, ben = person(store, "Ann"), person(store, "Ben")
    for name in ("desk", "phone"):
        add_session(store, ann.id, browser(name))
    add_session(store, ben.id, browser("other"))
    assert user_of_session(store, "desk", NOW) == ann
    assert user_of_session(store, "desk", NOW + 101) is None
    assert user_of_session(store, "nobody", NOW) is None
    assert {each.hash for each in sessions_of(store, ann.id, NOW)} == {"desk", "phone"}
    end_sessions(store, ann.id, only="other")
    assert user_of_session(store, "other", NOW) == ben
    end_sessions(store, ann.id, but="desk")
    assert [each.hash for each in sessions_of(store, ann.id, NOW)] == ["desk"]
    end_sessions(store, ann.id)
    assert user_of_session(store, "desk", NOW) is None


def test_it_is_noted_now_and_then_when_a_session_and_a_token_were_used(store):
    ann = person(store, "Ann")
    add_session(store, ann.id, browser("desk", NOW + 10 * SEEN))
    add_token(store, ann.id, "digest", "script", NOW)
    later = NOW + SEEN + 1
    for now, seen, used in (
        (NOW + 1, NOW, NOW + 1),
        (NOW + 2, NOW, NOW + 1),
        (later + 1, later + 1, later + 1),
    ):
        assert user_of_session(store, "desk", now) == ann
        assert user_of_token(store, "digest", now) == ann
        (session,), (token,) = sessions_of(store, ann.id, now), tokens_of(store, ann.id)
        assert (session.seen, token.used) == (seen, used)
    remove_token(store, 99, "digest")
    assert tokens_of(store, ann.id)
    remove_token(store, ann.id, "digest")
    assert user_of_token(store, "digest", NOW) is None


def test_a_blocked_account_is_out_at_once_and_its_agents_are_paused(store):
    ann = person(store, "Ann")
    person(store, "Rita", "admin")
    add_session(store, ann.id, browser("desk"))
    add_token(store, ann.id, "digest", "script", NOW)
    add_agent(store, "Fox", "random", owner=ann.id)
    add_agent(store, "Owl", "random")
    change_user(store, ann.id, {"blocked": "Spam."})
    assert user_of_session(store, "desk", NOW) is None
    assert user_of_token(store, "digest", NOW) is None
    assert agent(store, "Fox").state == "paused"
    assert agent(store, "Owl").state == "online"


def test_the_last_admin_stays_one(store):
    rita = person(store, "Rita", "admin")
    person(store, "Ann")
    for values in ({"role": "member"}, {"blocked": "x"}):
        with pytest.raises(UsageError, match="no admin would be left"):
            change_user(store, rita.id, values)
    assert user(store, rita.id) == rita


def test_keys_are_their_owners_and_leave_agents_without_one_when_they_go(store):
    ann, ben = person(store, "Ann"), person(store, "Ben")
    key = add_key(store, ann.id, "mine", "xxx", NOW)
    add_key(store, ben.id, "mine", "yyy", NOW)
    with pytest.raises(UsageError, match="already"):
        add_key(store, ann.id, "mine", "zzz", NOW)
    fox = add_agent(store, "Fox", "openai/x", owner=ann.id, key=key)
    assert [each.versions for each in keys_of(store, ann.id)] == [1]
    assert encrypted_key(store, key) == (ann.id, "xxx")
    assert not remove_key(store, ben.id, key)
    assert remove_key(store, ann.id, key)
    assert agent(store, fox.id).version.key is None
    with pytest.raises(UsageError, match="deleted"):
        encrypted_key(store, key)


def test_accounts_and_agents_have_one_namespace_that_knows_confusable_letters(store):
    ann = person(store, "Ann")
    fox = add_agent(store, "Fox", "random", owner=ann.id)
    for name in ("Fox", "F\u043e\u0445", "fox", "F0x", "\uff26ox", "Fo\u3164x"):
        with pytest.raises(NameTaken):
            person(store, name)
    for name in ("Ann", "\u0410nn", "Fo\u0445"):  # one's own names too: boards tell players apart by them
        with pytest.raises(NameTaken):
            add_agent(store, name, "random", owner=ann.id)
    assert users(store) == [ann]
    assert [each.name for each in agents(store)] == ["Fox"]
    set_state(store, fox.id, "deleted")
    with pytest.raises(NameTaken):
        person(store, "Fox")
