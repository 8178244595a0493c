"""Texas hold'em in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, player_name
from agonist.games.texas_holdem.cards import RANK_NAMES, Card, in_words
from agonist.games.texas_holdem.possible_states import hands_of
from agonist.games.texas_holdem.rules import TexasHoldem, View, chips_moved, legal_actions, posts_small_blind
from agonist.kit import Words
from agonist.kit.text_interface import subject, you_or_player
from agonist.text import Prompts

STREETS: Final = {0: "pre-flop", 3: "flop", 4: "turn", 5: "river"}
LABELS: Final = {
    "fold": "fold",
    "raise_half_pot": "raise half pot",
    "raise_pot": "raise pot",
    "all_in": "all in",
}


ACTIONS_TOO: Final[Mapping[str, Sequence[str]]] = {
    "fold": ("folding", "fold the hand", "fold my hand"),
    "raise_half_pot": (
        "raise half",
        "raise half the pot",
        "half pot",
        "half-pot raise",
        "raise 1/2 pot",
        "raise 1/2 the pot",
        "bet half the pot",
        "bet half pot",
    ),
    "raise_pot": (
        "raise the pot",
        "raise full pot",
        "pot-size raise",
        "pot-sized raise",
        "bet the pot",
        "pot raise",
    ),
    "all_in": ("go all in", "allin", "going all in", "shove", "push all in"),
}
"""Each action except the call, with its aliases."""


class TexasHoldemWords(Words[TexasHoldem, View]):
    def rules(self, game: TexasHoldem) -> str:
        each = f"You play {game.hands} hands" if game.hands > 1 else "You play one hand"
        return self.prompts.fill(
            "rules",
            hands=f"{each} against one opponent",
            goal="in all hands together" if game.hands > 1 else "in this hand",
            stacks=game.stacks,
            small_blind=chips(game.small_blind),
            big_blind=chips(game.big_blind),
            positions=self.prompts.fill(f"positions_{game.positions}"),
            raises=self.prompts.fill(f"raises_{game.raises}"),
            showdown="worse" if game.pot_goes_to == "worst" else "better",
            ranks=", ".join(RANK_NAMES),
            dealer=self.prompts.fill("dealers" if game.hands > 1 else "dealer"),
        )

    def scene(self, game: TexasHoldem, view: View) -> str:
        table, me = view.table, view.seat
        if not (hands := hands_of(view.log)):
            return self.prompts.fill("undealt")
        earlier = hands[: len(table.results)] if table.stage != "over" else hands[:-1]
        parts = [self._earlier(game, view, earlier)] if earlier else []
        if table.dealer is not None and table.stage != "hole":
            current = hands[-1]
            parts.append(
                self.prompts.fill(
                    "scene",
                    hand=f"Hand {table.hand} of {game.hands}" if game.hands > 1 else "The hand",
                    positions=" ".join(_position(game, view, seat) for seat in _seats(me)),
                    hole="\n".join(_holding(view, seat) for seat in _seats(me)),
                    board=listed(table.board) if table.board else "none yet",
                    history=_lines(
                        self.sentence(game, view, e) for e in current if e[0] not in ("hand", "hole")
                    ),
                    status=self.status(game, view),
                )
            )
        return "\n\n".join(parts)

    def _earlier(self, game: TexasHoldem, view: View, hands: Sequence[Sequence[Event]]) -> str:
        lines = ["Earlier hands:"]
        for nth, events in enumerate(hands, 1):
            sentences = [
                self.sentence(game, view, e) for e in events if e[0] in ("hole", "showdown", "result")
            ]
            lines.append(f"- Hand {nth}: {' '.join(sentences)}")
        return "\n".join(lines)

    def sentence(self, game: TexasHoldem, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("hand", number, dealer):
                opening = f"Hand {number} of {game.hands}" if game.hands > 1 else "The hand"
                return f"{opening} begins. {subject(dealer, me, 'are', 'is')} the dealer."
            case ("hole", cards):
                return f"Your cards: {pair(cards)}."
            case ("blind", size, seat, amount):
                return f"{subject(seat, me, 'post', 'posts')} the {size} blind of {chips(amount)}."
            case ("acts", seat, action, amount):
                return f"{_acts(seat, me, action, amount)}."
            case ("flop" | "turn" | "river" as street, cards):
                return f"{street.capitalize()}: {listed(cards)}."
            case ("showdown", made):
                hands = (
                    f"{you_or_player(seat, me)} {'show' if seat == me else 'shows'} {pair(c)}, {name}"
                    for seat, (c, name) in enumerate(made)
                )
                return f"Showdown: {'; '.join(hands)}."
            case ("returned", seat, amount):
                many = "was" if amount == 1 else "were"
                return f"{chips(amount)} that {many} not called: back to {you_or_player(seat, me)}."
            case ("result", 0):
                return "The pot is split; nobody wins or loses a chip."
            case ("result", net):
                winner = 0 if net > 0 else 1
                loser = you_or_player(1 - winner, me)
                return f"{subject(winner, me, 'win', 'wins')} {chips(abs(net))} from {loser}."
        raise AssertionError(event)

    def status(self, game: TexasHoldem, view: View) -> str:
        table, me = view.table, view.seat
        totals = [sum(net[seat] for net in table.results) for seat in (0, 1)]
        net = ", ".join(f"{you_or_player(seat, me)} {totals[seat]:+d}" for seat in _seats(me))
        if table.stage == "over":
            return f"All hands are over. Net chips: {net}."
        if table.stage in ("dealer", "hole"):
            return ""
        left = ", ".join(
            f"{you_or_player(seat, me)} {_have(seat, me)} put in {table.paid[seat]} and {_have(seat, me)} "
            f"{game.stacks - table.paid[seat]} left"
            for seat in _seats(me)
        )
        total = (
            f" Net chips after {len(table.results)} of {game.hands} hands: {net}." if table.results else ""
        )
        return f"{STREETS[len(table.board)].capitalize()}. The pot holds {chips(table.pot)}: {left}.{total}"

    def request(self, game: TexasHoldem, view: View, ask: Ask) -> str:
        table, me = view.table, view.seat
        assert me is not None
        call, street = table.to_call, STREETS[len(table.board)]
        terms = [f"calling costs {chips(call)}" if call else "there is nothing to call, so you may check"]
        if table.paid[1 - me] == game.stacks:
            terms.append(self.prompts.fill("all_in"))
        terms += [
            self.prompts.fill(size, chips=chips(chips_moved(game, table, me, size)))
            for size in legal_actions(game, table)
            if size in ("raise_half_pot", "raise_pot")
        ]
        return self.prompts.fill(
            ask.about,
            street=f"after the {street}" if table.board else street,
            hole=pair(view.hole[me]),
            board=f"the board is {listed(table.board)}" if table.board else "there is no board yet",
            terms=terms[0][0].upper() + "; ".join(terms)[1:],
            left=chips(game.stacks - table.paid[me]),
        )

    def label(self, view: View, key: str, option: Any) -> str:
        del key
        if option == "check_call":
            return "call" if view.table.to_call else "check"
        return LABELS[option]

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        # A call with nothing to call is a check; a player who faces a bet cannot check.
        if option == "check_call":
            due = view.table.to_call
            both = ("call", "check/call", "check and call", "check or call")
            return (*both, f"call {due}") if due else ("check", *both)
        return ACTIONS_TOO.get(option, ())

    def known(self, game: TexasHoldem, view: View, key: str) -> Sequence[str]:
        return [
            "check",
            "call",
            *(way for label, ways in ACTIONS_TOO.items() for way in (LABELS[label], *ways)),
        ]

    def hint(self, view: View, key: str) -> str:
        del view, key
        return self.prompts.fill("hint")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "dealer":
                return f"Chance makes {player_name(action)} the dealer"
            case "hole":
                first, second = pair(action[:2]), pair(action[2:])
                return f"Chance deals {first} to {player_name(0)}; {second} to {player_name(1)}"
        return f"Chance deals the {ask.about}: {listed(action)}"


def chips(amount: int) -> str:
    """An amount with its unit.

    >>> chips(1), chips(2)
    ('1 chip', '2 chips')
    """
    return f"{amount} chip{'' if amount == 1 else 's'}"


def listed(cards: Iterable[Card]) -> str:
    """Community cards in words.

    >>> listed(("Kc", "6s"))
    'King of Clubs, Six of Spades'
    """
    return ", ".join(map(in_words, cards))


def pair(cards: Sequence[Card]) -> str:
    """Two hole cards in words."""
    return " and ".join(map(in_words, cards))


def _lines(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def _seats(me: Seat | None) -> tuple[Seat, Seat]:
    """Both seats, the reader's own first."""
    return (1, 0) if me == 1 else (0, 1)


def _have(seat: Seat, me: Seat | None) -> str:
    return "have" if seat == me else "has"


def _acts(seat: Seat, me: Seat | None, action: str, amount: int) -> str:
    match action:
        case "fold":
            return subject(seat, me, "fold", "folds")
        case "check_call" if not amount:
            return subject(seat, me, "check", "checks")
        case "check_call":
            return f"{subject(seat, me, 'call', 'calls')}, putting in {chips(amount)}"
        case "raise_half_pot":
            return f"{subject(seat, me, 'raise', 'raises')} half the pot, putting in {chips(amount)}"
        case "raise_pot":
            return f"{subject(seat, me, 'raise', 'raises')} the pot, putting in {chips(amount)}"
        case "all_in":
            return f"{subject(seat, me, 'go', 'goes')} all in, putting in {chips(amount)}"
    raise AssertionError(action)


def _position(game: TexasHoldem, view: View, seat: Seat) -> str:
    assert view.table.dealer is not None
    small = seat == posts_small_blind(game, view.table.dealer)
    dealer = "the dealer and " if seat == view.table.dealer else ""
    return f"{subject(seat, view.seat, 'are', 'is')} {dealer}in the {'small' if small else 'big'} blind."


def _holding(view: View, seat: Seat) -> str:
    owner = "Your cards" if seat == view.seat else f"{you_or_player(seat, view.seat)}'s cards"
    return f"{owner}: {pair(view.hole[seat]) if view.hole[seat] else 'hidden'}"


WORDS = TexasHoldemWords(Prompts.beside(__file__))
