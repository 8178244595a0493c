"""A platform of two members and an admin, over a database of its own."""

import time
from types import SimpleNamespace

import pytest
from sqlalchemy import insert

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.store import Store
from agonist.store.platform.schema import USERS

SECRET = "a secret of forty characters only for tests"


@pytest.fixture
def secret(monkeypatch):
    """The secret of the platform, in the environment."""
    monkeypatch.setenv(VARIABLE, SECRET)
    return SECRET


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "platform.db") as opened:
        yield opened


@pytest.fixture
def members(store):
    """Ann and Ben are members, Root is an admin; ids by name. None of them has a password that is right."""

    def add(name, role):
        row = {"name": name, "folded": name, "password": "!", "role": role, "created": time.time()}
        query = insert(USERS).values(row).returning(USERS.c.id)
        return store.change(lambda connection: connection.execute(query).scalar_one())

    return SimpleNamespace(ann=add("ann", "member"), ben=add("ben", "member"), root=add("root", "admin"))
