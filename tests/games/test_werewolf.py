"""Werewolf beside Kaggle's environment, by its rules, and who may know what.

`werewolf_kaggle.jsonl` has 40 matches that kaggle-environments 1.33.2 played with random choices: who named
whom at night and whom the werewolves then attacked, the votes by day and who left, and how it ended.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, UsageError
from agonist.games.werewolf import KIT, Werewolf
from agonist.games.werewolf.possible_states import deal_that_fits

KAGGLE = [
    json.loads(line)
    for line in Path(__file__).with_name("werewolf_kaggle.jsonl").read_text(encoding="utf-8").splitlines()
]

SILENT = Werewolf(seats=7, talks=0)
SEVEN = ("Werewolf", "Werewolf", "Seer", "Doctor", "Villager", "Villager", "Villager")


def dealt(game, roles):
    """The first night after this deal."""
    return game.act(game.new(), {CHANCE: tuple(roles)})


def night(game, state, named, attacked):
    """After a night in which these seats named these, all others anybody, and chance drew the attacked."""
    asks = game.turn(state)
    state = game.act(state, {seat: named.get(seat, ask.options()[0]) for seat, ask in asks.items()})
    return game.act(state, {CHANCE: attacked})


def day(game, state, ballot, leaves):
    """After a vote; if it was tied, and ties are drawn, chance drew who leaves."""
    state = game.act(state, ballot)
    return game.act(state, {CHANCE: leaves}) if state.phase == "tie" else state


def as_seats(named):
    return {int(seat): target for seat, target in named.items()}


@pytest.mark.parametrize("match", KAGGLE, ids=range(len(KAGGLE)))
def test_matches_end_as_kaggles_environment_ends_them(match):
    roles = match["roles"]
    game = Werewolf(
        seats=len(roles),
        werewolves=roles.count("Werewolf"),
        seer="Seer" in roles,
        doctor="Doctor" in roles,
        doctor_self=match["doctor_self"],
        tie=match["tie"],
        talks=0,
    )
    state, days = dealt(game, roles), iter(match["days"])
    for named, attacked in match["nights"]:
        state = night(game, state, as_seats(named), attacked)
        if state.phase == "vote":
            ballot, leaves = next(days)
            before = state.alive
            state = day(game, state, as_seats(ballot), leaves)
            assert [seat for seat in before if seat not in state.alive] == [leaves] * (leaves is not None)
    assert next(days, None) is None
    assert list(state.alive) == match["alive"]
    assert list(game.outcome(state).scores) == match["scores"]


def test_werewolf_arena_has_two_werewolves_a_seer_and_a_doctor_among_eight():
    deck = Werewolf().deck
    assert [deck.count(role) for role in ("Werewolf", "Seer", "Doctor", "Villager")] == [2, 1, 1, 4]


def test_everyone_alive_is_asked_at_night_so_that_nobody_is_told_apart():
    state = dealt(SILENT, SEVEN)
    asks = SILENT.turn(state)
    assert list(asks) == list(range(7))
    assert asks[0].options() == (2, 3, 4, 5, 6)
    assert asks[3].options() == tuple(range(7))
    assert asks[2].options() == asks[2].options() == (0, 1, 3, 4, 5, 6)


def test_what_somebody_without_a_role_names_at_night_changes_nobody_elses_view():
    state = dealt(SILENT, SEVEN)
    ends = [night(SILENT, state, {4: target, 0: 5, 1: 5}, 5) for target in (0, 6)]
    for seat in (None, 0, 1, 2, 3, 5, 6):
        first, second = (SILENT.observe(end, seat) for end in ends)
        assert first == second


def test_whom_the_doctor_saves_is_told_to_nobody():
    state = dealt(SILENT, SEVEN)
    ends = [night(SILENT, state, {0: saved, 1: saved, 3: saved}, saved) for saved in (4, 5)]
    for end in ends:
        assert end.alive == tuple(range(7))
    for seat in (None, 2, 4, 5, 6):
        first, second = (SILENT.observe(end, seat) for end in ends)
        assert first == second


def test_only_the_seer_learns_what_they_saw():
    state = night(SILENT, dealt(SILENT, SEVEN), {2: 1, 0: 6, 1: 6, 3: 3}, 6)
    seen = {
        seat: [e for e in SILENT.observe(state, seat).log if e[0] == "seen"] for seat in (None, *range(7))
    }
    assert seen.pop(2) == [("seen", 1, 1, True)]
    assert not any(seen.values())


def test_the_hunter_takes_somebody_along_by_night_and_by_day():
    game = Werewolf(seats=9, hunter=True, talks=0)
    roles = ["Werewolf", "Werewolf", "Seer", "Doctor", "Hunter", *["Villager"] * 4]
    start = dealt(game, roles)
    killed = night(game, start, {0: 4, 1: 4, 3: 3}, 4)
    assert {seat: ask.options() for seat, ask in game.turn(killed).items()} == {4: (0, 1, 2, 3, 5, 6, 7, 8)}
    after = game.act(killed, {4: 0})
    assert (after.phase, after.alive) == ("vote", (1, 2, 3, 5, 6, 7, 8))
    saved = night(game, start, {0: 8, 1: 8, 3: 8}, 8)
    voted = game.act(saved, {seat: 4 if seat != 4 else 0 for seat in range(9)})
    assert (voted.phase, voted.hunter) == ("shot", 4)
    after = game.act(voted, {4: 1})
    assert (after.phase, after.day, after.alive) == ("night", 2, (0, 2, 3, 5, 6, 7, 8))


def test_the_game_ends_before_the_hunter_shoots():
    game = Werewolf(seats=7, werewolves=3, hunter=True, talks=0)
    state = dealt(game, ["Werewolf"] * 3 + ["Seer", "Doctor", "Hunter", "Villager"])
    state = night(game, state, dict.fromkeys(range(3), 5) | {4: 4}, 5)
    assert state.phase == "over"
    assert game.outcome(state).scores == (1, 1, 1, 0, 0, 0, 0)


def test_the_doctor_protects_as_the_options_say():
    game = Werewolf(seats=7, talks=0, doctor_self=False, doctor_repeats=False)
    state = night(game, dealt(game, SEVEN), {3: 4, 0: 4, 1: 4}, 4)
    state = game.act(state, {seat: 6 if seat != 6 else 5 for seat in range(7)})
    assert game.turn(state)[3].options() == (0, 1, 2, 5)


def test_masons_know_each_other_and_nobody_else_does():
    game = Werewolf(seats=7, masons=True)
    roles = ["Werewolf", "Werewolf", "Seer", "Doctor", "Mason", "Mason", "Villager"]
    state = dealt(game, roles)
    told = [game.observe(state, seat).log[0][2] for seat in range(7)]
    assert told == [(1,), (0,), (), (), (5,), (4,), ()]


@pytest.mark.slow
def test_all_deals_that_fit_a_view_are_equally_likely():
    """Counted beside all orders of the roles, for a Villager after a night in which somebody was saved."""
    game = Werewolf(seats=7, werewolves=2, hunter=True, talks=0, reveal=False)
    roles = ("Werewolf", "Werewolf", "Seer", "Doctor", "Hunter", "Villager", "Villager")
    state = night(game, dealt(game, roles), {0: 5, 1: 5, 3: 5}, 5)
    state = game.act(state, {seat: 2 if seat != 2 else 0 for seat in range(7)})
    view = game.observe(state, 6)
    # Who was voted out was no Hunter, since they did not shoot.
    fitting = {deal for deal in permutations(roles) if deal[6] == "Villager" and deal[2] != "Hunter"}
    rng = Random(1)
    drawn = [deal_that_fits(game, view, rng) for _ in range(6000)]
    assert set(drawn) == fitting
    expected = len(drawn) / len(fitting)
    # The 99.99% point of chi-squared with 299 degrees of freedom is 397.
    assert len(fitting) == 300
    assert sum((drawn.count(deal) - expected) ** 2 / expected for deal in fitting) < 397


@pytest.mark.parametrize(("options", "told"), [({"werewolves": 4}, "fewer than half"), ({"seats": 6}, "7")])
def test_options_that_do_not_fit_are_refused(options, told):
    with pytest.raises(UsageError, match=told):
        Werewolf(**{"seats": 8, **options})


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 12, "werewolves": 5, "hunter": True, "masons": True, "reveal": False, "tie": "nobody"},
        {"seats": 9, "hunter": True, "doctor_self": False, "doctor_repeats": False, "talks": 2},
    ],
    ids=str,
)
@pytest.mark.slow
def test_the_contract_holds_with_other_options(options):
    assert not breaches(KIT, options, range(1))


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("I am the Seer, and Player 5 is a werewolf.", {4}),
        ("I'm the seer and player 5 is a werewolf!", {4}),
        ("Somebody said: Player 5 is odd.", {0, 1, 2, 3, 4, 5}),
    ],
)
def test_the_reference_believes_a_seer(text, chosen):
    game = Werewolf(seats=7)
    roles = ("Seer", "Villager", "Villager", "Doctor", "Werewolf", "Werewolf", "Villager")
    state = night(game, dealt(game, roles), {0: 4, 3: 1}, 1)
    state = game.act(state, {CHANCE: 0})
    while state.phase == "talk":
        speaker = state.to_speak[0]
        state = game.act(state, {speaker: text if speaker == 0 else "Good morning."})
    votes = {KIT.reference(game, game.observe(state, 6), game.turn(state)[6], Random(n)) for n in range(40)}
    assert votes == chosen
