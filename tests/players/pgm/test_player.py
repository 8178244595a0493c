"""A PGM-aware player at the five scenarios of MAgIC, and at games that have nothing to do with it."""

import json
from random import Random

import pytest

from agonist import api
from agonist.core import Choice, UsageError
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Probe, play
from agonist.models.mock_endpoint.sensible import sensible
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.model import PromptStyle
from agonist.players.pgm import PURPOSE, Mind, PgmPlayer, PgmStyle, beliefs_over_time
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.players.spec import parse_player
from agonist.tournament.evaluation_request import Entry

FIVE = {
    "chameleon": {"seats": 3},
    "undercover": {"seats": 3, "clue_rounds": 2, "votes": 1, "tie": "undercovers_win", "too_few": 0},
    "cost_sharing": {"seats": 3},
    "prisoners_dilemma": {"seats": 3},
    "public_goods": {"seats": 3, "rounds": 5, "tokens": 100, "share": "at the end"},
}


def suspicious(role="no", more="Player 3", less="nobody"):
    """An analysis in which everyone suspects one player."""
    return {"odd_one_out": role} | {
        key: value
        for seat in (1, 2, 3)
        for key, value in (
            (f"player_{seat}", f"view {seat}"),
            (f"player_{seat}_suspects_more", more),
            (f"player_{seat}_suspects_less", less),
        )
    }


class Model(ScriptedModel):
    """Answers analyses as it is told, and everything else by the first option that is listed."""

    def __init__(self, analysis=None, answers=None):
        self.analyses, self.requests = [], []
        super().__init__(lambda messages: self._write(messages[-1].content))
        self._analysis, self._first = analysis or suspicious(), answers or {}

    def _write(self, text):
        if "Only you will see this analysis" in text:
            self.analyses.append(text)
            return json.dumps(self._analysis)
        self.requests.append(text)
        for key, value in self._first.items():
            if f'"{key}"' in text:
                return json.dumps({key: value})
        raise AssertionError(text)


TEXT = PgmStyle()


def pgm(model, style=TEXT, history="none"):
    return lambda context: PgmPlayer(context, model, Settings(), PromptStyle(history=history), style)


def anyone(_context):
    return RandomPlayer()


async def chameleon(model, style=TEXT, **more):
    kit = KITS["chameleon"]
    script = {"topic": ["Fruits"], "code": ["apple"], "chameleon": [2]}
    return await play(kit, kit.game(), [pgm(model, style), anyone, anyone], seed="1", script=script, **more)


async def test_beliefs_are_asked_before_each_decision_and_stand_in_the_transcript():
    model = Model(answers={"clue": "It is sweet.", "vote": "Player 2"})
    match = await chameleon(model)
    calls = [call for step in match.steps for call in step.calls if call.seat == 0]
    assert [call.purpose for call in calls] == [PURPOSE, "", PURPOSE, ""]
    assert all(call.usage.prompt > 0 for call in calls)
    assert "view 2" in model.requests[0]
    assert (
        "Player 2 suspects you most" in model.requests[0] or "Player 3 suspects you most" in model.requests[0]
    )
    assert "Player 3 is the most suspicious" in model.requests[1]


NEUTRAL = {f"player_{seat}_suspects_{how}": "nobody" for seat in (1, 2, 3) for how in ("more", "less")}


async def undercover(role, **suspicions):
    """The requests for clues of Player 1, after one of each kind was given."""
    kit = KITS["undercover"]
    model = Model(suspicious(role) | NEUTRAL | suspicions, {"clue": "It is sweet.", "vote": "Player 2"})
    script = {"words": ["apple/pear"], "side": ["left"], "undercover": [2]}
    game = make_game(kit.game, FIVE["undercover"] | {"pairs": ("apple/pear",)})
    await play(kit, game, [pgm(model), anyone, anyone], seed="1", script=script)
    return [text for text in model.requests if '"clue"' in text]


async def test_as_in_table_5_a_civilian_of_undercover_turns_on_its_own_suspect_not_on_its_accuser():
    # Player 1 suspects Player 3; Player 2 suspects Player 1 most.
    *_, last = await undercover("no", player_1_suspects_more="Player 3", player_2_suspects_more="Player 1")
    assert "Make Player 3 look more suspicious" in last


async def test_as_in_table_5_an_undercover_describes_the_word_of_the_others_and_the_unsure_stay_vague():
    assert "fits the word you think the others have" in (await undercover("yes"))[-1]
    assert "Do not be too specific" in (await undercover("not sure"))[-1]


async def test_as_in_table_5_a_non_chameleon_turns_on_the_player_who_suspects_it_most():
    analysis = suspicious() | NEUTRAL | {
        "player_1_suspects_more": "Player 3", "player_2_suspects_more": "Player 1",
    }  # fmt: skip
    model = Model(analysis, {"clue": "It is sweet.", "vote": "Player 2"})
    await chameleon(model)
    assert "Make Player 2 look more suspicious" in model.requests[0]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cost_sharing", "Adjust your proposal so that all others will agree"),
        ("prisoners_dilemma", "defect before the others do"),
        ("public_goods", "contribute less in all rounds together than every other player"),
        ("el_farol", "with what you expect the others to do in mind"),
    ],
)
async def test_the_decision_prompts_of_table_5_and_the_general_one(name, told):
    kit, mock, rng, seen = KITS[name], sensible(0), Random(1), []

    def write(messages):
        seen.append(messages[-1].content)
        return mock([{"role": m.role, "content": m.content} for m in messages], rng)

    game = make_game(kit.game, FIVE.get(name, {}) | ({"rounds": 2} if name == "el_farol" else {}))
    await play(kit, game, [pgm(ScriptedModel(write)), *[ReferencePlayer] * (game.seats - 1)], seed="1")
    assert any(told in text for text in seen)


async def test_the_model_votes_unless_beliefs_decide_as_the_published_player_does():
    answers = {"clue": "It is sweet.", "vote": "Player 2"}
    votes = {}
    for vote in ("model", "beliefs"):
        match = await chameleon(Model(answers=answers), PgmStyle(vote=vote))
        votes[vote] = next(move[0] for move in match.record.moves if set(move) == {0, 1, 2})
    assert votes == {"model": 1, "beliefs": 2}


async def test_the_published_variant_shows_no_analysis_in_the_vote():
    answers = {"clue": "It is sweet.", "vote": "Player 2"}
    model = Model(answers=answers)
    await chameleon(model, PgmStyle(shown="published"))
    assert ["Your latest analysis" in request for request in model.requests] == [True, False]


async def test_beliefs_over_time_are_computed_again_from_the_transcript():
    match = await chameleon(Model(answers={"clue": "It is sweet.", "vote": "Player 2"}))
    calls = [call for step in match.steps for call in step.calls if call.seat == 0]
    found = beliefs_over_time(Mind(match.record.game, 0), calls)
    first, second = (matrix for _, matrix in found)
    assert [round(p, 3) for p in first[0]] == [0.228, 0.376, 0.396]
    assert second[0][2] > second[0][1]


async def test_a_matrix_is_asked_for_in_percent():
    rows = {f"player_{seat}": {"Player 1": 10, "Player 2": 20, "Player 3": 70} for seat in (1, 2, 3)}
    model = Model({"odd_one_out": "not sure", **rows}, {"clue": "It is sweet.", "vote": "Player 2"})
    match = await chameleon(model, PgmStyle(beliefs="matrix"))
    calls = [call for step in match.steps for call in step.calls if call.seat == 0]
    found = beliefs_over_time(Mind(match.record.game, 0, "matrix"), calls)
    assert found[0][1] == ((0.1, 0.2, 0.7),) * 3
    assert "Player 3 70%" in model.requests[0]


async def test_an_analysis_is_read_with_its_own_words_and_percent_signs():
    row = {"me": "10%", "Player 2": "20 %", "player 3": "70 percent"}
    model = Model(
        {"odd_one_out": "Unsure", **{f"player_{seat}": row for seat in (1, 2, 3)}},
        {"clue": "It is sweet.", "vote": "Player 2"},
    )
    match = await chameleon(model, PgmStyle(beliefs="matrix"))
    calls = [call for step in match.steps for call in step.calls if call.seat == 0]
    found = beliefs_over_time(Mind(match.record.game, 0, "matrix"), calls)
    assert (found[0][0].role, found[0][1]) == ("not sure", ((0.1, 0.2, 0.7),) * 3)


async def test_an_analysis_that_cannot_be_read_leaves_beliefs_as_they_were():
    model = Model("no idea", {"clue": "It is sweet.", "vote": "Player 2"})
    match = await chameleon(model)
    assert all("Your latest analysis" not in request for request in model.requests)
    assert not match.fallback


async def test_a_resumed_match_goes_on_with_the_same_beliefs():
    answers = {"clue": "It is sweet.", "vote": "Player 2"}
    whole, steps = Model(answers=answers), []
    match = await chameleon(whole, on_step=lambda _nth, step: steps.append(step))
    cut = next(nth for nth, step in enumerate(steps) if set(step.moves) == {0, 1, 2})
    again = Model(answers=answers)
    resumed = await chameleon(again, steps=steps[:cut])
    assert resumed.record == match.record
    assert again.requests == whole.requests[1:]


async def test_hidden_questions_show_the_analysis_and_change_nothing():
    asked = []

    def mood(_old, now):
        return Choice(("good", "bad"), about="now_vote") if now.phase == "vote" else None

    class Probed(Model):
        def _write(self, text):
            if '"good"' in text:
                asked.append(text)
                return '{"now_vote": "good"}'
            return super()._write(text)

    answers = {"clue": "It is sweet.", "vote": "Player 2"}
    match = await chameleon(Probed(answers=answers), probes=[Probe("mood", mood)])
    assert match.record == (await chameleon(Model(answers=answers))).record
    assert len(asked) == 1
    assert "view 2" in asked[0]


@pytest.mark.parametrize("name", [*FIVE, "connect_four", "texas_holdem", "bargain", "hanabi", "el_farol"])
async def test_it_plays_every_scenario_and_games_that_know_nothing_of_it(name):
    kit = KITS[name]
    game = make_game(
        kit.game, FIVE.get(name, {}) | ({"rounds": 2} if name in ("el_farol", "bargain") else {})
    )
    mock, rng = sensible(0), Random(name)
    model = ScriptedModel(
        lambda messages: mock([{"role": m.role, "content": m.content} for m in messages], rng)
    )
    match = await play(kit, game, [pgm(model), *[ReferencePlayer] * (game.seats - 1)], seed="1")
    analyses = [call for step in match.steps for call in step.calls if call.purpose == PURPOSE]
    assert analyses
    assert all(call.seat == 0 for call in analyses)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("openai/x?beliefs=matrix", "is an option of pgm:"),
        ("pgm:openai/x?beliefs=feelings", "text or matrix"),
        ("pgm:random", "is for models"),
    ],
)
def test_specifications_that_cannot_be_are_refused(text, why):
    with pytest.raises(UsageError, match=why):
        parse_player(text)


def test_an_estimate_counts_the_analyses():
    entry = Entry(players=("openai/x", "pgm:openai/x"), opponents=("random",), matches=3)
    estimates = api.estimate(["prisoners_dilemma"], entry)
    plain, aware = estimates["openai/x"], estimates["pgm:openai/x"]
    # Nothing has happened before the first of five rounds, so there is nothing to analyse.
    assert aware.requests == pytest.approx(plain.requests * 9 / 5)
    assert aware.usage.completion > 3 * plain.usage.completion
