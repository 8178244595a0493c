"""How often a player's answers had the form that was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from agonist.players.model_call_record import FORMS
from agonist.ratings.wilson_intervals import ends


@dataclass(frozen=True, slots=True)
class FormShare:
    """How many of a player's answers had one form, and which share of all, from 0 to 1, with its interval
    (`None` for the answers of a single match)."""

    count: int
    share: float
    low: float | None
    high: float | None


def form_shares(matches: np.ndarray[Any, Any], confidence: float = 0.95) -> dict[str, FormShare]:
    """The share of each of `FORMS`, from the number of answers of each form (columns) in each match (rows);
    empty without any.

    Answers of one match are one block of `agonist.ratings.wilson_intervals`.

    >>> found = form_shares(np.array([[4, 0, 0, 0], [3, 0, 0, 1]]))
    >>> found["as asked"].count, found["as asked"].share, found["leniently"].share
    (7, 0.875, 0.0)
    """
    sizes = matches.sum(axis=1).astype(float)
    matches, sizes = matches[sizes > 0], sizes[sizes > 0]
    total = sizes.sum()
    if not total:
        return {}
    found = {}
    trials, owner = np.array([total]), np.zeros(len(sizes), dtype=np.intp)
    for form, counts in zip(FORMS, matches.T, strict=True):
        rates = np.array([counts.sum() / total])
        excess = counts - rates * sizes
        both = ends(rates, trials, owner, sizes, excess, trials, confidence)
        low, high = (float(end[0]) for end in both)
        interval = (None, None) if isnan(low) else (low, high)
        found[form] = FormShare(int(counts.sum()), float(rates[0]), *interval)
    return found
