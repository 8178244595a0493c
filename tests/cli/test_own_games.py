"""A user's own game that fails: one message that names it and the line, and nothing lost."""

from __future__ import annotations

import pytest

from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store

GAME = '''
"""Two players say a number; the higher one wins, of `rounds` rounds in turn."""
from dataclasses import dataclass
from pathlib import Path
from agonist.core import Amount, Choice, Game, Outcome, Traits
from agonist.kit import Kit, Words
from agonist.text import Prompts

@dataclass(frozen=True)
class Said:
    numbers: tuple[int, ...] = ()

@dataclass(frozen=True)
class Numbers(Game):
    name = "numbers"
    sizes = (2,)
    traits = Traits()
    seats: int = 2
    rounds: int = 4

    def __post_init__(self):
        super().__post_init__()
        #options

    def new(self):
        #new
        return Said()

    def turn(self, state):
        if len(state.numbers) == 2 * self.rounds:
            return {}
        if len(state.numbers) == 3:
            pass
            #turn
        return {len(state.numbers) % 2: Amount(1, 9, about="number")}

    def act(self, state, moves):
        if len(state.numbers) == 3:
            pass
            #act
        return Said((*state.numbers, *moves.values()))

    def observe(self, state, seat):
        if len(state.numbers) == 3:
            pass
            #observe
        return state

    def outcome(self, state):
        if len(state.numbers) < 2 * self.rounds:
            return None
        #outcome
        first, second = sum(state.numbers[::2]), sum(state.numbers[1::2])
        return Outcome((first, second), "all have spoken")

class NumberWords(Words):
    def rules(self, game):
        return "Say a high number."

    def scene(self, game, view):
        #words
        return f"Said until now: {view.numbers}"

    def request(self, game, view, ask):
        return "Your number?"

def highest(game, view, ask, rng):
    #reference
    return 9

WORDS = NumberWords(Prompts((Path(__file__).parent,)))
KIT = Kit(game=Numbers, words=WORDS, reference=highest, reference_is="nine")
'''

BOOM = 'raise ValueError("the dog ate it")'


@pytest.fixture
def own(tmp_path):
    """Writes the user's module with a mistake in one place."""

    def write(name, place="", mistake=BOOM):
        text = GAME if not place else GAME.replace(f"#{place}\n", f"{mistake}\n")
        assert place == "" or text != GAME
        (tmp_path / f"{name}.py").write_text(text)
        return next((n for n, line in enumerate(text.splitlines(), 1) if mistake in line), 0)

    return write


def test_a_game_of_ones_own_plays_runs_replays_and_keep_the_contract(command, own):
    own("mine")
    match = command("play", "mine:KIT?rounds=2", "random", "reference", "--json").json
    assert (match["game"], match["options"]) == ("mine:KIT", {"seats": 2, "rounds": 2})
    assert command("run", "mine:KIT", "--player", "random", "--opponent", "reference", "--quick").code == 0
    assert command("replay", "1", "--verify").code == 0
    assert "mine:KIT: all" in command("check-game", "mine:KIT").out
    assert command("leaderboard", "--game", "mine:KIT", "--json").json


def test_a_clause_that_does_not_hold_is_told_with_its_file_and_line_once(command, own, tmp_path):
    own("wrong", "outcome", "return Outcome((float('nan'), 0.0), reason='enough')")
    said = command("check-game", "wrong:KIT", "--matches", 1)
    assert said.code == 1
    assert said.out.startswith("wrong:KIT: ")
    assert said.err.count("nan") == 1
    named = (tmp_path / "wrong.py").read_text().splitlines().index("    def outcome(self, state):") + 1
    assert said.err.count(f"wrong.py:{named}:") == 1
    line = own("raising", "act")
    said = command("check-game", "raising:KIT", "--matches", 1)
    assert said.err.count(f"raising.py:{line}:") == 1


@pytest.mark.parametrize("place", ["new", "observe", "outcome", "words", "reference"])
def test_what_a_game_prints_does_not_reach_data(command, own, place):
    own(f"loud_{place}", place, 'print("noise", flush=True)')
    target, players = f"loud_{place}:KIT", ("--player", "random", "--opponent", "reference", "--matches", 2)
    assert command("play", target, "random", "reference", "--json").json["game"] == target
    assert "noise" not in command("play", target, "random", "reference").out
    ran = command("run", target, *players, "--json")
    assert ran.json["finished"] == 2
    assert (place == "words") == ("noise" not in ran.err)  # words are for models and people
    assert command("resume", "latest", "--json").json["finished"] == 2
    assert "noise" not in command("report", "latest", "--format", "html").out
    assert "noise" not in command("replay", "1").out
    assert len(command("check-player", "random", "--game", target, "--json").json) == 1
    assert "noise" not in command("export", "latest", "--format", "jsonl").out


@pytest.mark.parametrize("place", ["new", "turn", "act", "observe", "outcome", "reference"])
@pytest.mark.every(3)
def test_rules_that_raise_break_the_match_and_not_what_was_before(command, own, played, place):
    command("run", "tictactoe", "--player", "random", "--matches", 2)
    before = played("agonist.db")
    line = own(f"bad_{place}", place)
    target = f"bad_{place}:KIT"
    said = command("run", target, "--player", "reference", "--opponent", "random", "--matches", 2)
    said.told(6, "numbers", "ValueError: the dog ate it", f"bad_{place}.py, line {line}", "agonist resume")
    assert played("agonist.db") == before
    with Store.open("agonist.db") as store:
        assert store.run("latest").status == "broken"
        assert {match.status for match in store.matches("latest")} == {"broken"}
        assert all("the dog ate it" in match.error for match in store.matches("latest"))
    command("play", target, "reference", "random").told(6, f"line {line}")
    assert command("report", "latest").code == 0
    assert command("leaderboard").code == 0
    assert command("check-game", target).code == 1


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit", "__import__('asyncio').CancelledError"])
def test_what_rules_raise_breaks_their_own_matches_only(command, own, error):
    line = own("odd", "act", f"raise {error}")
    run = ("run", "tictactoe", "odd:KIT", "--player", "random", "--opponent", "random", "--matches", 2)
    command(*run).told(6, "the rules of numbers raised", f"odd.py, line {line}")
    with Store.open("agonist.db") as store:
        found = {(match.fixture.game, match.status) for match in store.matches("latest")}
    assert found == {("tictactoe", "finished"), ("odd:KIT", "broken")}


def test_a_match_without_end_stops_at_the_number_of_steps_that_its_game_names(command, own, tmp_path):
    own("odd")
    path = tmp_path / "odd.py"
    path.write_text(path.read_text().replace("    seats: int = 2", "    most_steps = 5\n    seats: int = 2"))
    run = ("run", "tictactoe", "odd:KIT", "--player", "random", "--opponent", "random", "--matches", 2)
    command(*run).told(6, "numbers has not ended after 5 steps")
    with Store.open("agonist.db") as store:
        found = {(match.fixture.game, match.status) for match in store.matches("latest")}
    assert found == {("tictactoe", "finished"), ("odd:KIT", "broken")}


@pytest.mark.parametrize("place", ["new", "turn", "act", "observe", "words"])
def test_words_and_rules_that_raise_before_a_model_are_told(command, own, place):
    line = own(f"worse_{place}", place)
    with Endpoint("careful") as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        # Already the estimate plays it, so that nothing is spent.
        said = command("run", f"worse_{place}:KIT", "--player", model, "--opponent", "random", "--matches", 2)
        said.told(6, "numbers", "the dog ate it", f"line {line}")
        assert endpoint.requests == 0
        command("play", f"worse_{place}:KIT", model, "random").told(6, f"line {line}")
    command("play", f"worse_{place}:KIT", "human", "random", stdin="1\n2\n3\n").told(6, f"line {line}")


@pytest.mark.long
def test_a_game_that_is_mended_is_played_to_the_end_from_where_it_broke(process, own, played, tmp_path):
    own("mended", "act")
    arguments = ("run", "mended:KIT", "--player", "random", "--opponent", "reference", "--matches", 3)
    process(*arguments, "--db", "agonist.db").wait().told(6, "mended.py")
    own("mended")
    assert process("resume", "latest").wait().code == 0
    process(*arguments, "--db", "whole.db").wait()
    assert played(tmp_path / "agonist.db") == played(tmp_path / "whole.db")
    assert len(played(tmp_path / "whole.db")) == 3


@pytest.mark.parametrize(
    ("place", "mistake", "words"),
    [
        ("turn", "return [0]", "turn gave [0] (list)"),
        ("turn", "return {7: Amount(1, 9)}", "turn names the seat 7"),
        ("turn", "return {0: Choice(())}", "there are no options"),
        ("turn", "return {}", "there is no outcome"),
        ("outcome", "return Outcome((1,), 'short')", "1 scores for 2 seats"),
        ("outcome", "return None", "there is no outcome"),
        ("options", BOOM, "options of numbers"),
    ],
)
def test_rules_that_give_what_cannot_be_are_told(command, own, place, mistake, words):
    name = "odd_" + "".join(filter(str.isalpha, words))
    own(name, place, mistake)
    command("play", f"{name}:KIT", "random", "random").told(6, words)


def test_a_module_that_cannot_be_loaded_is_told(command, tmp_path):
    (tmp_path / "broken_text.py").write_text("def (:\n")
    (tmp_path / "no_kit.py").write_text("KIT = 7\n")
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(3)\n")
    command("play", "broken_text:KIT", "random").told(6, "broken_text", "SyntaxError")
    command("play", "no_kit:KIT", "random").told(6, "not a Kit")
    command("play", "no_kit:GAME", "random").told(2, "no Kit 'GAME'")
    command("play", "leaves:KIT", "random").told(6, "leaves")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("not_there:KIT", "no module 'not_there'"),
        ("not_there.sub:KIT", "no module 'not_there'"),
        ("os:KIT", "no Kit 'KIT'"),
        ("agonist.games.hive:KTI", "did you mean 'KIT'?"),
        ("agonist.games.hive:KIT.nothing", "'nothing'"),
        ("agonist.games.hive.py:KIT", "agonist.games.hive:KIT"),
        ("games/hive.py:KIT", "module:NAME"),
        ("not_there:", "module:NAME"),
        (":KIT", "module:NAME"),
    ],
)
@pytest.mark.parametrize(
    "asked", [("check-game",), ("run", "--player", "random")], ids=lambda asked: asked[0]
)
def test_a_mistake_in_the_name_of_a_kit_is_the_users_and_no_line_of_ours(command, asked, game, words):
    first, *more = asked
    said = command(first, game, *more)
    said.told(2, words)
    assert "line " not in said.err
