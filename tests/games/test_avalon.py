"""Avalon by the rulebook of "The Resistance: Avalon", paragraph by paragraph, and who may know what."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, UsageError
from agonist.games.avalon import KIT, Avalon
from agonist.games.avalon.possible_states import deal_that_fits
from agonist.games.avalon.roles import seen_by
from agonist.games.avalon.rules import evil_seats

SILENT = Avalon(talk=False)
FIVE = ("Merlin", "Servant", "Servant", "Assassin", "Minion")


def dealt(game, roles, leader=0):
    """The table after this deal."""
    state = game.act(game.new(), {CHANCE: tuple(roles)})
    return game.act(state, {CHANCE: leader})


def voted(game, state, team, approving):
    """After the leader has taken this team, and these seats have approved it."""
    state = game.act(state, {state.leader: team})
    return game.act(state, {s: "approve" if s in approving else "reject" for s in range(game.seats)})


def quest(game, state, team, *fails):
    """After a quest that everyone approved; these seats failed it."""
    state = voted(game, state, team, range(game.seats))
    return game.act(state, {seat: "fail" if seat in fails else "success" for seat in team})


@pytest.mark.parametrize(
    ("seats", "good", "sizes"),
    [
        (5, 3, [2, 3, 2, 3, 3]),
        (6, 4, [2, 3, 4, 3, 4]),
        (7, 4, [2, 3, 3, 4, 4]),
        (8, 5, [3, 4, 4, 5, 5]),
        (9, 6, [3, 4, 4, 5, 5]),
        (10, 6, [3, 4, 4, 5, 5]),
    ],
)
def test_the_rulebooks_tables_of_players_and_teams(seats, good, sizes):
    game = Avalon(seats=seats)
    assert len(game.deck) == seats
    assert seats - len(evil_seats(game.deck)) == good
    assert [game.team_size(number) for number in range(1, 6)] == sizes


def test_the_rulebook_shows_merlin_all_evil_but_mordred_and_hides_oberon_from_evil():
    roles = ["Merlin", "Percival", "Servant", "Morgana", "Mordred", "Oberon", "Assassin"]
    shown = [seen_by(roles, seat) for seat in range(7)]
    assert shown == [(3, 5, 6), (0, 3), (), (4, 6), (3, 6), (), (3, 4)]


def test_the_rulebook_rejects_a_team_on_a_tie_and_the_next_player_leads():
    game = Avalon(seats=6, talk=False)
    state = dealt(game, [*FIVE, "Servant"], leader=5)
    state = voted(game, state, (0, 1), {0, 1, 2})
    assert (state.phase, state.leader, state.rejected, state.quests) == ("team", 0, 1, ())
    assert voted(game, state, (0, 1), {0, 1, 2, 3}).phase == "quest"


def test_the_rulebook_lets_evil_win_after_five_rejected_teams_for_one_quest():
    state = dealt(SILENT, FIVE)
    for _ in range(4):
        state = voted(SILENT, state, (0, 1), ())
    state = quest(SILENT, state, (0, 1))
    assert state.rejected == 0
    for _ in range(5):
        state = voted(SILENT, state, (0, 1, 2), ())
    assert SILENT.outcome(state).scores == (0, 0, 0, 1, 1)


def test_the_rulebook_lets_good_players_play_success_only():
    state = voted(SILENT, dealt(SILENT, FIVE), (0, 3), range(5))
    asks = SILENT.turn(state)
    assert {seat: ask.options() for seat, ask in asks.items()} == {0: ("success",), 3: ("success", "fail")}


@pytest.mark.parametrize(("seats", "succeeds"), [(6, False), (7, True)])
def test_the_rulebook_asks_two_fails_of_the_fourth_quest_from_seven_players_on(seats, succeeds):
    game = Avalon(seats=seats, talk=False)
    roles = sorted(game.deck, key=("Merlin", "Servant", "Assassin", "Minion").index)
    state = dealt(game, roles)
    for fails in ((), (), (seats - 1,)):
        team = tuple(range(seats - game.team_size(len(state.quests) + 1), seats))
        state = quest(game, state, team, *fails)
    last = tuple(range(seats - game.team_size(4), seats))
    assert quest(game, state, last, seats - 1).quests == (True, True, False, succeeds)


@pytest.mark.parametrize(("named", "scores"), [(0, (0, 0, 0, 1, 1)), (1, (1, 1, 1, 0, 0))])
def test_the_rulebook_gives_the_assassin_one_guess_after_three_quests(named, scores):
    state = dealt(SILENT, FIVE)
    for team in ((0, 1), (0, 1, 2), (1, 2)):
        state = quest(SILENT, state, team)
    assert SILENT.outcome(state) is None
    assert {seat: ask.options() for seat, ask in SILENT.turn(state).items()} == {3: (0, 1, 2)}
    assert SILENT.outcome(SILENT.act(state, {3: named})).scores == scores


def test_the_rulebook_passes_the_lady_of_the_lake_after_quests_two_to_four():
    game = Avalon(seats=7, talk=False, lady=True)
    state = dealt(game, ["Merlin", *["Servant"] * 3, "Assassin", "Minion", "Minion"], leader=1)
    assert state.lady == (0,)
    state = quest(game, state, (1, 4), 4)
    assert state.phase == "team"
    state = quest(game, state, (1, 2, 3))
    assert game.turn(state)[0].options() == (1, 2, 3, 4, 5, 6)
    state = game.act(state, {0: 5})
    assert state.lady == (0, 5)
    learned = [any(e[0] == "loyalty" for e in game.observe(state, seat).log) for seat in (None, *range(7))]
    assert learned == [False, True, *[False] * 6]
    state = quest(game, state, (1, 2, 3))
    assert game.turn(state)[5].options() == (1, 2, 3, 4, 6)


def test_who_has_failed_a_quest_is_in_nobodys_view():
    """Both evil players were there: the views are the same whichever of them played the fail."""
    state = dealt(SILENT, FIVE)
    state = quest(SILENT, state, (0, 1))
    ends = [quest(SILENT, state, (0, 3, 4), seat) for seat in (3, 4)]
    for seat in (None, *range(5)):
        first, second = (SILENT.observe(end, seat) for end in ends)
        assert first == second


def test_all_deals_that_fit_a_view_are_equally_likely():
    """Counted beside all orders of the roles, for a Servant after a quest with a fail."""
    game = Avalon(percival=True, morgana=True, talk=False)
    roles = ("Merlin", "Percival", "Servant", "Assassin", "Morgana")
    state = quest(game, dealt(game, roles), (2, 3), 3)
    view = game.observe(state, 2)
    fitting = {
        deal for deal in permutations(roles) if deal[2] == "Servant" and deal[3] in ("Assassin", "Morgana")
    }
    rng = Random(1)
    drawn = [deal_that_fits(game, view, rng) for _ in range(1200)]
    assert set(drawn) == fitting
    counts = [drawn.count(deal) for deal in fitting]
    expected = len(drawn) / len(fitting)
    # The 99.99% point of chi-squared with 11 degrees of freedom is 37.4.
    assert len(fitting) == 12
    assert sum((count - expected) ** 2 / expected for count in counts) < 37.4


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"percival": True, "morgana": True, "mordred": True}, "fewer"),
        ({"seats": 7, "morgana": True}, "percival"),
        ({"seats": 4}, "5"),
    ],
)
def test_roles_that_do_not_fit_are_refused(options, told):
    with pytest.raises(UsageError, match=told):
        Avalon(**options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 10, "percival": True, "morgana": True, "mordred": True, "oberon": True, "lady": True},
    ],
    ids=str,
)
@pytest.mark.slow
def test_the_contract_holds_with_other_options(options):
    assert not breaches(KIT, options, range(1))
