"""How often a player's answers had the form that was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from agonist.players.model_call import FORMS
from agonist.ratings.wilson_intervals import shares


@dataclass(frozen=True, slots=True)
class FormShare:
    """How many of a player's answers had one form, and which share of all, from 0 to 1, with its interval
    (`None` for the answers of a single match)."""

    count: int
    share: float
    low: float | None
    high: float | None


def form_shares(matches: Sequence[Mapping[str, int]], confidence: float = 0.95) -> dict[str, FormShare]:
    """The share of each of `FORMS`, from the number of answers of each form in each match; empty without any.

    Answers of one match are one block of `agonist.ratings.wilson_intervals`. Other forms, such as unknown
    ones, are left out.

    >>> found = form_shares([{"as asked": 4}, {"as asked": 3, "refused": 1}, {"unknown": 9}])
    >>> found["as asked"].count, found["as asked"].share, found["leniently"].share
    (7, 0.875, 0.0)
    """
    sizes = [sum(match.get(form, 0) for form in FORMS) for match in matches]
    block = np.repeat(np.arange(len(sizes)), sizes)
    if not len(block):
        return {}
    found = {}
    for form in FORMS:
        counts = [match.get(form, 0) for match in matches]
        point = np.concatenate(
            [np.arange(size) < count for size, count in zip(sizes, counts, strict=True)]
        ).astype(float)
        columns = shares(np.zeros_like(block), block, np.ones(len(block)), point, 1, confidence)
        share, low, high = (float(column[0]) for column in columns)
        ends = (None, None) if isnan(low) else (low, high)
        found[form] = FormShare(sum(counts), share, *ends)
    return found
