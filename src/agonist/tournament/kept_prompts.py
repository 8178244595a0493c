"""Which matches of a run keep what was sent to models, once they have ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from agonist.core import UsageError, nearest
from agonist.players.spec import parse_player

if TYPE_CHECKING:
    from agonist.match import Fixture

Keep: TypeAlias = Literal["all", "prompts=first", "prompts=none"]

MEASURED_BY_PROMPTS: Final = {"rap": "what it predicted", "attack": "the secrets that it was told"}
"""Methods of players that reports measure by what was sent, and what they look for in it."""


def check_keep(keep: str, specs: Iterable[str], *, token_ids: bool = False) -> None:
    """Raise `UsageError` for what cannot be kept, or would leave something out of the report on these
    players, or out of the ids of tokens that are asked for."""
    if keep not in get_args(Keep):
        raise UsageError(nearest("value of --keep", keep, get_args(Keep)))
    if keep == "all":
        return
    for spec in specs:
        player = parse_player(spec)
        if player.is_model and (token_ids or player.value("token_ids")):
            raise UsageError(
                f"--keep {keep} with ids of tokens: those of a prompt are the prompt; leave --keep out, or "
                "the ids (--tokens, token_ids=yes)"
            )
        for method in player.methods:
            if method in MEASURED_BY_PROMPTS:
                raise UsageError(
                    f"--keep {keep} with {spec}: reports look for {MEASURED_BY_PROMPTS[method]} in the "
                    "prompts; leave --keep out"
                )


class KeptPrompts:
    """The matches of a run that keep their prompts. With `prompts=first`, those are the first matches that
    this process begins of each part and game between the same players in the same seats."""

    def __init__(self, keep: str) -> None:
        self._keep = keep
        self._first: dict[tuple[str, str, tuple[str, ...]], str] = {}

    def of(self, fixture: Fixture) -> bool:
        """Whether a match of this fixture, which begins, keeps its prompts when it has ended."""
        if self._keep != "prompts=first":
            return self._keep == "all"
        kind = fixture.part, fixture.game, fixture.players
        return self._first.setdefault(kind, fixture.seed) == fixture.seed
