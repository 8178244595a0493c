"""Writing prompts: a text that is sent more than once in a run is stored once, and named by its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, bindparam, text

from agonist.models.protocol import Message
from agonist.store.runs.row_conversion import Row
from agonist.store.runs.serialization import pack

LEAST: Final = 120
"""Characters below which a text stays where it is: its digest would take a third of them."""

MOST: Final = 100_000
"""Texts of which is known whether they were sent before: some twenty megabytes."""

TextKey: TypeAlias = tuple[int, bytes]
"""The number of a run, and a digest."""

NEW: Final = text(
    "INSERT INTO prompts (run, digest, text) VALUES (:run, :digest, :text) ON CONFLICT DO NOTHING"
)
RUNS: Final = text("SELECT id, run FROM matches WHERE id IN :matches").bindparams(
    bindparam("matches", expanding=True)
)


@dataclass(frozen=True, slots=True)
class SentTexts:
    """The texts that this process has sent in its runs, as far as it remembers, and which of them are stored
    under their digests.

    A text is stored where it is sent at first, and under its digest when it is sent at another step. One that
    was forgotten, or that other processes sent, is only stored once more.
    """

    first: dict[TextKey, tuple[int, int]] = field(default_factory=dict)
    """The match and the step where each was sent first; the calls of a step may be written twice."""
    stored: set[TextKey] = field(default_factory=set)

    def update(self, more: SentTexts) -> None:
        """Add those of a transaction that was committed."""
        if len(self.first) > MOST:
            self.first.clear()
            self.stored.clear()
        self.first.update(more.first)
        self.stored.update(more.stored)


def sent_rows(
    connection: Connection, calls: Sequence[tuple[Row, Sequence[Message]]], known: SentTexts
) -> tuple[list[Row], SentTexts]:
    """Rows of `sent_messages` for rows of calls and what was sent with each, once texts that repeat are
    stored; and what was sent in them.

    `known` is not changed, since the transaction may fail.
    """
    found, new, texts = list[Row](), SentTexts(), dict[TextKey, str]()
    runs = _runs_of(connection, {row["match"] for row, _ in calls})

    def place(key: TextKey, at: tuple[int, int], content: str) -> str | list[str]:
        if not (key in known.stored or key in new.stored):
            if at == (known.first.get(key) or new.first.setdefault(key, at)):
                return content
            new.stored.add(key)
            texts[key] = content
        return [key[1].hex()]

    for row, messages in calls:
        match, step, plain = row["match"], row["step"], []
        for message in messages:
            content: str | list[str] = message.content
            if len(content) >= LEAST:
                raw = message.content.encode("utf-8", "surrogatepass")
                key = runs.get(match, 0), hashlib.blake2b(raw, digest_size=12).digest()
                content = place(key, (match, step), message.content)
            plain.append(_plain(message, content))
        found.append({"match": match, "step": step, "nth": row["nth"], "messages": pack(plain)})
    if texts:
        # In one order for all processes, so that none waits for another that waits for it.
        stored = sorted((run, digest.hex(), content) for (run, digest), content in texts.items())
        connection.execute(NEW, [{"run": run, "digest": name, "text": pack(it)} for run, name, it in stored])
    return found, new


def _runs_of(connection: Connection, matches: set[int]) -> Mapping[int, int]:
    rows = connection.execute(RUNS, {"matches": sorted(matches)})
    return {row.id: row.run for row in rows}


def _plain(message: Message, content: str | list[str]) -> tuple[Any, ...]:
    """A message as stored: role, text, or its digest in a list, and what a transcript keeps of an image."""
    if message.image is None:
        return message.role, content
    return message.role, content, message.image.plain()
