"""The arms of each sweep: what is varied, everything else being the control's.

The grids are those of γ-Bench (Huang et al., 2024, Tables 6 to 9), except for the wordings, which are ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from agonist.core import UsageError
from agonist.players import parse_player
from agonist.players.options import PERSONA_FILES
from agonist.players.unique_names import variant
from agonist.suites.gamabench.custom_sweep_levels import Levels

NULL: Final = "null"
"""The label of an arm that is the control once more, on other seeds: how large a difference of nothing is."""

WORDINGS: Final = ("v1", "v2", "v3", "v4", "v5")
"""Our wordings; `v1` is that of the games themselves."""

TEMPERATURES: Final = ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0")
USUAL_TEMPERATURE: Final = "1.0"
PERSONAS: Final = ("cooperative", "selfish", "mathematician")
SWEEPS: Final = ("prompts", "temperatures", "methods", "personas", "options")
FACTOR: Final[Mapping[str, str]] = {
    "prompts": "prompt",
    "temperatures": "temperature",
    "methods": "method",
    "personas": "method",
    "options": "option",
}
"""What the published tables call the factor of a sweep."""

OPTIONS: Final[Mapping[str, tuple[tuple[str, Mapping[str, Any]], ...]]] = {
    "guess_average": tuple(
        (level, {"ratio": level})
        for level in ["0", "1/6", "1/3", "1/2", "2/3", "5/6", "1", "7/6", "4/3", "3/2", "5/3", "11/6", "2"]
    ),
    "el_farol": tuple((f"{percent}%", {"ratio": f"{percent}/100"}) for percent in (0, 20, 40, 60, 80, 100)),
    "divide_dollar": tuple((str(golds), {"golds": golds}) for golds in (50, 100, 200, 400, 800)),
    "public_goods": tuple((level, {"ratio": level}) for level in ("0.0", "0.5", "1.0", "2.0", "4.0")),
    "diners_dilemma": tuple(
        (
            f"({','.join(map(str, point))})",
            dict(zip(("cheap_price", "cheap_utility", "costly_price", "costly_utility"), point, strict=True)),
        )
        for point in (
            (10, 15, 20, 20),
            (11, 5, 20, 7),
            (4, 19, 9, 20),
            (1, 8, 19, 12),
            (4, 5, 17, 7),
            (2, 11, 8, 13),
        )
    ),
    "sealed_bid_auction": tuple((f"[0,{high}]", {"low": 0, "high": high}) for high in (100, 200, 400, 800)),
    "battle_royale": tuple(
        (f"[{base},{base + 9 * step}]", {"base_hit_rate": base, "interval": step})
        for base, step in ((51, 1), (35, 5), (10, 10))
    ),
    "pirate_game": tuple((str(gold), {"gold": gold}) for gold in (4, 5, 100, 400)),
}
"""Table 9's grids: for each game its levels, as the table calls them, and the options they stand for."""

LEVEL_ELSEWHERE: Final[Mapping[str, str]] = {
    "guess_average": "2/3",
    "el_farol": "60%",
    "divide_dollar": "100",
    "public_goods": "2.0",
    "diners_dilemma": "(10,15,20,20)",
    "sealed_bid_auction": "[0,200]",
    "battle_royale": "[35,80]",
    "pirate_game": "100",
}
"""The level that the games have outside of this sweep."""


PAPERS: Final = Levels()
"""No levels of a user's own."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One setting of a sweep. `control` marks the one that the others are compared with.

    `wording` is empty where the sweep does not fix it; `options` are those of the game; `method` and
    `settings` go to the model.
    """

    label: str
    control: bool = False
    wording: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    method: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def null(self) -> bool:
        return self.label == NULL

    def player(self, name: str, spec: str) -> tuple[str, str]:
        """Name and specification of the player in this arm.

        Raises `UsageError` if it is not a model and the arm is for models.
        """
        if not self.method and not self.settings:
            return name, spec
        if not parse_player(spec).is_model:
            raise UsageError(f"this sweep is for models, and {spec!r} is not one; write it as provider/model")
        return variant(name, spec, self.method, self.settings)


def arms_of(sweep: str, game: str, levels: Levels = PAPERS) -> tuple[Arm, ...]:
    """The arms of a sweep for one game, the control first and the null arm last; without a sweep, one.

    `levels` levels take the place of the paper's; the control is the same in both cases.

    >>> [arm.label for arm in arms_of("methods", "el_farol")]
    ['direct', 'cot', 'null']
    """
    if not sweep:
        return (Arm("", control=True),)
    arms = _PLAIN.get(sweep) or _of_options(game, levels)
    if sweep == "temperatures" and levels.temperatures:
        arms = tuple(map(_of_temperature, dict.fromkeys((USUAL_TEMPERATURE, *levels.temperatures))))
    if sweep == "personas" and levels.personas:
        arms = (Arm("none", control=True), *map(_of_persona, levels.personas))
    control = next(arm for arm in arms if arm.control)
    others = [arm for arm in arms if not arm.control]
    labels = [arm.label for arm in (control, *others)]
    if NULL in labels or len(set(labels)) < len(labels):
        raise UsageError(f"levels need different names, other than {NULL!r}: {', '.join(labels)}")
    again = Arm(NULL, False, control.wording, control.options, control.method, control.settings)
    return (control, *others, again)


def refuse_factor(sweep: str, specs: Iterable[str]) -> None:
    """Raise `UsageError` for a player that already sets what the sweep varies, so that no arm would be the
    control."""
    for text in specs:
        spec = parse_player(text)
        for factor, has in (
            ("methods", not WAYS.isdisjoint(spec.methods)),
            ("personas", "persona" in spec.methods),
            ("temperatures", not spec.options.keys().isdisjoint(("temperature", "body.temperature"))),
        ):
            if sweep == factor and has:
                raise UsageError(
                    f"{text!r} already has {_FACTORS[factor]}, which the sweep of {factor} varies: "
                    "name the player without it"
                )


WAYS: Final = frozenset(("cot", "sc", "rap", "bap", "tot", "pgm"))
"""Methods that make a model answer in another way than directly."""

_FACTORS: Final = {"methods": "a method", "personas": "a persona", "temperatures": "a temperature"}


def _of_options(game: str, levels: Levels) -> tuple[Arm, ...]:
    usual = LEVEL_ELSEWHERE[game]
    arms = tuple(Arm(level, level == usual, options=options) for level, options in OPTIONS[game])
    if game not in levels.options:
        return arms
    control = next(arm for arm in arms if arm.control)
    return (control, *(Arm(level, options=options) for level, options in levels.options[game]))


def _of_temperature(value: str) -> Arm:
    return Arm(value, value == USUAL_TEMPERATURE, settings={"temperature": value})


def _of_persona(name: str) -> Arm:
    """A built-in persona, or the sentence in a file, with the file's name."""
    return Arm(
        Path(name).stem if name.endswith(PERSONA_FILES) else name, method="persona", settings={"as": name}
    )


_PLAIN: Final[Mapping[str, tuple[Arm, ...]]] = {
    "prompts": tuple(Arm(name, name == "v1", wording=name) for name in WORDINGS),
    "temperatures": tuple(map(_of_temperature, TEMPERATURES)),
    "methods": (Arm("direct", control=True), Arm("cot", method="cot")),
    "personas": (Arm("none", control=True), *map(_of_persona, PERSONAS)),
}
