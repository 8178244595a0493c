"""Undercover in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.undercover.rules import Undercover, View
from agonist.kit import Words
from agonist.kit.text_interface import you_or_player
from agonist.text import Prompts

DEALING = ("undercover", "words", "side", "starter")


class UndercoverWords(Words[Undercover, View]):
    def rules(self, game: Undercover) -> str:
        fill = self.prompts.fill
        civilians = game.seats - game.undercovers
        one = game.undercovers == 1
        told_after = fill(f"ballots_{game.ballots}"), fill("reveal_yes" if game.reveal else "reveal_no")
        return fill(
            "rules",
            seats=game.seats,
            words=counted(game.max_words, "word"),
            roles=fill("roles_one", civilians=civilians)
            if one
            else fill("roles_many", civilians=civilians, undercovers=game.undercovers),
            told=fill("told_role" if game.told_roles else "told_word"),
            order=fill(f"order_{game.starter}"),
            rounds=self._rounds(game),
            tie=fill(f"tie_{game.tie}"),
            told_after=" ".join(told_after),
            civilians_win=fill(
                "civilians_win",
                all_out=fill("all_out_one") if one else fill("all_out_many", undercovers=game.undercovers),
            ),
            undercovers_win=fill("undercovers_win", when=self._when(game)),
            advice=fill("advice_role" if game.told_roles else "advice_word") if game.advice else "",
        ).rstrip()

    def _rounds(self, game: Undercover) -> str:
        if game.votes == 1:
            rounds = counted(game.clue_rounds, "round")
            return self.prompts.fill("rounds_final", clue_rounds=rounds)
        if game.clue_rounds == 1:
            return self.prompts.fill("rounds_one")
        return self.prompts.fill("rounds_many", clue_rounds=game.clue_rounds)

    def _when(self, game: Undercover) -> str:
        fill = self.prompts.fill
        still = "the undercover player is" if game.undercovers == 1 else "at least one undercover player is"
        few = f"at most {counted(game.too_few, 'civilian')}" if game.too_few else "no civilians"
        if game.votes is None:
            return fill("when_few", still=still, few=few)
        if game.votes == 1:
            return fill("when_vote", still=still)
        return fill("when_both", still=still, few=few, votes=game.votes)

    def scene(self, game: Undercover, view: View) -> str:
        events = [line for event in view.log if (line := self._event(game, view, event))]
        return self.prompts.fill(
            "scene",
            you=self._you(view),
            alive=names(view.alive),
            events="\n".join(events) or self.prompts.fill("nothing_yet"),
            now=self._now(game, view),
        ).rstrip()

    def _you(self, view: View) -> str:
        if view.seat is None:
            return self.prompts.fill("bystander")
        me = player_name(view.seat)
        if view.word is None:
            return self.prompts.fill("waiting", player=me)
        if view.role is None:
            return self.prompts.fill("your_word", player=me, word=view.word)
        return self.prompts.fill("your_word_and_role", player=me, word=view.word, role=view.role)

    def _now(self, game: Undercover, view: View) -> str:
        match view.phase:
            case "clue":
                speakers = names(view.to_speak, view.seat)
                place = round_name(game, view.vote, view.clue_round)
                return self.prompts.fill("now_clue", round=place, speakers=speakers)
            case "vote":
                return self.prompts.fill("now_vote", vote=view.vote)
            case "tie":
                return self.prompts.fill("now_counting", vote=view.vote)
            case "over":
                return ""
            case _:
                return self.prompts.fill("now_dealing")

    def sentence(self, game: Undercover, view: View, event: Event) -> str:
        # The player's own clues and votes are in the conversation already.
        match event:
            case ("clue", _, _, seat, _) if seat == view.seat:
                return ""
            case ("voted", *_):
                return ""
            case ("word", _):
                return self._you(view)
        return self._event(game, view, event)

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "undercover":
                return f"Chance makes {player_name(action)} an undercover"
            case "side":
                return f"Chance deals the undercovers the word on the {action}"
            case "starter":
                return f"Chance lets {player_name(action)} start"
            case "tie":
                return f"Chance breaks the tie: {player_name(action)}"
        return super().chance(view, ask, action)

    def _event(self, game: Undercover, view: View, event: Event) -> str:
        fill, me = self.prompts.fill, view.seat
        match event:
            case ("word" | "role", _):
                return ""
            case ("starter", seat):
                return fill("starter", player=you_or_player(seat, me))
            case ("clue", vote, clue_round, seat, text):
                place = round_name(game, vote, clue_round)
                clue = self.quoted(text)
                return fill("clue_given", round=place, player=you_or_player(seat, me), text=clue)
            case ("voted", vote, target):
                return fill("voted", vote=vote, player=player_name(target))
            case ("count", vote, got):
                counts = ", ".join(f"{you_or_player(seat, me)}: {number}" for seat, number in got)
                return fill("count", vote=vote, counts=counts)
            case ("ballot", vote, ballot):
                votes = ", ".join(f"{you_or_player(a, me)} → {you_or_player(b, me)}" for a, b in ballot)
                return fill("ballot", vote=vote, votes=votes)
            case ("left", vote, None, _):
                return fill("nobody_left", vote=vote)
            case ("left", vote, seat, None):
                return fill("left", vote=vote, player=_is(seat, me))
            case ("left", vote, seat, role):
                return fill("left_role", vote=vote, player=_is(seat, me), role=role)
            case ("over", undercovers_won, undercovers, common, odd):
                return fill(
                    "over_undercovers" if undercovers_won else "over_civilians",
                    undercovers=names(undercovers, me),
                    common=common,
                    odd=odd,
                )
        raise AssertionError(event)

    def status(self, game: Undercover, view: View) -> str:
        if view.phase in DEALING or view.phase == "over":
            return ""
        return self.prompts.fill("status", alive=names(view.alive, view.seat))

    def request(self, game: Undercover, view: View, ask: Ask) -> str:
        if ask.about not in ("clue", "vote"):
            # A suite's hidden question: its words are in the suite's folder.
            return self.prompts.fill(ask.about)
        if ask.about == "vote":
            wanted = self.prompts.fill("vote", vote=view.vote)
        else:
            place = round_name(game, view.vote, view.clue_round)
            wanted = self.prompts.fill(
                "clue", round=place, word=view.word, words=counted(game.max_words, "word")
            )
        if not game.advice:
            return wanted
        advice = self.prompts.fill(f"{ask.about}_as_{view.role or 'unknown'}")
        return f"{wanted} {advice}"

    def label(self, view: View, key: str, option: Any) -> str:
        del view
        return player_name(option) if key == "vote" else str(option)

    def roles(self, key: str) -> Sequence[str]:
        return ("undercover", "spy", "impostor", "imposter") if key == "vote" else ()

    def known(self, game: Undercover, view: View, key: str) -> Sequence[str] | None:
        return [*map(player_name, range(game.seats))] if key == "vote" else None

    def hint(self, view: View, key: str) -> str:
        del view, key
        return self.prompts.fill("hint")


def round_name(game: Undercover, vote: int, clue_round: int) -> str:
    """The name of a round of clues, which depends on whether there are several votes and several rounds
    before each.

    >>> round_name(Undercover(votes=1, clue_rounds=2), 1, 2), round_name(Undercover(), 2, 1)
    ('Round 2', 'Round 2')
    >>> round_name(Undercover(clue_rounds=2), 2, 1)
    'Round 1 before vote 2'
    """
    if game.votes == 1:
        return f"Round {clue_round}"
    return f"Round {vote}" if game.clue_rounds == 1 else f"Round {clue_round} before vote {vote}"


def names(seats: tuple[Seat, ...], me: Seat | None = None) -> str:
    """Seats in words.

    >>> names((0, 2), me=2)
    'Player 1, you'
    """
    return ", ".join(you_or_player(seat, me) for seat in seats) or "nobody"


def _is(seat: Seat, me: Seat | None) -> str:
    return "you are" if seat == me else f"{you_or_player(seat, me)} is"


WORDS = UndercoverWords(Prompts.beside(__file__))
