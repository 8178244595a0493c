"""Who is Spy in the messages of the agents of whoisspy.ai."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from agonist.core import Ask, UsageError, player_name
from agonist.games.who_is_spy.rules import ABSTAIN, View, WhoIsSpy, others
from agonist.games.who_is_spy.situation_from_messages import Listener
from agonist.games.who_is_spy.text import WORDS
from agonist.kit import Situation, WisMessage, WisProtocol
from agonist.kit.wis_protocol import DISTRIBUTION, RESULT, ROUND, START, VOTE, VOTE_RESULT


class WhoIsSpyProtocol(WisProtocol[WhoIsSpy, View]):
    """The published messages. There is none for a foul: a player who is out for a foul is missing from the
    next list of names. A question for an analysis carries the request as its text.
    """

    def script(self, game: WhoIsSpy, view: View) -> Sequence[WisMessage]:
        return tuple(_script(game, view))

    def question(self, game: WhoIsSpy, view: View, ask: Ask) -> WisMessage:
        if ask.about == "vote":
            return _ask_vote(view.alive)
        message = _ask_speech(view.round)
        # The published question has no text: agents that read none describe their word, and no more.
        return (
            replace(message, message=WORDS.request(game, view, ask))
            if view.seat in game.reasoning
            else message
        )

    def action(self, view: View, ask: Ask, text: str) -> Any:
        if ask.about != "vote":
            return text
        assert view.seat is not None
        named = {player_name(seat): seat for seat in others(view.alive, view.seat)}
        return named.get(text.strip(), ABSTAIN)

    def situation(
        self, messages: Sequence[WisMessage], game: WhoIsSpy | None = None
    ) -> Situation[WhoIsSpy, View]:
        return Listener(messages, game).situation()

    def text(self, messages: Sequence[WisMessage], ask: Ask, action: Any) -> str:
        listener = Listener(messages)
        if ask.about != "vote":
            return listener.with_their_names(action)
        return ABSTAIN if action == ABSTAIN else listener.name_of(action)


def _script(game: WhoIsSpy, view: View) -> Iterator[WisMessage]:
    if view.seat is None:
        raise UsageError("a bystander has no agent")
    count, alive = 0, tuple(range(game.seats))
    yield WisMessage(START, message=player_name(view.seat))
    for event in view.log:
        match event:
            case ("word", word):
                yield WisMessage(DISTRIBUTION, word=word)
            case ("speech", number, seat, text):
                if number > count:
                    yield WisMessage(ROUND, round=number)
                    count = number
                if seat == view.seat:
                    yield _ask_speech(number)
                yield WisMessage(ROUND, name=player_name(seat), message=text, round=number)
            case ("foul", _, seat, _):
                alive = others(alive, seat)
            case ("ballot", _, votes):
                if view.seat in alive:
                    yield _ask_vote(alive)
                for voter, target in votes:
                    if target is not None:
                        yield WisMessage(VOTE, name=player_name(voter), message=player_name(target))
            case ("left", _, seat):
                name = None if seat is None else player_name(seat)
                alive = alive if seat is None else others(alive, seat)
                yield WisMessage(VOTE_RESULT, name=name, message=name)
            case ("over", *_):
                yield WisMessage(RESULT, message=WORDS.sentence(game, view, event))
    if view.phase == "speech" and view.round > count:
        yield WisMessage(ROUND, round=view.round)


def _ask_speech(number: int) -> WisMessage:
    return WisMessage(ROUND, round=number, asks=True)


def _ask_vote(alive: Sequence[int]) -> WisMessage:
    # Agents take their own name out of the list themselves.
    return WisMessage(VOTE, message=",".join(map(player_name, alive)), asks=True)


WIS_PROTOCOL = WhoIsSpyProtocol()
