"""The tables of the platform: accounts, agents, ladders, leases, people's seats and answers.

Times are seconds since 1970 (UTC). Columns called JSON hold text, as in `agonist.store.runs.schema`.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    event,
)

from agonist.store.runs.schema import MATCHES, RUNS

METADATA: Final = MetaData()

INDEXES: Final = (
    # Each ends with the id, so that the newest of any kind are found without reading the others.
    "matches_by_game ON matches (game, status, id)",
    "matches_by_state ON matches (status, id)",
    "matches_by_deal ON matches (run, deal)",
)
"""What pages look up among all matches. Runs without a site need none of it, and each match writes them three
times."""

USERS: Final = Table(
    "users",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),  # the name as it is compared
    Column("password", Text, nullable=False),  # a hash by argon2
    Column("role", Text, nullable=False),  # member or admin
    Column("created", Float, nullable=False),
    Column("blocked", Text, nullable=False, server_default=""),  # the reason, if they may not sign in
    Column("dollars_a_day", Float),  # none: no limit
    Column("email", Text, nullable=False, server_default=""),  # confirmed; empty: none
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("hash", Text, primary_key=True),  # hash of the cookie's value
    Column("user", ForeignKey(USERS.c.id)),  # none: a visitor
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("ends", Float, nullable=False),
    Column("browser", Text, nullable=False, server_default=""),
    Index("sessions_by_user", "user"),
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", Text, primary_key=True),  # hash of the token
    Column("user", ForeignKey(USERS.c.id), nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
)
"""Access tokens of members' programs."""

IDENTITIES: Final = Table(
    "identities",
    METADATA,
    Column("site", Text, primary_key=True),  # by its name in the operator's settings
    Column("subject", Text, primary_key=True),  # who they are there
    Column("user", ForeignKey(USERS.c.id), nullable=False),
    Column("created", Float, nullable=False),
    Index("identities_by_user", "user"),
)
"""Who accounts are at other sites, by which they sign in."""

KEYS: Final = Table(
    "keys",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("owner", ForeignKey(USERS.c.id), nullable=False),
    Column("label", Text, nullable=False),
    Column("encrypted", Text, nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("owner", "label"),
)
"""API keys of members."""

SPENDING: Final = Table(
    "spending",
    METADATA,
    Column("owner", Integer, primary_key=True, autoincrement=False),  # a user; 0: the operator
    Column("day", Text, primary_key=True),  # 2026-01-31, UTC
    Column("dollars", Float, nullable=False),
    Column("matches", Integer, nullable=False),
)
"""What owners have spent on finished matches, by the day on which these began."""

AGENTS: Final = Table(
    "agents",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("owner", ForeignKey(USERS.c.id)),  # none: the operator
    Column("about", Text, nullable=False, server_default=""),
    Column("language", Text, nullable=False, server_default=""),
    Column("code", Text, nullable=False, server_default=""),  # a link
    Column("public", Integer, nullable=False, server_default="0"),  # 1: others may read its settings
    Column("house", Integer, nullable=False, server_default="0"),  # 1: always available as an opponent
    Column("state", Text, nullable=False),  # online, offline, paused, deleted
    Column("reason", Text, nullable=False, server_default=""),  # why it was paused
    Column("failures", Integer, nullable=False, server_default="0"),  # in a row
    Column("free_since", Float),  # the time since which it has been online without a match
    Column("waited", Float),  # how many seconds it waited for its last matches
    Column("created", Float, nullable=False),
    Index("agents_by_owner", "owner"),
)

NAMES: Final = Table(
    "names",
    METADATA,
    Column("key", Text, primary_key=True),  # see `agonist.players.lookalike_names`
    Column("user", ForeignKey(USERS.c.id)),
    Column("agent", ForeignKey(AGENTS.c.id)),
)
"""The keys of the names of accounts and agents, which are taken for good."""

VERSIONS: Final = Table(
    "versions",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("agent", ForeignKey(AGENTS.c.id), nullable=False),
    Column("nth", Integer, nullable=False),
    Column("player", Text, nullable=False),  # its specification, without a key
    Column("kind", Text, nullable=False),  # model, http, python, built-in
    Column("key", ForeignKey(KEYS.c.id)),
    Column("created", Float, nullable=False),
    UniqueConstraint("agent", "nth"),
)
"""Versions of agents, each with a rating of its own; the last one plays."""

TRIALS: Final = Table(
    "trials",
    METADATA,
    Column("run", ForeignKey(RUNS.c.number), primary_key=True),
    Column("version", ForeignKey(VERSIONS.c.id), nullable=False),
    Column("kind", Text, nullable=False),  # test, attack, defence, reasoning
    Column("created", Float, nullable=False),
    Index("trials_by_version", "version"),
)
"""Trial runs of agents; no leaderboard counts their matches."""

LADDERS: Final = Table(
    "ladders",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("target", Text, nullable=False),  # a game with options
    Column("run", ForeignKey(RUNS.c.number), nullable=False),
    Column("state", Text, nullable=False, server_default="open"),  # open, paused, closed
    Column("settings", Text, nullable=False, server_default="{}"),  # JSON
    Column("created", Float, nullable=False),
)
"""Ladders: runs without an end."""

ENTRANTS: Final = Table(
    "entrants",
    METADATA,
    Column("ladder", ForeignKey(LADDERS.c.id), primary_key=True),
    Column("agent", ForeignKey(AGENTS.c.id), primary_key=True),
    Column("joined", Float, nullable=False),
    Column("seconds", Float),  # that its answers take in a match, smoothed; none: unknown
    Column("lent", Float),  # when it has made up for the time that it waited for slower agents
)

LEASES: Final = Table(
    "leases",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True, autoincrement=False),
    Column("ladder", ForeignKey(LADDERS.c.id), nullable=False),
    Column("epoch", Integer, nullable=False),  # carried by every write, which is refused if it has changed
    Column("holder", Text, nullable=False, server_default=""),
    Column("until", Float, nullable=False),  # 0: no process holds it
    Column("planned", Float, nullable=False),
    Column("began", Float),
    Column("ended", Float),  # its cost is settled
    Index("leases_open", "ended", "until"),
    Index("leases_by_ladder", "ladder", "planned"),
)
"""Leases of matches of ladders: which process plays them, if any."""

LINEUP: Final = Table(
    "lineup",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("agent", ForeignKey(AGENTS.c.id), nullable=False),
    Column("version", ForeignKey(VERSIONS.c.id), nullable=False),
    Column("owner", Integer, nullable=False),  # as in SPENDING
    Index("lineup_by_agent", "agent", "match"),
    Index("lineup_by_owner", "owner", "match"),
)
"""The agents in the matches of ladders."""

ALLOWANCES: Final = Table(
    "allowances",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True, autoincrement=False),
    Column("owner", Integer, primary_key=True, autoincrement=False),  # as in SPENDING
    Column("day", Text, nullable=False),
    Column("dollars", Float, nullable=False),
    Index("allowances_by_owner", "owner", "day"),
)
"""Reservations from owners' daily limits for matches in play."""

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("owner", Integer, nullable=False),  # as in SPENDING
    Column("at", Float, nullable=False),
    Column("text", Text, nullable=False),
    Column("about", Text, nullable=False, server_default=""),  # the path of a page
    Column("seen", Integer, nullable=False, server_default="0"),
    Index("notices_by_owner", "owner", "seen"),
)
"""Notices to owners, for example that an agent was paused, and why."""

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("user", ForeignKey(USERS.c.id)),  # who opened it; none: a visitor, or the operator
    Column("session", Text),  # the hash of a visitor's session
    Column("invitation", Text),  # the hash of the secret in the link to any free seat
    Column("clock", Float),  # seconds that each person has for the match; none: as many as they like
    Column("increment", Float, nullable=False, server_default="0"),  # seconds that each answer adds
    Column("on_time", Text, nullable=False, server_default="forfeit"),  # or fallback: the policy plays
    Column("step", Integer, nullable=False, server_default="-1"),  # the step of the open questions
    Column("asked", Float),  # when these were put
    Column("rated", Integer, nullable=False, server_default="1"),  # 0: no leaderboard counts it
    Column("created", Float, nullable=False),
)
"""Tables: matches with people."""

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", ForeignKey(USERS.c.id)),
    Column("session", Text),  # the hash of a visitor's session
    Column("invitation", Text),  # the hash of the secret in the link to this seat
    Column("clock", Float),  # seconds that are left
    Column("joined", Float),  # none: the seat is free
    Column("seen", Float),  # the time of the last request of this person's browser
    Index("seats_by_user", "user"),
)
"""Seats for people: who sits there, and which invitation is for it."""

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", Text, nullable=False),  # joined, resigned, clock, …
    Column("seat", Integer),
    Column("words", Text, nullable=False, server_default="{}"),  # JSON
)
"""Events at tables beside the steps of their matches, in order."""

MEASURED: Final = Table(
    "measured",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True, autoincrement=False),
    Column("version", Text, nullable=False),  # of the measurements: those of another are made again
    Column("found", Text, nullable=False),  # JSON, by seat: the deal, and numbers by indicator
)
"""What was measured in finished matches, for the indicators of their games."""

ADDRESSES: Final = Table(
    "addresses",
    METADATA,
    Column("hash", Text, primary_key=True),  # keyed; its key is thrown away after a while
    Column("user", ForeignKey(USERS.c.id), primary_key=True),
    Column("seen", Float, nullable=False),
    Index("addresses_by_user", "user"),
)
"""Which accounts were seen at one address; not at which."""

EXCLUDED: Final = Table(
    "excluded",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True, autoincrement=False),
    Column("user", ForeignKey(USERS.c.id), nullable=False),  # the admin
    Column("at", Float, nullable=False),
    Column("note", Text, nullable=False),
)
"""Matches that an admin has excluded from ratings."""

DISMISSED: Final = Table(
    "dismissed",
    METADATA,
    Column("flag", Text, primary_key=True),  # its kind and accounts
    Column("user", ForeignKey(USERS.c.id), nullable=False),  # the admin
    Column("at", Float, nullable=False),
    Column("note", Text, nullable=False),
    Column("matches", Integer, nullable=False),  # that it named then
)
"""Flags of which an admin has said that nothing is wrong."""

ANSWERS: Final = Table(
    "answers",
    METADATA,
    Column("match", ForeignKey(MATCHES.c.id), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("probe", Text, primary_key=True),  # the name of a hidden question; empty for a move
    Column("nonce", Text, nullable=False),  # the same when the same form is sent again
    Column("action", Text, nullable=False),  # JSON
)
"""Answers that people have given on pages."""


SPECTATOR_LINES: Final = Table(
    "spectator_lines",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("match", ForeignKey(MATCHES.c.id), nullable=False),
    Column("user", ForeignKey(USERS.c.id), nullable=False),
    Column("at", Float, nullable=False),
    Column("text", Text, nullable=False),
    Column("removed", Integer, nullable=False, server_default="0"),  # 1: by an admin, and the text is empty
    Index("spectator_lines_by_match", "match", "id"),
    Index("spectator_lines_by_user", "user"),
)
"""What spectators say to each other beside a match; players don't see it before the match is over."""

SPECTATOR_REPORTS: Final = Table(
    "spectator_reports",
    METADATA,
    Column("line", ForeignKey(SPECTATOR_LINES.c.id), primary_key=True, autoincrement=False),
    Column("user", ForeignKey(USERS.c.id), primary_key=True, autoincrement=False),
    Column("match", ForeignKey(MATCHES.c.id), nullable=False),
    Column("at", Float, nullable=False),
)
"""Which lines members have reported."""


@event.listens_for(METADATA, "after_create")
def index_matches(_metadata: MetaData, connection: Connection, **_: Any) -> None:
    """Make the indexes of matches with the platform's tables, where they aren't there."""
    for index in INDEXES:
        connection.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {index}")
