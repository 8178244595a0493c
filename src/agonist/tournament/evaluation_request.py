"""A user's request for an evaluation: the players, and the options of a run that say what is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Final

from agonist.core import UsageError
from agonist.players.unique_names import name_player
from agonist.tournament.kept_prompts import Keep, check_keep
from agonist.tournament.pairing import PAIRINGS, Deals, Pairing
from agonist.tournament.run_options import FormField, run_option

MATCHES: Final = 20
QUICK: Final = 4
"""Matches for each table of players and game: the default, and with `quick`."""


@dataclass(frozen=True)
class Entry:
    """A user's request for an evaluation: players, options and settings.

    Args:
        players: Specifications, such as `random` or `fast=openai/gpt-5-mini`; kept as names.
        opponents: Specifications of players that only meet `players`; kept as names.
        options: Those behind a suite's name, as in `gamabench?games=el_farol`, still text.
        seats: The specification of a player for each of these seats, from 0, whatever else the schedule says;
            kept as names.
        sweep: A sweep of a suite; empty for none.
        profile: How a suite plays and scores; empty for its default.
        matches: Matches for each table, 1 to 1,000,000; `None` where the suite or `quick` decides.
        quick: Whether a first impression is enough.
        seed: The same seed and answers give the same matches.
        policy: A policy for invalid answers; `None` for that of the suite, or `default`.
        equal: What each seat may spend a match, such as `usd=0.02/match`; empty for no limit.
        prompts: Folders with the user's own prompts; of several, each is a wording in which every deal is
            played. None: ours.
        specs: The specification of each player that is given by name; those of the others are added.
        pairing: Who meets whom.
        deals: Whether each table has deals of its own.
        until: The rule that stops a game, as `parse_until` reads it; empty for a fixed number of matches.
        keep: What is kept of finished matches: `all`, or all but the prompts of most of them.
        weights: What a game counts in the board of all games, by the game with its options as it was typed;
            1 for those that are not named. Empty: all games count the same.
        token_ids: Whether models are asked for the ids of all tokens, which are kept with their calls.

    Raises:
        UsageError: Where two players have one name, for a weight that is no number above 0, and where the
            report would need what is not kept.

    >>> entry = Entry(("fast=openai/gpt-5-mini",), ("random",))
    >>> entry.players, entry.spec("fast")
    (('fast',), 'openai/gpt-5-mini')
    """

    players: tuple[str, ...]
    opponents: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[int, str] = field(default_factory=dict)
    sweep: str = run_option("", "A sweep of a suite, such as temperatures; one at a time.")
    profile: str = run_option("", "How a suite scores, such as paper.")
    matches: int | None = run_option(
        None,
        f"Matches for each table of players and game [{MATCHES}].",
        low=1,
        high=1_000_000,  # more would not fit into memory, and would not narrow intervals visibly
        form=FormField(
            "Matches for each table", "the number of matches is a whole number", 1, 100_000, str(MATCHES)
        ),
    )
    quick: bool = run_option(
        False, f"A first impression: {QUICK} matches.", form=FormField("quick: a first impression")
    )
    seed: int = run_option(
        0,
        "The same seed and answers give the same matches.",
        form=FormField("Seed", "seed is a whole number", high=2**31),
    )
    policy: str | None = run_option(
        None,
        "What happens after invalid answers: default (two retries, then a random move), strict (forfeit), "
        "gamabench, llmarena, llmarena-paper; changed as in 'strict?retries=1', by retries, feedback, then, "
        "seconds, illegal, match_usd, match_tokens, match_seconds.",
    )
    equal: str = run_option(
        "",
        "What each player may spend a match, and no more, such as usd=0.02/match, tokens=5000/match or "
        "seconds=60/match; then the policy moves.",
    )
    prompts: tuple[Path, ...] = run_option(
        (),
        "A folder with your own prompts, as GAME/*.md; of several, each is a wording in which every deal is "
        "played.",
    )
    specs: Mapping[str, str] = field(default_factory=dict)
    pairing: Pairing = run_option(
        "round-robin", f"Who meets whom: {'; '.join(f'{name}: {what}' for name, what in PAIRINGS.items())}."
    )
    deals: Deals = run_option(
        "own", "own: separate deals for each pair or table; shared: the same deals for all."
    )
    until: str = run_option(
        "",
        "Add matches until width=POINTS (no rating's interval is wider, in Elo) or decided (the "
        "order of every two players is known); at most seven times as many as planned.",
    )
    keep: Keep = run_option(
        "all",
        "all: everything; prompts=first: of what was sent to models, only what was in the first match of "
        "the same players in the same seats; prompts=none: nothing of it. Replies and moves always stay.",
    )
    weights: Mapping[str, float] = field(default_factory=dict)
    token_ids: bool = run_option(
        False,
        "Ask endpoints for the ids of all tokens, and keep them: for agonist export RUN --format rollouts.",
        flag="tokens",
    )

    def __post_init__(self) -> None:
        for game, weight in self.weights.items():
            if not (isfinite(weight) and weight > 0):
                raise UsageError(f"the weight of {game} is a number above 0, not {weight}")
        folders = [folder.name for folder in self.prompts]
        if len(folders) > 1 and (len(set(folders)) < len(folders) or any("+" in name for name in folders)):
            raise UsageError(
                "the names of several folders of prompts are those of the wordings: they must differ, and "
                f"have no +, unlike {', '.join(folders)}"
            )
        specs = dict(self.specs)
        named = {
            "players": tuple(name_player(text, specs) for text in self.players),
            "opponents": tuple(name_player(text, specs) for text in self.opponents),
            "seats": {seat: name_player(text, specs) for seat, text in self.seats.items()},
            "specs": specs,
        }
        for key, value in named.items():
            object.__setattr__(self, key, value)
        everyone = (*self.players, *self.opponents, *self.seats.values())
        check_keep(self.keep, map(self.spec, everyone), token_ids=self.token_ids)

    def spec(self, player: str) -> str:
        """The specification of a player, by name."""
        return self.specs.get(player, player)

    def specs_of(self, players: Iterable[str]) -> dict[str, str]:
        """The specifications that a fixture of these players needs: those that differ from the names."""
        return {player: self.spec(player) for player in players if self.spec(player) != player}

    def as_dict(self) -> dict[str, Any]:
        """As JSON, for the plan of a run."""
        plain = asdict(self)
        if not self.token_ids:  # as before there was this option
            del plain["token_ids"]
        return {
            **plain,
            "seats": {str(seat): player for seat, player in self.seats.items()},
            "prompts": plain_prompts(self.prompts),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Entry:
        """What `as_dict` made of an entry."""
        return cls(
            **{
                **stored,
                "players": tuple(stored["players"]),
                "opponents": tuple(stored["opponents"]),
                "seats": {int(seat): player for seat, player in stored["seats"].items()},
                "prompts": prompts_from(stored["prompts"]),
            }
        )


def plain_prompts(prompts: Sequence[Path]) -> str | list[str] | None:
    """Folders of prompts as a plan has them: none, one, or a list."""
    return list(map(str, prompts)) if len(prompts) > 1 else next(map(str, prompts), None)


def prompts_from(stored: str | Sequence[str] | None) -> tuple[Path, ...]:
    """What `plain_prompts` made of folders of prompts."""
    found = [stored] if isinstance(stored, str) else stored or ()
    return tuple(map(Path, found))
