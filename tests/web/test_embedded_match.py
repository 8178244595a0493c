"""A match in a frame: the only page that may be in one, and it shows what strangers see, whoever asks."""

import re

import pytest
from tests.web.public import browser, door_of, site_of

from agonist import api
from agonist.store import Store


@pytest.fixture
async def site(tmp_path):
    """A public site with a finished match of hold'em and another that is being played."""
    path = tmp_path / "embed.db"
    api.run("texas_holdem?hands=1", ["random", "reference"], matches=2, db=path)
    with Store.open(path) as store:
        yield site_of(store, door_of(store)), store


async def test_only_this_page_may_be_framed_and_it_has_no_form_and_no_name_of_a_visitor(site):
    app, _ = site
    async with browser(app) as client:
        for path in (
            "/",
            "/matches",
            "/matches/1",
            "/matches/1/scenes.json",
            "/matches/999/embed",
            "/sign-in",
        ):
            policy = (await client.get(path)).headers["content-security-policy"]
            assert "frame-ancestors 'none'" in policy, path
        page = await client.get("/matches/1/embed")
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'self'" in policy
    assert "form-action 'none'" in policy
    assert not re.search(r"<form|csrf|<nav|Sign in", page.text)
    assert 'target="_blank" rel="noopener"' in page.text


async def test_the_snippet_stands_on_the_page_of_the_match_with_the_address_of_the_site(site):
    app, _ = site
    async with browser(app) as client:
        page = (await client.get("/matches/1/2?as=seat1")).text
    assert '&lt;iframe src="https://play.example.org/matches/1/embed?as=seat1"' in page
    assert 'value="https://play.example.org/matches/1/2?as=seat1"' in page


async def test_a_match_that_is_over_opens_with_all_hands_and_other_views_can_be_chosen(site):
    app, store = site
    cards = re.compile(r">(?:10|[2-9JQKA])\s?[♣♦♥♠]<")
    last = len([step for step in store.steps(1) if step.moves])
    async with browser(app) as client:
        shown = {
            view: len(cards.findall((await client.get(f"/matches/1/2{view}")).text))
            for view in ("", "?as=bystander", "?as=seat1", "?as=seat2")
        }
        assert shown == {"": 4, "?as=bystander": 0, "?as=seat1": 2, "?as=seat2": 2}
        assert len(cards.findall((await client.get("/matches/1/2/picture.svg")).text)) == 4
        assert len(cards.findall((await client.get("/matches/1/2/picture.svg?as=bystander")).text)) == 0
        scenes = (await client.get("/matches/1/scenes.json?as=bystander")).json()["scenes"]
        assert len(cards.findall(scenes[1]["scene"])) == 0
        page = (await client.get("/matches/1/2?as=bystander")).text
        assert f'href="/matches/1/{last}?as=bystander"' in page
        assert '<option value="bystander" selected>' in page
