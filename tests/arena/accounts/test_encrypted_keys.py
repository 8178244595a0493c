"""Members' API keys."""

import pytest
from sqlalchemy import select, update

from agonist.arena.accounts.encrypted_keys import (
    KEYS_PER_ACCOUNT,
    encrypt_anew,
    keep,
    keys_of,
    remove_key,
    reveal,
)
from agonist.arena.accounts.platform_secret import VARIABLE, derived, secrets_from
from agonist.core import UsageError
from agonist.store.platform.schema import KEYS

KEY = "sk-0123456789abcdef"
OLD, NEW = "o" * 40, "n" * 40


def raw(store):
    return store.read(lambda connection: connection.execute(select(KEYS.c.encrypted)).scalars().all())


def test_a_key_comes_back_as_it_was_and_is_nowhere_in_the_database(store, members, secret, tmp_path):
    number = keep(store, members.ann, "OpenAI", f"  {KEY}\n")
    assert reveal(store, number) == KEY
    (listed,) = keys_of(store, members.ann)
    assert (listed.id, listed.label, listed.versions) == (number, "OpenAI", 0)
    assert KEY not in repr(listed)
    for file in tmp_path.iterdir():
        assert KEY.encode() not in file.read_bytes()


def test_the_same_key_is_encrypted_differently_each_time(store, members, secret):
    keep(store, members.ann, "one", KEY)
    keep(store, members.ann, "two", KEY)
    assert len(set(raw(store))) == 2


def test_a_row_copied_to_another_account_cannot_be_read_there(store, members, secret):
    theirs = keep(store, members.ann, "mine", KEY)
    store.change(
        lambda connection: connection.execute(
            update(KEYS).where(KEYS.c.id == theirs).values(owner=members.ben)
        )
    )
    with pytest.raises(UsageError, match="cannot be read"):
        reveal(store, theirs)


def test_nobodys_key_pays_for_anothers_agent(store, members, secret):
    theirs = keep(store, members.ann, "mine", KEY)
    assert reveal(store, theirs, owner=members.ann) == KEY
    with pytest.raises(UsageError, match="another account"):
        reveal(store, theirs, owner=members.ben)
    assert not remove_key(store, members.ben, theirs)
    assert remove_key(store, members.ann, theirs)
    with pytest.raises(UsageError, match="deleted"):
        reveal(store, theirs)


def test_a_secret_is_replaced_by_putting_a_new_one_before_it(store, members):
    number = keep(store, members.ann, "mine", KEY, environ={VARIABLE: OLD})
    assert reveal(store, number, environ={VARIABLE: f"{NEW}, {OLD}"}) == KEY
    with pytest.raises(UsageError, match=f"{VARIABLE} is not the secret"):
        reveal(store, number, environ={VARIABLE: NEW})


@pytest.mark.parametrize(
    ("value", "why"), [("", "not set"), ("short", "fewer than 32"), (f"{OLD},x", "fewer")]
)
def test_without_a_good_secret_the_message_says_how_to_make_one(value, why):
    with pytest.raises(UsageError, match=why) as refused:
        secrets_from({VARIABLE: value})
    assert "openssl rand" in str(refused.value)


def test_what_is_derived_depends_on_the_secret_and_the_purpose():
    made = {derived(secret, purpose) for secret in (OLD, NEW) for purpose in ("a", "b")}
    assert {len(each) for each in made} == {32}
    assert len(made) == 4


def test_what_is_no_key_is_refused_without_saying_it_back(store, members, secret):
    for label, given in [
        ("", KEY), ("x" * 61, KEY), ("a\nb", KEY), ("x", ""), ("x", "a b"), ("x", "é"), ("x", "k" * 501),
    ]:  # fmt: skip
        with pytest.raises(UsageError) as refused:
            keep(store, members.ann, label, given)
        assert KEY not in str(refused.value)
    assert not keys_of(store, members.ann)


def test_labels_are_each_owners_own_and_keys_are_counted(store, members, secret, monkeypatch):
    keep(store, members.ann, "one", KEY)
    keep(store, members.ben, "one", KEY)
    with pytest.raises(UsageError, match="already"):
        keep(store, members.ann, "one", KEY)
    monkeypatch.setattr("agonist.arena.accounts.encrypted_keys.KEYS_PER_ACCOUNT", 1)
    assert KEYS_PER_ACCOUNT > 1
    with pytest.raises(UsageError, match="at most 1"):
        keep(store, members.ann, "two", KEY)


def test_encrypted_anew_keys_need_the_old_secret_no_more(store, members):
    numbers = [
        keep(store, members.ann, "mine", KEY, environ={VARIABLE: OLD}),
        keep(store, members.ben, "his", KEY + "2", environ={VARIABLE: OLD}),
    ]
    before = raw(store)
    with pytest.raises(UsageError, match="nothing was changed"):
        encrypt_anew(store, {VARIABLE: NEW})
    assert raw(store) == before
    assert encrypt_anew(store, {VARIABLE: f"{NEW},{OLD}"}) == 2
    assert [reveal(store, each, environ={VARIABLE: NEW}) for each in numbers] == [KEY, KEY + "2"]
    with pytest.raises(UsageError):
        reveal(store, numbers[0], environ={VARIABLE: OLD})
