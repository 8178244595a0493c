"""Roles of seats."""

import agonist
from agonist.metrics.roles_from_indicators import roles_of


def last_state(match):
    *_, last = match.record.states()
    return last


def test_roles_are_those_that_the_rules_dealt():
    for seed in range(5):
        undercover = agonist.play("undercover?seats=5", ["reference"] * 5, seed=seed)
        odd = last_state(undercover).undercovers
        assert roles_of(undercover) == tuple("undercover" if s in odd else "civilian" for s in range(5))
        spies = agonist.play("who_is_spy", ["reference"] * 6, seed=seed)
        assert [seat for seat, role in enumerate(roles_of(spies)) if role == "spy"] == [last_state(spies).spy]
        rooms = agonist.play("two_rooms?seats=6", ["random"] * 6, seed=seed)
        blue, _ = rooms.record.game.teams(last_state(rooms))
        assert roles_of(rooms) == tuple("blue" if seat in blue else "red" for seat in range(6))


def test_a_game_without_roles_has_none():
    assert roles_of(agonist.play("tictactoe", ["random", "random"])) == ("", "")


def test_a_seat_has_its_role_even_if_the_match_ends_by_a_forfeit():
    def wordless(observation: str) -> str:
        return "nothing of the kind" if "vote" in observation.casefold() else "Warm."

    policy = agonist.Policy(retries=0, then="forfeit")
    match = agonist.play("chameleon?seats=3", [wordless] * 3, policy=policy)
    assert match.record.forfeits
    assert sorted(roles_of(match)) == ["chameleon", "other", "other"]
