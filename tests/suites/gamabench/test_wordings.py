"""Every wording says what the games' own says: the same blanks, and in play the same numbers."""

import re
from random import Random

import pytest

from agonist.api import game_registry
from agonist.core import CHANCE
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Chance
from agonist.suites import SUITES
from agonist.suites.gamabench.scoring import GAMES
from agonist.suites.gamabench.sweeps import WORDINGS
from agonist.text import Prompts
from agonist.text.prompt_files import _load
from agonist.tournament.evaluation_request import Entry

SUITE = SUITES["gamabench"]

VARIANTS = {
    "guess_average": [{}, {"ratio": 1.5, "low": 3, "told_rounds": False}],
    "el_farol": [{}, {"mode": "explicit", "ratio": 0.4, "told_rounds": False}],
    "divide_dollar": [{}, {"golds": 40, "told_rounds": False}],
    "public_goods": [
        {},
        {"carry": True, "told_rounds": False},
        {"share": "at the end"},
        {"random_start": True, "start_min": 4},
    ],
    "diners_dilemma": [{}, {"told_rounds": False}],
    "sealed_bid_auction": [
        {},
        {"price": "second", "valuations": "published"},
        {"overbids": True, "told_rounds": False},
        {"interval": None, "high": 1000, "unit": "cents"},
    ],
    "battle_royale": [{}, {"told_rounds": False}],
    "pirate_game": [{}, {"passes_with": "majority", "on_equal": "spare"}],
}


def numbers(text):
    """The numbers in a text, those that count the items of a list left out."""
    return sorted(set(re.findall(r"-?\d+(?:[./]\d+)*", re.sub(r"^\d+\. ", "", text, flags=re.MULTILINE))))


def told(kit, game, state):
    """All that may be said at a state: the rules, and to each seat and a bystander its scene and request."""
    texts = [kit.words.rules(game)]
    asks = game.turn(state)
    for seat in (None, *range(game.seats)):
        view = game.observe(state, seat)
        texts.append(kit.words.scene(game, view))
        if seat in asks:
            ask = asks[seat]
            texts += [kit.words.request(game, view, ask), kit.words.hint(view, ask.about)]
    return texts


def states(game, seed):
    state, chance, rng = game.new(), Chance(seed), Random(seed)
    yield state
    while asks := game.turn(state):
        moves = {seat: chance.pick(ask) if seat == CHANCE else ask.sample(rng) for seat, ask in asks.items()}
        state = game.act(state, moves)
        yield state


@pytest.mark.parametrize("wording", WORDINGS[1:])
@pytest.mark.parametrize("game", GAMES)
def test_each_text_has_the_blanks_of_the_games_own_and_other_words(game, wording):
    (own,) = KITS[game].words.prompts.folders
    ours = SUITE.wordings[f"gamabench/{wording}"] / game
    assert {path.name for path in ours.glob("*.md")} == {path.name for path in own.glob("*.md")}
    for path in ours.glob("*.md"):
        text, blanks = _load(path)
        base, wanted = _load(own / path.name)
        assert blanks == wanted, path
        assert path.stem == "hint" or text != base, path


@pytest.mark.parametrize("game", GAMES)
def test_all_wordings_say_the_same_numbers_at_every_moment_of_a_match(game):
    kit = KITS[game]
    others = {name: kit.with_prompts(SUITE.wordings[f"gamabench/{name}"]) for name in WORDINGS[1:]}
    assert len({other.words.prompts.digest for other in [kit, *others.values()]}) == 5
    for variant in VARIANTS[game]:
        played = make_game(kit.game, dict(kit.quick_options) | variant)
        for state in [state for seed in "12" for state in states(played, seed)]:
            base = [numbers(text) for text in told(kit, played, state)]
            for name, other in others.items():
                assert [numbers(text) for text in told(other, played, state)] == base, name


@pytest.mark.parametrize("version", WORDINGS)
def test_the_papers_battle_says_nothing_of_a_limit_or_of_points(version):
    """Huang et al. tell their players that one survivor wins, and neither of 20 shots nor of a score."""
    entry = Entry(
        ("random",), options={"games": "battle_royale", "wordings": version}, profile="paper", matches=1
    )
    (fixture,) = SUITE.schedule(entry)
    kit = game_registry(None).kit("battle_royale", fixture.wording)
    game = make_game(kit.game, fixture.options)
    state = game.new()
    texts = told(kit, game, state)
    assert not any(re.search(r"\b(points?|share|limit (of|to)|number of shots)\b", text) for text in texts)
    assert "wins" in texts[0] or "winner" in texts[0] or "left" in texts[0]
    plain = told(game_registry(None).kit("battle_royale", fixture.wording.partition("+")[0]), game, state)
    if version != "v1":
        assert plain[1:] == texts[1:]


@pytest.mark.parametrize("wording", WORDINGS[1:])
def test_answers_are_named_by_the_words_they_are_read_by(wording):
    folder = SUITE.wordings[f"gamabench/{wording}"]
    for game, name, words in (
        ("el_farol", "decision", ("go", "stay")),
        ("diners_dilemma", "rules", ("costly", "cheap")),
        ("pirate_game", "decision", ("accept", "reject")),
        ("battle_royale", "rules", ("nobody",)),
    ):
        text = Prompts((folder / game,)).find(name).read_text().casefold()
        assert all(re.search(rf"\b{word}\b", text) for word in words), (game, name)


COACHING = re.compile(
    r"\b(?:try to|aim to|your aim|objective:|goal:|you want|you would like|what you want|as you can|pays if|"
    r"is the better|think of|keep in mind|remember|maximi[sz]e|make (?:it|them) as)\b",
    re.IGNORECASE,
)


def test_requests_and_rules_say_what_counts_and_do_not_coach():
    # The pirates' order of aims is a rule of their game; the paper's own Battle Royale is the paper's.
    folders = [SUITE.wordings[f"gamabench/{version}"] for version in ("v2", "v3", "v4", "v5")]
    own = [path for folder in folders for path in folder.rglob("*.md") if path.parent.name != "pirate_game"]
    assert len(own) > 300
    found = {f"{path.parts[-3]}/{path.stem}": COACHING.findall(path.read_text("utf-8")) for path in own}
    assert {name: words for name, words in found.items() if words} == {}
