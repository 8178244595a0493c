"""The page of admins."""

from tests.web.public import browser, door_of, send, sign_up, site_of

from agonist.arena.remote_person import ASKED
from agonist.store import Store


async def test_a_match_that_waits_for_a_person_is_no_fault(tmp_path):
    with Store.open(tmp_path / "public.db") as store:
        door = door_of(store)
        async with browser(site_of(store, door)) as root:
            await sign_up(root, "Rita", first=door.accounts.first)
            await send(root, "/play", game="tictactoe", player=["human", "random"])
            store.suspend(1, "suspended", f"Player 1 {ASKED}")
            store.flush()
            assert "No match has failed." in (await root.get("/admin")).text
            store.suspend(1, "suspended", "the endpoint is asked in vain")
            store.flush()
            assert "asked in vain" in (await root.get("/admin")).text
