"""`agonist check-player` tells what is wrong with an agent, game by game."""

import pytest

AGENTS = '''
import itertools
import random

SHARED = []


class Good:
    """Plays legally, and the same way each time."""

    deterministic = True

    def __call__(self, observation, legal, rng):
        return rng.choice(legal) if legal else "{}"


def fine(ask, rng):
    return ask.sample(rng)


fine.deterministic = True


def careless(ask):
    return ask.sample(random)


careless.deterministic = True


class Leaks:
    def answer(self, ask, rng):
        SHARED.append(1)
        options = ask.options()
        return options[len(SHARED) % len(options)] if options else ask.sample(rng)


class Fails:
    def answer(self, view):
        return view.not_there


def wrong(view):
    return (9, 9)
'''


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "tried.py").write_text(AGENTS)


def test_a_good_agent_plays_every_game(command, mine):
    said = command("check-player", "tried:fine", "--json")
    assert said.code == 0, said.out
    rows = {row["game"]: row for row in said.json}
    assert {"tictactoe", "hanabi", "undercover"} <= set(rows)
    assert all(
        row["repeats"] and row["alone"] and row["moves"] and not row["invalid"] for row in rows.values()
    )
    assert (
        "no problems in 2 games"
        in command("check-player", "tried:Good", "--game", "tictactoe", "--game", "el_farol").out
    )
    assert command("check-player", "random", "--game", "tictactoe").code == 0


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("tried:Fails", "AttributeError: "),
        ("tried:wrong", "invalid answers: "),
        ("tried:careless", "another match with the same seed differs"),
    ],
)
def test_what_is_wrong_is_told_with_its_game(command, mine, agent, words):
    said = command("check-player", agent, "--game", "tictactoe")
    assert said.code == 1
    assert words in said.out
    assert f"{agent}: problems in 1 of one game" in said.out
    if "Fails" in agent:
        assert "tried.py, line" in said.out


def test_memory_shared_between_matches_shows(command, mine):
    (row,) = command("check-player", "tried:Leaks", "--game", "tictactoe", "--json").json
    assert row["repeats"] is False or row["alone"] is False


def test_who_cannot_be_checked_is_told(command, mine):
    command("check-player", "human").told(2, "takes no person")
    command("check-player", "tried:Nobody").told(2, "no class or function")
