"""Estimates of a run's requests and tokens, from matches of each game with a stand-in for the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Game, RoundGame, Seat
from agonist.kit import Kit, guarded
from agonist.match import Chance, Fixture, Probe, checked_game
from agonist.match.chance_seat import Openings
from agonist.match.probe import due
from agonist.match.record import game_of
from agonist.models.protocol import Message, Reply, Settings, Usage
from agonist.models.token_estimate import tokens_of, tokens_of_messages
from agonist.players.board_image import outlined
from agonist.players.cot_bap_tot_sc import asks_for_reasoning
from agonist.players.pgm import asks_for_analysis, example_analysis
from agonist.players.player import Question, SeatContext
from agonist.players.rap.world_model import example_answer
from agonist.players.registry import player_by_method
from agonist.players.settings_and_style import style_of
from agonist.players.spec import PlayerSpec, parse_player
from agonist.players.written_programs.writing import opening
from agonist.text import written
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.match_lengths import Length, typical

MAX_ROUNDS_PLAYED: Final = 100
"""Games with more rounds than this are estimated from a few rounds."""

ROUNDS_SAMPLED: Final = 24
"""Rounds of such games that are played."""

ENOUGH_QUESTIONS: Final = 20
MAX_MATCHES: Final = 6
"""Matches that are played with the stand-in: until a seat was asked so much, and at most so many."""

QUESTIONS_PUT: Final = 100
"""A match is played until a seat was asked so much: what follows grows as it did until then."""

PLAIN_MODEL: Final = "stand-in/model"
"""A model that gives the answer alone."""

REASONING_TOKENS: Final = 250
"""Tokens of reasoning assumed for a prompt that asks for reasoning; higher than most."""

PROGRAM_REQUESTS: Final = 2
PROGRAM_TOKENS: Final = 1_200
"""Requests assumed for a program that a model writes, and the tokens of each version."""


@dataclass(frozen=True, slots=True)
class TokenEstimate:
    """The requests and tokens of one player's seats; fractions, since they are averages.

    `remembered` counts the player's own earlier answers in all prompts: longer answers make longer prompts.
    `grown` is the part of the prompt that repeats earlier turns, which grows by the square of the questions.
    `questions` are those that the game asked, and `squares` their square.
    """

    requests: float = 0
    prompt: float = 0
    completion: float = 0
    remembered: float = 0
    grown: float = 0
    questions: float = 0
    squares: float = 0

    def __add__(self, other: TokenEstimate) -> TokenEstimate:
        return TokenEstimate(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def times(self, number: float) -> TokenEstimate:
        return TokenEstimate(*(each * number for each in astuple(self)))

    def lasting(self, mean: float, square: float) -> TokenEstimate:
        """The estimate for longer or shorter matches: the factors of `questions` and `squares`."""
        return TokenEstimate(
            self.requests * mean,
            (self.prompt - self.grown) * mean + self.grown * square,
            self.completion * mean,
            self.remembered * square,
            self.grown * square,
            self.questions * mean,
            self.squares * square,
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
            self._count(messages, 1)
            return Reply("yes", "stop", Usage(), self.name, logprobs=logprobs)
        earlier = sum(message.role == "assistant" for message in messages) + reasoned
        self._count(messages, tokens_of(text) + self._more, earlier)
        return Reply(text, "stop", Usage(), self.name)

    def _count(self, messages: Sequence[Message], completion: int, earlier: int = 0) -> None:
        new = [message for message in messages[:-1] if message.role == "system"] + [messages[-1]]
        prompt = tokens_of_messages(messages, self._model)
        grown = prompt - tokens_of_messages(new, self._model)
        self.estimate += TokenEstimate(1, prompt, completion, earlier, grown)


async def estimate_match(
    kit: Kit,
    game: Game[Any, Any],
    spec: PlayerSpec,
    probes: Sequence[Probe] = (),
    script: Mapping[str, Sequence[Any]] | None = None,
    seats: Sequence[Seat] = (),
) -> TokenEstimate:
    """The average requests and tokens of one of these seats (or of all) in one match of typical length.

    What a question takes is taken from matches with random answers, how many there are from
    `match_lengths`. Questions that the `script` answers cost nothing. Of many rounds only a few are played.
    Raises `UsageError` for a game that does not end.
    """
    rounds = game.rounds if isinstance(game, RoundGame) else 0
    more = 1.0
    if rounds > MAX_ROUNDS_PLAYED:
        game = replace(game, rounds=ROUNDS_SAMPLED)  # type: ignore[call-arg]  # it has rounds
        more = rounds / ROUNDS_SAMPLED
    length = typical(kit, game).times(more, more**2)
    taken, asked = TokenEstimate(), list[int]()
    for nth in range(MAX_MATCHES):
        seen = await _play(kit, game, spec, probes, script, f"estimate {nth}")
        taken += sum((seen[seat] for seat in seats or range(game.seats)), TokenEstimate())
        asked += [round(each.questions) for each in seen]
        if sum(asked) >= ENOUGH_QUESTIONS * game.seats:
            break
    sampled = Length.of(asked)
    one = taken.times(game.seats / len(asked) / len(seats or range(game.seats)))
    scripted = any("@" in about for about in script or ())  # a match of its own length
    if scripted or not sampled.mean:
        return one
    return one.lasting(length.mean / sampled.mean, length.square / sampled.square)


async def _play(
    kit: Kit,
    game: Game[Any, Any],
    spec: PlayerSpec,
    probes: Sequence[Probe],
    script: Mapping[str, Sequence[Any]] | None,
    seed: str,
) -> list[TokenEstimate]:
    """What each seat takes in a match with random answers, cut after `QUESTIONS_PUT` questions to one."""
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
    chance, openings, seen = Chance(seed, script), Openings(script), list[Any]([None] * game.seats)
    questions = [0] * game.seats
    state = checked_game.new(game)
    while max(questions) < QUESTIONS_PUT and (asks := checked_game.turn(game, state)):
        views = [checked_game.observe(game, state, seat) for seat in range(game.seats)] if probes else seen
        for probe, seat, hidden in due(probes, seen, views):
            models[seat].next = written(hidden, hidden.sample(Random(0)), style.format)
            await players[seat].probe(Question(views[seat], hidden, Random(0), probe=probe.name))
        seen = views
        moves: dict[int, Any] = {}
        for seat, ask in asks.items():
            if seat == CHANCE:
                moves[seat] = chance.pick(ask)
                continue
            questions[seat] += 1
            if (scripted := openings.next(seat, ask)) is not None:
                moves[seat] = scripted
                continue
            moves[seat] = chance.pick(ask)
            view = checked_game.observe(game, state, seat)
            models[seat].next = written(ask, moves[seat], style.format, partial(kit.words.label, view))
            await players[seat].answer(Question(view, ask, Random(0)))
        state = checked_game.act(game, state, moves)
    return [
        model.estimate + TokenEstimate(questions=asked, squares=asked**2)
        for model, asked in zip(models, questions, strict=True)
    ]


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
    seats = Counter((each.part, player) for each in fixtures for player in each.players)
    for fixture in fixtures:
        for player in dict.fromkeys(fixture.players):
            if (fixture.part, player) in known:
                continue
            parsed = parse_player(fixture.styled(fixture.spec(player)))
            if not (parsed.is_model or parsed.is_agent or parsed.address):
                continue
            on_part(fixture.part)
            kit = game_registry.kit(fixture.game, fixture.wording)
            game = game_of(fixture.game, fixture.version, fixture.options, game_registry.kit)
            if "code" in parsed.methods:
                one = _of_a_program(kit, game, parsed).times(1 / seats[fixture.part, player])
            elif parsed.is_model:
                probes = game_registry.probes_of(fixture.probes)
                one = await estimate_match(
                    kit, game, parsed, probes, fixture.script, _seats_of(fixture, player)
                )
            else:
                questions = (await estimate_match(kit, game, parse_player(PLAIN_MODEL))).requests
                one = TokenEstimate(requests=_messages(kit, game, questions) if parsed.address else questions)
            known[fixture.part, player] = one
    return known


def _of_a_program(kit: Kit, game: Game[Any, Any], spec: PlayerSpec) -> TokenEstimate:
    """What writing a program takes: it is written once for a game, and mended once, if it may be.

    What is mended is sent again with all that was said before.
    """
    requests = min(spec.value("requests"), PROGRAM_REQUESTS)
    asked = tokens_of_messages(opening(kit, game, style_of(spec).persona, 1), spec.name)
    earlier = requests * (requests - 1) / 2
    return TokenEstimate(
        requests, requests * asked + earlier * PROGRAM_TOKENS, requests * PROGRAM_TOKENS, earlier
    )


def _messages(kit: Kit, game: Game[Any, Any], questions: float) -> float:
    """How many messages an HTTP agent gets in a match: two before it, one for each event and question."""
    if kit.wis_protocol is None:
        return questions + 4
    chance, state = Chance("estimate"), checked_game.new(game)
    while asks := checked_game.turn(game, state):
        state = checked_game.act(game, state, {seat: chance.pick(ask) for seat, ask in asks.items()})
    scripts = [
        kit.wis_protocol.script(game, checked_game.observe(game, state, seat)) for seat in range(game.seats)
    ]
    return 2 + round(sum(map(len, scripts)) / game.seats)


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
