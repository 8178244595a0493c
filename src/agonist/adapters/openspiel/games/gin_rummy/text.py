"""Gin rummy in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.gin_rummy.seat_knowledge import Done, Table
from agonist.adapters.openspiel.games.playing_cards import RANKS, SUITS, listed, other_names, spelled
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, Seat
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part

LAST: Final = 12
"""How many of the last things done a scene repeats."""

SPECIAL: Final = {"Draw upcard": "draw upcard", "Draw stock": "draw stock", "Pass": "pass", "Knock": "knock"}
OTHER_WORDS: Final = {
    "Draw upcard": ("upcard", "take the upcard", "take upcard", "draw the upcard", "pick up the upcard"),
    "Draw stock": ("stock", "draw from the stock", "draw from stock", "take from the stock"),
    "Pass": ("done", "skip"),
    "Knock": ("I knock",),
}
TOLD: Final = {
    "Draw upcard": "took the upcard",
    "Draw stock": "drew from the stock",
    "Pass": "passed",
    "Knock": "knocked",
}


class GinRummyWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        suits = [SUITS[suit] for suit in "SCDH"[: options["num_suits"]]]
        ranks = "A23456789TJQK"[: options["num_ranks"]]
        knock = fill("oklahoma") if options["oklahoma"] else fill("fixed", knock=options["knock_card"])
        return {
            "count": len(suits) * len(ranks),
            "suits": ", ".join(suits),
            "highest": RANKS.get(ranks[-1], ranks[-1]),
            "hand": options["hand_size"],
            "knock": knock,
            "gin": options["gin_bonus"],
            "undercut": options["undercut_bonus"],
        }

    def scene(self, game: Any, view: Any) -> str:
        table: Table = view.facts
        fill, me = self.prompts.fill, view.seat
        lines = []
        if table.done:
            lines.append(fill("done", last="; ".join(all_told(table.done, me)[-LAST:])))
        lines.append(
            fill(
                "piles",
                upcard=named(table.upcard) if table.upcard else "none",
                pile=listed(map(named, table.pile)),
                stock=table.stock,
                knock=table.knock,
            )
        )
        for who, melds in enumerate(table.melds):
            if melds:
                whose = you_or_player(who, me).capitalize()
                lines.append(fill("melds", who=whose, melds="; ".join(map(meld_named, melds))))
        if table.layoffs:
            lines.append(fill("laid_off", cards=listed(map(named, table.layoffs))))
        if table.others:
            lines.append(fill("others", cards=by_suit(table.others)))
        if me is not None:
            prompt = "hand"
            if table.knocker is not None:
                prompt = "hand_to_lay"
            elif len(table.hand) > game.options["hand_size"]:
                prompt = "hand_to_throw"
            lines.append(fill(prompt, cards=by_suit(table.hand), deadwood=table.deadwood))
        return fill("scene", you=self.you(me), lines="\n".join(lines), next=self.what_next(game, view))

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        table: Table = view.facts
        discarding = table.phase == "KNOCK" and len(table.hand) > game.options["hand_size"]
        finished = table.phase == "LAYOFF" and not any(
            len(text) == 2 for text in map(self._texts(view), ask.options() or ())
        )
        name = "knock_discard" if discarding else "layoff_melds" if finished else table.phase.lower()
        return self.prompts.fill(f"ask_{name}")

    def _texts(self, view: Any) -> Any:
        options = dict(view.options)
        return lambda option: options[option].rpartition(" Action: ")[2]

    def spelt(self, text: str) -> str:
        """A card, a meld or a word.

        >>> WORDS.spelt("Player: 0 Action: Ts"), WORDS.spelt("Player: 1 Action: 6c6d6h")
        ('10 of spades', 'meld 6 of clubs, 6 of diamonds, 6 of hearts')
        >>> WORDS.spelt("Player: 1 Action: Draw stock")
        'draw stock'
        """
        what = text.rpartition(" Action: ")[2]
        if what in SPECIAL:
            return SPECIAL[what]
        return named(what) if len(what) == 2 else f"meld {meld_named(what)}"

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        what = self._texts(view)(option)
        if what in OTHER_WORDS:
            return OTHER_WORDS[what]
        if len(what) == 2:
            label = named(what)
            return [
                *other_names(what[0], what[1].upper()),
                f"discard {label}",
                f"lay off {label}",
                f"throw {label}",
            ]
        cards = split(what)
        return [
            what,
            " ".join(cards),
            meld_named(what),
            f"lay {meld_named(what)}",
            f"meld {what}",
            f"meld {' '.join(cards)}",
        ]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        what = self._texts(view)(option)
        names = (self.label(view, key, option), *self.aliases(view, key, option))
        return [(("card", "discard"), names)] if len(what) == 2 else ()

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("dealt")


def named(card: str) -> str:
    return spelled(card[0], card[1].upper())


def split(meld: str) -> list[str]:
    return [meld[at : at + 2] for at in range(0, len(meld), 2)]


def meld_named(meld: str) -> str:
    return ", ".join(map(named, split(meld)))


def by_suit(cards: Sequence[str]) -> str:
    """Cards suit by suit.

    >>> by_suit(["As", "Ts", "7h"])
    'spades: ace, 10; hearts: 7'
    """
    suits: dict[str, list[str]] = {}
    for card in cards:
        suits.setdefault(SUITS[card[1].upper()], []).append(RANKS.get(card[0], card[0]))
    return "; ".join(f"{suit}: {', '.join(ranks)}" for suit, ranks in suits.items()) or "none"


def all_told(done: Sequence[Done], me: Seat | None) -> list[str]:
    """What was done, in the past tense.

    >>> all_told([Done(0, "Qc"), Done(1, "Knock"), Done(1, "2h"), Done(0, "Ts")], 0)[:2]
    ['you discarded the queen of clubs', 'Player 2 knocked']
    >>> all_told([Done(0, "Qc"), Done(1, "Knock"), Done(1, "2h"), Done(0, "Ts")], 0)[2:]
    ['Player 2 discarded the 2 of hearts', 'you laid off the 10 of spades']
    """
    found, knocker = [], None
    for seat, what in done:
        told = TOLD.get(what)
        if told is None and len(what) == 2:
            told = f"{'discarded' if knocker in (None, seat) else 'laid off'} the {named(what)}"
        found.append(f"{you_or_player(seat, me)} {told or f'laid {meld_named(what)}'}")
        if what == "Knock":
            knocker = seat
    return found


WORDS: Final = GinRummyWords.beside(__file__)
