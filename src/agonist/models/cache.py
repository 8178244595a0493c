"""A cache of answers, so that repeating a run costs nothing. Off by default."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections import Counter
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from agonist.core import AgonistError
from agonist.models.current_waits import waiting
from agonist.models.protocol import Reply, TokenIds, Usage

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from agonist.models.protocol import Message, Model, Settings

APPLICATION_ID = 0x41474E43  # in the header of the file, to recognise our own
SCHEMA_VERSION = 1
LOCK_TIMEOUT_SECONDS = 10.0  # seconds to wait for another process that writes


class CacheError(AgonistError):
    """The cache file cannot be used."""

    exit_code = 3


class Cache:
    """Replies by key in one SQLite file, created on first use. Several processes may share it.

    Raises `CacheError` if the file cannot be read or written, or is not a response cache.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path).expanduser()
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def check(self) -> None:
        """Open and check the file before anything is played. Raises `CacheError`."""
        problems = self._do("PRAGMA quick_check(1)", ())
        if problems != [("ok",)]:
            raise CacheError(f"the response cache {str(self.path)!r} is damaged; delete it")

    def get(self, key: bytes) -> Reply | None:
        """The reply under this key, marked `from_cache`, at no cost and in 0 seconds; `None` if unknown."""
        rows = self._do("SELECT reply FROM replies WHERE key = ?", (key,))
        return None if not rows else _thawed(rows[0][0], self.path)

    def put(self, key: bytes, reply: Reply) -> None:
        """Store a reply, unless this key has one already."""
        plain = asdict(reply)
        if reply.token_ids is None:
            del plain["token_ids"]
        frozen = orjson.dumps(plain)
        self._do("INSERT OR IGNORE INTO replies (key, reply) VALUES (?, ?)", (key, frozen))

    def close(self) -> None:
        """Close the file; it is opened again when needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _do(self, statement: str, values: tuple[bytes, ...]) -> list[Any]:
        busy = f"the response cache {str(self.path)!r}, which another process holds"
        with waiting(busy), self._lock:
            try:
                if self._connection is None:
                    self._connection = _open(self.path)
                with closing(self._connection.execute(statement, values)) as cursor:
                    return cursor.fetchall()
            except (sqlite3.Error, OSError) as error:
                raise CacheError(
                    f"the response cache {str(self.path)!r} cannot be used ({error}); "
                    "choose another file or go on without"
                ) from None


class Cached:
    """A model that answers from the cache if possible.

    The key covers everything that shapes an answer: the address, the model, the messages, all settings except
    timeout and origin, the `salt`, and how many times this `Cached` was asked the same before. So five
    repetitions of a match, each with its own salt, are five independent samples, two identical questions in
    one match are two samples, and repeating it all finds every one of them. Give each match its own `Cached`
    (`salted`); otherwise the samples depend on the order of requests.
    """

    def __init__(self, model: Model, cache: Cache, base_url: str, salt: str = "") -> None:
        self.model = model
        self.cache = cache
        self.base_url = base_url
        self.salt = salt
        self._asked: Counter[bytes] = Counter()

    @property
    def name(self) -> str:
        """The name of the model behind the cache."""
        return self.model.name

    def salted(self, salt: str) -> Cached:
        """The same model with another salt, and its counts at zero."""
        return Cached(self.model, self.cache, self.base_url, salt)

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The reply from the cache, or else from the model, which is then stored."""
        question = key_of(self.base_url, self.name, messages, settings, self.salt)
        sample = self._asked[question]
        self._asked[question] += 1
        key = hashlib.sha256(question + sample.to_bytes(8)).digest()
        reply = self.cache.get(key)
        if reply is None:
            try:
                reply = await self.model.complete(messages, settings)
            except BaseException:
                self._asked[question] -= 1  # a failed request is not a sample
                raise
            self.cache.put(key, reply)
        return reply


def key_of(base_url: str, name: str, messages: Sequence[Message], settings: Settings, salt: str) -> bytes:
    """A digest of 32 bytes of everything that may change the answer."""
    whole = asdict(replace(settings, schema=None))
    del whole["timeout"], whole["origin"]
    for new in ("top_k", "min_p", "stop", "body"):
        if not whole[new] and whole[new] != 0:
            del whole[new]  # so that replies stored before these settings existed are found
    if not settings.token_ids:
        del whole["token_ids"]
    # The order of a schema's properties is the order in which a model writes them: it is not sorted.
    schema = None if settings.schema is None else dict(settings.schema)
    conversation = [
        (message.role, message.content, *(() if message.image is None else (message.image.digest,)))
        for message in messages
    ]
    return hashlib.sha256(orjson.dumps([base_url, name, conversation, whole, schema, salt])).digest()


def _open(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise CacheError(f"the response cache {str(path)!r} cannot be used: it isn't a file; choose another")
    connection = sqlite3.connect(
        path, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        mark, version = (
            connection.execute(f"PRAGMA {it}").fetchone()[0] for it in ("application_id", "user_version")
        )
        empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if mark != APPLICATION_ID and not (empty and mark == 0):
            raise CacheError(f"{str(path)!r} is a database, but no response cache; choose another file")
        if mark == APPLICATION_ID and version > SCHEMA_VERSION:
            raise CacheError(f"the response cache {str(path)!r} is of a newer Agonist; choose another file")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if mark != APPLICATION_ID:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply BLOB NOT NULL) WITHOUT ROWID"
            )
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except BaseException:
        connection.close()
        raise
    return connection


def _thawed(frozen: bytes, path: Path) -> Reply:
    try:
        fields = orjson.loads(frozen)
        logprobs = fields["logprobs"]
        if logprobs is not None:
            logprobs = tuple(
                (token, value, tuple((other, chance) for other, chance in others))
                for token, value, others in logprobs
            )
        left_out = tuple(fields.get("left_out", ()))
        fields |= {"usage": Usage(**fields["usage"]), "logprobs": logprobs, "left_out": left_out}
        if ids := fields.get("token_ids"):
            kept = {name: None if values is None else tuple(values) for name, values in ids.items()}
            fields["token_ids"] = TokenIds(**kept)
        return Reply(**{**fields, "cost": 0.0, "from_cache": True, "seconds": 0.0, "tries": 0})
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        raise CacheError(f"the response cache {str(path)!r} is damaged; delete it") from None
