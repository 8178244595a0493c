"""Hearts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.hearts.seat_knowledge import (
    HEARTS,
    QUEEN_OF_SPADES,
    SEATS,
    Hand,
    Trick,
    suit_of,
)
from agonist.adapters.openspiel.games.playing_cards import by_suits, letters, listed, other_names, spelled
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, Seat, counted, player_name
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part


class HeartsWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        broken_by = fill("heart_or_queen" if options["qs_breaks_hearts"] else "heart_only")
        return {
            "jack": " " + fill("jack") if options["jd_bonus"] else "",
            "passing": fill("pass_cards" if options["pass_cards"] else "no_pass"),
            "lead": fill("any_club" if options["can_lead_any_club"] else "two_of_clubs"),
            "first": " " + fill("first_trick") if options["no_pts_on_first_trick"] else "",
            "breaking": fill("broken", by=broken_by) if options["must_break_hearts"] else fill("any_heart"),
            "queen": " " + fill("instead_of_queen") if self._spares_queen(options) else "",
            "no_tricks": " " + fill("no_tricks") if options["avoid_all_tricks_bonus"] else "",
        }

    def _spares_queen(self, options: Any) -> bool:
        return bool(options["can_lead_hearts_instead_of_qs"] and options["must_break_hearts"])

    def scene(self, game: Any, view: Any) -> str:
        """All that was played; at the end the last trick alone."""
        hand: Hand = view.facts
        passes = [] if view.scores else self._passes(hand, view.seat)
        lines = [*passes, *self._lines(game, view, len(hand.tricks) - 1 if view.scores else 0)]
        return self.prompts.fill(
            "scene", you=self.you(view.seat), lines="\n".join(lines), next=self.what_next(game, view)
        )

    def news(self, game: Any, old: Any, new: Any) -> str:
        """What was passed, and the tricks that were not complete then."""
        before, now = old.facts, new.facts
        passes = (
            self._passes(now, new.seat)
            if (now.passed, now.received) != (before.passed, before.received)
            else []
        )
        complete = sum(len(trick.cards) == SEATS for trick in before.tricks)
        lines = [*passes, *self._lines(game, new, complete)]
        return self.prompts.fill("scene", you="", lines="\n".join(lines), next=self.what_next(game, new))

    def _lines(self, game: Any, view: Any, since: int) -> Iterator[str]:
        """The tricks from one of them on, counted from 0, the points, and the seat's hand."""
        hand: Hand = view.facts
        fill, me = self.prompts.fill, view.seat
        for nth, trick in enumerate(hand.tricks[since:], since + 1):
            name = "trick" if len(trick.cards) == SEATS else "open_trick"
            yield fill(name, number=nth, cards=cards_told(trick, me), **self._taken(game, trick, me))
        if hand.tricks:
            taken = enumerate(game.taken(hand.tricks))
            yield fill("points", points=", ".join(f"{you_or_player(who, me)}: {each}" for who, each in taken))
            if game.options["must_break_hearts"] and not view.scores:
                yield fill("are_broken" if self._broken(game, hand) else "not_broken")
        if me is not None and not view.scores:
            yield fill("hand", cards=by_suits(hand.hand))

    def _passes(self, hand: Hand, me: Seat | None) -> Sequence[str]:
        """What is known of the cards passed."""
        if hand.onward is None:
            return []
        if not hand.onward:
            return [self.prompts.fill("nobody_passes")]
        if me is None:
            return [self.prompts.fill("all_pass", onward=player_name(hand.onward))]
        to, giver = (player_name((me + way * hand.onward) % SEATS) for way in (1, -1))
        passed, received = (
            listed(spelled(*letters(card)) for card in cards) for cards in (hand.passed, hand.received)
        )
        if not hand.received:
            return [self.prompts.fill("passing", to=to, passed=passed)]
        return [self.prompts.fill("passed", to=to, passed=passed, giver=giver, received=received)]

    def _taken(self, game: Any, trick: Trick, me: Seat | None) -> dict[str, str]:
        """Who took a trick with how many points, if it is complete."""
        if len(trick.cards) < SEATS:
            return {}
        points = counted(sum(map(game.points, trick.cards)), "point")
        return {"winner": you_or_player(trick.winner, me), "points": points}

    def _broken(self, game: Any, hand: Hand) -> bool:
        return any(suit_of(card) == HEARTS for card in hand.played) or (
            game.options["qs_breaks_hearts"] and QUEEN_OF_SPADES in hand.played
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        hand: Hand = view.facts
        if hand.passing:
            to = player_name((view.seat + (hand.onward or 0)) % SEATS)
            return self.prompts.fill("pass", nth=("first", "second", "third")[len(hand.passed)], to=to)
        leading = not hand.tricks or len(hand.tricks[-1].cards) == SEATS
        return self.prompts.fill("lead_card" if leading else "play")

    def label(self, view: Any, key: str, option: Any) -> str:
        return spelled(*letters(option))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        label = self.label(view, key, option)
        return [*other_names(*letters(option)), f"pass {label}", f"lead {label}"]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        return [(("card",), (self.label(view, key, option), *other_names(*letters(option))))]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [spelled(*letters(card)) for card in range(52)]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        if view.facts.onward is not None:
            return self.prompts.fill("dealt")
        return self.prompts.fill(
            "drawn_pass", way=("nobody", "the next player", "across", "the player before")[action]
        )


def cards_told(trick: Trick, me: Seat | None) -> str:
    return ", ".join(
        f"{you_or_player(trick.player(nth), me)} {spelled(*letters(card))}"
        for nth, card in enumerate(trick.cards)
    )


WORDS: Final = HeartsWords.beside(__file__)
