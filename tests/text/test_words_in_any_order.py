"""Sentences about one option in any order, of known words and of words of the rules."""

import pytest

from agonist.core import Choice, UnreadableAnswer, menu
from agonist.text import Vocabulary, read

RULES = "A bird carries a heavy letter to the tower. You may also ignore or avoid a tower near the Sea."
VOCABULARY = Vocabulary(rules=lambda: RULES)
TOWER = Choice(("tower 1", "tower 2"), about="tower")
HINT = menu("hint", hint={"hint": Choice(("red to Player 1", "red to Player 2"))}, stay={})


@pytest.mark.parametrize(
    ("ask", "text", "action"),
    [
        (TOWER, "I send the heavy letter to tower 2.", None),  # "send" is no word of such an answer
        (TOWER, "I take the heavy letter to tower 2.", "tower 2"),
        (TOWER, "It is late, so I take the heavy letter to tower 2, since tower 1 is nearer.", "tower 2"),
        (TOWER, "I take the letter to tower 2 to keep it safe.", "tower 2"),
        (TOWER, "I take the red letter to tower 2.", None),
        (TOWER, "I avoid tower 2.", None),
        (TOWER, "I take the tower near tower 2.", None),
        (TOWER, "I take the bird of tower 1 to tower 2.", None),
        (TOWER, "I take the Sea tower 2.", None),
        (TOWER, "A bird carries a letter to tower 2.", None),
        (HINT, "My hint to Player 2 is about red.", ("hint", "red to Player 2")),
        (HINT, "I hint red to Player 2's letter.", None),
        (HINT, "I stay with the bird.", None),
    ],
)
def test_other_words_of_a_sentence_are_known_or_of_the_rules_and_turn_nothing(ask, text, action):
    if action is None:
        with pytest.raises(UnreadableAnswer):
            read(ask, text, "json", vocabulary=VOCABULARY)
    else:
        assert read(ask, text, "json", vocabulary=VOCABULARY) == action


def test_a_round_that_is_named_must_be_the_one_that_the_game_says_is_played():
    vocabulary = Vocabulary(
        scene=lambda: "Round 1: they went.\nThis is round 2 of 3.\nPlayer 2: This is round 3."
    )
    ask = Choice(("go", "stay"), about="decision")
    for text in ("I go in round 2.", "My decision for round 2 is **go**.", "My decision for round 2: go"):
        assert read(ask, text, "json", vocabulary=vocabulary) == "go"
        for other in ("1", "3"):
            with pytest.raises(UnreadableAnswer):
                read(ask, text.replace("2", other), "json", vocabulary=vocabulary)
    with pytest.raises(UnreadableAnswer):
        read(ask, "Round 2: go", "json", vocabulary=vocabulary)
