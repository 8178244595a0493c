"""Who is Spy in words, in English and Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.who_is_spy.rules import ABSTAIN, View, WhoIsSpy
from agonist.kit import Words
from agonist.text import Prompts

ABSTAIN_TOO: Final = (
    "abstention", "I abstain", "abstain from voting", "no vote", "nobody", "no one", "none", "skip", "pass",
    "弃权", "弃票", "我弃权",
)  # fmt: skip
"""Other words for an abstention."""

PLAYER_IN_CHINESE: Final = (("玩家", ""), ("玩家 ", ""), ("", "号"), ("", "号玩家"), ("玩家", "号"))
"""The text before and after the number of a player."""


class WhoIsSpyWords(Words[WhoIsSpy, View]):
    """The prompts of the game's language, below any that are laid over them."""

    def _in(self, game: WhoIsSpy) -> Prompts:
        return self.prompts.speaking(game.language)

    def rules(self, game: WhoIsSpy) -> str:
        fill, english = self._in(game).fill, game.language == "en"
        join = _either if english else "、".join
        nths = [*map(str, range(1, game.rounds + 1))]
        pays = [f"{pay:.4g}" for pay in game.pays]
        analyses = ""
        if game.reasoning:
            who = (", " if english else "、").join(map(player_name, sorted(game.reasoning)))
            analyses = fill("analyses", players=who, limit=game.characters + game.reasoning_limit)
        return fill(
            "rules",
            seats=game.seats,
            civilians=game.seats - 1,
            rounds=counted(game.rounds, "round") if english else game.rounds,
            limit=game.characters,
            analyses=f" {analyses}" if analyses and english else analyses,
            end=fill(f"end_{game.end}"),
            nths=join(nths),
            pays=join(pays),
            **({} if english else {"each": "分别" if game.rounds > 1 else ""}),
        )

    def scene(self, game: WhoIsSpy, view: View) -> str:
        events = [line for event in view.log if (line := self._event(game, view, event))]
        return "\n".join([*self._me(game, view), *events, self.status(game, view)])

    def _me(self, game: WhoIsSpy, view: View) -> list[str]:
        if view.seat is None or view.word is None:
            return []
        return [self._in(game).fill("your_word", player=player_name(view.seat), word=view.word)]

    def sentence(self, game: WhoIsSpy, view: View, event: Event) -> str:
        match event:
            case ("word", _):
                return "\n".join(self._me(game, view))
            case ("speech", _, seat, _) if seat == view.seat:
                # It is in the conversation already.
                return ""
        return self._event(game, view, event)

    def _event(self, game: WhoIsSpy, view: View, event: Event) -> str:
        fill = self._in(game).fill
        match event:
            case ("word", _):
                return ""
            case ("starter", seat):
                return fill("starter", player=self._name(game, view, seat))
            case ("speech", number, seat, text):
                words = self.quoted(text)
                name = "speech_given" if words else "no_speech"
                blanks = {"speech": words} if words else {}
                return fill(name, round=number, player=self._name(game, view, seat), **blanks)
            case ("foul", number, seat, foul):
                why = fill(f"foul_{foul.replace(' ', '_')}")
                return fill("foul", round=number, player=self._name(game, view, seat), foul=why)
            case ("ballot", number, votes):
                cast = ", ".join(
                    f"{player_name(voter)} {fill('abstained')}"
                    if target is None
                    else f"{player_name(voter)} {fill('voted_for')} {player_name(target)}"
                    for voter, target in votes
                )
                return fill("ballot", round=number, votes=cast)
            case ("left", number, None):
                return fill("nobody_left", round=number)
            case ("left", number, int(seat)):
                return fill("left", round=number, player=self._name(game, view, seat))
            case ("over", winner, spy, civilian_word, spy_word):
                return fill(
                    f"over_{winner}",
                    player=self._name(game, view, spy),
                    civilian_word=civilian_word,
                    spy_word=spy_word,
                )
        raise AssertionError(event)

    def _name(self, game: WhoIsSpy, view: View, seat: Seat) -> str:
        name = player_name(seat)
        return self._in(game).fill("you", player=name) if seat == view.seat else name

    def status(self, game: WhoIsSpy, view: View) -> str:
        fill = self._in(game).fill
        alive = ", ".join(map(player_name, view.alive))
        match view.phase:
            case "speech":
                order = ", ".join(map(player_name, view.to_speak))
                return fill("now_speech", round=view.round, rounds=game.rounds, alive=alive, order=order)
            case "vote":
                return fill("now_vote", round=view.round, rounds=game.rounds, alive=alive)
            case "over":
                return fill("now_over")
            case _:
                return fill("now_dealing")

    def request(self, game: WhoIsSpy, view: View, ask: Ask) -> str:
        fill = self._in(game).fill
        if ask.about == "vote":
            return fill("vote", abstain=ABSTAIN)
        if view.seat in game.reasoning:
            return fill("speech_reasoning", limit=game.characters, more=game.reasoning_limit)
        return fill("speech", limit=game.characters)

    def label(self, view: View, key: str, option: Any) -> str:
        return player_name(option) if isinstance(option, int) else super().label(view, key, option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        if option == ABSTAIN:
            return ABSTAIN_TOO
        if isinstance(option, int):
            number = option + 1
            return tuple(f"{word}{number}{more}" for word, more in PLAYER_IN_CHINESE)
        return ()

    def roles(self, key: str) -> Sequence[str]:
        return ("spy", "undercover", "impostor", "imposter", "卧底", "间谍") if key == "vote" else ()

    def known(self, game: WhoIsSpy, view: View, key: str) -> Sequence[str] | None:
        if key != "vote":
            return None
        seats = range(game.seats)
        return [
            ABSTAIN,
            *(way for seat in seats for way in (player_name(seat), *self.aliases(view, key, seat))),
        ]

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "spy":
                return f"Chance makes {player_name(action)} the spy"
            case "starter":
                return f"Chance lets {player_name(action)} start"
            case "side":
                return f"Chance deals the spy the word on the {action}"
        return super().chance(view, ask, action)


def _either(parts: Sequence[str]) -> str:
    """Alternatives in English.

    >>> _either(["0", "4", "8"]), _either(["1"])
    ('0, 4 or 8', '1')
    """
    *most, last = parts
    return f"{', '.join(most)} or {last}" if most else last


WORDS = WhoIsSpyWords(Prompts.beside(__file__, "en", "zh"))
