"""Estimates of a run's requests and tokens, from one match of each game with a stand-in for the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Game, RoundGame, Seat, UsageError
from agonist.kit import Kit, guarded
from agonist.match import Chance, Fixture, Probe, game_code
from agonist.match.chance import Openings
from agonist.match.probe import due
from agonist.match.record import game_of
from agonist.models.estimate import tokens_of, tokens_of_messages
from agonist.models.protocol import Message, Reply, Settings, Usage
from agonist.players.deliberation import asks_for_reasoning
from agonist.players.pgm import asks_for_analysis, example_analysis
from agonist.players.player import Question, SeatContext
from agonist.players.rap.world import example_answer
from agonist.players.registry import player_by_method, style_of
from agonist.players.sight import outlined
from agonist.players.spec import PlayerSpec, parse_player
from agonist.text import written
from agonist.tournament.target import GameRegistry

MAX_ROUNDS_PLAYED: Final = 100
"""Games with more rounds than this are estimated from a few rounds."""

ROUNDS_SAMPLED: Final = 24
"""Rounds of such games that are played: once all of these, once half of them."""

MAX_MOVES: Final = 5_000
"""The number of moves after which a match of a game without rounds is assumed to be endless."""

QUESTIONS_PUT: Final = 100
"""The stand-in gets this many questions of one player, and then every tenth, unless a conversation grows with
them. A random game of Pit has a thousand similar ones."""

PUT_EVERY: Final = 10

PLAIN_MODEL: Final = "stand-in/model"
"""A model that gives the answer alone."""

REASONING_TOKENS: Final = 250
"""Tokens of reasoning assumed for a prompt that asks for reasoning; higher than most."""


@dataclass(frozen=True, slots=True)
class TokenEstimate:
    """The requests and tokens of one player's seats; fractions, since they are averages.

    `remembered` counts the player's own earlier answers in all prompts: longer answers make longer prompts.
    """

    requests: float = 0
    prompt: float = 0
    completion: float = 0
    remembered: float = 0

    def __add__(self, other: TokenEstimate) -> TokenEstimate:
        return TokenEstimate(
            self.requests + other.requests,
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.remembered + other.remembered,
        )

    def times(self, number: float) -> TokenEstimate:
        return TokenEstimate(
            self.requests * number,
            self.prompt * number,
            self.completion * number,
            self.remembered * number,
        )


class _StandIn:
    """A model that gives a preset answer, and counts requests and tokens."""

    name = "stand-in"

    def __init__(self, model: str, reasoning: bool, analysis: str = "") -> None:
        self._model = model
        self.next, self._analysis = "", analysis
        self._reasoned = False
        self.estimate = TokenEstimate()
        self._more = REASONING_TOKENS if reasoning else 0

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        # A method that analyses first needs a separate request for it.
        text = self._analysis if self._analysis and asks_for_analysis(messages) else self.next
        if imagined := example_answer(messages):
            text = imagined
        reasoned, self._reasoned = self._reasoned, asks_for_reasoning(messages)
        if self._reasoned:
            text = " ".join(["word"] * REASONING_TOKENS)
        if settings.top_logprobs:
            word = (text or "yes", -0.1)
            logprobs = ((*word, (word, ("no", -3.0))),)
            self.estimate += TokenEstimate(1, tokens_of_messages(messages, self._model), 1)
            return Reply("yes", "stop", Usage(), self.name, logprobs=logprobs)
        completion = tokens_of(text) + self._more
        earlier = sum(message.role == "assistant" for message in messages) + reasoned
        self.estimate += TokenEstimate(1, tokens_of_messages(messages, self._model), completion, earlier)
        return Reply(text, "stop", Usage(), self.name)


async def estimate_match(
    kit: Kit,
    game: Game[Any, Any],
    spec: PlayerSpec,
    probes: Sequence[Probe] = (),
    script: Mapping[str, Sequence[Any]] | None = None,
    seats: Sequence[Seat] = (),
) -> TokenEstimate:
    """The average requests and tokens of one of these seats (or of all) in one match with random answers.

    Questions that the `script` answers cost nothing. Of many rounds only a few are played: requests grow with
    the number of rounds, tokens at most with its square. Raises `UsageError` for a game without rounds that
    has not ended after `MAX_MOVES`.
    """
    rounds = game.rounds if isinstance(game, RoundGame) else 0
    if rounds <= MAX_ROUNDS_PLAYED:
        return await _play_once(kit, game, spec, probes, script, seats)
    half, whole = [
        await _play_once(kit, replace(game, rounds=number), spec, probes, script, seats)  # type: ignore[call-arg]  # it has rounds
        for number in (ROUNDS_SAMPLED // 2, ROUNDS_SAMPLED)
    ]
    return _extended(half, whole, rounds)


def _extended(half: TokenEstimate, whole: TokenEstimate, rounds: int) -> TokenEstimate:
    """The estimate for all rounds, from those for `ROUNDS_SAMPLED` rounds and half as many."""

    def line(whole: float) -> float:
        return whole / ROUNDS_SAMPLED * rounds

    def parabola(half: float, whole: float) -> float:
        # a n + b n²: the square comes from prompts that repeat the whole conversation.
        square = max(0, 2 * (whole - 2 * half)) / ROUNDS_SAMPLED**2
        slope = max(0, whole / ROUNDS_SAMPLED - square * ROUNDS_SAMPLED)
        return slope * rounds + square * rounds**2

    return TokenEstimate(
        line(whole.requests),
        parabola(half.prompt, whole.prompt),
        line(whole.completion),
        parabola(half.remembered, whole.remembered),
    )


async def _play_once(
    kit: Kit,
    game: Game[Any, Any],
    spec: PlayerSpec,
    probes: Sequence[Probe],
    script: Mapping[str, Sequence[Any]] | None,
    seats: Sequence[Seat],
) -> TokenEstimate:
    kit, style = guarded(kit), style_of(spec)
    analysis = example_analysis(game, spec.value("beliefs")) if "pgm" in spec.methods else ""
    reasoning = "sc" in spec.methods or style.method == "cot"
    models = [_StandIn(spec.name, reasoning, analysis) for _ in range(game.seats)]
    contexts = [
        SeatContext(kit, game, seat, "", lambda _call: None, image=outlined) for seat in range(game.seats)
    ]
    players = [
        player_by_method(spec, context, model, Settings(), style)
        for context, model in zip(contexts, models, strict=True)
    ]
    chance, openings, seen = Chance("estimate", script), Openings(script), list[Any]([None] * game.seats)
    thinned = style.history == "none" and not probes
    questions, skipped, last = [0] * game.seats, [0] * game.seats, [TokenEstimate()] * game.seats
    state = game_code.new(game)
    for nth in count():
        if not (asks := game_code.turn(game, state)):
            break
        if nth >= MAX_MOVES:
            raise UsageError(
                f"a match of {game.name} goes on after {MAX_MOVES:,} moves, so it cannot be estimated; "
                "choose options with which it ends sooner"
            )
        views = [game_code.observe(game, state, seat) for seat in range(game.seats)] if probes else seen
        for probe, seat, hidden in due(probes, seen, views):
            models[seat].next = written(hidden, hidden.sample(Random(0)), style.format)
            await players[seat].probe(Question(views[seat], hidden, Random(0), probe=probe.name))
        seen = views
        moves: dict[int, Any] = {}
        for seat, ask in asks.items():
            if seat != CHANCE and (scripted := openings.next(seat, ask)) is not None:
                moves[seat] = scripted
                continue
            action = chance.pick(ask)
            moves[seat] = action
            if seat == CHANCE:
                continue
            questions[seat] += 1
            if thinned and questions[seat] > QUESTIONS_PUT and questions[seat] % PUT_EVERY:
                skipped[seat] += 1
                continue
            view = game_code.observe(game, state, seat)
            model, before = models[seat], models[seat].estimate
            model.next = written(ask, action, style.format, partial(kit.words.label, view))
            model.estimate = TokenEstimate()
            await players[seat].answer(Question(view, ask, Random(0)))
            last[seat] = model.estimate
            model.estimate = before + last[seat].times(1 + skipped[seat])
            skipped[seat] = 0
        state = game_code.act(game, state, moves)
    estimates = [
        models[seat].estimate + last[seat].times(skipped[seat]) for seat in seats or range(game.seats)
    ]
    return sum(estimates, TokenEstimate()).times(1 / len(estimates))


def _seats_of(fixture: Fixture, player: str) -> Sequence[Seat]:
    """The player's seats where a script answers for some of them; otherwise all seats are alike."""
    if not any("@" in about for about in fixture.script):
        return ()
    return [seat for seat, name in enumerate(fixture.players) if name == player]


async def seat_estimates(
    game_registry: GameRegistry,
    fixtures: Sequence[Fixture],
    on_part: Callable[[str], None] = lambda _part: None,
) -> dict[tuple[str, str], TokenEstimate]:
    """The estimate for one seat of each model in one match, by the match's part and the player's name.

    `on_part` is called with the name of each part before it is played. The first match of a part represents
    the others. An agent's own model calls cannot be known in advance: its `requests` count only the
    questions it is asked.
    """
    known: dict[tuple[str, str], TokenEstimate] = {}
    for fixture in fixtures:
        for player in dict.fromkeys(fixture.players):
            if (fixture.part, player) in known:
                continue
            parsed = parse_player(fixture.styled(fixture.spec(player)))
            if parsed.is_model or parsed.is_agent or parsed.address:
                on_part(fixture.part)
            if parsed.is_model:
                kit = game_registry.kit(fixture.game, fixture.wording)
                game = game_of(fixture.game, fixture.version, fixture.options, game_registry.kit)
                known[fixture.part, player] = await estimate_match(
                    kit,
                    game,
                    parsed,
                    game_registry.probes_of(fixture.probes),
                    fixture.script,
                    _seats_of(fixture, player),
                )
            elif parsed.is_agent:
                kit = game_registry.kit(fixture.game, fixture.wording)
                game = game_of(fixture.game, fixture.version, fixture.options, game_registry.kit)
                questions = (await estimate_match(kit, game, parse_player(PLAIN_MODEL))).requests
                known[fixture.part, player] = TokenEstimate(requests=questions)
            elif parsed.address:
                kit = game_registry.kit(fixture.game, fixture.wording)
                game = game_of(fixture.game, fixture.version, fixture.options, game_registry.kit)
                questions = (await estimate_match(kit, game, parse_player(PLAIN_MODEL))).requests
                known[fixture.part, player] = TokenEstimate(requests=_messages(kit, game, questions))
    return known


def _messages(kit: Kit, game: Game[Any, Any], questions: float) -> float:
    """How many messages an HTTP agent gets in a match: two before it, one for each event and question."""
    if kit.wis_protocol is None:
        return questions + 4
    chance, state = Chance("estimate"), game_code.new(game)
    while asks := game_code.turn(game, state):
        state = game_code.act(game, state, {seat: chance.pick(ask) for seat, ask in asks.items()})
    scripts = [
        kit.wis_protocol.script(game, game_code.observe(game, state, seat)) for seat in range(game.seats)
    ]
    return 2 + round(sum(map(len, scripts)) / game.seats)


async def estimates_of(game_registry: GameRegistry, fixtures: Sequence[Fixture]) -> dict[str, TokenEstimate]:
    """The estimate for each model over all these fixtures, by name."""
    return added_up(await seat_estimates(game_registry, fixtures), fixtures)


def added_up(
    known: Mapping[tuple[str, str], TokenEstimate], fixtures: Sequence[Fixture]
) -> dict[str, TokenEstimate]:
    """The estimate for each model over all these fixtures, by name, from those for one seat in each part."""
    estimates: dict[str, TokenEstimate] = {}
    for fixture in fixtures:
        for player in fixture.players:
            if (fixture.part, player) in known and parse_player(fixture.spec(player)).is_model:
                seat = known[fixture.part, player]
                estimates[player] = estimates.get(player, TokenEstimate()) + seat
    return estimates
