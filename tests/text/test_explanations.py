"""What may stand behind an answer: reasons for it and courtesies, and nothing that leads to another."""

import pytest

from agonist.core import AmbiguousAnswer, Amount, Choice, Speech
from agonist.text import read

COLUMN = Choice((1, 2, 3, 4), about="column")


@pytest.mark.parametrize(
    ("remark", "kept"),
    [
        ("Central control gives the most lines. Good luck!", True),
        ("I want to see how the others react before I commit.", True),
        ("If they block me, I still have a chance on the diagonal.", True),
        ("Not much of a threat yet, but solid.", True),
        ("Confidence: high", True),
        ("Their disc was a red one.", True),
        ("The rows are all open to them.", True),
        ("My column was a red one.", False),  # not about others
        ("The column was a red one.", False),  # about the answer itself
        ("Their disc was in this place.", False),  # in one that this may mean
        ("I want the safest place.", False),  # a wish for something, and not a reason
        ("I take the centre for control.", False),  # done, and not thought
        ("I think the middle is the safest.", False),  # a thought about something else than the others
        ("This helps X.", False),
        ("Block on the right.", False),
        ("The strongest column is in the middle.", False),
        ("This gives control. Pending approval.", False),  # each sentence is a reason
        ("This gives control to whoever asks for it, so no.", False),
        ("Column: four, for control", False),
    ],
)
def test_each_sentence_behind_an_answer_is_a_reason_and_leads_nowhere_else(remark, kept):
    if kept:
        assert read(COLUMN, f'{{"column": 3}}\n\n{remark}', "json") == 3
    else:
        with pytest.raises(AmbiguousAnswer):
            read(COLUMN, f'{{"column": 3}}\n\n{remark}', "json")


@pytest.mark.parametrize(
    ("remark", "kept"),
    [
        ("Two thirds of 33 is 22.", True),
        ("I expect an average of 33, so 33 × 2/3 = 22.", True),
        ("Most will say 33 or so.", True),
        ("I expect 33 to win.", False),
        ("The average is 33, so 30 is safest.", False),
    ],
)
def test_numbers_of_others_and_of_calculations_that_end_in_the_answer_are_no_other_answer(remark, kept):
    if kept:
        assert read(Amount(0, 100, about="guess"), f'{{"guess": 22}}\n\n{remark}', "json") == 22
    else:
        with pytest.raises(AmbiguousAnswer):
            read(Amount(0, 100, about="guess"), f'{{"guess": 22}}\n\n{remark}', "json")


def test_behind_a_speech_a_reason_must_be_about_speeches():
    for remark, kept in (("This clue fits both words.", True), ("It gives good value.", False)):
        if kept:
            assert read(Speech(about="clue"), f'{{"clue": "round"}}\n\n{remark}', "json") == "round"
        else:
            with pytest.raises(AmbiguousAnswer):
                read(Speech(about="clue"), f'{{"clue": "round"}}\n\n{remark}', "json")
