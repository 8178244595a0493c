"""A game of ours as an environment of TextArena's, for its agents and wrappers."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from textarena.core import Env, ObservationType
from textarena.state import FFAMultiPlayerState

from agonist.core import CHANCE, Ask, InvalidAnswer, Moves, Outcome, Seat, UsageError
from agonist.kit import guarded
from agonist.match import Record
from agonist.match.chance_seat import Chance
from agonist.match.record import forfeited
from agonist.text import instruction, read
from agonist.text.answer_formats import Format
from agonist.tournament import parse_target


class GameEnv(Env):  # type: ignore[misc]  # TextArena ships no types
    """One match at a time.

    A player's observation is the rules, then at each of its turns what is new, the question, and how to
    answer it. Where several are asked at once, they are asked one after another, and none sees another's
    answer. An answer that cannot be played is told and asked for again, `error_allowance` times; then the
    player forfeits. Rewards are the scores of the outcome.
    """

    def __init__(
        self, target: str, *, form: Format = "json", error_allowance: int = 1, prompts: Path | None = None
    ) -> None:
        self._target, self._prompts = target, prompts
        self._form, self._allowed = form, error_allowance
        parse_target(target, prompts)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a match to this many players; chance draws from `seed` as in a match of ours.

        Raises `UsageError` where the game is for another number of players.
        """
        between = "&" if "?" in self._target else "?"
        chosen = parse_target(self._target, self._prompts)
        if num_players != chosen.game.seats:
            chosen = parse_target(f"{self._target}{between}seats={num_players}", self._prompts)
        self._name, self._kit, self._game = chosen.name, guarded(chosen.kit), chosen.game
        # The state would seed Python's global generator; ours have generators of their own.
        self.state = FFAMultiPlayerState(num_players, error_allowance=self._allowed)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._chance = Chance.of_match(str(seed or 0), None)
        self._seen: list[Any] = [None] * num_players
        self._moves: list[Moves] = []
        self._advance(self._game.new())

    @property
    def record(self) -> Record:
        """The match so far."""
        return Record(self._name, self._game, tuple(self._moves))

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the answer of the player whose turn it is."""
        if self.state.done:
            raise UsageError("the match is over: reset the environment before another step")
        seat = self.state.current_player_id
        ask, view = self._asks[seat], self._seen[seat]
        self.state.add_observation(action, ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        words = self._kit.words
        vocabulary = words.vocabulary(self._game, view)
        try:
            answer = read(ask, action, self._form, partial(words.label, view), vocabulary=vocabulary)
            ask.check(answer)
        except InvalidAnswer as why:
            if self.state.set_invalid_move(str(why)):
                self._end(forfeited(self._game, self._now, (seat,)))
        else:
            self._answers[seat] = answer
            self._next()
        done, info = self.state.step(rotate_player=False)
        return bool(done), dict(info)

    def _prompt(self, player_id: Seat, game_state: dict[str, Any]) -> str:
        return f"You are Player {player_id + 1}.\n\n{self._kit.words.rules(self._game)}"

    def _advance(self, state: Any) -> None:
        """Let chance answer until a player is asked, or the match is over."""
        self._now, self._answers = state, {}
        self._asks: dict[Seat, Ask] = dict(sorted(self._game.turn(state).items()))
        if not self._asks:
            outcome = self._game.outcome(state)
            assert outcome is not None
            self._end(outcome)
            return
        if CHANCE in self._asks:
            self._answers[CHANCE] = self._chance.pick(self._asks[CHANCE])
        self._next()

    def _next(self) -> None:
        """Ask the next player who has not answered, or play the answers."""
        waiting = [seat for seat in self._asks if seat not in self._answers]
        if not waiting:
            self._moves.append(self._answers)
            self._advance(self._game.act(self._now, self._answers))
            return
        seat, words = waiting[0], self._kit.words
        view, old = self._game.observe(self._now, seat), self._seen[seat]
        told = words.scene(self._game, view) if old is None else words.news(self._game, old, view)
        question = words.request(self._game, view, self._asks[seat])
        how = instruction(self._asks[seat], self._form, partial(words.label, view))
        text = "\n\n".join(filter(None, [told, question, how]))
        self._seen[seat] = view
        self.state.add_observation(text, ObservationType.GAME_BOARD, to_id=seat)
        self.state.manually_set_current_player_id(seat)

    def _end(self, outcome: Outcome) -> None:
        self.state.set_game_outcome(dict(enumerate(outcome.scores)), outcome.reason)


def game_env(
    target: str, *, form: Format = "json", error_allowance: int = 1, prompts: Path | None = None
) -> GameEnv:
    """The environment for a game with options, such as `connect_four?rows=5`; wrap it as any of TextArena's.

    `form`: how players write their answers, as in `format=` of our models. Raises `UsageError` for an unknown
    game or option.

    >>> env = game_env("tictactoe")
    >>> env.reset(2, seed=1)
    >>> seat, observation = env.get_observation()
    >>> env.step('{"cell": "(2, 2)"}')
    (False, {})
    """
    return GameEnv(target, form=form, error_allowance=error_allowance, prompts=prompts)
