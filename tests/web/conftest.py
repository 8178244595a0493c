"""A browser without a window: requests to the pages of a small database, in this process."""

import httpx
import pytest
from tests.reports.conftest import played

from agonist.store import Store
from agonist.web.app import make_app
from agonist.web.guard import Door

__all__ = ["played"]

HOST = "127.0.0.1:8642"
HOME = f"http://{HOST}"


@pytest.fixture(scope="session")
def store(played):
    with Store.open(played[0], must_exist=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def door():
    return Door.on_loopback(8642)


@pytest.fixture(scope="session")
def app(store, door):
    return make_app(store, door)


@pytest.fixture
async def stranger(app):
    """Somebody who has not opened the link."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
        yield client


@pytest.fixture
async def visitor(stranger, door):
    """Somebody who has."""
    await stranger.get(door.link)
    return stranger
