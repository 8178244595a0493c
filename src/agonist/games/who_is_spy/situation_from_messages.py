"""What an agent knows about a game of Who is Spy from the messages that it was sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from agonist.core import Ask, Choice, Event, Seat, Speech, UsageError, player_name
from agonist.games.who_is_spy.rules import ABSTAIN, Foul, Phase, View, Votes, WhoIsSpy, folded, others
from agonist.kit import Situation, WisMessage
from agonist.kit.wis_protocol import DISTRIBUTION, ROUND, START, VOTE, VOTE_RESULT

SEATS: Final = 6
"""The number of players at a published table, which messages do not contain."""

OURS: Final = re.compile(r"Player ([1-9]|1[0-2])")
"""How our own host names the seats."""


class Listener:
    """Reads the messages of one game, the last of which is a question.

    Other hosts use other names of players, who get seats in the order in which they are first mentioned.
    Fouls are never announced: a player who is missing from a list of names without having been voted out
    committed one, and their speech shows which.
    """

    def __init__(self, messages: Sequence[WisMessage], game: WhoIsSpy | None = None) -> None:
        self._game = game
        self._names: list[str] = []
        self._word = ""
        self._log: list[Event] = []
        self._round = 1
        self._alive: tuple[Seat, ...] = tuple(range(SEATS if game is None else game.seats))
        self._me: Seat | None = None
        self._starter: Seat | None = None
        self._ballots: list[tuple[Seat, Seat]] = []
        for message in messages[:-1]:
            self._hear(message)
        self._asked = messages[-1]

    def situation(self) -> Situation[WhoIsSpy, View]:
        if self._me is None or not self._word:
            raise UsageError(
                "nobody has said who I am and what my word is: send start and distribution first"
            )
        phase: Phase = "vote" if self._asked.status == VOTE else "speech"
        if phase == "vote":
            self._missing(filter(None, (self._asked.message or "").split(",")))
            choices = [seat for seat in self._alive if seat != self._me]
            ask: Ask = Choice((*choices, ABSTAIN), about="vote")
        else:
            self._round = self._asked.round or self._round
            self._begin(self._me)
        game = self._game or self._guessed()
        if phase == "speech":
            analysis = game.reasoning_limit if self._me in game.reasoning else 0
            ask = Speech(optional=True, cut=game.characters + analysis, about="speech")
        starter = self._me if self._starter is None else self._starter
        order = sorted(self._alive, key=lambda seat: (seat < starter, seat))
        to_speak = tuple(order[order.index(self._me) :]) if phase == "speech" else ()
        view = View(
            self._me, phase, self._word, starter, self._round, self._alive, to_speak, tuple(self._log)
        )
        return Situation(game, view, ask)

    def _guessed(self) -> WhoIsSpy:
        """The published game, in the language of the word."""
        chinese = any("\u4e00" <= letter <= "\u9fff" for letter in self._word)
        return WhoIsSpy(seats=max(SEATS, len(self._names)), language="zh" if chinese else "en")

    def name_of(self, seat: Seat) -> str:
        """The host's name of a seat."""
        return self._names[seat] if seat < len(self._names) and self._names[seat] else player_name(seat)

    def with_their_names(self, text: str) -> str:
        """A text with the host's names instead of ours."""
        return OURS.sub(lambda found: self.name_of(int(found[1]) - 1), text)

    def _hear(self, message: WisMessage) -> None:
        if message.asks:
            return
        match message.status:
            case status if status == START:
                self._me = self._seat(message.message or message.name or "")
            case status if status == DISTRIBUTION:
                self._word = message.word or ""
                self._log.append(("word", self._word))
            case status if status == ROUND:
                self._round = message.round or self._round
                if message.name:
                    seat = self._seat(message.name)
                    self._begin(seat)
                    self._log.append(("speech", self._round, seat, message.message or ""))
            case status if status == VOTE and message.name and message.message:
                self._ballots.append((self._seat(message.name), self._seat(message.message)))
            case status if status == VOTE_RESULT:
                self._left(message.name or message.message)

    def _seat(self, name: str) -> Seat:
        """The seat of a name; the next free one for a new name."""
        if name in self._names:
            return self._names.index(name)
        found = OURS.fullmatch(name)
        if found and all(not known or OURS.fullmatch(known) for known in self._names):
            seat = int(found[1]) - 1
            self._names += [""] * (seat + 1 - len(self._names))
            self._names[seat] = name
        else:
            self._names.append(name)
            seat = len(self._names) - 1
        if self._game is None and seat >= SEATS and self._round == 1:
            self._alive = (*self._alive, *range(max(self._alive, default=0) + 1, seat + 1))
        return seat

    def _begin(self, seat: Seat) -> None:
        if self._starter is None:
            self._starter = seat
            self._log.append(("starter", seat))

    def _missing(self, names: Iterable[str]) -> None:
        """Remove the players who are no longer in a list of names."""
        listed = {self._me, *(self._seat(name.strip()) for name in names)}
        for seat in self._alive:
            if seat not in listed:
                self._alive = others(self._alive, seat)
                if seat < len(self._names) and self._names[seat]:
                    self._log.append(("foul", self._round, seat, self._foul(seat)))

    def _foul(self, seat: Seat) -> Foul:
        before: set[str] = set()
        for event in self._log:
            if event[0] == "speech":
                speech = folded(event[3])
                if event[1] == self._round and event[2] == seat:
                    return "silent" if not speech else "repeated" if speech in before else "own word"
                before.add(speech)
        return "silent"

    def _left(self, name: str | None) -> None:
        voted = dict(self._ballots)
        votes: Votes = tuple((seat, voted.get(seat)) for seat in self._alive)
        gone = self._seat(name) if name else None
        self._log += [("ballot", self._round, votes), ("left", self._round, gone)]
        self._ballots = []
        if gone is not None:
            self._alive = others(self._alive, gone)
