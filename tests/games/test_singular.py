"""Rules that say one of a thing say it in the singular."""

import re

import pytest

from agonist.games import KITS

ONES = {
    "arctic_scavengers": {"contested": 1, "quiet": 0},
    "are_you_the_traitor": {"rounds": 1, "max_words": 1},
    "avalon": {"max_words": 1},
    "bargain": {"rounds": 1, "max_words": 1},
    "battle_royale": {"shot_cap": 1},
    "chameleon": {"clue_rounds": 1, "max_words": 1},
    "codenames": {"first": 1, "second": 1, "neutral": 1},
    "commons": {"rounds": 1, "told_rounds": True, "max_words": 1, "monitoring": "paid"},
    "connect_four": {"rows": 1, "columns": 4},
    "cost_sharing": {"rounds": 1},
    "diners_dilemma": {"rounds": 1},
    "divide_dollar": {"rounds": 1, "golds": 1},
    "el_farol": {"rounds": 1},
    "guess_average": {"rounds": 1},
    "hive": {"max_turns": 1},
    "hanabi": {"colors": 1, "hand_size": 1, "lives": 1, "tokens": 1},
    "negotiation": {"issues": 1, "rounds": 1, "max_words": 1},
    "pirate_game": {"gold": 1},
    "liars_dice": {"dice": 1, "hands": 1},
    "pit": {"ticks": 1},
    "prisoners_dilemma": {"rounds": 1},
    "public_goods": {"rounds": 1, "tokens": 1},
    "sea_battle": {"max_words": 1},
    "sealed_bid_auction": {"rounds": 1},
    "texas_holdem": {"hands": 1},
    "two_rooms": {"max_words": 1},
    "undercover": {"clue_rounds": 1, "max_words": 1, "too_few": 1},
    "werewolf": {"talks": 1, "max_words": 1, "werewolves": 1},
    "who_is_spy": {"rounds": 1},
}

PLURAL = re.compile(
    r"(?<![\w.,–-])1 "
    r"(?:rounds|turns|rows|words|shots|lives|tokens|golds|coins|hands|ticks|colours|civilians|units|months|issues)\b"
)


@pytest.mark.parametrize("name", ONES)
def test_one_of_a_thing_is_not_called_by_its_plural(name):
    kit = KITS[name]
    said = kit.words.rules(kit.game(**ONES[name]))
    assert not PLURAL.findall(said)
