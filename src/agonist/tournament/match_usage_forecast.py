"""The expected usage of matches: estimated with a stand-in, corrected by the answers so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from types import MappingProxyType
from typing import Any, Final

from agonist.core import Game, Moves
from agonist.kit import Kit
from agonist.match import Fixture
from agonist.models.address_kinds import addresses_in, is_loopback
from agonist.models.amounts_spent import Spending
from agonist.models.model_families import Thought, family_of
from agonist.models.prices import FREE, Price, Prices, load_prices
from agonist.models.protocol import Usage
from agonist.models.providers import PROVIDERS
from agonist.models.token_estimate import tokens_of
from agonist.models.usage_meter import Totals
from agonist.players.model_call_record import ModelCall
from agonist.players.settings_and_style import style_of
from agonist.players.spec import PlayerSpec, parse_player
from agonist.text import without_thought
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.likeness_to_reference_player import Comparison, Likeness
from agonist.tournament.match_lengths import REFERENCE_SHARE, Length, measured
from agonist.tournament.progress import Progress
from agonist.tournament.usage_before_resuming import NO_USAGE, PriorUsage
from agonist.tournament.usage_estimate import REASONING_TOKENS, TokenEstimate, seat_estimates

SAFETY_FACTOR: Final = 1.25
"""Safety factor on the estimate of a match that would begin near the limit of a budget."""

FOUR_IN_FIVE: Final = 1.28
"""Standard deviations of a normal distribution within which four in five values lie."""

UNLIKE: Final = 0.5
"""The standard deviation of the logarithm of the mean length of matches, before one has ended, where nothing
says which kind of player plays."""

ANSWERS_DEVIATION: Final = 0.05
"""The same of how much players write in an answer, after a few."""

PRIOR_MATCHES: Final = 3
"""For how many matches the expected length of a match counts beside the lengths of those that are over."""


class Forecast:
    """The expected usage of matches.

    `estimates`: requests and tokens of one seat in one match, by part and player; `prices`: of tokens, by
    player; `before`: each player's usage and answers before the run was resumed. An agent's own model calls
    are unknown until it plays.
    """

    def __init__(
        self,
        estimates: Mapping[tuple[str, str], TokenEstimate],
        specs: Mapping[str, str],
        prices: Mapping[str, Price | None],
        progress: Progress,
        before: Mapping[str, PriorUsage] = MappingProxyType({}),
    ) -> None:
        self._estimates, self._prices, self._progress = estimates, prices, progress
        self._before = before
        self._thought = {player: _thought(specs[player]) for _, player in estimates}
        self._agents = {player for player, spec in specs.items() if parse_player(spec).is_agent}
        self._kept = {player: _reasoning_kept(specs[player]) for _, player in estimates}
        self._shown = Counter[str]()
        self._lengths: dict[tuple[str, str], list[Length]] = defaultdict(list)
        self._likeness: dict[tuple[str, str], Likeness] = {}

    def comparison(self, part: str, players: Sequence[str], kit: Kit, game: Game[Any, Any]) -> Comparison:
        """What compares answers in a new match with the reference player's, as its steps are played."""
        lengths = measured().get(kit.name)
        if lengths is not None and lengths.are_told_apart:
            for player in players:
                if (part, player) in self._estimates:
                    self._likeness.setdefault((part, player), Likeness(lengths))
        return Comparison(kit, game, [self._likeness.get((part, player)) for player in players])

    def answered(self, player: str, call: ModelCall) -> None:
        """Note the length of an answer without thoughts: in conversations it lengthens every later prompt."""
        self._shown[player] += tokens_of(without_thought(call.text))

    def finished(self, part: str, players: Sequence[str], moves: Sequence[Moves]) -> None:
        """Note how many questions each player was asked in a match that is over."""
        asked = Counter(seat for step in moves for seat in step)
        for player in dict.fromkeys(players):
            own = [asked[seat] for seat, name in enumerate(players) if name == player]
            self._lengths[part, player].append(Length.of(own))

    def of(self, part: str, players: Sequence[str], *, cautious: bool = False) -> Spending:
        """The estimate for a whole match of these players; `cautious` adds a safety factor."""
        whole = sum((self._seat(part, player, cautious) for player in players), Spending())
        return whole.times(SAFETY_FACTOR) if cautious else whole

    def factor(self, part: str, players: Sequence[str], matches: int) -> float:
        """By how much so many matches may take more or less than estimated, with a chance of four in five."""
        deviations = (self._deviation(part, player, max(matches, 1)) for player in set(players))
        return exp(FOUR_IN_FIVE * max(deviations, default=0.0))

    def _deviation(self, part: str, player: str, matches: int) -> float:
        """The standard deviation of the logarithm of what a player takes in so many matches.

        It has three causes: each match lasts as long as it does, few matches so far say little of their mean
        length, and answers say how the player plays, which says little of how long that takes.
        """
        if (part, player) not in self._estimates:
            return 0.0
        one, likeness = self._lasting(part, player), self._likeness.get((part, player))
        ended = len(self._lengths[part, player])
        known = PRIOR_MATCHES + ended
        spread = max(one.squares / one.questions**2 - 1, 0.0) if one.questions else 0.0
        kind = UNLIKE * bool(spread) if likeness is None else likeness.length_deviation
        mean = spread * ended / known**2 + (kind * PRIOR_MATCHES / known) ** 2
        # What repeats earlier turns grows by the square of their number.
        growing = 1 + max(one.grown, 0.0) / max(one.prompt + one.completion, 1.0)
        return sqrt((spread / matches + mean) * growing**2 + ANSWERS_DEVIATION**2)

    def _seat(self, part: str, player: str, cautious: bool) -> Spending:
        if (part, player) not in self._estimates:
            return Spending()
        one = self._lasting(part, player)
        earlier, now = self._before.get(player, NO_USAGE), self._progress.totals(player)
        totals, answers = earlier.totals + now, earlier.judged + self._progress.answers[player]
        if player in self._agents:
            each = one.requests / max(answers, 1)
            usage, usd = totals.usage, (totals.cost or 0.0) * each
            return Spending(usd, round(usage.total * each), round(totals.requests * each))
        if not totals.answers:
            thought = self._thought[player].many if cautious else self._thought[player].usual
            written = one.completion + thought * one.requests
            usage = Usage(prompt=round(one.prompt), completion=round(written))
            return self._spending(player, usage, round(one.requests))
        each = totals.usage.completion / (totals.answers or 1)
        longer = self._longer(player, one, earlier.totals, now)
        counted = now.usage.prompt / now.prompt_estimate if now.prompt_estimate else 1.0
        prompt = counted * max(one.prompt + one.remembered * longer, 0.0)
        invalid = earlier.invalid + self._progress.invalid[player]
        again = min(answers / max(answers - invalid, 1), 3.0) if answers else 1.0
        usage = Usage(
            prompt=round(prompt * again),
            cached=round(prompt * again * totals.usage.cached / max(totals.usage.prompt, 1)),
            completion=round(each * one.requests * again),
        )
        return self._spending(player, usage, round(one.requests * again))

    def _lasting(self, part: str, player: str) -> TokenEstimate:
        """The estimate for one seat, with the length of its matches so far, or of those of its like."""
        one, played = self._estimates[part, player], self._lengths[part, player]
        likeness = self._likeness.get((part, player))
        if likeness is not None:
            mean, square = likeness.lengths.longer
            more = likeness.share - REFERENCE_SHARE
            one = one.lasting(mean**more, square**more)
        if not played or not one.questions:
            return one
        number = PRIOR_MATCHES + len(played)
        mean = (PRIOR_MATCHES * one.questions + sum(each.mean for each in played)) / number
        square = (PRIOR_MATCHES * one.squares + sum(each.square for each in played)) / number
        return one.lasting(mean / one.questions, square / one.squares)

    def _longer(self, player: str, one: TokenEstimate, earlier: Totals, now: Totals) -> float:
        """How many tokens more than estimated a conversation keeps of an answer."""
        reasoning = self._kept[player]
        if reasoning is None:
            return 0.0
        # How much thought earlier answers had in their text is not stored; the share is assumed to be that of
        # later ones.
        usage = earlier.usage
        share = self._shown[player] / now.usage.completion if now.usage.completion else 1.0
        before = min(usage.completion - usage.reasoning, usage.completion * share)
        shown = (self._shown[player] + before) / (earlier.answers + now.answers)
        return shown - (one.completion / max(one.requests, 1) - reasoning)

    def _spending(self, player: str, usage: Usage, requests: int) -> Spending:
        price = self._prices.get(player)
        return Spending(0.0 if price is None else price.cost(usage), usage.total, requests)


async def forecast_of(
    fixtures: Sequence[Fixture],
    game_registry: GameRegistry,
    progress: Progress,
    before: Mapping[str, PriorUsage] = MappingProxyType({}),
) -> Forecast | None:
    """The forecast of a run, or `None` if no model and no agent plays."""
    seats = await seat_estimates(game_registry, fixtures)
    if not seats:
        return None
    specs = {player: fixture.spec(player) for fixture in fixtures for player in fixture.players}
    table = load_prices()
    models = {player for _, player in seats if parse_player(specs[player]).is_model}
    prices = {player: price_of(parse_player(specs[player]), table) for player in models}
    return Forecast(seats, specs, prices, progress, before)


def price_of(spec: PlayerSpec, prices: Prices) -> Price | None:
    """The price of a player's model; `None` if it is not known."""
    provider = PROVIDERS.get(spec.name.partition("/")[0])
    addresses = spec.addresses or (() if provider is None else addresses_in(provider.base_url))
    if addresses and all(map(is_loopback, addresses)) and spec.name not in prices.overrides:
        return FREE
    return prices.find(spec.name)


def _reasoning_kept(text: str) -> int | None:
    """Tokens of reasoning in the estimate of an answer; `None` if the conversation keeps no reasoning."""
    spec = parse_player(text)
    if not spec.is_model:
        return None
    style = style_of(spec)
    if style.method == "direct" and "sc" not in spec.methods:
        return 0
    return REASONING_TOKENS if style.keep_reasoning else None


def _thought(text: str) -> Thought:
    """Tokens of thought that are expected for each answer."""
    spec = parse_player(text)
    return family_of(spec.name).thought_at(spec.options.get("reasoning_effort"))
