"""The command `prompts`: what a model is sent, and which files hold the prompts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from shlex import quote
from typing import Annotated, Any

import typer

from agonist.cli import completion
from agonist.cli.options import Json
from agonist.core import CHANCE, UsageError, player_name
from agonist.match.chance_seat import Chance
from agonist.models.protocol import Message, Settings
from agonist.players.player import Question, SeatContext
from agonist.players.registry import player_by_method
from agonist.players.settings_and_style import style_of
from agonist.players.spec import parse_player
from agonist.players.written_programs.writing import opening
from agonist.reports.match_text import image_in_words
from agonist.reports.safe_text import printable
from agonist.tournament.game_spec import Target, expect_words, parse_target


class _Sent(Exception):
    """Raised with the messages that a model would have been sent."""


class _Nobody:
    """A model that raises the messages it is sent."""

    name = "nobody"

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Any:
        raise _Sent(messages)


def prompts(
    game: Annotated[
        str,
        typer.Argument(
            help="A game with options, such as 'connect_four?rows=5'.", autocompletion=completion.games
        ),
    ],
    player: Annotated[
        str, typer.Option(help="A model with the options that shape prompts, as 'cot:vllm/m?format=line'.")
    ] = "vllm/model",
    folder: Annotated[
        Path | None, typer.Option("--prompts", help="A folder with your own prompts, as GAME/*.md.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Show what a model is sent at its first turn, which files hold the prompts, and how to replace them."""
    target = parse_target(game, folder)
    expect_words(folder, [target.kit.name])
    seat, messages = first_turn(target, player)
    files = files_of(target)
    if as_json:
        sent = [message.plain() for message in messages]
        print(json.dumps({"seat": seat, "messages": sent, "files": {n: str(p) for n, p in files.items()}}))
        return 0
    print(f"What {player} is sent at its first turn, as {player_name(seat)}:")
    for message in messages:
        print(f"\n--- {message.role} ---\n{printable(message.content)}")
        if message.image is not None:
            print(f"\n--- with a picture: {image_in_words(message.image)} ---")
    print("\n--- files ---")
    if not files:
        print("None: this game's words are in its code.")
        return 0
    for path in files.values():
        print(path)
    own = f"my-prompts/{target.kit.name}"
    first = next(iter(files.values()))
    print(
        "\nTo change the words, copy files, edit the copies, and name the folder that holds them:\n"
        f"  mkdir -p {own}\n"
        f"  cp {quote(str(first))} {own}/\n"
        f"  agonist prompts {quote(game)} --prompts my-prompts\n"
        "A {blank} is filled in by the game. --prompts works the same way with agonist play and agonist run."
    )
    return 0


def first_turn(target: Target, player: str) -> tuple[int, Sequence[Message]]:
    """The seat that moves first, and the messages that a model there is sent; chance uses seed 0."""
    spec = parse_player(player)
    if not spec.is_model:
        raise UsageError(f"prompts are for models, not for {player}; name one, such as cot:vllm/model")
    kit, game = target.kit, target.game
    if "code" in spec.methods:
        return 0, opening(kit, game, style_of(spec).persona, spec.value("answer_seconds"))
    chance, state = Chance.of_match(0), game.new()
    while CHANCE in (asks := game.turn(state)):
        state = game.act(state, {CHANCE: chance.pick(asks[CHANCE])})
    seat, ask = min(asks.items())
    context = SeatContext(kit, game, seat, "0", lambda _call: None)
    someone = player_by_method(spec, context, _Nobody(), Settings(), style_of(spec))
    try:
        asyncio.run(someone.answer(Question(game.observe(state, seat), ask, Random(0))))
    except _Sent as sent:
        return seat, sent.args[0]
    raise AssertionError("nothing was sent")


def files_of(target: Target) -> dict[str, Path]:
    """The files of a game's prompts, by name; a user's files replace ours."""
    words = target.kit.words.prompts
    names = sorted({path.stem for folder in words.folders for path in folder.glob("*.md")})
    return {name: words.find(name) for name in sorted(names, key=lambda name: (name != "rules", name))}
