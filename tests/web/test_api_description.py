"""What the site says to programs about itself."""

import ast
import inspect

import pytest
from fastapi.routing import APIRoute
from tests.web.everything import actions
from tests.web.public import browser, csrf_in, door_of, send, sign_up, site_of

from agonist.arena.accounts.permissions import BY_HAND
from agonist.store import Store
from agonist.web.agents import editing, trials
from agonist.web.app import PAGES
from agonist.web.submitted_forms import FORM


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
def site(store):
    return site_of(store, door_of(store))


def fields(operation):
    body = operation.get("requestBody", {"content": {FORM: {"schema": {"properties": {}}}}})
    return set(body["content"][FORM]["schema"]["properties"])


READ = {"one": slice(1, 2), "form.get": slice(1), "_fields": slice(1, None)}
"""Which arguments name fields, by function."""


def read_by(function):
    """The fields that the source of a route reads by name."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(function))) if isinstance(node, ast.Call)]
    found = set()
    for call in calls:
        named = READ.get(ast.unparse(call.func))
        if named is not None:
            found |= {each.value for each in call.args[named] if isinstance(each, ast.Constant)}
    return found


async def test_every_form_that_takes_tokens_says_which_fields_it_reads(site):
    async with browser(site) as client:
        paths = (await client.get("/openapi.json")).json()["paths"]
    described = {path for path, methods in paths.items() if "post" in methods}
    forms = {route[5:]: action for route, action in actions(site).items() if route.startswith("POST ")}
    assert described == {path for path, action in forms.items() if action not in BY_HAND}
    routes = [
        route
        for module in (*PAGES, editing, trials)  # the last two are parts of one of these
        for route in module.router.routes
        if isinstance(route, APIRoute) and "POST" in route.methods
    ]
    assert {route.path for route in routes} == set(forms)
    for route in routes:
        if route.path in described:
            assert read_by(route.endpoint) <= fields(paths[route.path]["post"]), route.path


async def test_addresses_of_data_are_described_and_pages_for_people_are_not(site):
    async with browser(site) as client:
        found = (await client.get("/openapi.json")).json()
        page = (await client.get("/api")).text
    gets = {path for path, methods in found["paths"].items() if "get" in methods}
    assert {"/leaderboard.json", "/matches/{number}/record.jsonl"} <= gets
    assert not {"/leaderboard", "/", "/me/data.json"} & gets
    for path in gets:
        assert f"GET {path}<" in page, path
    assert "security" not in found["paths"]["/leaderboard.json"]["get"]
    assert found["paths"]["/agents/new"]["post"]["security"] == [{"token": []}]


async def test_a_program_registers_an_agent_by_the_description_alone(site, store):
    async with browser(site) as ann:
        await sign_up(ann, "Ann")
        made = await send(ann, "/me/tokens", "/me", label="a script")
        token = made.text.partition("<pre>")[2].partition("</pre>")[0]
        assert csrf_in(made.text)
    async with browser(site, authorization=f"Bearer {token}") as program:
        paths = (await program.get("/openapi.json")).json()["paths"]
        given = {"sort": "player", "name": "Fox", "player": "random", "online": "yes"}
        assert set(given) <= fields(paths["/agents/new"]["post"])
        answer = await program.post("/agents/new", data=given)
        assert (answer.status_code, answer.headers.get("location")) == (303, "/agents/Fox"), answer.text
        assert [each["name"] for each in (await program.get("/agents.json")).json()["agents"]] == ["Fox"]
