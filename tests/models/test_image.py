"""Pictures in messages: OpenAI's format, tokens, the cache, and what a transcript keeps."""

from dataclasses import replace

import pytest
from tests.models.png import size_of_png

from agonist.kit.picture import Cell, Picture
from agonist.models.cache import key_of
from agonist.models.errors import RequestRejected
from agonist.models.image import Image, image_from, image_in, tokens_of_image
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all, connect
from agonist.models.protocol import Message, Settings
from agonist.models.token_estimate import tokens_of_messages
from agonist.players.board_image import LONGEST_SIDE_PIXELS, image_of, outline_of

BOARD = Picture(3, 2, (Cell(0, 0, "a cell"),), "a board")
ASKED = Message("user", 'End your answer with exactly this line:\nColumn: one of "1", "2"', image_of(BOARD))


@pytest.mark.parametrize(
    ("model", "width", "height", "tokens"),
    [
        # OpenAI's guide "Images and vision", its own examples.
        ("openai/gpt-4o", 1024, 1024, 765),
        ("openai/gpt-4o", 2048, 4096, 1105),
        ("openai/gpt-5", 512, 512, 210),
        ("openai/gpt-4o-mini", 512, 512, 8500),
        ("openai/gpt-4.1-mini", 1024, 1024, 1659),
        # Anthropic's guide "Vision", its table of costs (about).
        ("anthropic/claude-opus-5-5", 200, 200, 54),
        ("openrouter/anthropic/claude-sonnet-5-5", 1000, 1000, 1334),
        # Google's guide "Image understanding".
        ("google/gemini-2.5-flash", 384, 384, 258),
        ("google/gemini-2.5-flash", 1024, 1024, 1032),
        ("google/gemini-3.8-flash", 384, 384, 1120),
        # Qwen2-VL's paper: a patch of 28 pixels a token.
        ("vllm/Qwen2.5-VL-7B", 560, 280, 200),
    ],
)
def test_tokens_are_counted_as_the_providers_say(model, width, height, tokens):
    assert tokens_of_image(Image("", width, height), model) == tokens
    message = Message("user", "four")
    with_it = replace(message, image=Image("", width, height))
    assert tokens_of_messages([with_it], model) == tokens_of_messages([message], model) + tokens


def test_an_outline_has_the_size_of_the_file_and_large_boards_are_drawn_smaller():
    for picture in (
        BOARD,
        Picture(17.1, 11.9, BOARD.shapes, "a table"),
        Picture(90, 50, BOARD.shapes, "large"),
    ):
        image, outline = image_of(picture), outline_of(picture)
        assert size_of_png(image.data) == (image.width, image.height)
        assert abs(image.width - outline.width) <= 1
        assert abs(image.height - outline.height) <= 1
        assert image.source == outline.source
        assert max(image.width, image.height) <= LONGEST_SIDE_PIXELS + 1


def test_a_transcript_keeps_all_but_the_file():
    image = image_of(BOARD)
    kept = image_from(image.plain())
    assert kept == image.without_data() == image
    assert kept.data == b""
    with pytest.raises(ValueError, match="transcript"):
        _ = kept.base64
    with pytest.raises(ValueError, match="not a PNG"):
        image_in(b"GIF89a")


def test_the_cache_tells_pictures_apart():
    def key(message):
        return key_of("u", "m", [message], Settings(), "")

    other = replace(ASKED, image=image_of(replace(BOARD, width=4)))
    assert len({key(ASKED), key(other), key(replace(ASKED, image=None))}) == 3


async def test_the_endpoint_takes_a_picture_in_openais_format_and_counts_it():
    async with Endpoint("first") as endpoint:
        model = connect("endpoint/first", base_url=endpoint.url)
        reply = await model.complete([ASKED], Settings())
        plain = await model.complete([replace(ASKED, image=None)], Settings())
        await aclose_all()
    assert reply.text == plain.text == "Column: 1"
    assert reply.usage.prompt == plain.usage.prompt + 85 + 170
    assert endpoint.recent[0].messages[0]["images"] == ASKED.image.digest


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:-20], "cut off"),
        (lambda data: b"GIF89a" + data, "not a PNG"),
    ],
)
async def test_the_endpoint_refuses_what_is_no_whole_png_and_the_message_says_what_to_do(damage, why):
    broken = replace(ASKED, image=replace(ASKED.image, data=damage(ASKED.image.data)))
    async with Endpoint("first") as endpoint:
        model = connect("endpoint/first", base_url=endpoint.url)
        with pytest.raises(RequestRejected, match=why) as refused:
            await model.complete([broken], Settings())
        await aclose_all()
    assert "leave see=image out" in str(refused.value)
