"""Bargaining over hats, balls and apples."""

from agonist.core import Ask
from agonist.games.bargain.baseline import no_bad_deal
from agonist.games.bargain.indicators import INDICATORS
from agonist.games.bargain.instance_file import load_instances, read_instances
from agonist.games.bargain.observation_arrays import ARRAYS
from agonist.games.bargain.picture import picture
from agonist.games.bargain.possible_states import sample_state, secrets
from agonist.games.bargain.reference import by_threshold
from agonist.games.bargain.rules import Bargain, State, View
from agonist.games.bargain.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "Bargain", "State", "View", "load_instances", "read_instances"]


def keep_all(view: View, ask: Ask) -> tuple[str | int, ...]:
    """Propose, without a message, to keep everything: if the other accepts, that costs nothing."""
    del ask
    assert view.table.pool is not None
    return ("propose", "", *view.table.pool)


KIT = Kit(
    game=Bargain,
    words=WORDS,
    reference=by_threshold,
    reference_is="a heuristic: a threshold that falls over the rounds, and values inferred from plans",
    baseline=no_bad_deal,
    baseline_is="any plan, or the other's if it leaves half of the pool's worth",
    sample_state=sample_state,
    secrets=secrets,
    passes=keep_all,
    quick_options={"rounds": 3},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
)
