"""Games in other words: everything has other names, answers are read by them, and nothing collides."""

import re
import sys
from dataclasses import asdict, replace
from os import environ
from pathlib import Path
from random import Random
from subprocess import PIPE, run
from typing import Any

import pytest

from agonist.contract.check import check_game
from agonist.core import CHANCE, Choice, Menu, Pick, UsageError
from agonist.games import find_kit
from agonist.kit import Kit, make_game
from agonist.kit.skinned_kit import skinned
from agonist.kit.skins import Counterfactual
from agonist.reports.playthrough import playthrough
from agonist.suites.reskins.cells import GAMES, OF_LIBRARIES
from agonist.text.answer_formats import option_text
from agonist.tournament import GameRegistry, parse_target

SEEDS = range(4)
BLANK = re.compile(r"\{\w*\}")
EVERY = [*GAMES, *OF_LIBRARIES]
OPTIONS = {
    "gin_rummy": {"num_suits": 4},
    "hanabi": {"colors": 5, "hand_size": 5, "lives": 30, "tokens": 8, "bomb": "keep"},
    "kuhn_poker": {"seats": 3},
    "leduc_poker": {"seats": 3},
    "pit": {"seats": 8, "corner": 4},
    "texas_holdem": {"hands": 8},
}
"""Where some words are only said with other options than the quick ones."""
WITH_LABELS = [name for name in EVERY if find_kit(name).skins is not None]
SLOW = {"air_land_sea", "arctic_scavengers", "crazy_eights", "euchre", "gin_rummy", "hearts", "pit"}
"""Whose contract takes seconds."""
SLOW_TO_READ = {"gin_rummy"}
"""Whose words take seconds to look for."""


def texts(kit: Kit, options, seed: int):
    """All that is said in a random match, and the labels of every question with their options."""
    game, rng, said, asked = make_game(kit.game, options), Random(seed), [], []
    said.append(kit.words.rules(game))
    state = game.new()
    before: dict[int, Any] = {}
    while asks := game.turn(state):
        moves = {}
        for seat, ask in asks.items():
            view = game.observe(state, None if seat == CHANCE else seat)
            if seat != CHANCE:
                said += [kit.words.scene(game, view), kit.words.request(game, view, ask)]
                if seat in before:
                    said.append(kit.words.news(game, before[seat], view))
                before[seat] = view
                asked.append((view, ask))
            if kit.picture is not None:
                drawn = kit.picture(view, ask)
                said += [drawn.alt, *(f"{shape.alt} {shape.text}" for shape in drawn.shapes)]
            moves[seat] = ask.sample(rng)
        state = game.act(state, moves)
    for seat in (None, *range(game.seats)):
        said.append(kit.words.scene(game, game.observe(state, seat)))
    # Each line once, in one text, so that a word is soon found.
    return ["\n".join(dict.fromkeys("\n".join(said).splitlines()))], asked


def has(word: str, text: str) -> bool:
    """Whether a text has a word, alone or with an s."""
    flags, s = (0, "") if len(word) == 1 else (re.IGNORECASE, "s?")
    return re.search(rf"(?<!\w){re.escape(word)}{s}(?!\w)", text, flags) is not None


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW_TO_READ else []) for name in WITH_LABELS],
)
def test_no_name_of_the_usual_game_is_left_and_no_new_one_was_there_before(name):
    kit = find_kit(name)
    options = {**kit.quick_options, **OPTIONS.get(name, {})}
    plain, asked = texts(kit, options, 0)
    prompts = kit.words.prompts
    files = [BLANK.sub("", path.read_text()) for folder in prompts.folders for path in folder.glob("*.md")]
    game = make_game(kit.game, options)
    aliases = [alias for view, ask in asked for alias in _aliases(kit, game, view, ask)]
    aliases += [unit for view, ask in asked for unit in kit.words.units(game, view, ask.about)]
    others = ["payoffs/0"] if kit.counterfactuals else []
    rare = (
        text
        for seed in range(20)
        for each in (kit, skinned(kit, others))
        for text in texts(each, options, seed)[0]
    )
    missing = {
        word for word in kit.skins.words if not any(has(word, text) for text in (*plain, *files, *aliases))
    }
    while missing:
        text = next(rare, None)
        assert text is not None, f"{missing} are no words of the game"
        missing = {word for word in missing if not has(word, text)}
    for seed, more in [*((seed, []) for seed in SEEDS), (0, others)]:
        skin = kit.skins.drawn(seed, kit.name)
        mine = skinned(kit, [f"labels/{seed}", *more])
        said, _ = texts(mine, options, 0)
        for old, new in skin.words.items():
            assert not any(has(old, text) for text in said), f"{old} is still said with seed {seed} {more}"
            assert not any(has(new, text) for text in (*plain, *files)), f"{new} is a word of the usual game"
        one_name = {old: new for old, new in skin.words.items() if kit.skins.words[old].count("{") == 1}
        assert len(set(one_name.values())) == len({kit.skins.words[old] for old in one_name})


def _aliases(kit, game, view, ask):
    verbs = ask.verbs if isinstance(ask, Menu) else ()
    parts = [part for _, form in verbs for part in form.parts]
    found = [alias for verb, _ in verbs for alias in kit.words.aliases(view, "action", verb)]
    for key, each in [(ask.about, ask), *parts]:
        options = each.options() if isinstance(each, Choice) else ()
        if isinstance(each, Pick):
            options = kit.words.known(game, view, key) or each.things
        found += [alias for option in options for alias in kit.words.aliases(view, key, option)]
    return found


@pytest.mark.parametrize("name", WITH_LABELS)
def test_seeds_give_different_names_and_the_same_seed_the_same(name):
    kit = find_kit(name)
    skins = [kit.skins.drawn(seed, kit.name) for seed in range(8)]
    assert skins == [kit.skins.drawn(seed, kit.name) for seed in range(8)]
    assert len({repr(skin) for skin in skins}) > 3
    digests = {skinned(kit, [f"labels/{seed}"]).words.prompts.digest for seed in range(8)}
    assert len(digests) == len({repr(skin) for skin in skins})
    assert kit.words.prompts.digest not in digests


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in WITH_LABELS]
)
def test_the_contract_holds_for_a_game_in_other_words(name):
    kit = find_kit(name)
    layers = ["labels/3", *(["payoffs/3"] if kit.counterfactuals else [])]
    assert check_game(skinned(kit, layers), seeds=range(2), replays=1) == []


PLAYTHROUGH = Path(__file__).with_name("skinned_playthrough.txt")


def test_the_words_in_use_are_known_by_the_same_digits_in_every_process():
    """In another order of its sets, too."""
    said = (
        "from agonist.tournament import parse_target;"
        "print(parse_target('prisoners_dilemma?labels=7').kit.words.prompts.digest)"
    )
    digests = {
        run(
            [sys.executable, "-c", said], env={**environ, "PYTHONHASHSEED": order}, stdout=PIPE, check=True
        ).stdout
        for order in "12"
    }
    assert len(digests) == 1


def test_what_players_of_a_game_in_other_words_are_told_is_what_was_last_read():
    """The Prisoner's Dilemma as harmony, under other names."""
    target = parse_target("prisoners_dilemma?payoffs=3&labels=7&rounds=3")
    text = playthrough(replace(target.kit, quick_options=asdict(target.game)))
    assert text == PLAYTHROUGH.read_text(encoding="utf-8"), f"not as read:\n{text}"


@pytest.mark.parametrize("name", [name for name in EVERY if find_kit(name).counterfactuals])
def test_every_counterfactual_can_be_played_and_its_rules_say_so(name):
    usual = parse_target(name)
    said = {
        (target.kit.words.rules(target.game), target.text)
        for seed in range(20)
        for target in [parse_target(f"{name}?payoffs={seed}")]
    }
    assert usual.kit.words.rules(usual.game) not in {rules for rules, _ in said}
    assert len(said) >= len(usual.kit.counterfactuals)
    for _, text in said:
        again = parse_target(text)
        assert again.text == text


def test_where_names_are_exchanged_phrases_that_are_kept_stay_and_articles_fit():
    swap = Counterfactual("", exchanged=[("ace", "king")], kept=("Ace Up",)).swap(1)
    assert swap.say("Ace Up: an ace beats kings, and a king nothing.") == (
        "Ace Up: a king beats aces, and an ace nothing."
    )


def test_a_target_names_its_options_and_keeps_those_that_are_given():
    target = parse_target("prisoners_dilemma?payoffs=1&seats=2&labels=7&cooperate=9")
    assert target.game.cooperate == 9
    assert target.wording == "labels/7"
    assert "payoffs" not in target.text
    assert parse_target(target.text).game == target.game
    found = GameRegistry().kit("prisoners_dilemma", "labels/7")
    assert found.words.rules(target.game) == target.kit.words.rules(target.game)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tictactoe?labels=x", "labels is a seed, a whole number of 0 or more, not 'x'"),
        ("hive?labels=1", "hive has no other labels"),
        ("hive?payoffs=1", "hive has no counterfactual rules"),
    ],
)
def test_what_cannot_be_is_refused_by_name(typed, said):
    with pytest.raises(UsageError, match=said):
        parse_target(typed)


def test_a_plain_name_is_no_answer_in_other_words():
    target = parse_target("prisoners_dilemma?labels=7")
    game = target.game
    view, ask = game.observe(game.new(), 0), game.ask
    new = [target.kit.words.label(view, ask.about, option) for option in ask.options()]
    assert not set(new) & {option_text(ask.about, option) for option in ask.options()}
    accepted = {*new, *_aliases(target.kit, game, view, ask), *target.kit.words.known(game, view, ask.about)}
    assert not {word.casefold() for word in accepted} & {"c", "d", "cooperate", "defect", "betray"}
