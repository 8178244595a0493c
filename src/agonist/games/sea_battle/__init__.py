"""Sea Battle: two teams of ships that move and shoot at the same time."""

from random import Random
from typing import Any

from agonist.core import Ask, Log, add_event
from agonist.games.sea_battle.baseline import sensible_orders
from agonist.games.sea_battle.indicators import INDICATORS
from agonist.games.sea_battle.key_moments import key_moments
from agonist.games.sea_battle.observation_arrays import ARRAYS
from agonist.games.sea_battle.picture import picture
from agonist.games.sea_battle.reference import by_trial
from agonist.games.sea_battle.rules import PRESETS, SeaBattle, State, View, team_of
from agonist.games.sea_battle.text import WORDS, drawing
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "SeaBattle", "State", "View"]


def sample_state(game: SeaBattle, view: View, rng: Random) -> State:
    """A state with this view, in which the other team has not signalled."""
    del rng
    log: Log = ()
    for event in view.log:
        private = event[0] == "signal"
        log = add_event(log, *event, to=team_of(game.seats, event[2]) if private else None)
    return State(view.size, view.phase, view.rocks, view.ships, view.turn, log)


def passes(view: View, ask: Ask) -> Any:
    """Stay, or say nothing; a ship always shoots."""
    del view
    return "" if ask.about == "signal" else ("stay", "left")


KIT = Kit(
    game=SeaBattle,
    words=WORDS,
    reference=by_trial,
    reference_is="a heuristic: tries each order against random moves of the others, and sails to the enemy",
    baseline=sensible_orders,
    baseline_is="any course that strikes nothing while the others stay, with a shot at an enemy in reach",
    sample_state=sample_state,
    passes=passes,
    quick_options={"seats": 4, "size": 9, "rocks": 4, "turns": 5},
    drawing=drawing,
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
)
