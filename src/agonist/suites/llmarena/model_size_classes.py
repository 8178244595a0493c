"""Models by size, as the paper groups them: about 70, 30 and 10 billion parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

CLASSES: Final = {"about 70B": (50, 100), "about 30B": (25, 50), "about 10B": (5, 25)}
"""The sizes of each class, in billions of parameters: from the first, below the second."""

_SIZE: Final = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)


def size_class(name: str) -> str | None:
    """The class of a model by the size in its name; `None` where the name has none, or another.

    >>> size_class("Qwen-72B-Chat"), size_class("vllm/yi-34b-chat?temperature=0"), size_class("GPT-4")
    ('about 70B', 'about 30B', None)
    """
    sizes = [float(size) for size in _SIZE.findall(name)]
    if len(sizes) != 1:
        return None
    return next((each for each, (low, high) in CLASSES.items() if low <= sizes[0] < high), None)


def class_means(rows: Mapping[str, Sequence[float | None]]) -> dict[str, tuple[int, list[float | None]]]:
    """For each class with models in it, how many and the mean of each column.

    `rows`: the numbers of each model, by name. A mean needs the number of every model of the class.

    >>> class_means({"a-70b": [1.0, None], "b-72b": [2.0, 4.0], "c": [9.0, 9.0]})
    {'about 70B': (2, [1.5, None])}
    """
    found: dict[str, tuple[int, list[float | None]]] = {}
    for each in CLASSES:
        rows_of_class = [values for name, values in rows.items() if size_class(name) == each]
        if rows_of_class:
            columns = zip(*rows_of_class, strict=True)
            found[each] = (len(rows_of_class), [_mean(column) for column in columns])
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if len(known) == len(values) else None
