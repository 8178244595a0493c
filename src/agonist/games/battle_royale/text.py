"""Battle royale in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, player_name
from agonist.games.battle_royale.rules import NOBODY, BattleRoyale, State
from agonist.kit import Words
from agonist.text import Prompts

NOBODY_TOO: Final = (
    "no one",
    "none",
    "no player",
    "pass",
    "do nothing",
    "hold fire",
    "miss",
    *(f"{way} miss" for way in ("intentionally", "deliberately", "purposely")),
    *(f"miss {way}" for way in ("on purpose", "intentionally", "deliberately", "purposely")),
    *(f"{verb} {where} the air" for verb in ("shoot", "fire") for where in ("in", "into")),
)


class BattleRoyaleWords(Words[BattleRoyale, State]):
    def rules(self, game: BattleRoyale) -> str:
        players = "\n".join(f"- {_with_rate(game, seat)}" for seat in range(game.seats))
        if game.wins == "first":
            shots = f"{game.shot_cap} shots" if game.told_rounds else "a number of shots that is not told"
            cap = f"{shots} (misses on purpose count as shots)"
            return self.prompts.fill("rules_first", seats=game.seats, players=players, cap=cap)
        cap = (
            self.prompts.fill("told", shots=game.shot_cap)
            if game.told_rounds
            else self.prompts.fill("untold")
        )
        return self.prompts.fill("rules", seats=game.seats, players=players, cap=cap)

    def scene(self, game: BattleRoyale, view: State) -> str:
        past = [self.sentence(game, view, event) for event in view.log] or [self.prompts.fill("first")]
        return "\n".join([*past, self.status(game, view)])

    def sentence(self, game: BattleRoyale, view: State, event: Event) -> str:
        match event:
            case ("shot", number, shooter, "nobody", _):
                return self.prompts.fill("spared", number=number, shooter=player_name(shooter))
            case ("shot", number, shooter, target, hit):
                names = {"shooter": player_name(shooter), "target": player_name(target)}
                return self.prompts.fill("hit" if hit else "missed", number=number, **names)
        raise AssertionError(event)

    def status(self, game: BattleRoyale, view: State) -> str:
        if game.is_over(view):
            return self.prompts.fill("over", players=", ".join(map(player_name, view.alive)))
        return self.prompts.fill(
            "left", count=len(view.alive), players=", ".join(_with_rate(game, seat) for seat in view.alive)
        )

    def request(self, game: BattleRoyale, view: State, ask: Ask) -> str:
        return self.prompts.fill(
            ask.about,
            player=player_name(view.shooter),
            rate=game.hit_rate(view.shooter),
            place=view.alive.index(view.shooter) + 1,
            count=len(view.alive),
            number=f"{len(view.log) + 1}" + (f" of {game.shot_cap}" if game.told_rounds else ""),
        )

    def label(self, view: State, key: str, option: Any) -> str:
        del view, key
        return NOBODY if option == NOBODY else player_name(option)

    def aliases(self, view: State, key: str, option: Any) -> Sequence[str]:
        return NOBODY_TOO if option == NOBODY else ()

    def known(self, game: BattleRoyale, view: State, key: str) -> Sequence[str]:
        return [NOBODY, *NOBODY_TOO, *map(player_name, range(game.seats))]

    def hint(self, view: State, key: str) -> str:
        del view, key
        return self.prompts.fill("hint")

    def chance(self, view: State, ask: Ask, action: Any) -> str:
        return f"Chance: {player_name(view.shooter)} {'hits' if action == 'hit' else 'misses'}"


def _with_rate(game: BattleRoyale, seat: Seat) -> str:
    return f"{player_name(seat)} ({game.hit_rate(seat)}%)"


WORDS = BattleRoyaleWords(Prompts.beside(__file__))
