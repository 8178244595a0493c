"""Prompts as stored: a text that was sent more than once in a run stands in a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from agonist.models.image import image_from
from agonist.models.protocol import Message
from agonist.store.engines.database import Query
from agonist.store.runs.damage import Damaged
from agonist.store.runs.serialization import unpack

TextOf: TypeAlias = Callable[[str], str]
"""The text with a digest."""


def messages_from(sent: Iterable[Sequence[Any]], text_of: TextOf) -> tuple[Message, ...]:
    """Messages from what is stored of them."""
    return tuple(
        Message(
            role,
            content if isinstance(content, str) else text_of(*content),
            image_from(image[0]) if image else None,
        )
        for role, content, *image in sent
    )


def texts_of(query: Query, run: int) -> TextOf:
    """The texts of a run by their digests, each read when it is first asked for."""
    known: dict[str, str] = {}

    def text_of(digest: str) -> str:
        if digest not in known:
            rows = query(
                "SELECT text FROM prompts WHERE run = :run AND digest = :digest",
                {"run": run, "digest": digest},
            )
            if (row := next(rows, None)) is None:
                raise Damaged(f"names a prompt {digest} that is missing")
            known[digest] = unpack(row.text)
        return known[digest]

    return text_of


def texts_of_match(query: Query, match: int | None) -> TextOf:
    """The texts of a match's run by their digests."""
    run = next(query("SELECT run FROM matches WHERE id = :match", {"match": match}), None)
    return texts_of(query, -1 if run is None else int(run[0]))
