"""Marking the words that somebody has searched for."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from agonist.arena.replay.search_in_match import SHORTEST, pattern_of


def marker(words: str) -> Callable[[str], Markup]:
    """A function that marks these words in a text for a page; without words, it marks nothing.

    >>> marker("pot")("the <Pot> and the pot")
    Markup('the &lt;<mark>Pot</mark>&gt; and the <mark>pot</mark>')
    """
    if len(words) < SHORTEST:
        return escape
    sought = pattern_of(words)

    def marked(text: str) -> Markup:
        parts, at = [], 0
        for hit in sought.finditer(text):
            parts.append(Markup("{}<mark>{}</mark>").format(text[at : hit.start()], hit.group()))
            at = hit.end()
        return Markup("").join([*parts, escape(text[at:])])

    return marked
