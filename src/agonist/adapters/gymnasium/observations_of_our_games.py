"""What agents observe: the arrays of a game, the mask of actions, and the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from struct import Struct
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from agonist.adapters.gymnasium.answer_encoding import AgentStep
from agonist.adapters.gymnasium.stepped_match import SteppedMatch
from agonist.core import Seat
from agonist.kit import Array
from agonist.kit.arrays import one_hot

TYPECODES: Final = {"int8": "b", "int32": "i", "int64": "q"}
"""The standard library packs numbers several times faster than NumPy takes them from a list."""

PRINTABLE: Final = "".join(map(chr, range(32, 127)))
"""The characters of declared text spaces. Other texts are accepted too, if the ask allows them."""

SAMPLE_TEXT: Final = 400
"""The longest text, in characters, that a space of texts samples."""

SEAT: Final = "seat"
"""The array that says which seat the agent has: one policy can play all of them."""

INT8: Final = np.dtype(np.int8)
BOOL: Final = np.dtype(np.bool_)

NO_STEP: Final = AgentStep()

UNREAD: Final = object()

DRAWN_AT_ONCE: Final = 64
"""Random numbers that a space draws ahead."""

ONE_CHARACTER: Final = (1, None)
"""The mask of a text that is not read: the shortest is drawn."""


class AnyText(spaces.Text):
    """All texts, of any length and in any script."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)


class Texts(spaces.Text):
    """Texts of printable characters, drawn ten times as fast as Gymnasium draws them."""

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        if probability is not None or (mask is not None and mask[1] is not None):
            return super().sample(mask, probability)
        length = None if mask is None else mask[0]
        if length is None:
            length = self.np_random.integers(self.min_length, self.max_length + 1)
        if length == 1:
            return PRINTABLE[int(self.np_random.random() * len(PRINTABLE))]
        drawn = ord(PRINTABLE[0]) + len(PRINTABLE) * self.np_random.random(length)
        return drawn.astype(np.uint8).tobytes().decode("ascii")


class Actions(spaces.Discrete):
    """Numbers of actions, drawn many times as fast as Gymnasium draws them with a mask."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self._size, self._drawn = size, list[float]()

    def seed(self, seed: int | None = None) -> Any:
        self._drawn = []
        return super().seed(seed)

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> Any:
        if mask is None or len(mask) != self._size:
            return super().sample(mask, probability)  # says what is wrong with a mask
        allowed = (mask if self._size < 256 else mask.astype(BOOL)).nonzero()[0]
        if not len(allowed):
            return self.start
        if not self._drawn:  # NumPy takes ten times as long for one number as for each of many
            self._drawn = self.np_random.random(DRAWN_AT_ONCE)[::-1].tolist()
        return allowed[int(self._drawn.pop() * len(allowed))]


class Observations:
    """The spaces and observations of one match's agents.

    `text`: whether the text is a part of the observation; in a game without arrays it always is.
    """

    def __init__(self, match: SteppedMatch, text: bool) -> None:
        self._match, self._arrays = match, match.kit.arrays
        declared = dict(self._arrays.shapes(match.game)) if self._arrays else {}
        # The largest numbers first, so that all arrays are aligned.
        layout = sorted(declared.items(), key=lambda item: -np.dtype(item[1].dtype).itemsize)
        self._packers = [(name, _packer(each)) for name, each in layout]
        seats = match.game.seats
        self._record = np.dtype(
            [*((name, each.dtype, each.shape) for name, each in layout), (SEAT, INT8, (seats,))]
        )
        self._names = [name for name, _ in layout] + [SEAT]
        self._boxes: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(each.low, each.high, each.shape, np.dtype(each.dtype).type)
            for name, each in declared.items()
        }
        if declared:
            self._boxes[SEAT] = spaces.Box(0, 1, (seats,), np.int8)
        self._size, self._talk = match.spelling.size, bool(match.spelling.text)
        self._text = text or not declared
        self._who = [one_hot(seat, seats) for seat in range(seats)]
        self._read, self._packed = [UNREAD] * seats, [b""] * seats
        self._masked, self._zeros = NO_STEP, np.zeros(self._size, INT8)
        self._ones = self._zeros
        # A mask named action_mask is taken by PettingZoo's users to fit the action space as a whole.
        self._mask_key = "option_mask" if self._talk else "action_mask"

    def action_space(self) -> spaces.Space[Any]:
        """`Discrete`; where players talk, `Dict` of `option` and `text`, of which each step uses one."""
        option = Actions(self._size)
        if not self._talk:
            return option
        text = Texts(self._match.spelling.text, charset=PRINTABLE)
        return spaces.Dict({"option": option, "text": text})

    def space(self) -> spaces.Dict:
        """`observation`: the game's named arrays and `seat`, if it has any. `action_mask` (`option_mask`
        where players talk): 1 for allowed. `text`: what the seat is told, if wanted.
        """
        parts: dict[str, spaces.Space[Any]] = {self._mask_key: spaces.Box(0, 1, (self._size,), np.int8)}
        if self._boxes:
            parts["observation"] = self.array_space()
        if self._text:
            parts["text"] = AnyText(SAMPLE_TEXT, min_length=0, charset=PRINTABLE)
        return spaces.Dict(parts)

    def array_space(self) -> spaces.Dict:
        """The game's named arrays and `seat`."""
        return spaces.Dict(self._boxes)

    def of(self, seat: Seat, mask: NDArray[np.int8]) -> dict[str, Any]:
        """What this seat observes, with this mask."""
        observation: dict[str, Any] = {self._mask_key: mask}
        if self._arrays:
            observation["observation"] = self.arrays(seat)
        if self._text:
            observation["text"] = self.text(seat)
        return observation

    def arrays(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """The arrays that this seat observes, of a game that has any."""
        match = self._match
        if self._read[seat] is not match.state:  # the same in all steps of an answer
            assert self._arrays is not None
            game, state = match.game, match.state
            values = self._arrays.values(game, game.observe(state, seat), seat)
            numbers = [pack(values[name]) for name, pack in self._packers]
            self._read[seat], self._packed[seat] = state, b"".join((*numbers, self._who[seat]))
        # Fields of one record are made in half the time of as many arrays. An agent may write to them, and
        # keep them: each observation has memory of its own.
        record = np.ndarray((), self._record, bytearray(self._packed[seat]))
        return {name: record[name] for name in self._names}

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """1 for each number that this seat may give now; all 0 if nothing is asked."""
        step = self._match.steps.get(seat, NO_STEP)
        if step is NO_STEP:
            return self._zeros.copy()
        if step is not self._masked:  # seats that are asked the same have the same step
            self._masked, self._ones = step, self._ones_of(step.numbers)
        return self._ones.copy()

    def _ones_of(self, numbers: Sequence[int]) -> NDArray[np.int8]:
        mask = bytearray(self._size)
        if type(numbers) is range:
            mask[numbers.start : numbers.stop] = b"\1" * len(numbers)
        else:
            for number in numbers:
                mask[number] = 1
        return np.ndarray(self._size, INT8, mask)

    def info(self, seat: Seat, mask: NDArray[np.int8]) -> dict[str, Any]:
        """`action_mask`: an argument for the action space's `sample` in every game."""
        if not self._talk:
            return {"action_mask": mask}
        speech = self._match.steps.get(seat, NO_STEP).speech
        return {"action_mask": {"option": mask, "text": None if speech else ONE_CHARACTER}}

    def text(self, seat: Seat) -> str:
        """The seat's prompt: what it sees, its ask if any, and the steps that it has given so far."""
        match = self._match
        view, words = match.view(seat), match.kit.words
        parts = [words.scene(match.game, view)]
        if seat in match.steps:
            parts.append(words.request(match.game, view, match.asks[seat]))
            if letters := match.said(seat):
                parts.append(f"Steps given: {', '.join(map(str, letters))}")
        return "\n\n".join(parts)


def _packer(shape: Array) -> Callable[[Sequence[int]], bytes]:
    """Makes bytes of an array's numbers."""
    if shape.dtype == "int8" and shape.low >= 0:
        return bytes
    packed = Struct(f"={prod(shape.shape)}{TYPECODES[shape.dtype]}").pack
    return lambda numbers: packed(*numbers)
