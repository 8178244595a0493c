"""The place of the code that a clause is about: often no error points to it when the clause does not hold."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from agonist.kit import Kit

SUBJECTS: Final[Mapping[str, str]] = {
    "plays_to_an_end": "game.outcome",
    "replays_through_json": "game.act",
    "acting_changes_nothing": "game.act",
    "states_hash": "game.new",
    "over_when_nobody_is_asked": "game.outcome",
    "every_seat_has_a_score": "game.outcome",
    "the_winners_are_told": "game.outcome",
    "only_seats_are_asked": "game.turn",
    "samples_are_legal": "game.turn",
    "illegal_actions_are_refused": "game.turn",
    "states_hold_plain_values": "game.act",
    "asks_and_outcomes_hold_plain_values": "game.turn",
    "options_survive_json": "game.turn",
    "looking_twice_shows_the_same": "game.observe",
    "logs_only_grow": "game.observe",
    "without_secrets_the_view_is_the_state": "game.observe",
    "views_do_not_depend_on_what_they_hide": "game.observe",
    "asking_tells_nothing": "game.turn",
    "secrets_stay_secret": "game.observe",
    "no_message_is_empty": "words.request",
    "messages_hold_no_control_characters": "words.rules",
    "prompts_can_be_written": "words.rules",
    "options_differ_in_words": "words.label",
    "answers_survive_every_format": "words.label",
    "reference_plays_by_the_rules": "reference",
    "baseline_plays_by_the_rules": "baseline",
    "passing_is_legal": "game.turn",
    "every_view_has_its_picture": "picture",
    "pictures_say_what_they_show": "picture",
    "pictures_offer_what_is_asked": "picture",
    "pictures_lie_within_their_frame": "picture",
    "pictures_keep_secrets": "picture",
    "pictures_are_harmless_svg": "picture",
    "arrays_lie_in_their_bounds": "arrays.values",
    "arrays_show_only_the_view": "arrays.values",
    "measurements_are_finite_numbers": "indicators.measure",
    "key_moments_are_short_texts": "key_moments",
    "traits_are_true": "game.traits",
    "sizes_can_be_played": "game",
    "ranges_are_true": "game",
    "every_replay_is_the_same": "game.act",
}
"""For each clause, the part of a kit whose code is looked at first."""


def place_of(kit: Kit, clause: str) -> str:
    """The file and line of the code that a clause is about; empty if it is in no file.

    If that part belongs to another package, such as a game that this one extends, it is the game's class.

    >>> from agonist.games import find_kit
    >>> place_of(find_kit("tictactoe"), "over_when_nobody_is_asked")
    '...rules.py, line ...'
    """
    found: Any = kit
    for name in SUBJECTS.get(clause, "game").split("."):
        found = getattr(found, name, None)
    own, game = _lines(found), _lines(kit.game)
    if own is None or (game is not None and own[0].parent != game[0].parent):
        own = game
    if own is None:
        return ""
    path, line = own
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path.name}, line {line}"


def _lines(code: Any) -> tuple[Path, int] | None:
    """The file and first line of a function or class; `None` if it is in no file, or no code at all."""
    try:
        code = inspect.unwrap(code)
        return Path(inspect.getsourcefile(code) or ""), inspect.getsourcelines(code)[1]
    except (OSError, TypeError):
        return None
