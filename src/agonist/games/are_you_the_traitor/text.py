"""Are You the Traitor? in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Menu, Seat, counted, player_name
from agonist.games.are_you_the_traitor.possible_states import known_roles
from agonist.games.are_you_the_traitor.rules import SHOWN_FROM, TRAITORS_FROM, AreYouTheTraitor
from agonist.games.are_you_the_traitor.state import (
    POINTS,
    POINTS_TO_WIN,
    SEEKS,
    SIDE,
    View,
    points,
    roles_for,
)
from agonist.kit import Words
from agonist.kit.text_interface import capital, listed, subject, you_or_player
from agonist.text import Prompts

VERBS: Final[Mapping[str, Sequence[str]]] = {
    "wait": ("pass", "do nothing"),
    "say": ("talk", "speak", "message"),
    "stop": ("call", "accuse", "point", "call stop"),
    "pass": ("keep", "keep the ring", "no"),
    "declare": ("declare points", "declare my points", "count"),
    "ring": ("use", "use ring", "use the ring", "steal"),
}


class TraitorWords(Words[AreYouTheTraitor, View]):
    def rules(self, game: AreYouTheTraitor) -> str:
        fill, roles = self.prompts.fill, roles_for(game.seats)
        traitors, guards = roles.count("Traitor"), roles.count("Guard")
        return fill(
            "rules",
            seats=game.seats,
            traitors=counted(traitors, "Traitor"),
            guards=counted(guards, "Guard"),
            holder=fill("rules_shown" if game.seats >= SHOWN_FROM else "rules_hidden"),
            traitors_know=f" {fill('rules_traitors')}" if game.seats >= TRAITORS_FROM else "",
            declare=f"\n{fill('rules_declare', enough=POINTS_TO_WIN)}" if game.goal == "ten" else "",
            asked=fill(f"asked_{game.goal}"),
            too_late=f" {fill('rules_too_late')}" if game.goal == "ten" else "",
            talk=fill(f"rules_{game.talk}", ticks=game.ticks, words=counted(game.max_words, "word")),
            goal=fill("goal_ten", enough=POINTS_TO_WIN, rounds=counted(game.rounds, "round"))
            if game.goal == "ten"
            else fill("goal_most", rounds=counted(game.rounds, "round")),
        )

    def scene(self, game: AreYouTheTraitor, view: View) -> str:
        if not view.round:
            return self.prompts.fill("not_ready")
        parts = [
            "\n".join(filter(None, [self._me(view), self._known(view)])),
            self._treasure(view),
            self._history(game, view),
            self.status(game, view),
        ]
        return "\n\n".join(filter(None, parts))

    def _me(self, view: View) -> str:
        if view.seat is None or view.role is None:
            return ""
        seeks = SEEKS.get(view.role)
        goal = self.prompts.fill("seeks", role=seeks) if seeks else self.prompts.fill("seeks_nobody")
        me = player_name(view.seat)
        return self.prompts.fill("me", player=me, role=view.role, side=SIDE[view.role], goal=goal)

    def _known(self, view: View) -> str:
        wizards = " and ".join(you_or_player(seat, view.seat) for seat in view.wizards)
        lines = [f"The two wizards: {wizards}."]
        others = {s: role for s, role in known_roles(view).items() if s != view.seat}
        if others and view.phase in ("talk", "question", "answer", "stops", "call"):
            roles = ", ".join(f"{player_name(seat)} is the {role}" for seat, role in sorted(others.items()))
            lines.append(f"You know: {roles}.")
        return " ".join(lines)

    def _treasure(self, view: View) -> str:
        counts = (f"{subject(s, view.seat)}: {n}" for s, n in enumerate(view.cards))
        held = f"Treasure cards: {', '.join(counts)}; {view.left} in the deck."
        if view.seat is None:
            return held
        cards = ", ".join(f"{card} ({POINTS[card]})" for card in view.hand) or "none"
        return f"{held}\nYour treasure: {cards}; {counted(points(view.hand), 'point')} in all."

    def _history(self, game: AreYouTheTraitor, view: View) -> str:
        lines = [f"- {line}" for event in view.log if (line := self._event(view, event))]
        return "\n".join(["What happened so far:", *lines])

    def sentence(self, game: AreYouTheTraitor, view: View, event: Event) -> str:
        match event:
            case ("said" | "asks" | "answers", seat, *_) if seat == view.seat:
                return ""
            case ("role", _):
                return f"{self._me(view)} {self._known(view)}"
            case ("treasure", _):
                return f"{self._event(view, event)} You have {counted(points(view.hand), 'point')} now."
        return self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("round", number, wizards):
                both = " and ".join(_small(seat, me) for seat in wizards)
                return f"Round {number} begins. The wizards are {both}."
            case ("role", role):
                return f"Your role: {role}."
            case ("key holder", seat):
                return f"The Key Holder is {_small(seat, me)}."
            case ("traitors", seats):
                return f"The Traitors are {' and '.join(_small(seat, me) for seat in seats)}."
            case ("said", seat, text):
                return f'{subject(seat, me, "say", "says")}: "{self.quoted(text)}"'
            case ("asks", seat, to, text):
                return f'{subject(seat, me, "ask", "asks")} {_small(to, me)}: "{self.quoted(text)}"'
            case ("answers", seat, to, text):
                return f'{subject(seat, me, "answer", "answers")} {_small(to, me)}: "{self.quoted(text)}"'
            case ("stops", seat, target):
                return f"{subject(seat, me, 'say', 'says')} stop and {_whose(seat, me)} {_small(target, me)}."
            case ("time", seat):
                return f"The time is up: {_small(seat, me)} must point at somebody."
            case ("result", caller, target, right, side, roles):
                held = ", ".join(f"{player_name(s)}: {role}" for s, role in enumerate(roles))
                call = "right" if right else "wrong"
                who, whom = subject(caller, me), _small(target, me)
                shown = f"{who} ({roles[caller]}) pointed at {whom} ({roles[target]})"
                return f"{shown}: {call}, so {side} wins the round. The roles were {held}."
            case ("draw", seats, without):
                lines = [f"{_list(seats, me)} drew a treasure card each."] if seats else []
                if without:
                    lines.append(f"The deck is empty: there was no card for {_names(without, me)}.")
                return " ".join(lines)
            case ("treasure", card):
                return f"You drew: {card} ({counted(POINTS[card], 'point')})."
            case ("ring", user, victim):
                return f"{subject(user, me)} used a magic ring to take a card from {_small(victim, me)}."
            case ("stolen", victim, user, card):
                return f"The card that went from {_small(victim, me)} to {_small(user, me)}: {card}."
            case ("dropped", None):
                return self.prompts.fill("too_few_left", enough=POINTS_TO_WIN)
            case ("dropped", victim):
                return self.prompts.fill("ring_unused", player=player_name(victim))
            case ("declares", seat, total):
                return f"{subject(seat, me, 'declare', 'declares')} {counted(total, 'point')}."
            case ("over", totals):
                each = ", ".join(f"{player_name(s)}: {total}" for s, total in enumerate(totals))
                return f"The game is over. Points: {each}."
        raise AssertionError(event)

    def status(self, game: AreYouTheTraitor, view: View) -> str:
        if view.phase == "over":
            return "The game is over."
        if not view.round:
            return self.prompts.fill("not_ready")
        now = f"Round {view.round} of at most {game.rounds}"
        return f"{now}, turn {min(view.tick + 1, game.ticks)} of {game.ticks}."

    def request(self, game: AreYouTheTraitor, view: View, ask: Ask) -> str:
        match ask.about:
            case "answer":
                question = next(event for event in reversed(view.log) if event[0] == "asks")
                return self.prompts.fill(
                    "answer", player=player_name(question[1]), question=self.quoted(question[3])
                )
            case "call":
                assert view.role is not None
                return self.prompts.fill("call", role=SEEKS[view.role])
            case "counting":
                assert isinstance(ask, Menu)
                verbs, mine = [verb for verb, _ in ask.verbs], counted(points(view.hand), "point")
                if verbs == ["pass"]:
                    return self.prompts.fill("counting_only_pass")
                ways = [self.prompts.fill("counting_ring")] if "ring" in verbs else []
                ways += [self.prompts.fill("counting_declare", points=mine)] if "declare" in verbs else []
                return self.prompts.fill("counting", ways=" or ".join(ways))
            case "stops" if view.role not in SEEKS:
                return self.prompts.fill("stops_only_wait")
        return self.prompts.fill(ask.about)

    def label(self, view: View, key: str, option: Any) -> str:
        return player_name(option) if isinstance(option, int) else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return VERBS.get(option, ()) if key == "action" else ()

    def known(self, game: AreYouTheTraitor, view: View, key: str) -> Sequence[str] | None:
        if key == "action":
            return [way for verb, ways in VERBS.items() for way in (verb, *ways)]
        if key in ("text", "answer"):
            return None
        return [player_name(seat) for seat in range(game.seats)]

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}") if self.prompts.has(f"hint_{key}") else "another player"

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "asker" | "caller":
                return f"Chance draws the {ask.about}: {player_name(action)}"
            case "order":
                return f"Chance decides who was first: {', '.join(player_name(seat) for seat, _ in action)}"
        return super().chance(view, ask, action)


def _small(seat: Seat, me: Seat | None) -> str:
    return you_or_player(seat, me)


def _whose(seat: Seat, me: Seat | None) -> str:
    return "point at" if seat == me else "points at"


def _list(seats: Iterable[Seat], me: Seat | None) -> str:
    names = _names(seats, me)
    return capital(names)


def _names(seats: Iterable[Seat], me: Seat | None) -> str:
    return listed(_small(seat, me) for seat in seats)


WORDS = TraitorWords(Prompts.beside(__file__))
