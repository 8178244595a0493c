"""The board of abilities: trials of agents side by side, and links from boards to agents."""

import asyncio
from html import unescape

import pytest

from agonist.arena.agents.ability_board import AbilityBoard
from agonist.arena.agents.ability_trials import measured, play_ability, start_ability
from agonist.arena.agents.player_factories import registry
from agonist.store.platform.agents import add_agent, add_version, agents_playing_as, set_state
from agonist.store.platform.trials import trial_of


async def page(client, path):
    answer = await client.get(path)
    assert answer.status_code == 200, unescape(answer.text)
    return unescape(answer.text)


@pytest.mark.long
async def test_the_latest_finished_trial_of_each_kind_is_on_the_board(person, tables):
    store = tables[0]
    assert "No trial is finished yet" in await page(person, "/abilities")
    fox = add_agent(store, "Fox", "reference")
    last = {}
    for kind in ("attack", "attack", "reasoning"):
        run = start_ability(store, fox, kind)
        await asyncio.to_thread(
            lambda run=run: asyncio.run(play_ability(store, run.id, trial_of(store, run.id), registry()))
        )
        last[kind] = run.id
    (line,), pending = AbilityBoard(store).lines()
    assert (line.player, line.runs, pending) == ("Fox", last, False)
    table = measured(store, store.run(last["attack"]))[0]
    at = table.header.index("attack")
    assert line.found["attack"].value == table.rows[0][at]
    assert line.found["attack"].low == table.rows[0][at + 1]
    text = await page(person, "/abilities")
    assert f'href="/runs/{last["reasoning"]}"' in text
    assert 'href="/agents/Fox"' in text
    (given,) = (await person.get("/abilities.json")).json()["agents"]
    assert given["defence"] is None
    assert (await page(person, "/abilities.csv")).startswith("agent,player,attack,attack_low")
    set_state(store, fox.id, "deleted")
    assert AbilityBoard(store).lines() == ([], False)


async def test_boards_without_trials_say_what_to_do(person):
    assert "No trial is finished yet" in await page(person, "/abilities")
    assert (await page(person, "/abilities.csv")).startswith("agent,player,attack")


def test_names_of_players_lead_to_the_agents_that_play_under_them(tables):
    store = tables[0]
    add_version(store, add_agent(store, "Fox", "random").id, "reference")
    found = agents_playing_as(store, ["Fox", "Fox v2", "Fox v3", "fox", "Owl", "random"])
    assert found == {"Fox": "Fox", "Fox v2": "Fox"}
    assert agents_playing_as(store, []) == {}
