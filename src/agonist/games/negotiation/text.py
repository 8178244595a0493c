"""A negotiation in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.negotiation.deal_values import ISSUES, WHOLE, Deal, Table, points
from agonist.games.negotiation.possible_states import lines
from agonist.games.negotiation.rules import NONE, Negotiation, View
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.exact_numbers import decimal

VOTES = {
    "accept": ("yes", "agree", "accepted", "i accept", "approve", "deal"),
    "reject": ("no", "refuse", "rejected", "i reject", "decline", "no deal"),
}


class NegotiationWords(Words[Negotiation, View]):
    def rules(self, game: Negotiation) -> str:
        fill = self.prompts.fill
        agreement = {
            "all": fill("agreement_all") if game.seats > 2 else fill("agreement_two"),
            "all_but_one": fill("agreement_all_but_one"),
        }
        return fill(
            "rules",
            seats=game.seats,
            issues=counted(game.issues, "issue"),
            names=", ".join(game.names),
            choices=game.choices,
            whole=WHOLE,
            low=game.batna_low,
            high=game.batna_high,
            preferences=fill(f"preferences_{game.preferences}"),
            agreement=agreement[game.agreement],
            proposers=fill("proposers_last") if game.agreement == "all_but_one" else fill("proposers"),
            rounds=counted(game.rounds, "round"),
            clock="".join(f" {part}" for part in self._clock(game)),
            talk=fill("talk", words=counted(game.max_words, "word")) if game.talk else fill("silent"),
        )

    def _clock(self, game: Negotiation) -> Iterator[str]:
        if game.discount:
            yield self.prompts.fill("discount", percent=game.discount)
        if game.breakdown:
            yield self.prompts.fill("breakdown", percent=game.breakdown)

    def scene(self, game: Negotiation, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self._event(game, view, event) for event in view.log]
        return "\n".join(filter(None, [*me, *past, self.status(game, view)])) or self.prompts.fill("waiting")

    def sentence(self, game: Negotiation, view: View, event: Event) -> str:
        # What the player said is in the conversation already.
        mine = event[0] in ("proposed", "answered") and event[2] == view.seat
        return "" if mine else self._event(game, view, event)

    def _event(self, game: Negotiation, view: View, event: Event) -> str:
        fill, me = self.prompts.fill, view.seat
        match event:
            case ("table", weights, favourites, batna):
                own = "\n".join(lines(game, Table(weights, favourites, batna, game.choices)))
                return fill("table", lines=own, batna=batna)
            case ("proposed", number, seat, deal, claim, text):
                proposes = "You proposed" if seat == me else f"{player_name(seat)} proposed"
                return f"Round {number}: {proposes} {in_words(deal)}.{self._said(seat, me, claim, text)}"
            case ("answered", number, seat, vote, claim, text):
                who = "You" if seat == me else player_name(seat)
                return f"Round {number}: {who} {vote}ed.{self._said(seat, me, claim, text)}"
            case ("deal" | "no deal" | "broke off" | "went on" as kind, number):
                return fill(kind.replace(" ", "_"), round=number)
        raise AssertionError(event)

    def _said(self, seat: Seat, me: Seat | None, claim: str, text: str) -> str:
        said = ""
        if claim != NONE:
            said = self.prompts.fill("claimed_you" if seat == me else "claimed", issue=claim)
        words = self.quoted(text)
        return "".join(f" {part}" for part in (said, f'Message: "{words}"' if words else "") if part)

    def status(self, game: Negotiation, view: View) -> str:
        fill = self.prompts.fill
        if view.phase in ("tables", "clock"):
            return ""
        if view.phase == "over":
            return self._end(game, view)
        now = fill("round", round=view.round, rounds=game.rounds)
        if game.discount:
            now += " " + fill("left", percent=decimal(100 * game.left(view.round), 2))
        if view.phase == "propose" or view.deal is None or view.seat is None:
            return now
        table = view.tables[view.seat]
        assert table is not None
        return f"{now} {fill('worth', deal=in_words(view.deal), points=points(table.rows, view.deal))}"

    def _end(self, game: Negotiation, view: View) -> str:
        tables = [table for table in view.tables if table is not None]
        each = "\n".join(
            f"{player_name(seat)}: BATNA {table.batna}; {'; '.join(lines(game, table))}"
            for seat, table in enumerate(tables)
        )
        scores = [Fraction(table.batna) for table in tables]
        if view.agreed and view.deal is not None:
            left = game.left(view.round)
            scores = [points(table.rows, view.deal) * left for table in tables]
        paid = ", ".join(f"{player_name(seat)} {decimal(score, 2)}" for seat, score in enumerate(scores))
        return self.prompts.fill("shown", scores=paid, tables=each)

    def request(self, game: Negotiation, view: View, ask: Ask) -> str:
        fill, last = self.prompts.fill, view.round == game.rounds
        if ask.about == "proposal":
            return fill("propose_last" if last else "propose", choices=game.choices)
        proposer = player_name(game.proposer(view.round))
        return fill("answer_last" if last else "answer", player=proposer)

    def label(self, view: View, key: str, option: Any) -> str:
        return str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        if key == "claim" and option == NONE:
            return ("nothing", "no claim", "no issue")
        return VOTES.get(option, ()) if key == "vote" else ()

    def known(self, game: Negotiation, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "vote":
                return [way for vote, ways in VOTES.items() for way in (vote, *ways)]
            case "claim":
                return [NONE, *ISSUES]
        return None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}" if key in ("vote", "claim") else "hint_option")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if ask.about == "clock":
            return f"Chance lets the talks {action}"
        return "Chance draws the points and the BATNA of each player"


def in_words(deal: Deal) -> str:
    """A deal in words.

    >>> in_words((1, 3))
    'budget 1, schedule 3'
    """
    return ", ".join(f"{name} {option}" for name, option in zip(ISSUES, deal, strict=False))


WORDS = NegotiationWords(Prompts.beside(__file__))
