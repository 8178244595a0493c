"""Rate limits that an admin has set on the site's page; they hold for the next start, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agonist.arena.accounts.rate_limits import RATES, Rate
from agonist.core import UsageError
from agonist.store import Store
from agonist.store.platform.site_limits import keep_limits, kept_limits

MOST_EVENTS: Final = 1_000_000


def rates_of(store: Store) -> Mapping[str, Rate]:
    """All limits: those that were set, and the usual others."""
    kept = kept_limits(store)
    return {name: rate._replace(events=kept.get(name, rate.events)) for name, rate in RATES.items()}


def set_limits(store: Store, typed: Mapping[str, str]) -> None:
    """Set limits from what was typed, by name; an empty text restores the usual one.

    Raises `UsageError`, and sets none, for what is no number of events.
    """
    limits = {}
    for name, rate in RATES.items():
        text = typed.get(name, "").strip()
        if not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MOST_EVENTS):
            raise UsageError(
                f"{name}: a limit is a whole number from 1 to {MOST_EVENTS:,}, not {text[:20]!r}"
            )
        if int(text) != rate.events:
            limits[name] = int(text)
    keep_limits(store, limits)
