"""Bargaining in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, counted, player_name
from agonist.games.bargain.goods import KINDS, ONE_OF, POOLS, WHOLE, Counts, rest, total
from agonist.games.bargain.possible_states import values_in_words
from agonist.games.bargain.rules import Bargain, View, over, round_of, share, worths
from agonist.kit import Words
from agonist.kit.text_interface import you_or_player
from agonist.text import Prompts
from agonist.text.accepted_words import nouns

VERBS: Final[Mapping[str, Sequence[str]]] = {
    "propose": ("proposal", "offer", "propose a plan", "counteroffer", "counter-offer"),
    "deal": ("accept", "agree", "accept the deal", "accept the plan", "accept the offer", "take the deal"),
}


class BargainWords(Words[Bargain, View]):
    def rules(self, game: Bargain) -> str:
        fill = self.prompts.fill
        return fill(
            "rules",
            rounds=counted(game.rounds, "round"),
            words=counted(game.max_words, "word"),
            whole=WHOLE,
            score=fill(f"score_{game.score}"),
        )

    def scene(self, game: Bargain, view: View) -> str:
        table, me = view.table, view.seat
        lines = [] if me is None else [f"You are {player_name(me)}."]
        if table.pool is None:
            return "\n".join([*lines, self.prompts.fill("no_pool")])
        lines += [self.sentence(game, view, event) for event in view.log if event[0] in ("pool", "values")]
        talk = [self._line(view, event) for event in view.log if event[0] not in ("pool", "values")]
        lines += ["", *(talk or [self.prompts.fill("no_plan")]), "", self.status(game, view)]
        return "\n".join(lines).strip()

    def sentence(self, game: Bargain, view: View, event: Event) -> str:
        match event:
            case ("pool", pool):
                return self.prompts.fill("pool", pool=items(pool))
            case ("values", values):
                return self.prompts.fill("values", values=values_in_words(values), whole=WHOLE)
            case ("proposed", _, seat, *_) | ("deal", _, seat) if seat == view.seat:
                return ""
        return self._line(view, event)

    def _line(self, view: View, event: Event) -> str:
        pool = view.table.pool
        assert pool is not None
        match event:
            case ("proposed", number, seat, kept, message):
                proposes = "You propose" if seat == view.seat else f"{player_name(seat)} proposes"
                gets = f"{to} get" if (to := you_or_player(1 - seat, view.seat)) == "you" else f"{to} gets"
                plan = f"{proposes} to keep {items(kept)}; {gets} {items(rest(pool, kept))}."
                words = self.quoted(message)
                return f"Round {number}: {plan}" + (f' Message: "{words}"' if words else "")
            case ("deal", number, seat):
                accepts = "You accept" if seat == view.seat else f"{player_name(seat)} accepts"
                return f"Round {number}: {accepts} the plan."
            case ("closed",):
                return self.prompts.fill("closed")
        raise AssertionError(event)

    def status(self, game: Bargain, view: View) -> str:
        table, fill = view.table, self.prompts.fill
        if not view.values:
            return ""
        if over(game, table):
            return self._end(game, view)
        now = fill("round", round=round_of(table), rounds=game.rounds)
        return " ".join(filter(None, [now, self._plan(view)]))

    def _plan(self, view: View) -> str:
        """The last plan of the other, with its value to this seat."""
        table, me = view.table, view.seat
        if table.plan is None or me is None or table.plan.seat == me:
            return ""
        values = view.values[me]
        assert values is not None
        mine = share(table, me)
        return self.prompts.fill(
            "plan", player=player_name(1 - me), mine=items(mine), worth=total(mine, values), whole=WHOLE
        )

    def _end(self, game: Bargain, view: View) -> str:
        known = [values for values in view.values if values is not None]
        shown = "; ".join(
            f"{you_or_player(seat, view.seat)}: {values_in_words(v)}" for seat, v in enumerate(known)
        )
        values = self.prompts.fill("shown", values=shown)
        if not view.table.agreed:
            return f"{self.prompts.fill('no_deal')} {values}"
        got = worths(view.table, known)
        worth = " and ".join(f"{got[seat]} to {you_or_player(seat, view.seat)}" for seat in (0, 1))
        return f"{self.prompts.fill('agreed', worth=worth)} {values}"

    def request(self, game: Bargain, view: View, ask: Ask) -> str:
        table = view.table
        last = table.turns == 2 * game.rounds - 1
        deal = "first" if table.plan is None else "last" if last else "may_deal"
        return self.prompts.fill(
            ask.about, deal=self.prompts.fill(deal), goal=self.prompts.fill(f"goal_{game.score}")
        )

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return VERBS.get(option, ()) if key == "action" else ()

    def units(self, game: Bargain, view: View, key: str) -> Mapping[str, int]:
        return nouns(*(one for one, kind in zip(ONE_OF, KINDS, strict=True) if key == f"keep_{kind}"))

    def known(self, game: Bargain, view: View, key: str) -> Sequence[str] | None:
        return [way for verb, ways in VERBS.items() for way in (verb, *ways)] if key == "action" else None

    def bounds(self, game: Bargain, view: View, key: str) -> tuple[int, int] | None:
        kinds = [nth for nth, kind in enumerate(KINDS) if key == f"keep_{kind}"]
        return (0, max(pool[kinds[0]] for pool in POOLS)) if kinds else None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if ask.about == "pool":
            return f"Chance draws the pool: {items(action)}"
        to_each = (f"{player_name(seat)}: {values_in_words(values)}" for seat, values in enumerate(action))
        return f"Chance draws the values: {'; '.join(to_each)}"


def items(counts: Counts) -> str:
    """Items in words.

    >>> items((1, 2, 0)), items((0, 0, 0))
    ('1 hat, 2 balls, 0 apples', 'nothing')
    """
    if not any(counts):
        return "nothing"
    names = (one if n == 1 else many for n, one, many in zip(counts, ONE_OF, KINDS, strict=True))
    return ", ".join(f"{n} {name}" for n, name in zip(counts, names, strict=True))


WORDS = BargainWords(Prompts.beside(__file__))
