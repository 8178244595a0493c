"""The place of the code that a broken clause is about, whether or not an error came from there."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Mapping
from typing import Final

from agonist.contract.sample_matches import Broken
from agonist.core.source_places import Place, place_of_attribute, place_of_code, place_of_error
from agonist.kit import Kit

SUBJECTS: Final[Mapping[str, str]] = {
    "plays_to_an_end": "game",
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
    "options_survive_json": "game.__post_init__",
    "looking_twice_shows_the_same": "game.observe",
    "logs_only_grow": "game.observe",
    "private_events_are_told_to_nobody_else": "game.observe",
    "without_secrets_the_view_is_the_state": "game.observe",
    "views_do_not_depend_on_what_they_hide": "game.observe",
    "asking_tells_nothing": "game.turn",
    "secrets_stay_secret": "game.observe",
    "no_message_is_empty": "words.request",
    "messages_hold_no_control_characters": "words.rules",
    "what_players_say_is_quoted": "words.scene",
    "prompts_can_be_written": "words.rules",
    "options_differ_in_words": "words.label",
    "answers_survive_every_format": "words.label",
    "reference_plays_by_the_rules": "reference",
    "baseline_plays_by_the_rules": "baseline",
    "passing_is_legal": "passes",
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
    "sizes_can_be_played": "game.sizes",
    "ranges_are_true": "game",
    "every_replay_is_the_same": "game.act",
}
"""For each clause, the part of a kit that it is about, unless what is broken says more."""

RULES: Final = {
    **{name: f"game.{name}" for name in ("new", "turn", "act", "observe", "outcome")},
    "follow": "game.act",
    "_asks": "game.turn",
}


def place_of_breach(kit: Kit, clause: str, error: BaseException) -> Place | None:
    """The line of the game's code that broke a clause, as exactly as the error tells.

    That is the line that raised it; else where the part begins that the clause found wrong, or that was
    called.
    """
    named = error.part if isinstance(error, Broken) else ""
    return place_of_error(error) or place_of_part(
        kit, named or _called(error) or SUBJECTS.get(clause, "game")
    )


def place_of_part(kit: Kit, part: str) -> Place | None:
    """Where a part of a kit begins, such as `game.act`, `words.rules` or `reference`; `None` if in no file.

    If that part is ours and the game is not, it is where the words or the game begin.

    >>> from agonist.games import find_kit
    >>> str(place_of_part(find_kit("tictactoe"), "game.outcome"))
    '...rules.py:...: in TicTacToe.outcome'
    """
    head, _, member = part.partition(".")
    owner = getattr(kit, head, None)
    found = place_of_code(getattr(owner, member, None) if member else owner)
    if found is None and member and inspect.isclass(owner):
        found = place_of_attribute(owner, member)
    game = place_of_code(kit.game)
    outer = [found, place_of_code(type(kit.words)) if head == "words" else None, game]
    return next((place for place in outer if place and (not place.is_ours or (game and game.is_ours))), None)


def _called(error: BaseException) -> str:
    """The part of the game that was called last on the way to an error; empty if there is none."""
    part = module = name = ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_name
        if module == "agonist.match.checked_game" and name in RULES:
            part = RULES[name]
        elif module == "agonist.kit.guarded_kit" and frame.f_code.co_qualname == f"_Guarded.{name}":
            part = f"words.{name}" if not name.startswith("_") else part
    return "game.sizes" if (module, name) == ("agonist.core.game", "__post_init__") else part
