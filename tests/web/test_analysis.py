"""The graph of a finished match, which a button asks for."""

import asyncio
import re
import time

import pytest
from tests.arena.conftest import SECRET
from tests.web.conftest import send
from tests.web.public import browser, door_of, site_of
from tests.web.test_sealed import filled

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.replay.step_values import JudgedSteps, StepValue
from agonist.web.analysis import graph_of


@pytest.mark.slow
async def test_a_finished_match_is_judged_and_its_points_lead_to_the_steps(visitor, store, door):
    (number,) = [
        match.id for run in store.runs() for match in store.matches(run.id) if match.status == "finished"
    ][:1]
    address = f"/matches/{number}/analysis"
    assert (await visitor.get(f"{address}.json")).json()["status"] == "not asked for"
    assert "Judge every step" in (await visitor.get(f"/matches/{number}/1")).text
    answer = await send(visitor, address, door, step="1")
    assert answer.headers["location"] == f"/matches/{number}/1#analysis"
    until = time.monotonic() + 60
    while (found := (await visitor.get(f"{address}.json")).json())["status"] == "pending":
        assert time.monotonic() < until
        await asyncio.sleep(0.1)
    assert found["how"] == "if all play perfectly from there"
    page = (await visitor.get(f"/matches/{number}/1")).text
    steps = re.findall(rf'<a href="/matches/{number}/(\d+)" tabindex="-1"><title>Step (\d+): Player 1 ', page)
    assert [int(at) for at, _ in steps] == [value["step"] for value in found["values"]]


@pytest.mark.parametrize(("target", "game"), [("texas_holdem?hands=1", "hold'em"), ("chameleon?seats=3", "")])
async def test_a_sealed_match_and_hidden_hands_are_not_judged(tmp_path, monkeypatch, target, game):
    monkeypatch.setenv(VARIABLE, SECRET)
    store = filled(tmp_path / "sealed.db", target, "finished", "random")
    door = door_of(store)
    site = site_of(store, door)
    async with browser(site) as client:
        assert (await client.get("/matches/1/analysis.json")).status_code == 409
        assert "Judge every step" not in (await client.get("/matches/1")).text
    store.close()


def test_small_changes_are_not_listed_and_one_line_says_all_of_two_seats_with_a_constant_sum():
    values = [
        StepValue(0, (0.0, 0.0), 0.05),
        StepValue(1, (0.1, -0.1), 0.05),
        StepValue(2, (-0.9, 0.9), 0.05),
    ]
    graph = graph_of(JudgedSteps("as judged", 2, tuple(values)), one_line=True)
    assert graph.turns == ((2, "Player 2 gains 1.00"),)
    assert graph.seats == (0,)
    assert graph_of(JudgedSteps("as judged", 2, tuple(values)), one_line=False).seats == (0, 1)
    assert [point.ys[0] for point in graph.points] == [60.0, 53.3, 120.0]
    assert [point.x for point in graph.points] == [0.0, 500.0, 1000.0]
