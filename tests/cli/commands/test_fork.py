"""`agonist fork` plays on from a step, says how far that ends from the match, and refuses what can't be."""

import pytest

from agonist.models.mock_endpoint import Endpoint


@pytest.fixture
def poker(command):
    assert command("play", "texas_holdem?hands=2", "random", "reference", "--seed", 3).code == 0
    return command


def test_forks_stand_beside_their_match_and_are_replayed_like_any_other(poker):
    said = poker("fork", 1, "--at", 4, "--seat", 0, "--player", "mine=reference", "--times", 3, "--control")
    assert said.code == 0, said.err
    for words in ("mine as Player 1", "Effect of the change", "match 1, after 4 steps"):
        assert words in said.out
    assert poker("replay", 4, "--verify").code == 0
    assert poker("replay", 4).out.startswith("Played on from match 1 after 4 steps.")
    assert "Forks beside their match" in poker("report").out


def test_a_move_is_typed_as_a_player_types_it_and_chance_is_dealt(poker):
    assert poker("fork", 1, "--at", 3, "--move", "raise pot").code == 0
    assert "Player 2: raise pot" in poker("replay", 2).out
    flop = '["2d","2h","2s"]'
    assert poker("fork", 1, "--at", 4, "--move", flop, "--seat", -1).code == 0
    said = " ".join(poker("replay", 3).out.split())
    assert "Two of Diamonds, Two of Hearts, Two of Spades" in said


def test_the_same_luck_and_players_end_as_the_match_did(poker):
    poker("fork", 1, "--at", 4, "--same-luck")
    played, again = (poker("replay", number).out.split("Move 5")[1] for number in (1, 2))
    assert again == played


def test_a_budget_ends_the_run_and_stays_its_limit(poker):
    with Endpoint("sensible") as server:
        model = f"vllm/sensible?base_url={server.url}"
        arguments = ("fork", 1, "--at", 2, "--seat", 0, "--player", model, "--times", 4)
        assert "requests" in poker(*arguments, "--estimate").out
        assert poker(*arguments, "--budget-requests", 3).code == 5
        assert poker("resume", "latest").code == 5
        assert poker("resume", "latest", "--budget-requests", 500).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((2, "--at", 4), ("no match '2'",)),
        ((1, "--at", 99), ("steps 0 to 18, not 99",)),
        ((1, "--at", 18), ("is over after 18 steps",)),
        ((1, "--at", 4, "--seat", 0), ("each --seat needs",)),
        ((1, "--at", 4, "--player", "random"), ("each --seat needs",)),
        ((1, "--at", 3, "--move", "fly to the moon"), ("Player 2 cannot play", "after 3 steps")),
        ((1, "--at", 3, "--move", "call", "--seat", 0), ("--move is of seat 1",)),
        ((1, "--at", 4, "--move", "[1]"), ("chance cannot play", "is not among")),
        ((1, "--at", 4, "--times", 2, "--same-luck"), ("one match",)),
        ((1, "--at", 4, "--seat", 0, "--player", "nobody"), ("nobody",)),
    ],
)
def test_what_cannot_be_forked_is_told(poker, arguments, words):
    poker("fork", *arguments).told(2, *words)
    assert len(poker("runs", "--json").json) == 1
