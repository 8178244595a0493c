"""Chameleon in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.chameleon.rules import Chameleon, View
from agonist.kit import Words
from agonist.kit.text_interface import subject
from agonist.text import Prompts


class ChameleonWords(Words[Chameleon, View]):
    def rules(self, game: Chameleon) -> str:
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            others=game.seats - 1,
            rounds="one round" if game.clue_rounds == 1 else f"{game.clue_rounds} rounds",
            words=counted(game.max_words, "word"),
            told=self.prompts.fill("codes_told") if game.codes_told else "",
        )

    def scene(self, game: Chameleon, view: View) -> str:
        lines = [self._dealt(game, view)] if view.topic else []
        events = [line for event in view.log if (line := self._event(view, event))]
        return "\n".join([*lines, *events, self.status(game, view)])

    def _dealt(self, game: Chameleon, view: View) -> str:
        """Topic and role, in the words of the deal."""
        fill = self.prompts.fill
        lines = [fill("topic", topic=view.topic)]
        if game.codes_told:
            lines.append(fill("codes", codes=", ".join(f'"{code}"' for code in game.codes[view.topic])))
        if view.seat is not None and view.is_chameleon is not None:
            me = player_name(view.seat)
            role = (
                fill("chameleon", player=me) if view.is_chameleon else fill("code", player=me, code=view.code)
            )
            lines.append(role)
        return "\n".join(lines)

    def news(self, game: Chameleon, old: View, new: View) -> str:
        dealt = [self._dealt(game, new)] if new.is_chameleon is not None and old.is_chameleon is None else []
        fresh = [line for event in new.log[len(old.log) :] if (line := self.sentence(game, new, event))]
        return "\n".join([*dealt, *fresh, self.status(game, new)])

    def sentence(self, game: Chameleon, view: View, event: Event) -> str:
        # The player's own clues, votes and guesses are in the conversation already.
        match event:
            case ("clue", _, seat, _) if seat == view.seat:
                return ""
            case ("guess", _) if view.is_chameleon:
                return ""
            case ("voted", _):
                return ""
        return self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        fill, me = self.prompts.fill, view.seat
        match event:
            case ("topic", _) | ("code", _) | ("chameleon",):
                return ""
            case ("clue", number, seat, text):
                words = self.quoted(text)
                return fill("clue_given", round=number, player=subject(seat, me), clue=words)
            case ("voted", target):
                return fill("voted", player=player_name(target))
            case ("accused", None):
                return fill("nobody_accused")
            case ("accused", int(seat)):
                return fill("accused", player=subject(seat, me), verb=_have(seat, me))
            case ("guess", text):
                return fill("guessed", guess=self.quoted(text))
            case ("over", ending, chameleon, code):
                name = f"over_{ending.replace(' ', '_')}"
                reveal = fill("reveal", player=subject(chameleon, me), was=_was(chameleon, me), code=code)
                return f"{fill(name)} {reveal}"
        raise AssertionError(event)

    def status(self, game: Chameleon, view: View) -> str:
        fill = self.prompts.fill
        match view.phase:
            case "clue":
                return fill(
                    "now_clue",
                    round=view.round,
                    rounds=game.clue_rounds,
                    player=subject(view.spoken, view.seat),
                    verb="give" if view.spoken == view.seat else "gives",
                )
            case "vote":
                return fill("now_vote")
            case "guess":
                return fill("now_guess")
            case "over":
                return fill("now_over")
            case _:
                return fill("now_dealing")

    def request(self, game: Chameleon, view: View, ask: Ask) -> str:
        if ask.about == "clue":
            return self.prompts.fill("clue_as_chameleon" if view.is_chameleon else "clue_as_other")
        return self.prompts.fill(ask.about)

    def label(self, view: View, key: str, option: Any) -> str:
        return player_name(option) if key == "vote" else super().label(view, key, option)

    def roles(self, key: str) -> Sequence[str]:
        return ("chameleon",) if key == "vote" else ()

    def known(self, game: Chameleon, view: View, key: str) -> Sequence[str] | None:
        return [*map(player_name, range(game.seats))] if key == "vote" else None

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if ask.about == "chameleon":
            return f"Chance makes {player_name(action)} the chameleon"
        return super().chance(view, ask, action)


def _have(seat: Seat, me: Seat | None) -> str:
    return "have" if seat == me else "has"


def _was(seat: Seat, me: Seat | None) -> str:
    return "were" if seat == me else "was"


WORDS = ChameleonWords(Prompts.beside(__file__))
