"""Boards are the same on both databases, however their matches were read."""

import time
from time import sleep

import pytest
from sqlalchemy import select, update
from tests.reports.conftest import MUTE, play_run

from agonist.arena.boards.rater import Rater
from agonist.metrics.leaderboard import leaderboard
from agonist.store import Store
from agonist.store.runs.schema import MATCHES


def copy_end(source, match, store, new):
    """Have a match end as one of another database did."""
    of = MATCHES.c
    columns = (of.status, of.scores, of.ranks, of.teams, of.forfeits, of.fallback, of.reason)
    row = source.read(lambda connection: connection.execute(select(*columns).where(of.id == match)).one())
    values = {**row._asdict(), "ended": time.time()}
    store.change(lambda connection: connection.execute(update(MATCHES).where(of.id == new).values(values)))


TARGETS = ["tictactoe", "texas_holdem?hands=1", "undercover", "hanabi"]


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Matches of two, of teams and of nobody against anybody, some with the policy; two have one name."""
    path = tmp_path_factory.mktemp("many") / "agonist.db"
    play_run(path, TARGETS, ["one=random", "reference", MUTE], matches=3)
    play_run(path, TARGETS[:2], ["random", "reference", "one=reference"], matches=2)
    return path


@pytest.mark.every(2)
def test_a_board_that_was_read_piece_by_piece_is_to_the_last_digit_that_of_all_matches_at_once(
    many, where, monkeypatch
):
    monkeypatch.setattr("agonist.arena.boards.finished_matches.CHUNK", 7)
    with Store.open(many) as source, Store.open(where) as store:
        finished = [match for run in source.runs()[::-1] for match in source.results(run=run.id)]
        run = store.start_run({}, [match.fixture for match in finished])
        rater, ids = Rater(store), [match.id for match in store.matches(run)]
        # What was planned last ends first.
        for done in (len(finished) // 2, len(finished)):
            for match, new in list(zip(finished, ids, strict=True))[::-1][:done]:
                copy_end(source, match.id, store, new)
            rater._finished.read()
        for chosen in ({}, {"game": "texas_holdem"}, {"game": "undercover"}, {"without_forfeits": True}):
            rows = leaderboard(
                match
                for match in store.results(game=chosen.get("game"))
                if not (chosen.get("without_forfeits") and (match.forfeits or match.fallback))
            )
            assert [line.row for line in rater.of(**chosen).rows] == rows
            assert rater.of(**chosen).rows == Rater(store).of(**chosen).rows


@pytest.mark.slow
def test_a_site_that_starts_again_shows_the_board_that_took_long_until_it_is_fitted_anew(
    many, where, monkeypatch
):
    monkeypatch.setattr("agonist.arena.boards.rater.KEPT_FROM", 0.0)
    with Store.open(many) as source, Store.open(where) as store:
        finished = list(source.results(game="texas_holdem"))
        run = store.start_run({}, [match.fixture for match in finished])
        ids = [match.id for match in store.matches(run)]
        for match, new in zip(finished[1:], ids[1:], strict=True):
            copy_end(source, match.id, store, new)
        before = Rater(store).of("texas_holdem")
        copy_end(source, finished[0].id, store, ids[0])
        monkeypatch.setattr("agonist.arena.boards.rater.KEPT_FROM", 1.0)
        with monkeypatch.context() as patch:
            patch.setattr("agonist.arena.boards.finished_matches.FinishedMatches.read", lambda _: sleep(0.2))
            rater = Rater(store)
            again = rater.of("texas_holdem")
            for thread in rater._threads.values():
                thread.join()
        assert again.rows == before.rows
        assert (again.matches, again.at, again.since) == (before.matches, before.at, 1)
