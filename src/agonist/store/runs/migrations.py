"""Migrations of older databases: the tables of runs.

Each migration is plain SQL, since `agonist.store.runs.schema` describes the latest version only.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final

from sqlalchemy import Connection, text

from agonist.core import Outcome, UsageError
from agonist.players.spec import parse_player
from agonist.players.unique_names import name_player
from agonist.store.runs.damage import UNREADABLE
from agonist.store.runs.serialization import pack, unpack, unpack_tuples

_HISTORY: Final = {"chat": "full", "snapshot": "none"}


def use_standard_terms(connection: Connection) -> None:
    """Version 1 to 2: model calls, `fallback`, `history` and `style` instead of the names used before.

    The keys of matches change with their fixtures, so that a run planned before can be resumed after.
    """
    for statement in (
        "ALTER TABLE exchanges RENAME TO model_calls",
        "ALTER TABLE matches RENAME COLUMN replaced TO fallback",
        "ALTER TABLE steps RENAME COLUMN replaced TO fallback",
        "DROP INDEX exchanges_in_numbers",
        "CREATE INDEX model_calls_in_numbers ON model_calls (match, seat, error, probe, step, request, "
        "prompt, cached, completion, reasoning, cost, seconds, tries, from_cache)",
    ):
        connection.exec_driver_sql(statement)
    for number, plan in connection.execute(text("SELECT number, plan FROM runs")).fetchall():
        connection.execute(
            text("UPDATE runs SET plan = :plan WHERE number = :number"),
            {"plan": pack(_renamed(unpack(plan))), "number": number},
        )
    for identity, stored in connection.execute(text("SELECT id, fixture FROM matches")).fetchall():
        fixture = _renamed(unpack(stored))
        style = fixture.pop("manner")
        fixture["style"] = {
            "history" if key == "talk" else key: _HISTORY[value] if key == "talk" else value
            for key, value in style.items()
        }
        if fixture["options"].get("valuations") == "nature":
            fixture["options"]["valuations"] = "chance"
        key = hashlib.sha256(json.dumps(fixture, sort_keys=True).encode()).hexdigest()[:16]
        connection.execute(
            text("UPDATE matches SET fixture = :fixture, key = :key WHERE id = :identity"),
            {"fixture": pack(fixture), "key": key, "identity": identity},
        )


def give_players_names(connection: Connection) -> None:
    """Version 2 to 3: plans and fixtures name their players, and hold the specifications beside the names.

    Players who differ only in where they were served, within one run, keep their specification as name.
    """
    named: dict[int, dict[str, str]] = {}
    for number, stored in connection.execute(text("SELECT number, plan FROM runs")).fetchall():
        plan, specs = unpack(stored), named.setdefault(number, {})
        for part in (plan, *plan.get("suites", {}).values()):
            for key in ("players", "opponents"):
                part[key] = [_name(spec, specs) for spec in part.get(key, [])]
            part["seats"] = {seat: _name(spec, specs) for seat, spec in part.get("seats", {}).items()}
            part["specs"] = dict(specs)
        connection.execute(
            text("UPDATE runs SET plan = :plan WHERE number = :number"),
            {"plan": pack(plan), "number": number},
        )
    for identity, run, stored in connection.execute(text("SELECT id, run, fixture FROM matches")).fetchall():
        fixture, specs = unpack(stored), named[run]
        players = [_name(spec, specs) for spec in fixture["players"]]
        fixture["players"] = players
        fixture["specs"] = {name: specs[name] for name in players if specs.get(name, name) != name}
        who = {name: parse_player(spec).identity for name, spec in fixture["specs"].items()}
        key = json.dumps(fixture | {"specs": who}, sort_keys=True)
        connection.execute(
            text("UPDATE matches SET fixture = :fixture, key = :key WHERE id = :identity"),
            {
                "fixture": pack(fixture),
                "key": hashlib.sha256(key.encode()).hexdigest()[:16],
                "identity": identity,
            },
        )


def _name(spec: str, specs: dict[str, str]) -> str:
    try:
        return name_player(spec, specs)
    except UsageError:
        return spec


def let_several_forfeit(connection: Connection) -> None:
    """Version 3 to 4: the seats that forfeited a match as a list, instead of one seat or none."""
    for statement in (
        "ALTER TABLE matches ADD COLUMN forfeits TEXT NOT NULL DEFAULT '[]'",
        "UPDATE matches SET forfeits = '[' || forfeit || ']' WHERE forfeit IS NOT NULL",
        "ALTER TABLE matches DROP COLUMN forfeit",
    ):
        connection.exec_driver_sql(statement)


def say_what_is_estimated(connection: Connection) -> None:
    """Version 4 to 5: a column for whether tokens and cost of a call are estimates."""
    for statement in (
        "ALTER TABLE model_calls ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0",
        "DROP INDEX model_calls_in_numbers",
        "CREATE INDEX model_calls_in_numbers ON model_calls (match, seat, error, probe, step, request, "
        "prompt, cached, completion, reasoning, cost, seconds, tries, from_cache, estimated)",
    ):
        connection.exec_driver_sql(statement)


def say_when_matches_ended(connection: Connection) -> None:
    """Version 6 to 7: when matches ended, and the deals that they share."""
    for statement in (
        "ALTER TABLE matches ADD COLUMN deal TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN ended FLOAT",
        "DROP INDEX matches_by_game",
        "DROP INDEX matches_by_status",
        "CREATE INDEX matches_by_game ON matches (game, status, id)",
        "CREATE INDEX matches_by_status ON matches (run, status, id)",
        "CREATE INDEX matches_by_state ON matches (status, id)",
        "CREATE INDEX matches_by_deal ON matches (run, deal)",
        "CREATE INDEX matches_by_end ON matches (ended)",
    ):
        connection.exec_driver_sql(statement)


def say_who_won(connection: Connection) -> None:
    """Version 9 to 10: the ranks of teams say who won by the rules, no longer what each seat was paid.

    Saved results are dropped, and computed again.
    """
    found = text(
        "SELECT id, game, scores, ranks, teams, reason, forfeits FROM matches "
        "WHERE status = 'finished' AND teams != '[]' AND id > :after ORDER BY id LIMIT 5000"
    )
    after = -1
    while rows := connection.execute(found, {"after": after}).fetchall():
        after = rows[-1].id
        changed = [{"id": row.id, "ranks": ranks} for row in rows if (ranks := _ranks(row)) != row.ranks]
        if changed:
            connection.execute(text("UPDATE matches SET ranks = :ranks WHERE id = :id"), changed)
    connection.execute(text("DELETE FROM agonist WHERE key LIKE 'kept %'"))


def say_what_form_answers_have(connection: Connection) -> None:
    """Version 12 to 13: a column for the form of an answer, not known of those that are there."""
    for statement in (
        "ALTER TABLE model_calls ADD COLUMN form TEXT NOT NULL DEFAULT 'unknown'",
        "DROP INDEX model_calls_in_numbers",
        "CREATE INDEX model_calls_in_numbers ON model_calls (match, seat, error, probe, step, request, "
        "prompt, cached, completion, reasoning, cost, seconds, tries, from_cache, estimated, attempt, form)",
    ):
        connection.exec_driver_sql(statement)


def say_who_plays_runs(connection: Connection) -> None:
    """Version 13 to 14: tables of the processes that play a run, and of the rates that they share."""
    for statement in (
        "CREATE TABLE run_workers (run INTEGER NOT NULL REFERENCES runs (number), name TEXT NOT NULL, "
        "began FLOAT NOT NULL, seen FLOAT NOT NULL, ended FLOAT, usd FLOAT NOT NULL, "
        "tokens BIGINT NOT NULL, requests BIGINT NOT NULL, held_usd FLOAT NOT NULL, "
        "held_tokens BIGINT NOT NULL, held_requests BIGINT NOT NULL, waits INTEGER NOT NULL, "
        "news TEXT NOT NULL, PRIMARY KEY (run, name))",
        "CREATE TABLE run_rates (run INTEGER NOT NULL REFERENCES runs (number), endpoint TEXT NOT NULL, "
        "unit TEXT NOT NULL, full_at FLOAT NOT NULL, PRIMARY KEY (run, endpoint, unit))",
    ):
        connection.exec_driver_sql(statement)


def keep_what_reports_count(connection: Connection) -> None:
    """Version 14 to 15: columns for how often each seat was asked, and for a digest of the moves.

    Of matches that are over they stay empty, and reports read the moves of these.
    """
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN move_counts TEXT")
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN course BIGINT")


def say_who_plays_matches(connection: Connection) -> None:
    """Version 15 to 16: which worker plays a match, how long it lives unseen, and whether it joined."""
    for statement in (
        "ALTER TABLE matches ADD COLUMN worker TEXT",
        "ALTER TABLE run_workers ADD COLUMN lease FLOAT NOT NULL DEFAULT 20",
        "ALTER TABLE run_workers ADD COLUMN joined INTEGER NOT NULL DEFAULT 0",
    ):
        connection.exec_driver_sql(statement)


def count_deaths_of_workers(connection: Connection) -> None:
    """Version 16 to 17: columns for how many workers of a match have died, and when."""
    for column in ("deaths", "died_at"):
        connection.exec_driver_sql(f"ALTER TABLE matches ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0")


def keep_prompts_once(connection: Connection) -> None:
    """Version 17 to 18: what was sent in a table of its own, texts that repeat once, and sums of calls.

    Of calls that are there, what was sent stays where it is, beside the answer; of matches that are over,
    nothing is summed, and reports read their calls.
    """
    for statement in (
        "ALTER TABLE matches ADD COLUMN usage TEXT",
        "CREATE TABLE prompts (run INTEGER NOT NULL REFERENCES runs (number), digest TEXT NOT NULL, "
        "text TEXT NOT NULL, PRIMARY KEY (run, digest))",
        "CREATE TABLE sent_messages (match INTEGER NOT NULL REFERENCES matches (id), step INTEGER NOT NULL, "
        "nth INTEGER NOT NULL, messages TEXT NOT NULL, PRIMARY KEY (match, step, nth))",
    ):
        connection.exec_driver_sql(statement)


def keep_token_ids(connection: Connection) -> None:
    """Version 18 to 19: a table for the ids of tokens; nothing is known of those of calls that are there."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.exec_driver_sql(
        "CREATE TABLE call_tokens (match INTEGER NOT NULL REFERENCES matches (id), step INTEGER NOT NULL, "
        f"nth INTEGER NOT NULL, prompt {binary}, completion {binary}, logprobs {binary}, "
        "PRIMARY KEY (match, step, nth))"
    )


def write_less(connection: Connection) -> None:
    """Version 19 to 20: without the keys of matches, and without the index of all numbers of calls, which
    nobody has read since tallies are kept; matches that are not at their end have no place among the ends.

    The three indexes that only the site needs stay where they are; new databases get them from the site.
    """
    for statement in (
        "ALTER TABLE matches DROP COLUMN key",
        "DROP INDEX model_calls_in_numbers",
        "DROP INDEX matches_by_end",
        "CREATE INDEX matches_by_end ON matches (ended) WHERE ended IS NOT NULL",
    ):
        connection.exec_driver_sql(statement)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ALTER TABLE matches SET (fillfactor = 50)")


def keep_programs(connection: Connection) -> None:
    """Version 20 to 21: a table for the programs that models have written."""
    connection.exec_driver_sql(
        "CREATE TABLE programs (run INTEGER NOT NULL REFERENCES runs (number), player TEXT NOT NULL, "
        "game TEXT NOT NULL, source TEXT NOT NULL, requests INTEGER NOT NULL, faults TEXT NOT NULL, "
        "PRIMARY KEY (run, player, game))"
    )


def _ranks(row: Any) -> str:
    """The ranks of a finished match of teams, as stored; unchanged where the row is damaged."""
    try:
        teams = unpack_tuples(row.teams)
        won = None if unpack(row.forfeits) else _winner(row.game, row.reason)
        place = {seat: 1 if nth == won else 2 for nth, team in enumerate(teams) for seat in team}
        places = () if won is None else tuple(place[seat] for seat in sorted(place))
        return pack(Outcome(unpack_tuples(row.scores), "", teams, places).ranks)
    except UNREADABLE:
        return str(row.ranks)


def _winner(game: str, reason: str) -> int | None:
    """The team that won a game whose points do not say so, by the reason for its end."""
    if game == "who_is_spy":  # the civilians, then the spy
        return int(not re.match("the spy (was voted out|left for a foul)", reason))
    if game == "codenames":  # red, then blue
        return int(bool(re.match("Red hit|all words of Blue", reason)))
    return None


def _renamed(value: Any) -> Any:
    """A plain value with the options of players and games renamed in every specification in it."""
    if isinstance(value, str):
        value = re.sub(r"(?<=[?&])talk=(chat|snapshot)", lambda found: f"history={_HISTORY[found[1]]}", value)
        return re.sub(r"(?<=[?&])valuations=nature", "valuations=chance", value)
    if isinstance(value, dict):
        return {key: _renamed(part) for key, part in value.items()}
    return [_renamed(part) for part in value] if isinstance(value, list) else value


MIGRATIONS: Final = {
    2: use_standard_terms,
    3: give_players_names,
    4: let_several_forfeit,
    5: say_what_is_estimated,
    7: say_when_matches_ended,
    10: say_who_won,
    13: say_what_form_answers_have,
    14: say_who_plays_runs,
    15: keep_what_reports_count,
    16: say_who_plays_matches,
    17: count_deaths_of_workers,
    18: keep_prompts_once,
    19: keep_token_ids,
    20: write_less,
    21: keep_programs,
}
"""Migrations by the version to which they lead; the others changed only the site's tables."""
