"""Every answer to every ask can be spelled in steps of a fixed size, in one way only, and read back."""

from random import Random

import pytest

from agonist.adapters.gymnasium.answer_encoding import OptionRange, Spelling, Spelt
from agonist.adapters.gymnasium.answer_splitting import listed
from agonist.adapters.gymnasium.encoding_from_random_matches import MOST_ACTIONS, spelling_of
from agonist.contract import sample_match
from agonist.core import Amount, Choice, Form, IllegalAction, Pick, Speech, Split, form, menu
from agonist.games import KITS
from agonist.kit import make_game

FLAT = Spelling(size=7, tables={}, text=50)
"""An encoding that was made for none of these asks."""

ASKS = {
    "choice": Choice(("tea", "milk"), about="drink"),
    "many choices": Choice(tuple(range(100)), about="number"),
    "only one": Choice((3,), about="number"),
    "amount": Amount(-5, 5, about="bid"),
    "huge amount": Amount(10, 1_000_000, 10, about="bid"),
    "speech": Speech(about="clue"),
    "split": Split(("a", "b"), 4, about="share"),
    "huge split": Split((0, 1, 2, 3, 4), 100, low=2, step=2, about="share"),
    "pick": Pick(("x", "y", "z"), 1, 2, about="cards"),
    "huge pick": Pick(tuple("aabbccddeeffgghhiijj"), 2, 9, about="cards"),
    "exact pick": Pick(tuple(range(20)), 10, 10, about="cards"),
    "form": form("offer", price=Amount(0, 5000), words=Speech(), what=Choice(("all",))),
    "menu": menu("talk", wait={}, say={"to": Choice((1, 2)), "text": Speech()}, pay={"sum": Amount(0, 9999)}),
}


def spelled_at_random(spelling, ask, rng):
    """Steps drawn one by one from what is allowed, and the answer they lead to."""
    said = []
    while not isinstance(step := spelling.step(ask, said), Spelt):
        if step.speech is not None:
            said.append(step.speech.sample(rng))
        else:
            assert set(step.options) <= set(range(spelling.size))
            said.append(list(step.options)[int(rng.random() * len(step.options))])
    return tuple(said), step.action


@pytest.mark.parametrize("ask", ASKS.values(), ids=list(ASKS))
def test_all_that_is_allowed_spells_an_answer_and_is_its_only_spelling(ask):
    rng = Random("spelled")
    for _ in range(50):
        said, action = spelled_at_random(FLAT, ask, rng)
        ask.check(action)
        assert FLAT.encode(ask, action) == said


@pytest.mark.parametrize("ask", ASKS.values(), ids=list(ASKS))
def test_every_answer_can_be_spelled(ask):
    rng = Random("answers")
    for _ in range(50):
        action = ask.sample(rng)
        assert FLAT.decode(ask, FLAT.encode(ask, action)) == action


@pytest.mark.parametrize("name", ["many choices", "split", "pick"])
def test_the_spellings_of_a_short_ask_are_as_many_as_its_options(name):
    options = ASKS[name].options()
    assert len({FLAT.encode(ASKS[name], option) for option in options}) == len(options)


def test_digits_come_from_the_highest_and_say_what_they_span():
    step = FLAT.step(ASKS["many choices"], ())
    assert step.options[2] == OptionRange(98, 99)
    assert FLAT.encode(ASKS["many choices"], 99) == (2, 0, 1)


@pytest.mark.parametrize("said", [(7,), (-1,), (0, 0, 7), ("tea",)])
def test_steps_that_are_not_allowed_are_refused(said):
    with pytest.raises(IllegalAction, match="not one of the actions allowed now"):
        FLAT.decode(ASKS["many choices"], said)


def test_a_text_must_keep_the_rules_of_its_ask():
    with pytest.raises(IllegalAction, match="may not be said"):
        FLAT.decode(Speech(forbidden=("tea",), about="clue"), ("more tea",))
    with pytest.raises(IllegalAction, match="is a text"):
        FLAT.decode(Speech(about="clue"), (3,))


def test_an_answer_that_is_cut_short_is_none():
    with pytest.raises(IllegalAction, match="not complete"):
        FLAT.decode(ASKS["huge amount"], (0,))


@pytest.mark.parametrize("kit", KITS.values(), ids=list(KITS))
def test_what_random_players_answered_is_spelled_and_read_back(kit):
    sample = sample_match(kit, 0)
    spelling = spelling_of(sample.game)
    assert 2 <= spelling.size <= MOST_ACTIONS
    for nth, _state, seat, ask in sample.questions():
        action = sample.record.moves[nth][seat]
        assert spelling.decode(ask, spelling.encode(ask, action)) == action


def test_an_action_means_the_same_at_every_turn_of_tictactoe():
    sample = sample_match(KITS["tictactoe"], 1)
    spelling = spelling_of(sample.game)
    meanings = [spelling.step(ask, ()).options for _, _, _, ask in sample.questions()]
    assert meanings[0] == {n: (1 + n // 3, 1 + n % 3) for n in range(9)}
    assert all(meaning.items() <= meanings[0].items() for meaning in meanings)


@pytest.mark.parametrize(
    ("target", "size"),
    [("tictactoe", 9), ("connect_four", 7), ("texas_holdem", 5), ("guess_average", 101), ("el_farol", 2)],
)
def test_an_agent_has_as_many_actions_as_the_rules_give_it(target, size):
    assert spelling_of(KITS[target].game()).size == size


def test_the_encoding_is_the_same_whenever_it_is_made():
    game = make_game(KITS["texas_holdem"].game, {})
    first = spelling_of(game)
    spelling_of.cache_clear()
    assert spelling_of(game) == first


def test_a_menu_is_listed_as_its_own_options_are():
    asked = menu("turn", bid={"bid": Amount(3, 7), "by": Choice(("two", "three"))}, call={})
    assert tuple(listed(asked)) == asked.options()
    assert listed(menu("turn", bid={"bid": Amount(1, 600)}, pay={"pay": Amount(1, 600)})) is None


def test_what_a_verb_offers_is_written_out_once_for_all_menus_that_have_it(monkeypatch):
    written = []
    options = Form.options
    monkeypatch.setattr(Form, "options", lambda self: written.append(self) or options(self))
    raising = {"by": Choice(("two", "three"), about="nowhere else")}
    for low in (3, 4, 3):
        listed(menu("turn", bid={"bid": Amount(low, 7, about="nowhere else")}, raising=raising))
    assert len(written) == len(set(written)) == 3
