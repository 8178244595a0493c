"""The option see=image: what is sent and kept, resumed, estimated and verified, and who refuses it."""

import re
import sys
from dataclasses import replace

import pytest

from agonist.core import UsageError
from agonist.extras import install
from agonist.games import KITS
from agonist.match import Fixture, play
from agonist.models.image import Image
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.registry import PlayerRegistry
from agonist.players.simple import RandomPlayer
from agonist.players.spec import parse_player
from agonist.reports.match_text import as_seen
from agonist.reports.sent_pictures import compare, write_pictures
from agonist.store import Store
from agonist.tournament.usage_estimate import estimate_match

TICTACTOE = KITS["tictactoe"]
SEES = PromptStyle(see="image")


def first_listed(messages):
    options = re.findall(r'"(\(\d, \d\))"', messages[-1].content.rsplit("one of", 1)[-1])
    return f'{{"cell": "{options[0]}"}}'


async def match_of(model, style=SEES, **how):
    seats = [
        lambda context: ModelPlayer(context, model, Settings(), style),
        lambda _context: RandomPlayer(),
    ]
    return await play(TICTACTOE, TICTACTOE.game(), seats, seed="1", **how)


async def test_the_picture_goes_with_each_question_and_with_that_one_only():
    """With a second try too: who is asked again must see the board again."""
    answers = iter(["no idea"])
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    match = await match_of(model)
    assert len(model.sent) > 3
    for messages, _settings in model.sent:
        assert [message.image is not None for message in messages] == [False] * (len(messages) - 1) + [True]
        assert messages[-1].image.data.startswith(b"\x89PNG")
    first, again, second = (messages[-1].image for messages, _ in model.sent[:3])
    assert first == again != second
    kept = [call.sent[-1].image for step in match.steps for call in step.calls if call.sent]
    assert [image.digest for image in kept] == [messages[-1].image.digest for messages, _ in model.sent]
    assert not any(image.data for image in kept)


async def test_a_match_that_goes_on_asks_nothing_twice_and_sends_the_same():
    model = ScriptedModel(first_listed)
    whole = await match_of(model)
    again = ScriptedModel(first_listed)
    steps = whole.steps[:3]
    assert await match_of(again, steps=steps) == whole
    assert [sent for sent, _ in again.sent] == [sent for sent, _ in model.sent[2:]]


async def test_transcripts_keep_the_hash_in_the_database_and_pictures_are_drawn_again(tmp_path):
    match = await match_of(ScriptedModel(first_listed))
    game = TICTACTOE.game()
    with Store.open(tmp_path / "agonist.db") as store:
        (stored,) = store.matches(store.start_run({}, [Fixture("tictactoe", 1, {}, "s", ("a", "b"))]))
        for nth, step in enumerate(match.steps):
            store.add_step(stored, nth, step)
        assert store.steps(stored) == list(match.steps)
    held = compare(TICTACTOE, game, match.steps)
    assert (held.differences, held.notes) == ((), ())
    assert held.pictures == sum(len(step.calls) for step in match.steps) > 0
    paths = write_pictures(TICTACTOE, game, match.steps, tmp_path / "drawn")
    assert len(paths) == held.pictures
    assert paths[0].name == "move-001-seat-0.png"
    digest = match.steps[0].calls[0].sent[-1].image.digest
    assert digest in as_seen(TICTACTOE, game, match.steps, 0)


async def test_verifying_tells_another_picture_from_other_fonts():
    match = await match_of(ScriptedModel(first_listed))

    def changed(**how):
        (call,) = match.steps[0].calls
        message = call.sent[-1]
        sent = (*call.sent[:-1], replace(message, image=replace(message.image, **how)))
        return [replace(match.steps[0], calls=(replace(call, sent=sent),)), *match.steps[1:]]

    other = compare(TICTACTOE, TICTACTOE.game(), changed(source="0" * 64))
    assert other.differences == (
        "move 1, Player 1: the picture that was sent differs from the one that its view gives now",
    )
    fonts = compare(TICTACTOE, TICTACTOE.game(), changed(digest="0" * 64))
    assert not fonts.differences
    assert "other fonts" in fonts.notes[0]


async def test_an_estimate_counts_the_pictures_and_draws_none(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    game = TICTACTOE.game()
    text, image = [
        await estimate_match(TICTACTOE, game, parse_player(f"anthropic/claude-opus-5-5{more}"))
        for more in ("", "?see=image")
    ]
    size = Image("", 180, 180)
    assert image.requests == text.requests
    each = (image.prompt - text.prompt) / text.requests
    assert 0.5 * size.width * size.height / 750 < each < 2 * size.width * size.height / 750


def test_games_without_pictures_and_machines_without_the_extra_refuse(monkeypatch):
    players = PlayerRegistry(lambda _spec: ScriptedModel([]))
    chameleon = KITS["chameleon"]
    with pytest.raises(UsageError, match="chameleon has no picture of its board: leave see=image out"):
        players.try_out("openai/x?see=image", chameleon, chameleon.game(), 0)
    with pytest.raises(UsageError, match="see is text or image"):
        parse_player("openai/x?see=pictures")
    assert parse_player("openai/x?see=text").identity == "openai/x"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match=re.escape(install("pictures"))):
        players.factory("openai/x?see=image")
