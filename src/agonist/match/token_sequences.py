"""Training traces as sequences: consecutive calls that go on where the one before ended, as one row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agonist.core import UsageError
from agonist.match.training_trace import TrainingTrace, TrainingTurn


@dataclass(frozen=True, slots=True)
class TokenSequence:
    """What the policy read at first, and all tokens after that.

    `mask` is 1 on what the policy wrote and 0 on what it was told in between; `logprobs` is 0 there. Both
    have a number for each of `completion_ids`.
    """

    prompt_ids: tuple[int, ...]
    completion_ids: tuple[int, ...]
    mask: tuple[int, ...]
    logprobs: tuple[float, ...]

    def goes_on(self, turn: TrainingTurn) -> bool:
        """Whether the prompt of a call begins with this sequence, token by token."""
        told = turn.prompt_token_ids
        begins, ends = len(self.prompt_ids), len(self.prompt_ids) + len(self.completion_ids)
        return told[:begins] == self.prompt_ids and told[begins:ends] == self.completion_ids

    def with_turn(self, turn: TrainingTurn) -> TokenSequence:
        """The sequence with a call that goes on from it."""
        told = turn.prompt_token_ids[len(self.prompt_ids) + len(self.completion_ids) :]
        return TokenSequence(
            self.prompt_ids,
            (*self.completion_ids, *told, *turn.completion_token_ids),
            (*self.mask, *(0 for _ in told), *_mask(turn)),
            (*self.logprobs, *(0.0 for _ in told), *turn.per_token_logps),
        )


def sequences_of(trace: TrainingTrace) -> Iterator[TokenSequence]:
    """The calls of a trace as few sequences as there can be without a token that an engine did not see there.

    There is one for a conversation that is kept, and a new one wherever a call does not begin with all before
    it: where thoughts were dropped, or no history is sent.

    >>> def turn(node, read, wrote):
    ...     mask = (0,) * len(read) + (1,) * len(wrote)
    ...     return TrainingTurn(node, read, wrote, (-1.0,) * len(wrote), mask)
    >>> kept = TrainingTrace((turn("a", (1, 2), (3,)), turn("b", (1, 2, 3, 4), (5,))))
    >>> [(each.prompt_ids, each.completion_ids, each.mask) for each in sequences_of(kept)]
    [((1, 2), (3, 4, 5), (1, 0, 1))]
    >>> dropped = TrainingTrace((turn("a", (1, 2), (3,)), turn("b", (1, 2, 4), (5,))))
    >>> [each.completion_ids for each in sequences_of(dropped)]
    [(3,), (5,)]
    """
    now: TokenSequence | None = None
    for turn in trace.turns:
        if now is not None and now.goes_on(turn):
            now = now.with_turn(turn)
            continue
        if now is not None:
            yield now
        now = TokenSequence(
            turn.prompt_token_ids, turn.completion_token_ids, _mask(turn), turn.per_token_logps
        )
    if now is not None:
        yield now


def one_sequence(trace: TrainingTrace, empty: int) -> TokenSequence:
    """The one sequence of a trace, for trainers that take one a row.

    A seat that was asked nothing has the token `empty` as its prompt, and again, masked, as what follows.
    Raises `UsageError` where there are several sequences.
    """
    found = list(sequences_of(trace))
    if len(found) > 1:
        raise UsageError(
            f"seat {trace.metadata['seat']} of {trace.metadata['game']} has {len(found)} sequences, and this "
            "trainer takes one a row: each prompt must begin with all before it (history=full, and a policy "
            "for invalid answers that says what was wrong)"
        )
    return found[0] if found else TokenSequence((empty,), (empty,), (0,), (0.0,))


def _mask(turn: TrainingTurn) -> tuple[int, ...]:
    return turn.loss_mask[len(turn.prompt_token_ids) :]
