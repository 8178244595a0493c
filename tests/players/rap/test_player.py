"""A model that searches: what it asks, what it plays, and what it does with an endpoint that is no help."""

import asyncio
import math

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import play
from agonist.models.errors import OptionRejected
from agonist.models.mock_endpoint import Endpoint
from agonist.models.protocol import Reply, Settings, Usage
from agonist.models.scripted import ScriptedModel
from agonist.players.model import PromptStyle
from agonist.players.rap import RapPlayer, RapStyle
from agonist.players.rap.tree import Plan
from agonist.players.simple import RandomPlayer
from agonist.players.spec import parse_player

COMPAT = RapStyle(Plan(compat=True), texts=1)


def tokens(**shares):
    """A reply of one token with these probabilities."""
    listed = tuple((token, math.log(share)) for token, share in shares.items())
    return Reply(listed[0][0], "stop", Usage(1, 1), logprobs=((*listed[0], listed),))


class Thinker(ScriptedModel):
    """Lists two moves, finds one move good, and says how likely it wins."""

    def __init__(
        self, good="Column: 1", numbers=None, listed="<actions>\n0. Wait\n1. Go\n</actions>", **texts
    ):
        super().__init__(lambda messages: self._write(messages))
        self.good, self.numbers, self.listed, self.texts = good, numbers, listed, texts

    def _write(self, messages):
        last = messages[-1].content
        if "Is this a good move" in last:
            return tokens(yes=0.9, no=0.1) if self.good in messages[-2].content else tokens(no=0.8, yes=0.2)
        if "Will you win" in last:
            return tokens(yes=0.5, no=0.5)
        if "its number" in last:
            return tokens(**{"0": 0.5, "1": 0.5})
        for tag in ("actions", "others", "state"):
            if f"and </{tag}>" in last:
                return self.listed if tag == "actions" else self.texts.get(tag, f"<{tag}>{tag}…</{tag}>")
        return self.texts["answer"]


def seated(name, model, rap=None, style=None, **options):
    """A match of this model against chance."""
    kit = KITS[name]
    game = make_game(kit.game, options)

    def rap_player(context):
        return RapPlayer(context, model, Settings(), style or PromptStyle(), rap or RapStyle())

    players = [rap_player, *[lambda _context: RandomPlayer()] * (game.seats - 1)]
    return play(kit, game, players, seed="1")


def purposes(match, step=0):
    return [call.purpose for call in match.steps[step].calls]


def test_it_plays_the_move_that_it_finds_good_and_notes_every_call():
    model = Thinker(good="Column: 3")
    match = asyncio.run(seated("connect_four", model))
    assert match.record.moves[0][0] == 3
    asked = purposes(match)
    assert len(asked) == sum(len(step.calls) for step in match.steps[:1])
    assert set(asked) == {"choice", "worth", "actions", "others", "state", "win"}
    assert asked[:8] == ["choice", *["worth"] * 7]


def test_the_published_recipe_asks_in_its_order():
    match = asyncio.run(seated("tictactoe", Thinker(good="5"), COMPAT))
    asked = purposes(match)
    # The real moves; then what follows the best one, how good that is, and the same once more from there.
    start = ["choice", *["worth"] * 9, "others", "state", "win", "actions", "choice", "worth", "worth"]
    assert asked[: len(start)] == start
    assert asked[len(start) : len(start) + 3] == ["others", "state", "win"]


def test_five_tokens_are_listed_for_the_published_player():
    model = Thinker()
    asyncio.run(seated("tictactoe", model, COMPAT))
    rated = [settings for _, settings in model.sent if settings.top_logprobs]
    assert {settings.top_logprobs for settings in rated} == {2, 5}
    assert {settings.max_tokens for settings in rated} == {1}


def test_a_bad_list_ends_the_published_search_after_a_second_try_and_no_other():
    model = Thinker(listed="I would rather not say.")
    match = asyncio.run(seated("tictactoe", model, COMPAT))
    first = match.steps[0]
    assert first.fallback == (0,)
    assert [call.purpose for call in first.calls if call.attempt == 1].count("actions") == 2
    match = asyncio.run(seated("tictactoe", Thinker(listed="")))
    assert not any(step.fallback for step in match.steps)


def test_free_answers_are_written_before_the_search():
    model = Thinker(answer='{"bid": 0}')
    match = asyncio.run(seated("sealed_bid_auction", model, seats=2, rounds=1))
    (bids,) = [nth for nth, moves in enumerate(match.record.moves) if 0 in moves]
    # Three tries at a bid, all the same: there is nothing to search for.
    assert purposes(match, bids) == ["text"] * 3
    assert match.record.moves[bids][0] == 0


def test_without_log_probabilities_it_samples_and_the_published_player_refuses(caplog):
    with Endpoint("careful", logprobs=False) as endpoint:
        model = f"rap:endpoint/careful?base_url={endpoint.url}&iterations=2&samples=2"
        match = api.play("tictactoe", [model, "random"], seed=1)
        assert not any(step.fallback for step in match.steps)
        assert caplog.text.count("gives no log-probabilities") == 1
        with pytest.raises(OptionRejected, match="no log-probabilities"):
            api.play("tictactoe", [f"{model}&compat=true", "random"], seed=1)


def test_it_plays_over_http_with_log_probabilities():
    with Endpoint("careful") as endpoint:
        model = f"rap:endpoint/careful?base_url={endpoint.url}&iterations=3"
        for game in ("tictactoe", "prisoners_dilemma?seats=2", "who_is_spy", "bargain"):
            seats = api.make(game).seats
            match = api.play(game, [model, *["random"] * (seats - 1)], seed=1)
            asked = [call.purpose for step in match.steps for call in step.calls]
            assert "win" in asked or "text" in asked


@pytest.mark.slow
def test_calls_of_one_node_are_in_flight_together():
    with Endpoint("careful", latency=0.05) as endpoint:
        api.play(
            "tictactoe", [f"rap:endpoint/careful?base_url={endpoint.url}&iterations=1", "random"], seed=1
        )
        assert endpoint.max_in_flight >= 9


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rap:cot:pgm:openai/x", "choose one of rap, pgm"),
        ("openai/x?iterations=3", "iterations is an option of rap:"),
        ("rap:openai/x?depth=0", "depth must be from 1 to 10"),
        ("rap:openai/x?compat=maybe", "compat is"),
        ("rap:openai/x?probabilities=guessed", "probabilities is auto or tokens or sampled"),
    ],
)
def test_options_that_cannot_be(spec, said):
    with pytest.raises(UsageError, match=said):
        parse_player(spec)


def test_one_spelling_of_compat():
    assert (
        parse_player("rap:openai/x?compat=true").identity == parse_player("rap:openai/x?compat=yes").identity
    )


def test_a_state_that_cannot_be_told_is_said_to_be_unknown():
    model = Thinker(others="nothing here", state="nor here")
    asyncio.run(seated("tictactoe", model, COMPAT))
    assert any("No information" in message.content for sent, _ in model.sent for message in sent)


def test_the_picture_is_put_into_words_first_and_goes_with_no_other_request():
    """GameBench has a vision model describe the board, since predicted states cannot be pictures."""
    model = Thinker(good="cell: (1, 1)", answer="X stands in the middle.")
    match = asyncio.run(seated("tictactoe", model, style=PromptStyle(see="image")))
    calls = match.steps[0].calls
    assert [bool(call.sent[-1].image) for call in calls] == [True] + [False] * (len(calls) - 1)
    assert [call.purpose for call in calls[:2]] == ["picture", "choice"]
    told = "What the picture of the board shows:\nX stands in the middle."
    assert told not in calls[0].sent[-1].content
    assert told in calls[1].sent[0].content


class Reader(Thinker):
    """Asks for a topic of the rules whenever it has not read it and is to list actions."""

    def _write(self, messages):
        last = messages[-1].content
        if "and </actions>" in last and "You asked for rule(rules)" not in last:
            return "rule(rules)"
        return super()._write(messages)


@pytest.mark.parametrize("compat", [False, True])
def test_rules_are_read_while_it_imagines_and_stand_before_all_that_follows(compat):
    style, rap = PromptStyle(rules="asked"), RapStyle(Plan(compat=compat))
    model = Reader(good="(1, 1)")
    match = asyncio.run(seated("tictactoe", model, rap, style))
    calls = match.steps[0].calls
    place = [call.purpose for call in calls].index("rule")
    assert calls[place].text == "rule(rules)"
    assert calls[place + 1].sent[-1].content.startswith(calls[place].sent[-1].content)
    told = "You asked for rule(rules):"
    assert not any(told in message.content for call in calls[:place] for message in call.sent)
    assert all(any(told in m.content for m in call.sent) for call in calls[place + 1 :])
    later = [call for step in match.steps[1:] for call in step.calls]
    assert later
    assert all(told in "".join(m.content for m in call.sent) for call in later)
    assert not any(call.purpose == "rule" for call in later)


def test_a_match_that_goes_on_remembers_what_was_read():
    def played(model, steps=()):
        kit = KITS["tictactoe"]
        style = PromptStyle(rules="asked")

        def rap_player(context):
            return RapPlayer(context, model, Settings(), style, RapStyle())

        return asyncio.run(
            play(kit, kit.game(), [rap_player, lambda _: RandomPlayer()], seed="1", steps=steps)
        )

    whole = played(Reader(good="(1, 1)"))
    assert played(Reader(good="(1, 1)"), whole.steps[:2]) == whole
