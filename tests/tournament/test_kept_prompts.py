"""Runs that do not keep what was sent to models."""

from __future__ import annotations

import pytest

import agonist
from agonist import api
from agonist.adapters.inspect.runs_as_logs import _talk
from agonist.core import UsageError
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Fixture
from agonist.models.mock_endpoint import Endpoint
from agonist.players.model_call_record import NOT_KEPT
from agonist.reports.browser.match_messages import CALL, Texts, talk_of
from agonist.reports.match_text import as_seen
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.store.runs.match_as_json import match_to_json
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.kept_prompts import KeptPrompts


def run(endpoint, keep, db, **config):
    """Six matches of two pairs of players."""
    players = [f"{name}=endpoint/m?base_url={endpoint.url}&history=full" for name in ("one", "two")]
    return api.run(
        "tictactoe", players, opponents=["random"], matches=4, keep=keep, db=db,
        config=RunConfig(concurrency=1, **config),
    )  # fmt: skip


def calls_of(db):
    with Store.open(db) as store:
        matches = store.matches("latest")
        return [
            (match.fixture, [call for step in store.steps(match) for call in step.calls]) for match in matches
        ]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """(a database with all prompts, one with the first)"""
    folder = tmp_path_factory.mktemp("kept")
    with Endpoint("careful") as endpoint:
        for keep in ("all", "prompts=first"):
            assert run(endpoint, keep, folder / keep).status == "finished"
    return folder / "all", folder / "prompts=first"


def test_the_first_match_between_players_keeps_its_prompts_and_all_keep_their_replies(played):
    every, first = map(calls_of, played)
    seen = set()
    for (fixture, calls), (_, same) in zip(first, every, strict=True):
        keeps = fixture.players not in seen
        seen.add(fixture.players)
        assert [call.text for call in calls] == [call.text for call in same]
        assert [bool(call.sent) for call in calls] == [keeps] * len(calls)
        assert [call.unkept for call in calls] == [not keeps] * len(calls)
        assert all(call.sent for call in same)
    assert len(seen) == 4 < len(first)


def test_whatever_shows_prompts_says_that_they_are_not_kept(played):
    _, db = played
    with Store.open(db) as store:
        match = store.matches("latest")[-1]
        steps, seat = store.steps(match), match.fixture.players.index("two")
        said = as_seen(KITS["tictactoe"], make_game(KITS["tictactoe"].game, {}), steps, seat)
        assert NOT_KEPT in said
        assert "not sent: this player is not a model" not in said
        texts = Texts()
        talk = talk_of(steps, texts)
        (place,) = talk["calls"][-1][CALL.index("ranges")]
        assert talk["messages"][place[1]] == ("not kept", texts.texts.index(NOT_KEPT))
        assert NOT_KEPT in _talk([*steps[-1].calls, *steps[-2].calls])[0].content
        exported = [match_to_json(match, store.steps(match)) for match in store.matches("latest")]
    assert {call["sent"] is None for step in exported[-1]["steps"] for call in step["calls"]} == {True}
    assert {call["sent"] is None for step in exported[0]["steps"] for call in step["calls"]} == {False}
    sent = agonist.calls_df(db=db).sent
    assert 0 < sent.isna().sum() < len(sent)
    assert all(usage.requests for usage in api.report("latest", db=db).usage if usage.player != "random")


def test_a_match_that_was_cut_in_its_middle_has_its_whole_conversation_when_it_goes_on(played, tmp_path):
    with Endpoint("careful") as endpoint:
        began = run(endpoint, "prompts=none", tmp_path / "a.db", requests=6)
        assert began.status == "partial"
        done = api.resume("latest", db=tmp_path / "a.db", config=RunConfig(requests=10_000))
    assert done.status == "finished"
    for (_, calls), (_, whole) in zip(calls_of(tmp_path / "a.db"), calls_of(played[0]), strict=True):
        told = [(call.text, call.kept, call.usage) for call in calls if not call.lost]
        assert told == [(call.text, call.kept, call.usage) for call in whole]
        assert not any(call.sent for call in calls)


def test_a_match_between_other_players_or_of_another_part_is_a_first_one_again():
    kept = KeptPrompts("prompts=first")
    first = Fixture("tictactoe", 1, {}, "s1", ("a", "b"))
    others = [Fixture("tictactoe", 1, {}, "s2", ("b", "a")), Fixture("hive", 1, {}, "s2", ("a", "b"))]
    again = Fixture("tictactoe", 1, {}, "s2", ("a", "b"))
    assert [kept.of(each) for each in (first, again, *others, first)] == [True, False, True, True, True]


@pytest.mark.parametrize(
    ("keep", "player"),
    [("prompts", "random"), ("prompts=none", "m=rap:openai/x"), ("prompts=first", "attack:openai/x?as=pia")],
)
def test_what_a_report_would_miss_is_refused(keep, player):
    with pytest.raises(UsageError, match="keep"):
        Entry((player,), ("random",), keep=keep)
