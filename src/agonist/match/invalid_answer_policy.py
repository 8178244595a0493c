"""How a match treats invalid answers: a setting of the match, not of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from agonist.core import UsageError, nearest, option
from agonist.core.options import check_options
from agonist.kit import typed_options
from agonist.text import parse_spec

if TYPE_CHECKING:
    from agonist.kit import Kit


@dataclass(frozen=True, slots=True)
class Policy:
    """How often to ask again after an invalid answer, whether to say what was wrong, and what happens then.

    Its options are declared as a game's are. Raises `UsageError` for an impossible one.
    """

    name: ClassVar[str] = "policy"

    retries: int = option(2, low=0)
    """How often to ask again."""
    feedback: bool = True
    """Whether to say what was wrong. Otherwise the same question is repeated, as in the papers, until a model
    repeats its answer word for word: at temperature 0 it would repeat it forever."""
    then: Literal["random", "pass", "forfeit"] = "random"
    """What happens after the last invalid answer. `random` plays a random legal answer from the match's own
    generator (in silence, where a text may be empty), `pass` the answer that does least (for games that have
    one), `forfeit` ends the match against the player."""
    seconds: float | None = option(None, low=0.001)
    """A time limit for each answer; none by default, since a slow endpoint is not a bad player."""
    illegal: Literal["invalid", "forfeit"] = "invalid"
    """Whether an action that the rules forbid is an invalid answer like any other, or the player forfeits at
    once."""
    match_usd: float | None = option(None, low=0)
    """Dollars that a seat may spend on models in a match. A player that has spent them is not asked again:
    each further question is an invalid answer at once, without retries."""
    match_tokens: int | None = option(None, low=0)
    """The same in tokens, sent and written."""
    match_seconds: float | None = option(None, low=0)
    """The same in seconds of waiting for its models."""

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def limits_matches(self) -> bool:
        """Whether a seat may spend only so much in a match."""
        return (self.match_usd, self.match_tokens, self.match_seconds) != (None, None, None)

    def check(self, kit: Kit) -> None:
        """Raise `UsageError` if matches of this game cannot be played by this policy."""
        if self.then == "pass" and kit.passes is None:
            raise UsageError(
                f"{kit.name} has no answer that does nothing, so its policy cannot be 'pass': choose random "
                "or forfeit"
            )


PRESETS: Final = {
    "default": Policy(),
    "strict": Policy(retries=0, then="forfeit"),
    "llmarena": Policy(retries=0, feedback=False, then="random"),
    "llmarena-paper": Policy(retries=0, feedback=False, then="random", illegal="forfeit"),
    "gamabench": Policy(retries=5, feedback=False, then="random"),
}
"""Policies by name. `llmarena`: one attempt, then a random legal move (Chen et al., 2024). `llmarena-paper`:
the same where no action is found in the answer, but an illegal action loses the match. `gamabench`: asked
again in the same words, as Huang et al. (2024) do, but a limited number of times; without this policy, the
suite says what was wrong."""


def parse_policy(text: str) -> Policy:
    """A preset, with changes if there are any.

    >>> parse_policy("strict?retries=1") == Policy(retries=1, then="forfeit")
    True
    >>> parse_policy("lenient")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no policy 'lenient'; there are: default, ...
    """
    name, options = parse_spec(text)
    if name not in PRESETS:
        raise UsageError(nearest("policy", name, PRESETS))
    return replace(PRESETS[name], **typed_options(Policy, options))
