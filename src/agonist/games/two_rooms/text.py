"""Two Rooms and a Boom in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.two_rooms.possible_states import known_cards
from agonist.games.two_rooms.rules import TwoRooms
from agonist.games.two_rooms.state import COLOUR, ROUNDS, View
from agonist.kit import Words
from agonist.kit.text_interface import subject, you_or_player
from agonist.text import Prompts

VERBS: Final[Mapping[str, Sequence[str]]] = {
    "wait": ("pass", "do nothing"),
    "say": ("talk", "speak", "message"),
    "share": ("offer", "offer share", "offer a share", "card share", "offer card share"),
    "accept": ("accept share", "accept offer"),
    "show": ("show card", "private reveal"),
    "reveal": ("reveal card", "public reveal"),
    "appoint": ("appoint leader",),
    "vote": ("usurp", "vote leader"),
    "abdicate": ("step down",),
    "take_lead": ("take lead", "take the lead", "accept leadership"),
}

ROOMS: Final = ("first", "second")


class TwoRoomsWords(Words[TwoRooms, View]):
    def rules(self, game: TwoRooms) -> str:
        fill = self.prompts.fill
        free = game.talk == "free"
        return fill(
            "rules",
            seats=game.seats,
            half=game.seats // 2,
            others=game.seats // 2 - 1,
            rounds=ROUNDS,
            talk=fill(
                "rules_talk",
                messages=_listed(game.messages),
                turns=_listed([count + game.pauses for count in game.messages]),
                words=counted(game.max_words, "word"),
                sharing=self._sharing(game),
            ).rstrip()
            if free
            else fill("rules_questions", words=counted(game.max_words, "word")),
            leaders=fill(f"rules_leaders_{game.leaders}"),
            truth=fill("truth_of_cards" if game.sharing else "no_cards_shown"),
            words=counted(game.max_words, "word"),
        )

    def _sharing(self, game: TwoRooms) -> str:
        if not game.sharing:
            return ""
        what = self.prompts.fill("rules_colours") if game.colours else ""
        return self.prompts.fill("rules_sharing", colours=what).rstrip()

    def scene(self, game: TwoRooms, view: View) -> str:
        if not view.rooms:
            return "\n".join(filter(None, [self._me(view), self.prompts.fill("not_ready")]))
        parts = [
            "\n".join(filter(None, [self._me(view), self._rooms(view), self._known(view)])),
            self._history(game, view),
            self.status(game, view),
        ]
        return "\n\n".join(filter(None, parts))

    def _me(self, view: View) -> str:
        if view.seat is None:
            return ""
        if view.card is None:
            return f"You are {player_name(view.seat)}."
        return self.prompts.fill(
            "me",
            player=player_name(view.seat),
            card=view.card,
            team=COLOUR[view.card],
            goal=self.prompts.fill(f"goal_{COLOUR[view.card].casefold()}"),
        )

    def _rooms(self, view: View) -> str:
        lines = []
        for nth, (room, leader) in enumerate(zip(view.rooms, view.leaders, strict=True)):
            led = "no leader yet" if leader is None else f"leader: {you_or_player(leader, view.seat)}"
            lines.append(f"The {ROOMS[nth]} room: {_names(room, view.seat)} ({led}).")
        return "\n".join(lines)

    def _known(self, view: View) -> str:
        known = {seat: what for seat, what in known_cards(view).items() if seat != view.seat}
        if not known or view.phase == "over":
            return ""
        seen = ", ".join(f"{player_name(seat)}: {what}" for seat, what in sorted(known.items()))
        return f"What you have seen of the cards of others: {seen}."

    def _history(self, game: TwoRooms, view: View) -> str:
        lines = [f"- {line}" for event in view.log if (line := self._event(view, event))]
        return "\n".join(["What happened, as far as you know:", *lines]) if lines else ""

    def sentence(self, game: TwoRooms, view: View, event: Event) -> str:
        match event:
            case ("card", _):
                return self._me(view)
            case ("said" | "asks" | "answers" | "parley" | "appoints", seat, *_) if seat == view.seat:
                return ""
        return self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("card", _):
                return ""
            case ("rooms", rooms):
                names = (f"{_names(room, me)} in the {ROOMS[n]} room" for n, room in enumerate(rooms))
                return f"The players enter: {'; '.join(names)}."
            case ("round", number):
                return f"Round {number} begins."
            case ("leads", seat, how):
                whose = "your" if seat == me else "their"
                return f"{subject(seat, me, 'are', 'is')} now the leader of {whose} room ({HOW[how]})."
            case ("exchange", (first, second), rooms):
                gone = f"{subject(first, me)} and {you_or_player(second, me)} change rooms."
                names = (f"the {ROOMS[n]} room: {_names(room, me)}" for n, room in enumerate(rooms))
                return f"{gone} Now in {'; in '.join(names)}."
            case ("over", cards):
                held = (f"{player_name(seat)}: {card}" for seat, card in enumerate(cards))
                return f"The game is over. The cards: {', '.join(held)}. {_winner(view, cards)}"
            case ("said", seat, to, text):
                whom = "to the room" if to == "room" else f"privately to {you_or_player(to, me)}"
                return f'{subject(seat, me, "say", "says")} {whom}: "{self.quoted(text)}"'
            case ("asks", seat, to, text):
                return f'{subject(seat, me, "ask", "asks")} {you_or_player(to, me)}: "{self.quoted(text)}"'
            case ("answers", seat, to, text):
                verb, whom = subject(seat, me, "answer", "answers"), you_or_player(to, me)
                return f'{verb} {whom}: "{self.quoted(text)}"'
            case ("parley", seat, text):
                return f'{subject(seat, me, "say", "says")} to the other leader: "{self.quoted(text)}"'
            case ("shares", giver, seat, what):
                return f"{subject(giver, me)} and {you_or_player(seat, me)} share their {what}s."
            case ("offers", giver, to, what):
                return f"{subject(giver, me, 'offer', 'offers')} {you_or_player(to, me)} a {what} share."
            case ("shows", seat, to, what):
                whose = "your" if seat == me else "their"
                other = "theirs" if seat == me else "yours" if to == me else f"{player_name(to)}'s"
                shows = f"{subject(seat, me, 'show', 'shows')} {you_or_player(to, me)}"
                return f"{shows} {whose} {what}, without seeing {other}."
            case ("sees", seat, what):
                return f"You see that {player_name(seat)} holds: {what}."
            case ("reveals", seat, what):
                return f"{subject(seat, me, 'reveal', 'reveals')} to the room: {what}."
            case ("asks there", seat, to):
                return f"In the other room, {player_name(seat)} asks {player_name(to)} a question."
            case ("appoints", seat, whom):
                return f"{subject(seat, me, 'appoint', 'appoints')} {you_or_player(whom, me)} as leader."
            case ("votes", seat, whom):
                return f"{subject(seat, me, 'vote', 'votes')} for {_voted(seat, whom, me)} as the new leader."
            case ("offers to abdicate", seat, to):
                return f"{subject(seat, me, 'offer', 'offers')} the leadership to {you_or_player(to, me)}."
            case ("hostage", seat):
                return f"{subject(seat, me, 'are', 'is')} the hostage who will leave this room."
        raise AssertionError(event)

    def status(self, game: TwoRooms, view: View) -> str:
        if view.phase == "over":
            return "The game is over."
        if not view.rooms:
            return self.prompts.fill("not_ready")
        now = f"Round {view.round + 1} of {ROUNDS}"
        if view.phase == "talk":
            now += f", turn {view.tick + 1} of {game.messages[view.round] + game.pauses}"
        lines = [f"{now}."]
        if view.phase == "talk" and view.seat is not None:
            left = game.messages[view.round] - view.spent
            lines.append(f"You can still say {counted(left, 'message')} in this round.")
            lines += self._open(view)
        return " ".join(lines)

    def _open(self, view: View) -> Iterable[str]:
        """The open votes and offers, in words."""
        me = view.seat
        if view.votes:
            votes = (f"{you_or_player(s, me)} for {_voted(s, to, me)}" for s, to in view.votes)
            yield f"Votes for a new leader: {', '.join(votes)}."
        for giver, to, what in view.offers:
            between = f"from {you_or_player(giver, me)} to {you_or_player(to, me)}"
            yield f"Open offer: a {what} share {between}."
        if view.heir is not None:
            yield f"The leadership is offered to {you_or_player(view.heir, me)}."

    def request(self, game: TwoRooms, view: View, ask: Ask) -> str:
        if ask.about == "answer":
            assert view.question is not None
            question = next(event for event in reversed(view.log) if event[0] == "asks")
            return self.prompts.fill(
                "answer", player=player_name(question[1]), question=self.quoted(question[3])
            )
        return self.prompts.fill(ask.about)

    def label(self, view: View, key: str, option: Any) -> str:
        match option:
            case int():
                return player_name(option)
            case (giver, what):
                return f"{what} share with {player_name(giver)}"
        return str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        if key == "action":
            return VERBS.get(option, ())
        if isinstance(option, tuple):
            return (player_name(option[0]),) if sum(o[0] == option[0] for o in view.offers) == 1 else ()
        return ("everyone", "all", "the room") if option == "room" else ()

    def known(self, game: TwoRooms, view: View, key: str) -> Sequence[str] | None:
        if key == "action":
            return [way for verb, ways in VERBS.items() for way in (verb, *ways)]
        if key in ("text", "answer", "parley", "offer", "what"):
            return None
        return [player_name(seat) for seat in range(game.seats)]

    def hint(self, view: View, key: str) -> str:
        return (
            self.prompts.fill(f"hint_{key}") if self.prompts.has(f"hint_{key}") else "a player in your room"
        )

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "rooms":
                first, second = action[: len(action) // 2], action[len(action) // 2 :]
                return f"Chance assigns the rooms: {_names(first, None)} | {_names(second, None)}"
            case "leader":
                return f"Chance makes {player_name(action)} the leader"
        return super().chance(view, ask, action)


HOW: Final = {
    "appointed": "appointed",
    "voted": "by a majority",
    "abdicated": "the old leader abdicated",
    "drawn": "drawn at random",
}


def _winner(view: View, cards: Sequence[str]) -> str:
    places = [
        next(n for n, room in enumerate(view.rooms) if cards.index(c) in room)
        for c in ("President", "Bomber")
    ]
    if places[0] == places[1]:
        return "The Bomber is with the President: Red wins."
    return "The Bomber is not with the President: Blue wins."


def _voted(seat: Seat, whom: Seat, me: Seat | None) -> str:
    if seat == whom:
        return "yourself" if seat == me else "themselves"
    return you_or_player(whom, me)


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _names(seats: Iterable[Seat], me: Seat | None) -> str:
    return ", ".join(you_or_player(seat, me) for seat in seats)


WORDS = TwoRoomsWords(Prompts.beside(__file__))
