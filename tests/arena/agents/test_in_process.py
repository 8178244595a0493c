"""An agent whose model is in this process."""

import pytest
from tests.models.test_transformers_in_process import tiny  # noqa: F401  a fixture

from agonist.arena.agents.player_factories import registry
from agonist.arena.agents.registration import checked_form, register
from agonist.arena.agents.trial_matches import requests_to, start_test
from agonist.arena.tables.advancing import advance
from agonist.models.event_loop import blocking


@pytest.mark.long
def test_an_agent_of_the_form_plays_a_test_match_and_its_nonsense_is_classed(tiny, store):  # noqa: F811
    folder = tiny.removeprefix("transformers/")
    typed = {"name": "Tiny", "model": folder, "where": "process", "history": "none", "temperature": "0"}
    agent = register(store, checked_form("huggingface", typed | {"max_tokens": "8"}, public=False), None)
    match = start_test(store, agent)
    blocking(advance(store, match.id, registry()))
    assert store.match(match.id).status == "finished", store.match(match.id).error
    lines = requests_to(store, match)
    assert lines
    assert all(line.call.usage.prompt > 100 and line.call.usage.completion for line in lines)
    assert {line.result for line in lines} <= {"unreadable", "truncated", "empty"}
