"""The players of one match: who is asked what, and what takes the place of an answer that is invalid."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from random import Random
from typing import Any, Final, TypeVar

from agonist.core import (
    CHANCE,
    AgonistError,
    Ask,
    Game,
    GameError,
    IllegalAction,
    InvalidAnswer,
    LateAnswer,
    OutOfAllowance,
    OutOfTime,
    Seat,
    UsageError,
    in_silence,
    plain,
    player_name,
    uniform,
)
from agonist.kit import Kit, guarded
from agonist.kit.limits_of_user_code import is_ours
from agonist.match import checked_game
from agonist.match.allowance import Allowances
from agonist.match.call_log import CallLog, repeats_itself
from agonist.match.chance_seat import Chance, Openings, seed_of_player
from agonist.match.invalid_answer_policy import Policy
from agonist.match.match_and_steps import Step
from agonist.match.probe import Probe, ProbeAnswer, due
from agonist.match.record import check_moves
from agonist.players.background_search import begun, called, code_of_player, ended
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Dice, Player, PlayerFactory, Question, SeatContext
from agonist.players.python_agents import AgentError

T = TypeVar("T")

LET_OTHERS: Final = 0.005
"""Seconds after which other matches have their turn, even if no player of this one waits for anything."""

TELL: Final = 0.05
"""Seconds after which `on_pause` is called, even if no player of the match waits for anything."""

FORFEIT: Final = object()
"""Takes the place of an action if the player forfeits."""

OnStep = Callable[[int, Step], None]
OnAnswer = Callable[[Seat, ModelCall], None]
OnFailure = Callable[[Seat, AgonistError], None]


class SeatedPlayers:
    """The players of one match, and the state in which they are asked."""

    def __init__(
        self,
        kit: Kit,
        game: Game[Any, Any],
        factories: Sequence[PlayerFactory],
        seed: str,
        dice: str,
        match: str | Callable[[], str],
        policy: Policy,
        script: Mapping[str, Sequence[Any]] | None,
        probes: Sequence[Probe],
        log: CallLog,
    ) -> None:
        if len(factories) != game.seats:
            raise UsageError(f"{game.name} has {game.seats} seats, and {len(factories)} players are named")
        self.kit, self.game, self.policy, self.probes = kit, game, policy, probes
        self.dice = dice
        self.chance, self.openings = Chance.of_match(seed, script), Openings(script)
        self.log = log
        self.allowances = Allowances(policy, game.seats)
        self.on_answer: OnAnswer = lambda _seat, _call: None
        self.on_failure: OnFailure = lambda _seat, _error: None
        self.on_pause: Callable[[], None] = lambda: None
        guarded_kit, match_id = guarded(kit), _id_of(match)
        self.players: list[Player] = [
            make(
                SeatContext(
                    *(guarded_kit, game, seat, seed_of_player(dice, seat), partial(log.note, seat), match_id),
                    answered=partial(log.answered, seat),
                    record=partial(log.record, seat),
                    apart=partial(log.apart, seat),
                )
            )
            for seat, make in enumerate(factories)
        ]
        self.codes = [_code(seat, type(player)) for seat, player in enumerate(self.players)]
        """By seat, a context for code of the player: if it is not ours, its errors become an `AgentError`."""
        self._slow = frozenset([seat for seat, player in enumerate(self.players) if player.waits])
        self.seen: list[Any | None] = [None] * game.seats
        self._turn_began = self._told = time.monotonic()

    def recall(self, steps: Sequence[Step]) -> Any:
        """Replay these steps of a resumed match; returns the state after them."""
        state = checked_game.new(self.game)
        for nth, step in enumerate(steps):
            if not step.moves:
                break
            self.allowances.end_step(step.calls)
            asks = checked_game.turn(self.game, state)
            check_moves(asks, step.moves, nth + 1)
            for seat, ask in asks.items():
                if seat == CHANCE:
                    self.chance.recall(ask)
                elif self.openings.next(seat, ask) is None:
                    calls = [e for e in step.calls if e.seat == seat and not e.probe and not e.lost]
                    view = checked_game.observe(self.game, state, seat)
                    is_fallback = seat in step.fallback
                    questions = list(self._questions(view, seat, ask, nth, calls, is_fallback))
                    with self.codes[seat]:
                        self.players[seat].replay(questions, None if is_fallback else step.moves[seat], calls)
                        if is_fallback:
                            self.players[seat].fallback(view, ask, step.moves[seat])
            if self.probes:
                self.seen = [checked_game.observe(self.game, state, seat) for seat in range(self.game.seats)]
            state = checked_game.act(self.game, state, step.moves)
        return state

    def _questions(
        self, view: Any, seat: Seat, ask: Ask, nth: int, calls: Sequence[ModelCall], is_fallback: bool
    ) -> Iterator[Question]:
        """The questions of a turn that was played, one for each attempt."""
        wrong = [call for call in calls if call.error]
        complaint: InvalidAnswer | None = None
        for attempt in range(1, len(wrong) + (not is_fallback) + 1):
            dice = Dice(f"{self.dice}:{seat}:{nth}:{attempt}")
            feedback = complaint if self.policy.feedback else None
            yield Question(view, ask, dice, attempt, feedback, turn=nth)
            if attempt <= len(wrong):
                complaint = InvalidAnswer(wrong[attempt - 1].complaint)

    async def open(self) -> None:
        """Open all players; `on_failure` hears of each that cannot be opened."""
        for seat, player in enumerate(self.players):
            if type(player).open is Player.open:
                continue
            self.on_pause()
            try:
                await self._of(seat, player.open)
            except AgonistError as error:
                self.on_failure(seat, error)
                raise

    async def to_the_end(self, state: Any, done: list[Step], on_step: OnStep) -> tuple[Any, tuple[Seat, ...]]:
        """Play to the end, appending to the steps; returns the last state and the seats that forfeited."""
        # A step without moves is a forfeit; the match was then broken off before its end was written.
        forfeits = done[-1].fallback if done and not done[-1].moves else ()
        asks, views = ({}, {}) if forfeits else checked_game.asked(self.game, state)
        game, nth = self.game, len(done)
        while asks:
            if nth >= game.most_steps:
                raise GameError(
                    f"{game.name} has not ended after {nth:,} steps; a game that takes longer says so by "
                    "`most_steps`"
                )
            step, forfeits = await self.step(state, asks, views, nth)
            done.append(step)
            on_step(nth, step)
            if forfeits:
                break
            state, asks, views = checked_game.follow(game, state, step.moves)
            nth += 1
        return state, forfeits

    async def step(
        self, state: Any, asks: Mapping[Seat, Ask], views: Mapping[Seat, Any], nth: int
    ) -> tuple[Step, tuple[Seat, ...]]:
        """The step, and who forfeits by it; `views` are those of the players who are asked.

        All seats are asked concurrently. Only a player that may wait for something gets a task: for a quick
        one, the task costs more than the answer.
        """
        probed = await self._probe(state, nth) if self.probes else ()
        waiting = [seat for seat in asks if seat in self._slow] if self._slow else []
        if waiting or time.monotonic() - self._turn_began > LET_OTHERS:
            # Other tasks run, and Ctrl-C is handled: before each request, so that a player who was just set
            # aside, or a budget that was just spent, ends the match without it.
            if waiting or time.monotonic() - self._told > TELL:
                self.on_pause()
                self._told = time.monotonic()
            await asyncio.sleep(0)
            self._turn_began = time.monotonic()
        together = waiting if len(waiting) > 1 else []
        moves: dict[Seat, Any] = {}
        fallback: list[Seat] = []
        failures: dict[Seat, BaseException] = {}
        for seat in sorted(asks, key=waiting.__contains__) if waiting else asks:
            if seat == CHANCE:
                moves[seat] = self.chance.pick(asks[seat])
            elif seat not in together:
                try:
                    moves[seat], is_players = await self._answer(views[seat], seat, asks[seat], nth)
                except Exception as error:  # noqa: BLE001  raised again when all have answered
                    failures[seat] = error
                else:
                    if not is_players:
                        fallback.append(seat)
        if together:
            each = (self._answer(views[seat], seat, asks[seat], nth) for seat in together)
            found_by_all = await asyncio.gather(*each, return_exceptions=True)
            for seat, found in zip(together, found_by_all, strict=True):
                if isinstance(found, BaseException):
                    failures[seat] = found
                    continue
                moves[seat], is_players = found
                if not is_players:
                    fallback.append(seat)
        if failures:
            for seat in asks:
                if isinstance(failure := failures.get(seat), AgonistError):
                    self.on_failure(seat, failure)
            raise next(failures[seat] for seat in asks if seat in failures)
        if waiting:
            moves = {seat: moves[seat] for seat in asks}
            fallback.sort(key=list(asks).index)
        lost = tuple([seat for seat in fallback if moves[seat] is FORFEIT]) if fallback else ()
        made = self.log.end_step()
        if made:
            self.allowances.end_step(made)
        return Step({} if lost else moves, made, lost or tuple(fallback), probed), lost

    async def _answer(self, view: Any, seat: Seat, ask: Ask, nth: int) -> tuple[Any, bool]:
        """The action to play (or `FORFEIT`), and whether it is the player's own."""
        if self.openings.any and (scripted := self.openings.next(seat, ask)) is not None:
            return scripted, True
        complaint: InvalidAnswer | None = None
        refused: list[ModelCall] = []
        calls, policy, code = self.log.calls[seat], self.policy, self.codes[seat]
        for attempt in range(1, policy.retries + 2):
            dice = Dice(f"{self.dice}:{seat}:{nth}:{attempt}")
            question = Question(view, ask, dice, attempt, complaint if policy.feedback else None, "", nth)
            before = len(calls)
            try:
                if self.allowances.limited:
                    self.allowances.expect_left(seat, calls)
                if policy.seconds is not None:
                    action = await self._in_time(self._of(seat, self.players[seat].answer, question))
                elif code.failure is None and seat not in self._slow:
                    # Of a player of ours that waits for nothing, all code runs in one step.
                    with code:
                        action = await self.players[seat].answer(question)
                else:
                    steps, action = begun(code, self.players[seat].answer, question)
                    if steps is not None:
                        action = await ended(code, steps, action)
                action = plain(action)
                ask.check(action)
            except InvalidAnswer as why:
                complaint = why
                self._mark(seat, before, attempt, why)
                if isinstance(why, IllegalAction) and self.policy.illegal == "forfeit":
                    return FORFEIT, False
                if isinstance(why, OutOfTime | OutOfAllowance):
                    break
                if not self.policy.feedback:
                    refused.append(calls[-1])
                    if repeats_itself(refused):
                        break
            else:
                if len(calls) > before:
                    self._mark(seat, before, attempt, None)
                return action, True
        if self.policy.then == "forfeit":
            return FORFEIT, False
        action = self._fallback_action(view, seat, ask, nth)
        with self.codes[seat]:
            self.players[seat].fallback(view, ask, action)
        return action, False

    def _of(self, seat: Seat, method: Callable[..., Awaitable[T]], *arguments: Any) -> Awaitable[T]:
        """What a player's method returns, or raises as `codes` says."""
        return called(self.codes[seat], method, *arguments)

    async def _in_time(self, answer: Any) -> Any:
        try:
            return await asyncio.wait_for(answer, self.policy.seconds)
        except TimeoutError:
            raise LateAnswer(f"there was no answer within {self.policy.seconds:g} seconds") from None

    def _fallback_action(self, view: Any, seat: Seat, ask: Ask, nth: int) -> Any:
        if self.policy.then == "pass":
            assert self.kit.passes is not None
            with checked_game.rules_of(self.game):
                answer = self.kit.passes(view, ask)
        else:
            # The fallback never speaks for a player: if the rules allow an empty text, it gives one.
            answer = in_silence(ask, uniform(ask, Random(f"{self.dice}:fallback:{seat}:{nth}")))
        try:
            action = plain(answer)
            ask.check(action)
        except IllegalAction as why:
            raise GameError(
                f"{self.game.name}: the fallback's answer {answer!r} to {ask.about!r} is illegal: {why}"
            ) from None
        return action

    def _mark(
        self, seat: Seat, before: int, attempt: int, why: InvalidAnswer | None, probe: str = ""
    ) -> None:
        """Write the number of the attempt, and what was wrong with it, into the transcript."""
        call = self.log.mark(seat, before, attempt, why, probe)
        if call is not None:
            self.on_answer(seat, call)

    async def _probe(self, state: Any, nth: int) -> tuple[ProbeAnswer, ...]:
        self.on_pause()
        views = [checked_game.observe(self.game, state, seat) for seat in range(self.game.seats)]
        answers = []
        for probe, seat, ask in due(self.probes, self.seen, views):
            rng = Random(f"{self.dice}:probe {probe.name}:{seat}:{nth}")
            before = len(self.log.calls[seat])
            try:
                question = Question(views[seat], ask, rng, probe=probe.name, turn=nth)
                answer = await self._of(seat, self.players[seat].probe, question)
                ask.check(answer)
            except InvalidAnswer as why:
                self._mark(seat, before, 1, why, probe.name)
                answer = None
            else:
                self._mark(seat, before, 1, None, probe.name)
            answers.append(ProbeAnswer(probe.name, seat, answer))
        self.seen = list(views)
        return tuple(answers)

    async def finish(self, state: Any | None) -> None:
        """Tell the players the last state; `None` tells them only that the match is over."""
        for seat, player in enumerate(self.players):
            if type(player).finish is Player.finish:
                continue
            self.on_pause()
            view = None if state is None else checked_game.observe(self.game, state, seat)
            await self._of(seat, player.finish, view)

    def close(self) -> None:
        for player in self.players:
            player.close()


@lru_cache(maxsize=256)
def _code(seat: Seat, player: type[Player]) -> code_of_player:
    return code_of_player(f"the player {player_name(seat)}", None if is_ours(player) else AgentError)


def _id_of(match: str | Callable[[], str]) -> Callable[[], str]:
    """What gives the id of a match, always the same one."""
    return match if callable(match) else cache(lambda: match or secrets.token_hex(8))
