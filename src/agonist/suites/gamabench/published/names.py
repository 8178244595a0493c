"""Parsing the names of published records: the game, the model, the run or the arm of an ablation.

The records of γ-Bench (Huang et al., 2024) are in a folder per game, as `PREFIX_GAME_vN_SUFFIX.json`; records
without a prefix are those of GPT-3.5-Turbo 0125. Options are read from the record itself, never from here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Final

STEMS: Final[Mapping[str, str]] = {
    "guessing_game": "guess_average",
    "bar_game_implicit": "el_farol",
    "bar_game_explicit": "el_farol",
    "divide_dollar": "divide_dollar",
    "public_goods": "public_goods",
    "diner_dilemma": "diners_dilemma",
    "sealed_bid_auction": "sealed_bid_auction",
    "battle_royale": "battle_royale",
    "pirate_game": "pirate_game",
}
"""Names of games: the published code's, then ours."""

OLDEST: Final = "gpt-3.5-turbo-0125"
"""The model of records without a prefix."""

ABLATED: Final = (OLDEST, "gpt-4o", "gemini-1.5-pro", "llama-3.1-70b")
"""The models with which all ablations were run."""

DEFAULT_POINT: Final[Mapping[str, str]] = {
    "guess_average": "r4",
    "el_farol": "r3",
    "divide_dollar": "g2",
    "public_goods": "r3",
    "diners_dilemma": "p1",
    "sealed_bid_auction": "vr1",
    "battle_royale": "h1",
    "pirate_game": "g2",
}
"""The suffix of the grid point that has the game's usual options."""

AUGUST: Final = (
    "gemini-1.5-pro",
    "llama-3.1-8b",
    "llama-3.1-70b",
    "llama-3.1-405b",
    "mixtral-8x7b",
    "mixtral-8x22b",
    "qwen2-72b",
)
"""The models whose pirate games were printed with the arithmetic of August 2024."""

SECOND_PRICE: Final = {"1": "copy", "2": "cot", "3": "cooperative", "4": "selfish", "5": "mathematician"}
PERSONAS: Final = {"1": "cooperative", "2": "selfish", "3": "mathematician"}
_SUFFIX: Final = re.compile(r"v(?P<version>\d+)(?:_(?P<rest>.+))?")
_NAME: Final = re.compile(rf"(?:(?P<prefix>.+)_)?(?P<stem>{'|'.join(STEMS)})(?:_(?P<suffix>.+))?")


@dataclass(frozen=True, slots=True)
class Name:
    """The data in a file's name.

    `run`: 1 to 5 for one of the five usual runs. `arm`: what else the match was for, such as `prompts=v2`
    or `r4`; empty for a usual run. `copy_of`: the suffix of the record that this one is known to repeat.
    `persona`, `cot` and `temperature` are those of the players. `aside`: why no table has it, if none has.
    """

    stem: str
    game: str
    model: str
    suffix: str
    second_price: bool = False
    run: int | None = None
    arm: str = ""
    persona: str = ""
    cot: bool = False
    temperature: float | None = None
    copy_of: str = ""
    aside: str = ""

    @property
    def unscored(self) -> str:
        """Why no table scores this kind of record; empty if they do."""
        if self.second_price:
            return "second price: no table scores it"
        return "explicit: the tables score the implicit game" if self.stem == "bar_game_explicit" else ""

    @property
    def player(self) -> str:
        """The model as a player specification, in its method and with its temperature.

        >>> named("pirate_game/gpt-4o_pirate_game_v1_role2.json").player
        'persona:published/gpt-4o?as=selfish'
        """
        options = [f"temperature={self.temperature:g}"] if self.temperature is not None else []
        options += [f"as={self.persona}"] if self.persona else []
        methods = ("cot:" if self.cot else "") + ("persona:" if self.persona else "")
        return f"{methods}published/{self.model}" + ("?" + "&".join(options) if options else "")


def named(path: str) -> Name | None:
    """The data in the path of a record, with `/` between folders; `None` if it belongs to no game.

    >>> name = named("bar_game_explicit/llama-3.1-8b_bar_game_explicit_v1_3.json")
    >>> name.model, name.game, name.run
    ('llama-3.1-8b', 'el_farol', 3)
    """
    parts = PurePosixPath(path)
    found = _NAME.fullmatch(parts.stem)
    folder = next((part for part in reversed(parts.parts[:-1]) if part in STEMS), "")
    if found is None:
        return _with_suffix(_oldest(folder, path, parts.stem)) if folder else None
    name = _oldest(found["stem"], path, found["suffix"] or "")
    return _with_suffix(replace(name, model=found["prefix"] or OLDEST))


def _oldest(stem: str, path: str, suffix: str) -> Name:
    return Name(stem, STEMS[stem], OLDEST, suffix, second_price="second_price" in PurePosixPath(path).parts)


def _with_suffix(name: Name) -> Name:
    found = _SUFFIX.fullmatch(name.suffix)
    version, rest = (found["version"], found["rest"] or "") if found else ("1", name.suffix)
    if version != "1" and not rest:
        return replace(name, arm=f"prompts=v{version}")
    name = replace(name, **_meaning(name, rest))
    if version != "1":
        name = replace(name, arm=f"prompts=v{version},{name.arm or rest}", run=None)
    return _known_copy(name, rest)


def _meaning(name: Name, rest: str) -> dict[str, Any]:
    """The fields that follow from the suffix after the version."""
    kind, number = rest.rstrip("0123456789"), rest[len(rest.rstrip("0123456789")) :]
    match kind, number:
        case "", "":
            return {"arm": "v1", "copy_of": "v1_1"}
        case "", ("1" | "2" | "3" | "4" | "5"):
            return {"run": int(number)}
        case "t", ("0" | "1" | "2" | "3" | "4" | "5"):
            # The temperature is not stored in the record.
            return {"arm": f"temperatures={int(number) / 5:g}", "temperature": int(number) / 5}
        case "cot", _ if name.second_price and number in SECOND_PRICE:
            return _second_price(SECOND_PRICE[number])
        case "cot", "1":
            return {"arm": "methods=cot", "cot": True}
        case "cot", _ if number:
            return {"arm": rest, "cot": True, "aside": "a wording of step-by-step reasoning of no table"}
        case "cot_default", "":
            return {"arm": rest, "copy_of": "v1_1"}
        case "role", ("1" | "2" | "3"):
            return {"arm": f"personas={PERSONAS[number]}", "persona": PERSONAS[number]}
        case (("r" | "g" | "p" | "vr" | "h"), _) if number:
            return {"arm": rest}
        case "m", _ if number:
            return {"arm": rest, "aside": "a range of numbers of no table"}
        case "s", _ if number:
            return {"arm": rest, "aside": "seats with fixed answers"}
        case _ if "savept" in rest:
            return {"arm": rest, "aside": "a branch of another match"}
        case _ if "jailbreak" in rest:
            return {"arm": rest, "aside": "an enciphered prompt"}
    return {"arm": rest, "aside": "a suffix that nothing explains"}


def _second_price(meaning: str) -> dict[str, Any]:
    """Second-price records keep the numbers of the first upload."""
    if meaning == "copy":
        return {"arm": "cot_default", "copy_of": "v1_1"}
    if meaning == "cot":
        return {"arm": "methods=cot", "cot": True}
    return {"arm": f"personas={meaning}", "persona": meaning}


def _known_copy(name: Name, rest: str) -> Name:
    """Which record this one is known to repeat."""
    plain = not name.second_price and name.stem != "bar_game_explicit"
    if name.model == OLDEST and name.game == "pirate_game" and name.run in (1, 2, 4, 5):
        twin = {1: "v1_role1", 2: "v1_cot1", 4: "v1_role2", 5: "v1_role3"}[name.run]
        return replace(name, copy_of=twin)
    if name.model == OLDEST and name.game == "sealed_bid_auction" and plain and name.run == 2:
        return replace(name, copy_of="v1_1")
    if name.model not in ABLATED or name.arm.startswith("prompts="):
        return name
    later = ("public_goods", "sealed_bid_auction", "battle_royale", "pirate_game")
    separate = (name.model == "gpt-4o" and name.game in later) or (
        name.model == "gemini-1.5-pro" and name.game == "guess_average"
    )
    if rest == "t5" or (rest == DEFAULT_POINT[name.game] and not separate):
        return replace(name, copy_of="v1_1")
    return name
