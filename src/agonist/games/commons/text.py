"""A commons in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.commons.rules import NOBODY, Commons, View, totals
from agonist.kit import RoundWords
from agonist.kit.text_interface import subject, you_or_player
from agonist.text import Prompts
from agonist.text.accepted_words import nouns
from agonist.text.exact_numbers import decimal

UNITS: Final = nouns("unit")


class CommonsWords(RoundWords[Commons, View]):
    def rules(self, game: Commons) -> str:
        steps = "\n".join(f"{number}. {step}" for number, step in enumerate(self._steps(game), 1))
        what = {"paid": "inspections", "peer": "fining others"}
        paid = [what[key] for key in (game.monitoring, game.sanctions) if key in what]
        silent = "" if game.talk else f"\n\n{self.prompts.fill('silent')}"
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            capacity=game.capacity,
            story="" if game.story == "none" else f"\n\n{self.prompts.fill(f'story_{game.story}')}",
            order=steps + silent,
            collapse=game.collapse,
            length=self.length(game),
            less=self._less(game, paid),
        )

    def _less(self, game: Commons, paid: Sequence[str]) -> str:
        fines = ["in fines"] if game.sanctions != "none" else []
        parts = [*fines, *(f"for {what}" for what in paid)]
        return self.prompts.fill("less", what=" and ".join(parts)) if parts else ""

    def _steps(self, game: Commons) -> Iterator[str]:
        fill = self.prompts.fill
        if game.quota != "none":
            middle = "" if game.seats % 2 else fill("middle")
            yield fill("step_quota", middle=middle, binding=f" {fill(f'binding_{game.quota}')}")
        seen = (
            fill(f"seen_{game.monitoring}", cost=_units(game.inspection_cost))
            if game.monitoring == "paid"
            else fill(f"seen_{game.monitoring}")
        )
        yield f"{fill('step_harvest')} {seen}"
        if game.sanctions == "peer":
            yield fill("step_peer", cost=game.fine_cost, fine=game.fine)
        if game.sanctions == "graduated":
            yield fill("step_graduated", fine=game.fine)
        rounded = fill("rounded") if game.factor.denominator > 1 else ""
        yield fill("step_growth", growth=decimal(game.factor, 3), capacity=game.capacity, rounded=rounded)
        if game.talk:
            first = fill("talk_first" if game.talk_first else "no_talk_first")
            yield fill("step_talk", words=counted(game.max_words, "word"), first=f" {first}")

    def length(self, game: Commons) -> str:
        if game.told_rounds:
            return self.prompts.fill("told", rounds=counted(game.rounds, "month"))
        return self.prompts.fill("untold")

    def sentence(self, game: Commons, view: View, event: Event) -> str:
        # What the player said is in the conversation already.
        mine = event[0] == "said" and event[2] == view.seat
        return "" if mine else self._event(view, event)

    def scene(self, game: Commons, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self._event(view, event) for event in view.log]
        return "\n".join(filter(None, [*me, *past, self.status(game, view)]))

    def _event(self, view: View, event: Event) -> str:
        fill, me = self.prompts.fill, view.seat
        match event:
            case ("quota", month, votes, limit):
                return fill("quota_event", month=month, votes=_listed(votes, me), limit=limit)
            case ("harvest", month, amounts):
                return fill("harvest_event", month=month, amounts=_listed(amounts, me), total=sum(amounts))
            case ("total", month, total):
                return fill("total_event", month=month, total=total)
            case ("own", _, amount):
                return fill("own_event", amount=amount)
            case ("inspected", _, who, whom, amount):
                return fill(
                    "inspected_event", who=subject(who, me), whom=you_or_player(whom, me), amount=amount
                )
            case ("fined", _, who, whom):
                return fill("fined_event", who=subject(who, me), whom=you_or_player(whom, me))
            case ("offence", _, seat, count, fine):
                times = f"offence {count}"
                return fill("offence_event", who=subject(seat, me), times=times, fine=fine)
            case ("regrew", _, left, stock):
                return fill("regrew_event", left=left, stock=stock)
            case ("collapsed", _, left):
                return fill("collapsed_event", left=left)
            case ("said", _, seat, pledge, text):
                words = self.quoted(text)
                said = f": {words}" if words else "."
                return fill("said_event", who=subject(seat, me), pledge=pledge, said=said)
        raise AssertionError(event)

    def status(self, game: Commons, view: View) -> str:
        if view.phase == "over":
            return self.prompts.fill("watched") if view.seat is None else self.over(game, view)
        if view.phase in ("inspect", "fine"):
            return self.prompts.fill("left", stock=view.stock)
        if view.phase == "talk":
            return "" if view.log else self.prompts.fill("left", stock=view.stock)
        if game.told_rounds:
            return self.prompts.fill("now", round=view.played + 1, rounds=game.rounds, stock=view.stock)
        return self.prompts.fill("now_untold", round=view.played + 1, stock=view.stock)

    def over(self, game: Commons, view: View) -> str:
        assert view.seat is not None
        gain, cost = own_harvest(view), view.costs[view.seat]
        paid = self.prompts.fill("paid", costs=cost) if cost else ""
        return self.prompts.fill("over", gain=gain, paid=paid, score=gain - cost)

    def request(self, game: Commons, view: View, ask: Ask) -> str:
        match ask.about:
            case "inspect":
                return self.prompts.fill("inspect", cost=_units(game.inspection_cost))
            case "fine":
                return self.prompts.fill("fine", cost=game.fine_cost, fine=game.fine)
            case "harvest":
                limit = "" if view.quota is None else self.prompts.fill("limit", quota=view.quota)
                return self.prompts.fill("harvest", stock=view.stock, limit=f" {limit}" if limit else "")
        return self.prompts.fill(ask.about, stock=view.stock)

    def label(self, view: View, key: str, option: Any) -> str:
        return player_name(option) if isinstance(option, int) else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return ("no one", "none", "no", "nobody at all") if option == NOBODY else ()

    def units(self, game: Commons, view: View, key: str) -> Mapping[str, int]:
        return UNITS

    def known(self, game: Commons, view: View, key: str) -> Sequence[str] | None:
        if key in ("inspect", "fine"):
            return [NOBODY, "no one", "none", "no", *map(player_name, range(game.seats))]
        return None

    def bounds(self, game: Commons, view: View, key: str) -> tuple[int, int] | None:
        return 0, game.capacity

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill("hint")


def own_harvest(view: View) -> int:
    """All that the player of this view has harvested."""
    assert view.seat is not None
    shown = [event[2] for event in view.log if event[0] == "harvest"]
    alone: int = sum(event[2] for event in view.log if event[0] == "own")
    return alone + (totals(shown)[view.seat] if shown else 0)


def _units(count: int) -> str:
    return counted(count, "unit")


def _listed(amounts: Sequence[int], me: Seat | None) -> str:
    return ", ".join(f"{you_or_player(seat, me)} {amount}" for seat, amount in enumerate(amounts))


WORDS = CommonsWords(Prompts.beside(__file__))
