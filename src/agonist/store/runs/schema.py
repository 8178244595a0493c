"""The tables, for SQLite and PostgreSQL alike.

Columns called JSON hold text (see `agonist.store.runs.serialization`), not the server's JSON type, which
refuses some characters that models write.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from agonist.players.model_call_record import UNKNOWN

METADATA: Final = MetaData()
META: Final = Table(
    "agonist",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about the database: the versions of its tables, the key of public ids, saved results."""

RUNS: Final = Table(
    "runs",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("created", Text, nullable=False),  # ISO 8601, UTC
    Column("plan", Text, nullable=False),  # JSON
    Column("status", Text, nullable=False),
    Column("note", Text, nullable=False),
)

RUN_WORKERS: Final = Table(
    "run_workers",
    METADATA,
    Column("run", ForeignKey(RUNS.c.number), primary_key=True),
    Column("name", Text, primary_key=True),  # host, process, and chance; empty for what came before all
    # Seconds since 1970 (UTC), by the clock of the database.
    Column("began", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("ended", Float),  # none while it plays, and for one that was killed
    Column("lease", Float, nullable=False, server_default="20"),  # seconds since `seen` for which it lives
    Column("joined", Integer, nullable=False, server_default="0"),  # 1: not a part of who leads the run
    # What it has used, as a budget counts it.
    Column("usd", Float, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    Column("requests", BigInteger, nullable=False),
    # What is reserved for it from the run's budget.
    Column("held_usd", Float, nullable=False),
    Column("held_tokens", BigInteger, nullable=False),
    Column("held_requests", BigInteger, nullable=False),
    Column("waits", Integer, nullable=False),  # 1 if it waits for a part of the budget
    Column("news", Text, nullable=False),  # JSON, what it tells the others
)
"""The processes that play, or have played, a run."""

RUN_RATES: Final = Table(
    "run_rates",
    METADATA,
    Column("run", ForeignKey(RUNS.c.number), primary_key=True),
    Column("endpoint", Text, primary_key=True),
    Column("unit", Text, primary_key=True),  # requests or tokens
    # When its bucket will be full again if nothing more is taken: seconds since 1970 (UTC), of the database.
    Column("full_at", Float, nullable=False),
)
"""The limits of requests and tokens a minute that the processes of a run share."""

ENDED: Final = text("ended IS NOT NULL")

ROOM: Final = 50
"""Percent of a page of PostgreSQL's that planned matches fill."""

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("run", ForeignKey(RUNS.c.number), nullable=False),
    Column("nth", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("fixture", Text, nullable=False),  # JSON
    Column("status", Text, nullable=False),
    Column("error", Text, nullable=False, default=""),
    Column("forfeits", Text, nullable=False, default="[]"),  # JSON, seats
    Column("scores", Text, nullable=False, default="[]"),  # JSON, by seat
    Column("ranks", Text, nullable=False, default="[]"),  # JSON, by seat
    Column("teams", Text, nullable=False, default="[]"),  # JSON
    Column("reason", Text, nullable=False, default=""),
    Column("fallback", Text, nullable=False, default="[]"),  # JSON, seats
    Column("seconds", Float, nullable=False, default=0.0),
    # Matches of one run with the same deal share this key; empty if chance deals nothing.
    Column("deal", Text, nullable=False, server_default=""),
    Column("ended", Float),  # seconds since 1970 (UTC), when its end was written; none before schema 7
    # See `agonist.store.runs.move_tally`; none before the end, nor before schema 15.
    Column("move_counts", Text),  # JSON, by seat: moves asked for, fallback moves
    Column("course", BigInteger),
    # JSON, see `match_end_tallies`; none before the end, before schema 18, and for late calls.
    Column("usage", Text),
    Column("worker", Text),  # the name of who plays it, or did; none: any worker of its run may take it
    # See `agonist.store.runs.worker_deaths`.
    Column("deaths", Integer, nullable=False, server_default="0"),  # of its workers, with no step between
    Column("died_at", Integer, nullable=False, server_default="0"),  # the number of its steps then
    UniqueConstraint("run", "nth"),
    Index("matches_by_status", "run", "status", "id"),
    Index("matches_by_end", "ended", sqlite_where=ENDED, postgresql_where=ENDED),
    # A match is written when it is planned, taken, begun and ended. With room beside it, what it was before
    # is overwritten; else PostgreSQL puts each version on another page, and in each index.
    postgresql_with={"fillfactor": ROOM},
)

STEPS: Final = Table(
    "steps",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("moves", Text, nullable=False),  # JSON, action by seat
    Column("fallback", Text, nullable=False),  # JSON, seats
    Column("probes", Text, nullable=False),  # JSON, [name, seat, answer]
)

MODEL_CALLS: Final = Table(
    "model_calls",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("step", Integer, primary_key=True),  # or BROKEN_OFF
    Column("nth", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("probe", Text, nullable=False),
    Column("error", Text, nullable=False),
    # One of `agonist.players.model_call_record.FORMS`; empty if no form was asked for; "unknown" before
    # schema 13.
    Column("form", Text, nullable=False, server_default=UNKNOWN),
    Column("request", Integer, nullable=False),  # 1 if anything was sent to a model
    Column("prompt", Integer, nullable=False),
    Column("cached", Integer, nullable=False),
    Column("completion", Integer, nullable=False),
    Column("reasoning", Integer, nullable=False),
    Column("cost", Float),
    Column("seconds", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("from_cache", Integer, nullable=False),
    Column("estimated", Integer, nullable=False, server_default="0"),  # 1 if tokens and cost are an estimate
    # JSON: kept, text, finish, model, settings, complaint, thought; before schema 18 also sent
    Column("words", Text, nullable=False),
    Column("logprobs", Text),  # JSON
)

SENT: Final = Table(
    "sent_messages",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("messages", Text, nullable=False),  # JSON, see `agonist.store.runs.stored_prompts`
)
"""The messages that were new in each request; no row where nothing was sent, or what was is not kept."""

CALL_TOKENS: Final = Table(
    "call_tokens",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("nth", Integer, primary_key=True),
    # See `agonist.store.runs.packed_tokens`; none where the endpoint gave none.
    Column("prompt", LargeBinary),
    Column("completion", LargeBinary),
    Column("logprobs", LargeBinary),
)
"""The tokens of requests whose endpoints were asked for them, and gave them."""

PROGRAMS: Final = Table(
    "programs",
    METADATA,
    Column("run", ForeignKey(RUNS.c.number), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),  # JSON: name, version, options, digest of the prompts
    Column("source", Text, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("faults", Text, nullable=False),  # JSON
)
"""The programs that models have written in a run, see `agonist.players.written_programs`."""

PROMPTS: Final = Table(
    "prompts",
    METADATA,
    Column("run", ForeignKey(RUNS.c.number), primary_key=True),
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),  # JSON
)
"""Texts that were sent more than once in a run."""
