"""Measures of games of words: detection, votes, clues and guesses."""

from __future__ import annotations

from typing import Final

from agonist.arena.boards.indicators.columns import Indicator, Measured, Measurements, note, seats_of
from agonist.core import Seat
from agonist.metrics.played import Played
from agonist.suites.wis.facts import GameFacts

VOTES: Final = Indicator(
    "votes", "Vote accuracy", "share", "Share of the player's votes that name the right player."
)


def who_is_spy(played: Played) -> list[Measurements]:
    """Counted as in the suite `wis` (`agonist.suites.wis.indicators`)."""
    found = seats_of(played)
    for facts, own in zip(GameFacts(played).seats(), found, strict=True):
        role = "spy" if facts.is_spy else "civilian"
        note(own, points=facts.score, average=facts.score)
        note(own, **{f"win_as_{role}": facts.won[0], f"survived_as_{role}": facts.survived})
        (right, cast), (fouls, due) = facts.votes, facts.fouls
        own["votes"] = [1.0] * int(right) + [0.0] * int(cast - right)
        own["fouls"] = [1.0] * int(fouls) + [0.0] * int(due - fouls)
    return found


WHO_IS_SPY: Final = Measured(
    (
        Indicator("points", "Points", "points", "100, plus the score of each game less 1.", digits=0),
        Indicator("average", "Average score", "number", "The mean score of a game."),
        Indicator("win-as-spy", "Win rate as spy", "share", short="Won"),
        Indicator("win-as-civilian", "Win rate as civilian", "share", short="Won"),
        Indicator(
            "votes", "Vote accuracy", "share", "Share of the player's votes as a civilian that name the spy."
        ),
        Indicator(
            "fouls",
            "Foul rate",
            "share",
            "Fouls, as a share of the speeches that were due.",
            low_is_good=True,
        ),
        Indicator("survived-as-spy", "Rounds survived as spy", "number", short="Rounds survived"),
        Indicator("survived-as-civilian", "Rounds survived as civilian", "number", short="Rounds survived"),
    ),
    who_is_spy,
)


def undercover(played: Played) -> list[Measurements]:
    """Wins and votes survived by role, and civilians' votes for an undercover. Votes of the policy are
    misses.
    """
    found, end = seats_of(played), played.end
    for seat, own in enumerate(found):
        role = "undercover" if seat in end.undercovers else "civilian"
        left = end.results.index(seat) if seat in end.results else None
        note(own, **{f"win_as_{role}": played.match.scores[seat] > 0})
        note(own, **{f"survived_as_{role}": left is None})
    for state, turn in played.turns():
        if state.phase == "vote":
            for seat, target in turn.moves.items():
                if seat not in end.undercovers:
                    note(found[seat], votes=target in end.undercovers and seat not in turn.fallback)
    return found


UNDERCOVER: Final = Measured(
    (
        Indicator("win-as-undercover", "Win rate as undercover", "share", short="Won"),
        Indicator("win-as-civilian", "Win rate as civilian", "share", short="Won"),
        Indicator(
            "votes",
            "Vote accuracy",
            "share",
            "Share of the player's votes as a civilian that name an undercover.",
        ),
        Indicator("survived-as-undercover", "Survived as undercover", "share", short="Survived"),
        Indicator("survived-as-civilian", "Survived as civilian", "share", short="Survived"),
    ),
    undercover,
)


def chameleon(played: Played) -> list[Measurements]:
    """Credits by role, as in MAgIC; votes for the chameleon; the chameleon's guesses of the word."""
    found, end = seats_of(played), played.end
    for seat, own in enumerate(found):
        role = "chameleon" if seat == end.chameleon else "other"
        note(own, **{f"win_as_{role}": played.match.scores[seat]})
    hidden = found[end.chameleon]
    note(hidden, escaped=end.ending in ("wrong accusation", "tie"))
    if end.ending in ("guessed right", "guessed wrong"):
        note(hidden, guessed=end.ending == "guessed right")
    for state, turn in played.turns():
        if state.phase == "vote":
            for seat, target in turn.moves.items():
                if seat != end.chameleon:
                    note(found[seat], votes=target == end.chameleon and seat not in turn.fallback)
    return found


CHAMELEON: Final = Measured(
    (
        Indicator(
            "win-as-chameleon", "Credit as chameleon", "share", "1 for a win, a half for a tie.", short="Won"
        ),
        Indicator("win-as-other", "Credit as other", "share", "1 for a win, a half for a tie.", short="Won"),
        Indicator(
            "votes",
            "Vote accuracy",
            "share",
            "Share of the player's votes, not as chameleon, that name the chameleon.",
        ),
        Indicator(
            "escaped", "Escaped", "share", "Share of games as chameleon in which the player was not caught."
        ),
        Indicator(
            "guessed",
            "Word guessed",
            "share",
            "Share of games as a caught chameleon in which the player guessed the word.",
        ),
    ),
    chameleon,
)


def codenames(played: Played) -> list[Measurements]:
    """Shares of the words found, and how good clues and guesses were; moves of the policy do not count."""
    found, end = seats_of(played), played.end
    words = sum(end.right)
    for seat, own in enumerate(found):
        note(own, found=end.right[seat % 2] / words if words else 0.5)
        note(own, assassin=end.ending == "assassin" and seat % 2 != ("red", "blue").index(end.winner))
    colour = dict(zip(end.words, end.key, strict=True))
    for state, turn in played.turns():
        for seat, move in turn.moves.items():
            if seat in turn.fallback:
                continue
            if state.phase == "guess" and move in colour:
                note(found[seat], right=colour[move] == state.team)
            elif state.phase == "clue" and isinstance(move[1], int):
                note(found[seat], clue=move[1])
    return found


CODENAMES: Final = Measured(
    (
        Indicator(
            "found",
            "Share of words found",
            "share",
            "The words found by the player's team, as a share of all that were found.",
        ),
        Indicator(
            "right",
            "Right guesses",
            "share",
            "Share of the player's guesses as operative that are a word of their team.",
        ),
        Indicator(
            "clue", "Number of a clue", "number", "How many words the player's clues are for, on average."
        ),
        Indicator("assassin", "Lost to the assassin", "share", "Share of games.", low_is_good=True),
    ),
    codenames,
)


def are_you_the_traitor(played: Played) -> list[Measurements]:
    """Treasure, and whether players who called stop accused the right player."""
    found, end = seats_of(played), played.end
    treasures = next(event[1] for _, event in reversed(end.log) if event[0] == "over")
    for seat, own in enumerate(found):
        note(own, treasure=treasures[seat])
        note(own, share=played.match.scores[seat])
    for _, event in end.log:
        if event[0] == "result":
            note(found[event[1]], stops=bool(event[3]))
    return found


TRAITOR: Final = Measured(
    (
        Indicator(
            "share", "Share of the score", "share", "1 for the only winner; shared by the scores otherwise."
        ),
        Indicator("treasure", "Treasure", "number", "Mean points at the end of a game."),
        Indicator(
            "stops",
            "Right accusations",
            "share",
            "Share of the player's stop calls that accuse the right player.",
        ),
    ),
    are_you_the_traitor,
)


def two_rooms(played: Played) -> list[Measurements]:
    """Wins by team, and as one of the two players who decide the game."""
    found, end = seats_of(played), played.end
    blue = set(played.record.game.teams(end)[0])
    for seat, own in enumerate(found):
        won = played.match.scores[seat]
        note(own, **{"win_as_blue" if seat in blue else "win_as_red": won})
        if end.cards[seat] in ("President", "Bomber"):
            note(own, key_role=won)
        note(own, led=_led(seat, played))
    return found


def _led(seat: Seat, played: Played) -> bool:
    return any(seat in state.leaders for state, _ in played.turns())


TWO_ROOMS: Final = Measured(
    (
        Indicator("win-as-blue", "Win rate as Blue", "share", short="Won"),
        Indicator("win-as-red", "Win rate as Red", "share", short="Won"),
        Indicator("key-role", "Win rate as President or Bomber", "share"),
        Indicator(
            "led", "Led a room", "share", "Share of games in which the player led a room at some time."
        ),
    ),
    two_rooms,
)
