"""Who may do what, as a table."""

from typing import get_args

import pytest

from agonist.arena.accounts.permissions import LOCAL, OWNER, TABLE, Role, Visitor, may, may_own

ANN, BEN = Visitor(1, "Ann", "member"), Visitor(2, "Ben", "member")
ROOT, GUEST = Visitor(3, "Root", "admin"), Visitor(None, "", "visitor")


def test_the_table_names_known_roles_only():
    assert {role for roles in TABLE.values() for role in roles} <= {*get_args(Role), OWNER}


@pytest.mark.parametrize("action", TABLE)
@pytest.mark.parametrize("who", [LOCAL, GUEST, ANN, ROOT], ids=lambda who: who.role)
def test_a_role_may_do_what_its_row_says_and_nothing_else(who, action):
    assert may(who, action, owner=99) == (who.role in TABLE[action])


def test_an_owner_may_change_what_is_theirs_and_nobody_else_may():
    assert may(ANN, "change agent", owner=1)
    for other in (BEN, ROOT, GUEST):
        assert not may(other, "change agent", owner=1)


def test_what_nobody_owns_is_not_a_visitors():
    # Neither has an account: that is no reason to take one for the other.
    assert not may(GUEST, "change agent", owner=None)
    assert not may_own(GUEST, "change agent")


def test_the_local_person_may_do_all_but_manage_accounts():
    assert not may(LOCAL, "manage accounts")
    assert {action for action in TABLE if not may(LOCAL, action)} == {
        "manage accounts", "account", "sign up", "sign in", "sign out", "talk", "moderate talk",
    }  # fmt: skip


def test_an_unknown_action_is_nobodys():
    with pytest.raises(KeyError):
        may(LOCAL, "fly")
