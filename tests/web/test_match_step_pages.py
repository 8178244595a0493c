"""What a match and two players show, and what can be taken away."""

import csv
import io
import json
import re

import pytest
from PIL import Image
from tests.reports.conftest import EVIL, MUTE

from agonist.games import find_kit
from agonist.match import Record
from agonist.store.platform.match_list_pages import Wanted, browse


@pytest.fixture
def match(store):
    """A finished match of Tic-tac-toe in which somebody answered badly."""
    listed, _ = browse(store, Wanted(game="tictactoe", player=EVIL, limit=1))
    return listed[0]


async def test_record_transcript_and_pictures_can_be_taken_away(visitor, store, match):
    number = match.match.id
    record = await visitor.get(f"/matches/{number}/record.jsonl")
    assert "attachment" in record.headers["content-disposition"]
    loaded = Record.loads(record.text, find_kit)
    assert [dict(moves) for moves in loaded.moves] == [dict(s.moves) for s in store.steps(number) if s.moves]
    whole = await visitor.get(f"/matches/{number}/transcript.txt")
    assert "The end:" in whole.text
    assert whole.headers["content-type"].startswith("text/plain")
    seat = await visitor.get(f"/matches/{number}/transcript.txt?as=seat1")
    assert "=== Move" in seat.text
    svg = await visitor.get(f"/matches/{number}/{match.steps}/picture.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg xmlns=")
    assert "<style>" in svg.text
    png = await visitor.get(f"/matches/{number}/{match.steps}/picture.png")
    assert png.status_code in (200, 501)
    assert png.status_code == 501 or png.content[:4] == b"\x89PNG"


async def test_a_match_without_a_step_is_shown_at_its_last_one_as_the_chosen_seat_sees_it(visitor, match):
    page = await visitor.get(f"/matches/{match.match.id}?as=seat1")
    assert page.status_code == 200
    assert f'data-step="{match.steps}" data-last="{match.steps}"' in page.text
    assert '<option value="seat1" selected>' in page.text


async def test_key_moments_stand_on_the_slider_and_a_short_replay_goes_from_one_to_the_next(visitor, match):
    number, last = match.match.id, match.steps
    page = (await visitor.get(f"/matches/{number}/0?view=short")).text
    moments = [int(step) for step in re.findall(r"<title>Step (\d+):", page)]
    assert last in moments
    assert f'rel="next" href="/matches/{number}/{moments[0]}?view=short"' in page


async def test_a_stream_follows_known_topics_only(visitor):
    assert (await visitor.get("/events?follow=everything")).status_code == 400
    assert (await visitor.get("/events?follow=match:1")).status_code == 400
    many = ",".join(f"match:{nth}@0" for nth in range(200))
    assert (await visitor.get(f"/events?follow={many}")).status_code == 400


async def test_two_players_are_compared_and_unknown_ones_refused(visitor, store):
    page = await visitor.get("/compare", params={"a": "random", "b": EVIL})
    assert page.status_code == 200
    assert "Head to head" in page.text
    assert "<script>alert" not in page.text
    data = (await visitor.get("/compare.json", params={"a": "random", "b": EVIL})).json()
    assert data["overall"]["player"] == "random"
    rows = list(csv.DictReader(io.StringIO((await visitor.get("/compare.csv?a=random&b=reference")).text)))
    assert rows[0]["game"] == "all"
    assert (await visitor.get("/compare?a=random&b=nobody")).status_code == 404
    assert "two different players" in (await visitor.get("/compare?a=random&b=random")).text
    assert (await visitor.get("/compare")).status_code == 200


@pytest.mark.parametrize("path", ["/matches", "/runs", "/games", "/leaderboard"])
async def test_every_table_is_also_csv_and_json(visitor, path):
    data = json.loads((await visitor.get(f"{path}.json")).text)
    rows = list(csv.DictReader(io.StringIO((await visitor.get(f"{path}.csv")).text)))
    (listed,) = [value for value in data.values() if isinstance(value, list)]
    assert len(rows) == len(listed) > 0


@pytest.mark.parametrize(
    "path",
    ["/matches.csv?player=nobody", "/leaderboard.csv?q=nobody", "/agents.csv?q=nobody", "/runs.csv?before=0"],
)
async def test_a_table_without_rows_has_the_header_of_the_same_table_with_rows(visitor, path):
    (header,) = csv.reader(io.StringIO((await visitor.get(path)).text))
    await visitor.get("/agents")  # which has agents of the house from then on
    full, *rows = csv.reader(io.StringIO((await visitor.get(path.partition("?")[0])).text))
    assert rows
    assert header == [name for name in full if not name.startswith("win rate, ")]


async def test_the_board_is_filtered_by_kind_and_without_forfeits(visitor):
    models = (await visitor.get("/leaderboard.json?kind=model")).json()["players"]
    assert {line["player"] for line in models} == {EVIL, MUTE}
    without = (await visitor.get("/leaderboard.json?forfeits=without")).json()
    assert without["matches"] < (await visitor.get("/leaderboard.json")).json()["matches"]
    for bad in ("kind=cat", "forfeits=some", "sort=points"):
        assert (await visitor.get(f"/leaderboard?{bad}")).status_code == 400
    assert (await visitor.get("/leaderboard?game=who_is_spy&sort=points")).status_code == 200


async def test_a_match_is_an_animation_with_a_frame_for_each_step_up_to_many(visitor, match, monkeypatch):
    where = f"/matches/{match.match.id}/match.gif"
    answer = await visitor.get(where)
    assert answer.status_code == 200
    assert Image.open(io.BytesIO(answer.content)).n_frames == match.steps + 1
    monkeypatch.setattr("agonist.web.match_downloads.MOST_FRAMES", 3)
    assert Image.open(io.BytesIO((await visitor.get(where)).content)).n_frames <= 4
