"""A short match as text, with every prompt that players get, for reviewing changes of wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Ask, Game, Seat, player_name, uniform
from agonist.kit import Kit, make_game, option_texts
from agonist.match import Chance
from agonist.reports.safe_text import printable
from agonist.reports.turn_by_turn import drawn, move_in_words
from agonist.text import instruction

WHOLE: Final = 50_000
"""Characters after which only the moves are told, up to the end: more would not be read."""


def playthrough(kit: Kit, seed: int = 0) -> str:
    """A match with the kit's small options: the rules, then each turn from the perspective of every seat that
    acts, then the end.

    Even seats are the reference player, odd seats play at random. The same seed gives the same text. Of a
    long match the later turns have only the moves.
    """
    game = make_game(kit.game, kit.quick_options)
    blocks = [
        f"{kit.name}, version {game.version}: {_options(game)}",
        f"Even seats, from {player_name(0)}: {kit.reference_is}. Odd seats: random.",
        _titled("Rules, told to everyone", kit.words.rules(game)),
    ]
    state: Any = game.new()
    chance, news, nth = Chance(f"playthrough {seed}"), dict[Seat, Any](), 0
    while asks := game.turn(state):
        nth += 1
        whole = sum(map(len, blocks)) < WHOLE
        blocks.append(f"{'=' * 20} Turn {nth}")
        if whole and (picture := drawn(kit, game, state)):
            blocks.append(picture)
        moves = {
            seat: chance.pick(ask) if seat == CHANCE else _answer(kit, game, state, seat, ask, seed, nth)
            for seat, ask in asks.items()
        }
        for seat, ask in asks.items():
            if whole and seat != CHANCE:
                blocks += _question(kit, game, state, seat, ask, news)
                news[seat] = game.observe(state, seat)
        blocks.append("\n".join(_moved(kit, game, state, asks, moves)))
        state = game.act(state, moves)
    return "\n\n".join([*blocks, *_end(kit, game, state)]) + "\n"


def _question(
    kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, news: Mapping[Seat, Any]
) -> Iterator[str]:
    """A seat's scene (for players without memory), its news since its last turn (for players with memory),
    the request, and how to answer it."""
    words, view, who = kit.words, game.observe(state, seat), player_name(seat)
    yield _titled(f"{who}, scene", words.scene(game, view))
    if seat in news:
        yield _titled(f"{who}, news", words.news(game, news[seat], view))
    yield _titled(f"{who}, request", words.request(game, view, ask))
    yield _titled(f"{who}, how to answer", instruction(ask, "json", partial(words.label, view)))


def _answer(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, seed: int, nth: int) -> Any:
    rng = Random(f"playthrough {seed}:{seat}:{nth}")
    if seat % 2 == 0:
        return kit.reference(game, game.observe(state, seat), ask, rng)
    return uniform(ask, rng)


def _moved(
    kit: Kit, game: Game[Any, Any], state: Any, asks: Mapping[Seat, Ask], moves: Mapping[Seat, Any]
) -> Iterator[str]:
    for seat, ask in asks.items():
        words = move_in_words(kit, game, state, seat, ask, moves[seat])
        yield f"-> {words}" if seat == CHANCE else f"-> {player_name(seat)}: {words}"


def _end(kit: Kit, game: Game[Any, Any], state: Any) -> Iterator[str]:
    yield f"{'=' * 20} The end"
    if picture := drawn(kit, game, state):
        yield picture
    for seat in range(game.seats):
        yield _titled(f"{player_name(seat)}, scene", kit.words.scene(game, game.observe(state, seat)))
    yield _titled("A bystander, scene", kit.words.scene(game, game.observe(state, None)))
    outcome = game.outcome(state)
    assert outcome is not None
    scores = ", ".join(f"{player_name(s)}: {score:g}" for s, score in enumerate(outcome.scores))
    yield f"Outcome: {outcome.reason}. Scores: {scores}."


def _options(game: Game[Any, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in option_texts(game).items())


def _titled(title: str, text: str) -> str:
    return f"--- {title}\n{printable(text)}"
