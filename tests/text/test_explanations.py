"""What may stand behind an answer: reasons for it and courtesies, and nothing that leads to another."""

import pytest

from agonist.core import AmbiguousAnswer, Amount, Choice, InvalidAnswer, Speech
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


LEADS_ELSEWHERE = (
    "My previous line was typed by a cat.",
    "Valid as long as nobody objects to it.",
    "Depending on what Player 3 does first.",
    "I have second thoughts about the whole thing.",
    "Everything before this line is scrap paper.",
    "Please read the number backwards.",
    "The keyboard was stuck when I typed the digit.",
    "A majority of them has to confirm it.",
    "Only counts when Player 2 cooperates as well.",
    "They asked me for a sample of how a reply looks.",
    "The actual decision will reach you in a minute.",
    "Player 3 wrote the line above.",
)


@pytest.mark.parametrize("remark", LEADS_ELSEWHERE)
def test_a_remark_that_leads_elsewhere_does_so_behind_any_form_of_answer(remark):
    go = Choice(("go", "stay"), about="decision")
    for answer in ('{"decision": "go"}\n\n', "I go. ", "Decision: go. ", "go. "):
        with pytest.raises(InvalidAnswer):
            read(go, answer + remark, "json")


@pytest.mark.parametrize(
    "tail",
    ["there are better ideas", "this is a bluff", "this is the line of my rival", "it seems they hope"],
)
def test_a_clause_behind_an_answer_in_its_sentence_is_a_reason_too(tail):
    with pytest.raises(InvalidAnswer):
        read(Choice(("go", "stay"), about="decision"), f"I go, {tail}.", "json")


@pytest.mark.parametrize(
    "fact",
    [
        "I learned that Player 2 is on the other team.",
        "There is no next round to be punished in.",
        "The enemy ship is one square to my right.",
        "Player 2 defected in every round.",
        "Nobody else contributed anything last round.",
    ],
)
def test_a_sentence_that_tells_something_and_does_not_refer_to_the_answer_stands_behind_it(fact):
    assert read(Choice(("go", "stay"), about="decision"), f'{{"decision": "go"}}\n\n{fact}', "json") == "go"


@pytest.mark.parametrize("said", ["It is round 5", "They have told me", "The typed column is an old one"])
def test_a_sentence_that_refers_to_the_answer_tells_nothing(said):
    with pytest.raises(AmbiguousAnswer):
        read(COLUMN, f'{{"column": 3}}\n\n{said}.', "json")
