"""A planned match: everything that decides its course, except the answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from agonist.match.invalid_answer_policy import Policy
from agonist.players.spec import parse_player, with_style


# Not frozen, which would take most of the time that it takes to make one.
@dataclass(slots=True)
class Fixture:
    """One match of a schedule.

    `game` is the name it is found by, `options` all its options as JSON values, `players` the name of the
    player on each seat, and `specs` their specifications by name, where they differ from it. Fixtures of
    one `block` share a deal, with seats or roles rotated. `part` names the part of a suite or sweep that
    the match belongs to. `wording` names the words that a suite lays over the game's own, `probes` the
    hidden questions it puts; `prompts` is the digest of all the wording in force. `style` holds options of
    players, such as `history`, that models have in this match unless their specifications say otherwise: so
    a suite can prompt the same player differently in different games. `script` fixes the first
    answers of chance by question, and those of players under `question@seat`. A match that is played on from
    another has that one as its `parent`: its number (`match`) in the same database, how many of its steps are
    taken over (`step`, all by `script`), its `key`, and the `deal` of the first match of such a chain.
    """

    game: str
    version: int
    options: Mapping[str, Any]
    seed: str
    players: tuple[str, ...]
    policy: Policy = field(default_factory=Policy)
    prompts: str = ""
    block: str = ""
    part: str = ""
    wording: str = ""
    probes: tuple[str, ...] = ()
    script: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    style: Mapping[str, str] = field(default_factory=dict)
    specs: Mapping[str, str] = field(default_factory=dict)
    parent: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The identity of the match: 16 hexadecimal digits, equal when and only when all fields are.

        Where a model is served makes no difference.
        """
        whole = self.plain()
        whole["specs"] = {name: parse_player(spec).identity for name, spec in self.specs.items()}
        if self.policy.illegal == "invalid":
            # Matches that were planned before this option existed keep their keys.
            del whole["policy"]["illegal"]
        for name in ("match_usd", "match_tokens", "match_seconds"):
            if whole["policy"][name] is None:
                del whole["policy"][name]
        if not self.parent:
            del whole["parent"]
        text = json.dumps(whole, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def taken_over(self) -> int:
        """How many of its first steps were played in another match, by that one's players."""
        return int(self.parent["step"]) if self.parent else 0

    def plain(self) -> dict[str, Any]:
        """All fields by name, the policy's too; the values are not copied."""
        return {name: getattr(self, name) for name in _NAMES} | {
            "policy": {name: getattr(self.policy, name) for name in _OF_POLICY}
        }

    @property
    def deal(self) -> str:
        """What chance deals, if it deals at all (`block`): see `deal_of`.

        Matches that were played on from one match share what it began with, and so its deal.
        """
        return self.parent.get("deal") or deal_of(self.game, self.options, self.seed)

    @property
    def fork_deal(self) -> str:
        """The deal of what is played on from this match: a single match shares its deal with no other."""
        return self.deal if self.block else f"{self.deal} {self.key}"

    def spec(self, player: str) -> str:
        """The specification of a player, by name."""
        return self.specs.get(player, player)

    def styled(self, spec: str) -> str:
        """A specification with the options of `style`, as its player plays in this match."""
        return with_style(spec, self.style)


def deal_of(game: str, options: Mapping[str, Any], seed: str) -> str:
    """The deal of a match: the same for a game with the same options and seed, for any players in any run.

    >>> deal_of("nim", {"seats": 2, "heap": 9}, "0/1")
    'nim?heap=9&seats=2#0/1'

    The seed comes last.
    """
    chosen = "&".join([f"{name}={value}" for name, value in sorted(options.items())])
    return f"{game}?{chosen}#{seed}"


_NAMES: Final = tuple(field.name for field in fields(Fixture))
_OF_POLICY: Final = tuple(field.name for field in fields(Policy))
