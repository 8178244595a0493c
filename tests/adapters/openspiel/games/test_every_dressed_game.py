"""What every game of OpenSpiel's that has words of its own must have, and how its answers are read."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

from agonist.adapters.openspiel import games
from agonist.adapters.openspiel.states import spiel_of
from agonist.contract import check_game
from agonist.core import CHANCE, InvalidAnswer
from agonist.games import DRESSED, KITS, dressed_names, find_kit, full_name
from agonist.kit import make_game
from agonist.kit.skinned_kit import skinned
from agonist.reports.playthrough import playthrough
from agonist.text import read

NAMES = DRESSED["openspiel"]
HERE = Path(__file__).parent
MOST = 60_000
LEAST_ANSWERS = 20

SEEDS = {"chess": 370, "nine_mens_morris": 93}
"""Seeds of short random matches of games whose matches are long; the long tests take others."""

SEARCHES = {"chess": "chess.reference.POSITIONS"}
"""How much the reference players of these games search, which is less here."""


def kit_of(name):
    return find_kit(f"openspiel:{name}")


def test_every_folder_is_a_game_with_rules_a_playthrough_and_answers():
    folder = Path(games.__file__).parent
    assert {path.parent.name for path in folder.glob("*/__init__.py")} == set(NAMES)
    assert {path.parents[2].name for path in folder.glob("*/prompts/en/rules.md")} == set(NAMES)
    assert {path.stem for path in (HERE / "playthroughs").iterdir()} == set(NAMES)
    assert {path.stem for path in (HERE / "answers").iterdir()} == set(NAMES)
    assert list(NAMES) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_players_read_has_changed_unnoticed(name):
    kept = (HERE / "playthroughs" / f"{name}.txt").read_text("utf-8")
    assert playthrough(kit_of(name)) == kept, f"run scripts/playthroughs {name} and read the difference"
    assert len(kept.encode()) < MOST, "give it smaller options in QUICK of kits.py, or nobody will read it"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.every(3)
def test_the_contract_holds(name, monkeypatch):
    if name in SEARCHES:
        monkeypatch.setattr(f"agonist.adapters.openspiel.games.{SEARCHES[name]}", 30)
    assert [str(breach) for breach in check_game(kit_of(name), [SEEDS.get(name, 0)], replays=2)] == []


def asked(case):
    """The question of a case: who is asked what, after these moves and draws in the library's words."""
    kit = kit_of(case["game"])
    game = make_game(kit.game, case.get("options", {}))
    state = game.new()
    for said in case["after"]:
        ((seat, ask),) = game.turn(state).items()
        spiel = spiel_of(state)
        texts = {spiel.action_to_string(seat, action).strip(): action for action in ask.options()}
        state = game.act(state, {seat: texts[said] if said in texts else int(said)})
    seat, ask = next(iter(game.turn(state).items()))
    assert seat != CHANCE, "chance comes next: its draws belong into `after`"
    return kit, game, game.observe(state, seat), ask


CASES = [
    {"game": path.stem, **json.loads(line)}
    for path in sorted((HERE / "answers").iterdir())
    for line in path.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_read_as_people_mean_them(name):
    """`is`: the label of the move that is meant; null: it must be asked again."""
    cases = [case for case in CASES if case["game"] == name]
    assert len(cases) >= LEAST_ANSWERS
    wrong = []
    for case in cases:
        kit, game, view, ask = asked(case)
        label = partial(kit.words.label, view)
        try:
            action = read(ask, case["reply"], "json", label, vocabulary=kit.words.vocabulary(game, view))
            found = label("move", action)
        except InvalidAnswer:
            found = None
        if found != case["is"]:
            wrong.append((case["reply"], case["is"], found))
    assert wrong == []


SKINNED = [name for name in NAMES if kit_of(name).skins]
OTHER_WORDS = {"labels": ["labels/0"], "payoffs": ["payoffs/0"], "both": ["payoffs/0", "labels/0"]}


@pytest.mark.parametrize("cell", OTHER_WORDS)
@pytest.mark.parametrize("name", SKINNED)
@pytest.mark.every(3)
def test_answers_in_other_words_are_read_like_those_in_the_usual_ones(name, cell):
    """What only the usual names have, such as cards by letters, is asked again."""
    if cell != "labels" and not kit_of(name).counterfactuals:
        return
    wrong = []
    for case in (case for case in CASES if case["game"] == name):
        kit, game, view, ask = asked(case)
        reply = re.sub(r"\\u(\w{4})", lambda found: chr(int(found[1], 16)), case["reply"])
        usual = any(said.casefold() in kit.skins.plain_only for said in re.findall(r'"([^"]*)"', reply))
        label = partial(kit.words.label, view)
        for layer in OTHER_WORDS[cell]:
            kit = skinned(kit, [layer])
            reply = kit.words.skin.say(reply)
        try:
            words = kit.words
            action = read(
                ask, reply, "json", partial(words.label, view), vocabulary=words.vocabulary(game, view)
            )
            found = label("move", action)
        except InvalidAnswer:
            found = None
        if found != (None if usual else case["is"]):
            wrong.append((case["reply"], reply, case["is"], found))
    assert wrong == []


def test_a_bare_name_is_the_librarys_game_and_never_one_of_ours(monkeypatch):
    assert find_kit("kuhn_poker") is kit_of("kuhn_poker")
    assert full_name("kuhn_poker") == "openspiel:kuhn_poker"
    monkeypatch.setitem(DRESSED, "openspiel", ("kuhn_poker", "tictactoe"))
    assert "tictactoe" not in dressed_names()
    assert find_kit("tictactoe") is KITS["tictactoe"]


SUITE = """
[suite]
games = ["kuhn_poker(players=3)", "tictactoe"]
players = ["random", "reference"]
matches = 3
weights = {"kuhn_poker(players=3)" = 2}
"""


def test_a_bare_name_does_wherever_a_game_is_named(command, tmp_path):
    assert command("play", "kuhn_poker", "random", "random").code == 0
    assert command("replay", 1, "--verify").code == 0
    assert command("games", "kuhn_poker", "--json").json["title"] == "Kuhn Poker"
    rows = command("leaderboard", "--game", "kuhn_poker", "--json").json
    assert rows == command("leaderboard", "--game", "openspiel:kuhn_poker", "--json").json
    path = tmp_path / "mine.toml"
    path.write_text(SUITE)
    assert command("run", path, "--quiet").code == 0
    (best, _) = command("leaderboard", "--suite", path, "--json").json
    assert best["matches"] > 2
