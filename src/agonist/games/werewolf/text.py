"""Werewolf in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.werewolf.rules import View, Werewolf
from agonist.kit import Words
from agonist.kit.text_interface import subject, you_or_player
from agonist.text import Prompts


class WerewolfWords(Words[Werewolf, View]):
    def rules(self, game: Werewolf) -> str:
        fill = self.prompts.fill
        return fill(
            "rules",
            seats=game.seats,
            wolves=counted(game.werewolves, "werewolf", "werewolves"),
            village=game.seats - game.werewolves,
            roles="\n".join(self._roles(game)),
            doers="".join(f"\n{line}" for line in self._named_at_night(game)),
            talk=self._talk(game),
            tie=fill(f"tie_{game.tie}"),
            reveal=fill("reveal_yes" if game.reveal else "reveal_no"),
            hunter=f" {fill('rules_hunter')}" if game.hunter else "",
        )

    def _roles(self, game: Werewolf) -> Iterator[str]:
        fill, deck = self.prompts.fill, game.deck
        if game.werewolves > 1:
            yield fill("role_werewolf", wolves=counted(game.werewolves, "Werewolf", "Werewolves"))
        else:
            yield fill("role_lone_werewolf")
        yield from (
            fill(f"role_{role.lower()}") for role in ("Seer", "Doctor", "Hunter", "Mason") if role in deck
        )
        if villagers := deck.count("Villager"):
            yield fill("role_villager", villagers=counted(villagers, "Villager"))

    def _named_at_night(self, game: Werewolf) -> Iterator[str]:
        fill = self.prompts.fill
        if game.seer:
            yield fill("night_seer")
        if game.doctor:
            whom = fill("self_yes" if game.doctor_self else "self_no")
            yield fill("night_doctor", whom=whom if game.doctor_repeats else fill("repeats_no", whom=whom))

    def _talk(self, game: Werewolf) -> str:
        if not game.talks:
            return ""
        one = game.talks == 1
        rounds = self.prompts.fill("rounds_one") if one else self._rounds(game.talks)
        words = counted(game.max_words, "word")
        return f"{self.prompts.fill('rules_talk', rounds=rounds, words=words)} "

    def _rounds(self, talks: int) -> str:
        return self.prompts.fill("rounds_many", rounds=counted(talks, "round"))

    def scene(self, game: Werewolf, view: View) -> str:
        lines = [self._event(view, event) for event in view.log if event[0] != "role"]
        return "\n".join(filter(None, [self._you(view), *lines, self.status(game, view)]))

    def _you(self, view: View) -> str:
        if view.seat is None:
            return self.prompts.fill("bystander")
        me = player_name(view.seat)
        if view.role is None:
            return self.prompts.fill("waiting", player=me)
        others = next((event[2] for event in view.log if event[0] == "role"), ())
        fellows = f" The other {plural(view.role, len(others))}: {names(others)}." if others else ""
        return self.prompts.fill("you", player=me, role=view.role, fellows=fellows)

    def sentence(self, game: Werewolf, view: View, event: Event) -> str:
        # What the player said is in the conversation already.
        return "" if event[:2] == ("said", view.seat) else self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("role", *_):
                return self._you(view)
            case ("night" | "speaker", _):
                return ""
            case ("chose", night, target):
                what = {"Doctor": "protected", "Seer": "looked at"}.get(view.role or "", "suspected")
                whom = "yourself" if target == me else player_name(target)
                return f"Night {night}: you {what} {whom}."
            case ("seen", night, target, wolf):
                is_wolf = "is a werewolf" if wolf else "is not a werewolf"
                return f"Night {night}: you alone learn that {player_name(target)} {is_wolf}."
            case ("pack", night, named):
                each = ", ".join(f"{you_or_player(a, me)} → {player_name(b)}" for a, b in named)
                return f"Night {night}, the werewolves named: {each}."
            case ("died", night, None, _):
                return f"After night {night}, nobody was killed."
            case ("died", night, seat, role):
                return f"After night {night}, {_was(seat, me)} killed{_role(role)}."
            case ("said", seat, text):
                return f"{subject(seat, me)}: {self.quoted(text)}"
            case ("ballot", day, ballot):
                votes = ", ".join(f"{you_or_player(a, me)} → {you_or_player(b, me)}" for a, b in ballot)
                return f"Day {day}, votes: {votes}."
            case ("exiled", day, None, _):
                return f"Day {day}: a tie, so nobody leaves."
            case ("exiled", day, seat, role):
                return f"Day {day}: {_was(seat, me)} voted out{_role(role)}."
            case ("shot", hunter, target, role):
                whom = you_or_player(target, me)
                return f"{subject(hunter, me)}, the Hunter, took {whom} along{_role(role)}."
            case ("over", roles):
                each = ", ".join(f"{player_name(seat)}: {role}" for seat, role in enumerate(roles))
                return f"The game is over. Roles: {each}."
        raise AssertionError(event)

    def status(self, game: Werewolf, view: View) -> str:
        if view.phase in ("roles", "over"):
            return ""
        when = "Night" if view.phase in ("night", "victim") else "Day"
        return self.prompts.fill("status", when=when, day=view.day, alive=names(view.alive, view.seat))

    def request(self, game: Werewolf, view: View, ask: Ask) -> str:
        if ask.about == "shot":
            return self.prompts.fill("shot")
        if ask.about == "night":
            role = view.role if view.role in ("Werewolf", "Seer", "Doctor") else "other"
            return self.prompts.fill(f"night_as_{role.lower()}", day=view.day)
        return self.prompts.fill(ask.about, day=view.day)

    def label(self, view: View, key: str, option: Any) -> str:
        return player_name(option) if isinstance(option, int) else str(option)

    def roles(self, key: str) -> Sequence[str]:
        return ("werewolf", "wolf") if key == "vote" else ()

    def known(self, game: Werewolf, view: View, key: str) -> Sequence[str] | None:
        return None if key == "talk" else [player_name(seat) for seat in range(game.seats)]

    def hint(self, view: View, key: str) -> str:
        del view, key
        return self.prompts.fill("hint")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "victim":
                return f"The werewolves attack {player_name(action)}"
            case "speaker":
                return f"Chance lets {player_name(action)} speak first"
            case "tie":
                return f"Chance breaks the tie: {player_name(action)}"
        return super().chance(view, ask, action)


def plural(role: str, number: int) -> str:
    """A role in words for so many players.

    >>> plural("Werewolf", 2), plural("Mason", 1)
    ('Werewolves', 'Mason')
    """
    several = "Werewolves" if role == "Werewolf" else f"{role}s"
    return role if number == 1 else several


def names(seats: Sequence[Seat], me: Seat | None = None) -> str:
    """Seats in words.

    >>> names((0, 2), me=2)
    'Player 1, you'
    """
    return ", ".join(you_or_player(seat, me) for seat in seats)


def _role(role: str | None) -> str:
    return f": {role}" if role else ""


def _was(seat: Seat, me: Seat | None) -> str:
    return "you were" if seat == me else f"{player_name(seat)} was"


WORDS = WerewolfWords(Prompts.beside(__file__))
