"""Playing a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agonist.core import CHANCE, Game, GameError, Seat, UsageError, player_name
from agonist.kit import Kit
from agonist.match import checked_game
from agonist.match.call_log import CallLog, OnBrokenOff, OnCall
from agonist.match.invalid_answer_policy import Policy
from agonist.match.match_and_steps import Match, Step, ending_of_forfeit
from agonist.match.probe import Probe
from agonist.match.record import Record, forfeited
from agonist.match.seated_players import OnAnswer, OnFailure, OnStep, SeatedPlayers
from agonist.players.model_call_record import ModelCall
from agonist.players.player import PlayerFactory
from agonist.players.simple import RandomPlayer


async def play(
    kit: Kit,
    game: Game[Any, Any],
    factories: Sequence[PlayerFactory],
    *,
    seed: str,
    name: str = "",
    players: Sequence[str] = (),
    match: str | Callable[[], str] = "",
    shared: bool = False,
    policy: Policy = Policy(),  # noqa: B008  a frozen value
    script: Mapping[str, Sequence[Any]] | None = None,
    probes: Sequence[Probe] = (),
    steps: Sequence[Step] = (),
    on_step: OnStep = lambda _nth, _step: None,
    on_pause: Callable[[], None] = lambda: None,
    recorded: Sequence[ModelCall] = (),
    on_call: OnCall = lambda _step, _number, _call: None,
    on_broken_off: OnBrokenOff = lambda _calls: None,
    on_answer: OnAnswer = lambda _seat, _call: None,
    on_failure: OnFailure = lambda _seat, _error: None,
) -> Match:
    """Play to the end; seats asked at the same time answer at the same time.

    The same seed, names and answers give the same match.

    Args:
        kit: The game with its words.
        game: The game with its options.
        factories: What makes the players, one for each seat.
        seed: What chance and the players' own generators are seeded with.
        name: The game as a record names it, such as `mine:KIT`; by default the game's own name.
        players: The players' names; with them, players draw other numbers against other opponents on the same
            deal. Empty: they draw by seed and seat alone.
        match: The id that endpoints see, and that stays when the match is resumed, or what gives it; empty
            for a random one.
        shared: Whether other matches have its deal; no player is told then how it ended.
        policy: What happens after invalid answers; by default two retries, then a random legal move.
        script: The first answers to questions by name, which then take the place of chance's, as in
            `{"coin": ["tails"]}`, and of those of a seat, as in `{"clue@1": ["It is green."]}`.
        probes: Hidden questions, asked before steps; their answers change nothing in the match.
        steps: Those already played, when a match is resumed. They are replayed by the rules.
        on_step: Called with the number of each new step, from 0, and the step, as soon as it is played.
        on_pause: Called before the match waits for anything, and each 0.05 s while it lets others run.
        recorded: The calls of the step in which the match was broken off: those that were answered are not
            asked again.
        on_call: Called with the number of a step, the number of a request within it, and the request to a
            model, as soon as it is answered.
        on_broken_off: Called with the requests that belong to no step, if the match does not end.
        on_answer: Called with a seat and its call, for each attempt after it was judged.
        on_failure: Called with a seat and the error by which it suspends the match.

    Raises:
        UsageError: If the game is for another number of players, or cannot be played by the policy.
        GameError: If the game's own code raises, or it has not ended after `most_steps`.
        RecordError: If `steps` are not by the rules.
        AgonistError: For any error of a player that is no invalid answer: a provider that fails, a budget
            that is spent, a person who leaves.

    >>> import asyncio
    >>> from agonist.games.tictactoe import KIT
    >>> from agonist.players.simple import RandomPlayer, ReferencePlayer
    >>> chosen = [lambda _seat: RandomPlayer(), ReferencePlayer]
    >>> match = asyncio.run(play(KIT, KIT.game(), chosen, seed="1"))
    >>> match.outcome.scores, len(match.steps)
    ((0, 0), 9)
    """
    dice = " ".join([seed, *players])
    done = list(steps)
    log = CallLog(game.seats, len(done), on_call, on_broken_off)
    seated = SeatedPlayers(kit, game, factories, seed, dice, match, policy, script, probes, log)
    seated.on_answer, seated.on_failure, seated.on_pause = on_answer, on_failure, on_pause
    try:
        policy.check(kit)
        with checked_game.rules_of(game):
            state = seated.recall(steps)
        log.resume(recorded)
        try:
            await seated.open()
            state, forfeits = await seated.to_the_end(state, done, on_step)
        except BaseException:
            log.break_off()
            raise
        how = ending_of_forfeit(done)
        moves = tuple([step.moves for step in done if step.moves])
        record = Record(name or game.name, game, moves, forfeits, how)
        outcome = forfeited(game, state, forfeits, how) if forfeits else checked_game.outcome(game, state)
        if outcome is None:
            raise GameError(f"{game.name}: nobody is asked, yet there is no outcome")
        await seated.finish(None if shared else state)
    finally:
        seated.close()
    return Match(record, tuple(done), outcome)


async def answer(
    kit: Kit,
    game: Game[Any, Any],
    state: Any,
    factory: PlayerFactory,
    seat: Seat | None = None,
    *,
    seed: str,
    policy: Policy = Policy(),  # noqa: B008  a frozen value
) -> Step:
    """What a player does in one state, as a step with its calls; nothing is played.

    `seat`: whose place it takes; `None` for the only one that is asked. The player knows what the view of the
    seat holds, and nothing of how the match came there. By a policy that ends a match, the step has no move.

    Raises `UsageError` if the seat is not asked, and otherwise as `play` does.
    """
    asked, views = checked_game.asked(game, state)
    asks = {each: ask for each, ask in asked.items() if each != CHANCE}
    if seat is None and len(asks) == 1:
        (seat,) = asks
    if seat is None or seat not in asks:
        if not asks:
            raise UsageError(f"{game.name}: in this state chance is asked, or nobody: no player")
        who = " and ".join(f"{each} ({player_name(each)})" for each in asks)
        raise UsageError(f"{game.name}: name a seat that is asked in this state: {who}")
    log = CallLog(game.seats, 0, lambda _step, _number, _call: None, lambda _calls: None)
    factories = [factory if each == seat else lambda _context: RandomPlayer() for each in range(game.seats)]
    seated = SeatedPlayers(kit, game, factories, seed, seed, "", policy, None, (), log)
    try:
        policy.check(kit)
        await seated.open()
        step, _ = await seated.step(state, {seat: asks[seat]}, views, 0)
        await seated.finish(None)
    finally:
        seated.close()
    return step
