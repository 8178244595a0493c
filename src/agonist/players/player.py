"""The interface of a player: a model, a person, a search, a user's agent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from agonist.core import AgonistError, Ask, Game, InvalidAnswer, Seat
from agonist.models.protocol import Message, Origin
from agonist.players.board_image import drawn

if TYPE_CHECKING:
    from agonist.kit import Kit
    from agonist.kit.picture import Picture
    from agonist.models.image import Image
    from agonist.players.model_call_record import ModelCall


UNTOLD: Final = "The match is over. How it ended is not told, since other matches have the same deal."
"""What a player hears at the end of a match whose deal others share."""


class Dice:
    """The random numbers for a question: a single one, or a generator, seeded when it is first used."""

    __slots__ = ("_rng", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._rng: Random | None = None

    def random(self) -> float:
        """A number from 0 up to 1, always the same one.

        A digest of the seed takes a tenth of the time of a generator, whose 624 words have to be filled.
        """
        digest = blake2b(self._seed.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return (int.from_bytes(digest) >> 11) * 2.0**-53

    @property
    def rng(self) -> Random:
        """The generator, always the same one."""
        if self._rng is None:
            # As Random(self._seed), in nine tenths of the time.
            self._rng = Random.__new__(Random)
            self._rng.seed(self._seed)
        return self._rng


@dataclass(slots=True)
class Question:
    """A question to a player, with everything that it may use to answer."""

    view: Any
    ask: Ask
    dice: Dice | Random

    attempt: int = 1
    complaint: InvalidAnswer | None = None
    """What was wrong with the previous attempt, if the policy tells the player."""

    probe: str = ""
    """The name of a hidden question; empty for a move."""

    turn: int = 0
    """The step of the match, from 0."""

    @property
    def rng(self) -> Random:
        """A separate generator for each question, so that other matches cannot change the answer."""
        return self.dice if isinstance(self.dice, Random) else self.dice.rng


# Not frozen, which would take most of the time that it takes to seat a player.
@dataclass(slots=True, eq=False)
class SeatContext:
    """Everything that a player factory needs to make a player for one seat of one match."""

    kit: Kit
    game: Game[Any, Any]
    seat: Seat
    seed: str
    """The player's own seed. It differs by match and seat, and the seed of chance cannot be derived from
    it."""
    note: Callable[[ModelCall], None]
    """Records a request to a model and its answer; the match adds seat and step."""
    match_id: Callable[[], str] = lambda: ""
    """Gives `match`: most players never ask for it."""
    answered: Callable[[Sequence[Message]], ModelCall | None] = lambda _messages: None
    """Returns the recorded answer to these messages, if the match was interrupted in this step."""
    record: Callable[[Origin | None, ModelCall], None] = lambda _origin, _call: None
    """Records an answer as soon as it arrives, since the step may never be completed."""
    apart: Callable[[Origin | None, ModelCall], None] = lambda _origin, _call: None
    """Records a request that was never answered, or was answered after the match had stopped waiting."""
    image: Callable[[Picture], Awaitable[Image]] = drawn
    """Converts a picture to the image that is sent."""

    @property
    def match(self) -> str:
        """An opaque id of the match, the same when it is resumed; endpoints receive it in a header."""
        return self.match_id()

    def origin(self, question: Question) -> Origin:
        """The origin of requests about a question."""
        return Origin(self.match, self.seat, question.turn, question.attempt, question.probe)


class Player(ABC):
    """One instance plays one seat in one match.

    Only `answer` must be written. A match calls `open` first, then `answer` for each question, `fallback`
    after a fallback move, `finish` with the end, and `close` last. If it is resumed, `replay` comes after
    `open`, once for each earlier turn.

    >>> import agonist
    >>> class First(Player):
    ...     waits = False
    ...     async def answer(self, question):
    ...         return question.ask.options()[0]
    >>> match = agonist.play("tictactoe", [lambda seat: First(), "reference"])
    >>> first, second, *_ = match.steps
    >>> dict(first.moves), dict(second.moves)
    ({0: (1, 1)}, {1: (2, 2)})
    """

    waits: ClassVar[bool] = True
    """Whether an answer may have to wait for something, such as a model, a person or a thread."""

    async def open(self) -> None:
        """Prepare before the match begins or is resumed; there is no time limit."""

    @abstractmethod
    async def answer(self, question: Question) -> Any:
        """An action in answer to a question.

        Args:
            question: The view, the ask that says which actions are legal, and random numbers to use.

        Raises:
            InvalidAnswer: If the player has no action that can be played; the policy says what follows. So
                does an action that is not legal. Any other `AgonistError` suspends the match.
        """

    def chances(self, view: Any, ask: Ask) -> Mapping[Any, float] | None:
        """The probability of each answer, by the player's policy; `None`: only its answers tell.

        Args:
            view: What the player sees.
            ask: What it is asked.
        """

    async def probe(self, question: Question) -> Any:
        """An answer to a hidden question; later answers must not depend on it.

        Args:
            question: As in `answer`; its `probe` names the hidden question.
        """
        return question.ask.sample(question.rng)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        """Remember a turn that was played before this match was resumed.

        Args:
            view: What the player saw.
            ask: What it was asked.
            action: Its action; `None` after a fallback move; `fallback` is called next.
            calls: Its requests to models in that turn, with the answers.
        """

    def replay(self, questions: Sequence[Question], action: Any, calls: Sequence[ModelCall]) -> None:
        """Repeat a turn that was played before, for players that rebuild their memory by answering again.

        Args:
            questions: The question of the turn, once for each attempt.
            action: As in `recall`, which this calls.
            calls: As in `recall`.
        """
        self.recall(questions[-1].view, questions[-1].ask, action, calls)

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        """Note a fallback move, after invalid answers.

        Args:
            view: What the player saw.
            ask: What it was asked.
            action: The move that the policy played.
        """

    async def finish(self, view: Any | None) -> None:
        """Note the outcome.

        Args:
            view: The last view; `None` if the end is not told, since other matches have the same deal.
        """

    def close(self) -> None:
        """Release resources: the match is over or suspended."""


PlayerFactory: TypeAlias = Callable[[SeatContext], Player]
"""Makes a player for a seat; each player specification is turned into a factory."""


class Paused(AgonistError):
    """A person left the match; if it belongs to a run, it can be resumed."""

    exit_code = 130
