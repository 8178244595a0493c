"""Goofspiel in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.games.goofspiel.seat_knowledge import Goofspiel, Table
from agonist.adapters.openspiel.games.playing_cards import listed
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.states import spiel_of
from agonist.adapters.openspiel.views import Shown
from agonist.core import Ask, Seat, counted, player_name
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part


class GoofspielWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        every = game.turns == options["num_cards"]
        return {
            "seats": game.seats,
            "cards": options["num_cards"],
            "order": fill(f"order_{options['points_order']}"),
            "turns": fill("every_prize") if every else fill("some_prizes", turns=game.turns),
            "last": " " + fill("last_card") if every else "",
            "shown": fill("bids_hidden" if options["imp_info"] else "bids_shown"),
            "returns": fill(f"returns_{options['returns_type']}"),
        }

    def scene(self, game: Any, view: Any) -> str:
        table, me = table_of(game, view), view.seat
        fill = self.prompts.fill
        rounds = [
            fill(
                "round",
                number=nth,
                prize=each.prize,
                bids=_bids(each.bids, me),
                winner=_winner(each.winner, me),
            )
            for nth, each in enumerate(table.rounds, 1)
        ]
        hands = [
            fill("hand", whose="Your" if who == me else f"{player_name(who)}'s", cards=listed(map(str, hand)))
            for who, hand in enumerate(table.hands)
            if hand is not None
        ]
        if table.prize is not None:
            now = fill("prize", nth=len(table.rounds) + 1, turns=game.turns, prize=table.prize)
        else:
            now = fill("no_prize", played=len(table.rounds), turns=game.turns)
        return fill(
            "scene",
            you=self.you(me),
            rounds="".join(f"{line}\n" for line in rounds) + "\n" if rounds else "",
            now=now,
            coming=listed(map(str, table.coming)),
            hands="".join(f"{line}\n" for line in hands),
            points=", ".join(f"{you_or_player(who, me)}: {each}" for who, each in enumerate(table.points)),
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        return self.prompts.fill("move", prize=counted(table_of(game, view).prize or 0, "point"))

    def label(self, view: Any, key: str, option: Any) -> str:
        return str(option + 1)

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        return [f"bid {option + 1}", f"card {option + 1}"]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        return [(("card", "bid", "number", "value"), (str(option + 1),))]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [str(card + 1) for card in range(game.options["num_cards"])]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("drawn_prize", prize=action + 1)


def table_of(game: Goofspiel, view: Any) -> Table:
    """What a view shows of the table, whether bids are hidden or not."""
    if isinstance(view, Shown):
        return game.facts(spiel_of(view.history), view.seat)
    table: Table = view.facts
    return table


def _bids(bids: Sequence[int | None], me: Seat | None) -> str:
    return listed(
        (f"{you_or_player(who, me)} bid {bid}" for who, bid in enumerate(bids) if bid is not None),
        "bids hidden",
    )


def _winner(winner: Seat | None, me: Seat | None) -> str:
    return "nobody took it" if winner is None else f"{you_or_player(winner, me)} took it"


WORDS = GoofspielWords.beside(__file__)
