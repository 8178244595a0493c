"""The site names the same winners of 150 games of Who is Spy as reports, and has the same win rates."""

# ruff: noqa: F811  fixtures are imported

import time
from collections import Counter

import pytest
from tests.test_winners import database, rates, won  # noqa: F401  fixtures

from agonist.arena.boards.rater import Rater
from agonist.arena.ladders.skills import SkillBook
from agonist.store import Store
from agonist.store.platform.ladders import Sitting
from agonist.store.platform.matchmaker_queries import Ended
from agonist.web.rendering import winners


@pytest.fixture
def store(database):
    with Store.open(database, must_exist=True) as opened:
        yield opened


def test_pages_name_the_winners(store, won):
    assert {match.id: list(winners(match)) for match in list(store.results())} == won


@pytest.mark.slow
def test_the_sites_board_and_its_indicators_have_it_too(store, rates, won):
    rater, deadline = Rater(store), time.monotonic() + 60
    while (board := rater.of("who_is_spy")).pending or board.behind:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert {line.row.player: line.row.win_rate for line in board.rows} == pytest.approx(rates)
    seats, wins = Counter(), Counter()
    for match in store.results():
        for seat, name in enumerate(match.fixture.players):
            role = "win-as-spy" if (seat,) in match.teams else "win-as-civilian"
            seats[name, role] += 1
            wins[name, role] += won[match.id][seat]
    for line in board.rows:
        for role in ("win-as-spy", "win-as-civilian"):
            key = line.row.player, role
            assert line.measured[role].value == pytest.approx(wins[key] / seats[key])


def test_a_win_raises_the_skill_of_the_matchmaker(store, won):
    for match in list(store.results()):
        players = match.fixture.players
        agent = {name: nth for nth, name in enumerate(sorted(set(players)))}
        lineup = {seat: Sitting(agent[name], agent[name], 0) for seat, name in enumerate(players)}
        book = SkillBook(store)
        book._count(Ended(match, 1, 0.0, lineup))
        for name, number in agent.items():
            own = {won[match.id][seat] for seat, other in enumerate(players) if other == name}
            if len(own) == 1:
                assert (book.skills[1][number].mu > 25) == own.pop()
