"""Who gets in, from where, and with what."""

import pytest
from tests.web.conftest import HOME, HOST

from agonist.web.guard import BODY_BYTES, POLICY

FORM = {"origin": HOME, "content-type": "application/x-www-form-urlencoded"}


async def test_the_link_is_exchanged_for_a_cookie_and_works_again(stranger, door):
    first = await stranger.get(f"/matches?game=tictactoe&token={door.token}")
    assert (first.status_code, first.headers["location"]) == (303, "/matches?game=tictactoe")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert door.token not in cookie
    assert (await stranger.get("/matches")).status_code == 200
    # A prefetch or a reload must not lock anybody out.
    assert (await stranger.get(door.link)).status_code == 303


@pytest.mark.parametrize("path", ["/", "/matches", "/leaderboard.json", "/runs", "/nowhere", "/games/hive"])
async def test_without_the_cookie_nothing_is_shown(stranger, path):
    answer = await stranger.get(path)
    assert answer.status_code == 403
    assert "Open the link" in answer.text


async def test_a_wrong_token_or_cookie_opens_nothing(stranger, door):
    assert (await stranger.get("/?token=wrong")).status_code == 403
    stranger.cookies.set(door.cookie, "wrong")
    assert (await stranger.get("/")).status_code == 403


async def test_a_token_leads_to_no_other_host(stranger, door):
    answer = await stranger.get(f"{HOME}//evil.example/%5Cx?token={door.token}")
    assert answer.headers["location"].startswith("/evil.example/")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1", "127.0.0.1:80", ""])
async def test_other_hosts_are_refused_so_that_no_name_can_be_rebound(visitor, host):
    for path in ("/", "/static/site.css", "/matches.json"):
        assert (await visitor.get(path, headers={"host": host})).status_code == 421


async def test_a_form_needs_this_origin_with_its_port_and_a_token_of_this_server(visitor, door):
    right = f"csrf={door.csrf}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", f"https://{HOST}", ""):
        answer = await visitor.post("/matches", content=right, headers={**FORM, "origin": origin})
        assert answer.status_code == 403, origin
    for body in ("", "csrf=", "csrf=wrong", f"csrf={door.csrf[:-1]}"):
        assert (await visitor.post("/matches", content=body, headers=FORM)).status_code == 403
    # It gets past the guard, to a page that takes no forms.
    assert (await visitor.post("/matches", content=right, headers=FORM)).status_code == 405


async def test_a_form_is_small_and_a_form(visitor, door):
    big = f"csrf={door.csrf}&a={'x' * BODY_BYTES}"
    assert (await visitor.post("/matches", content=big, headers=FORM)).status_code == 413
    many = f"csrf={door.csrf}" + "&a=1" * 3000
    assert (await visitor.post("/matches", content=many, headers=FORM)).status_code == 400
    assert (await visitor.post("/matches", content=b"a=\xff%ff", headers=FORM)).status_code == 400
    as_json = {**FORM, "content-type": "application/json"}
    assert (await visitor.post("/matches", content="{}", headers=as_json)).status_code == 415


async def test_methods_that_no_page_has_are_refused(visitor):
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        assert (await visitor.request(method, "/")).status_code == 405


async def test_every_answer_allows_no_script_or_style_but_the_servers_own(visitor, stranger):
    for path in ("/", "/matches", "/nowhere", "/static/site.css"):
        answer = await visitor.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
    assert "unsafe" not in POLICY
