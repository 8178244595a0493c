"""The pirate game in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, player_name
from agonist.games.pirate_game.rules import PirateGame, View, votes_needed
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.accepted_words import MONEY, nouns

VOTES: Final[Mapping[str, Sequence[str]]] = {
    "accept": (
        "accept the plan",
        "accept it",
        "accepted",
        "yes",
        "vote yes",
        "agree",
        "approve",
        "vote accept",
        "vote to accept",
        "aye",
    ),
    "reject": (
        "reject the plan",
        "reject it",
        "no",
        "vote no",
        "rejected",
        "disagree",
        "oppose",
        "vote reject",
        "vote to reject",
        "nay",
    ),
}
"""Each vote, with its aliases."""

COINS: Final = {**MONEY, **nouns("coin", "gold coin", "gold"), "pieces of gold": 1}


class PirateGameWords(Words[PirateGame, View]):
    def rules(self, game: PirateGame) -> str:
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            last=player_name(game.seats - 1),
            gold=game.gold,
            enough=self.prompts.fill(game.passes_with),
            third=self.prompts.fill(game.on_equal),
        )

    def scene(self, game: PirateGame, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self.sentence(game, view, event) for event in view.log]
        return "\n".join([*me, *past, self.status(game, view)])

    def sentence(self, game: PirateGame, view: View, event: Event) -> str:
        match event:
            case ("proposal", number, proposer, plan):
                parts = zip(game.on_board(proposer), plan, strict=True)
                shares = ", ".join(f"{player_name(seat)}: {share}" for seat, share in parts)
                return self.prompts.fill("plan", round=number, proposer=player_name(proposer), shares=shares)
            case ("votes", number, accepts, count, passed):
                return self.prompts.fill(
                    "passed" if passed else "failed",
                    round=number,
                    accepts=accepts,
                    count=count,
                    proposer=player_name(game.seats - count),
                )
            case ("own", number, vote):
                return self.prompts.fill("own", round=number, vote=vote)
            case ("last", seat):
                return self.prompts.fill("last", player=player_name(seat), gold=game.gold)
        raise AssertionError(event)

    def status(self, game: PirateGame, view: View) -> str:
        on_board = game.on_board(view.overboard)
        if view.accepted or len(on_board) == 1:
            return self._end(game, view)
        return self.prompts.fill(
            "now" if view.plan is None else "now_vote",
            round=view.overboard + 1,
            proposer=player_name(view.proposer),
            on_board=", ".join(map(player_name, on_board)),
            needed=votes_needed(len(on_board), game.passes_with),
            count=len(on_board),
        )

    def _end(self, game: PirateGame, view: View) -> str:
        if view.seat is None:
            return self.prompts.fill("watched")
        if view.seat < view.overboard:
            return self.prompts.fill("overboard_end")
        coins = game.gold if view.plan is None else view.plan[view.seat - view.overboard]
        return self.prompts.fill("over", coins=coins)

    def request(self, game: PirateGame, view: View, ask: Ask) -> str:
        assert view.seat is not None
        count = game.seats - view.overboard
        goals = {"gold": game.gold, "goals": self.prompts.fill(f"goals_{game.on_equal}")}
        if view.plan is None:
            needed = votes_needed(count, game.passes_with)
            return self.prompts.fill(ask.about, count=count, needed=needed, **goals)
        share = view.plan[view.seat - view.overboard]
        return self.prompts.fill(ask.about, share=share, proposer=player_name(view.proposer), **goals)

    def label(self, view: View, key: str, option: Any) -> str:
        del view
        return player_name(option) if key == "proposal" else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        if key != "proposal":
            return VOTES.get(option, ())
        return (
            f"pirate {option + 1}",
            f"P{option + 1}",
            *(("me", "myself", "self", "I", "you") if option == view.seat else ()),
        )

    def units(self, game: PirateGame, view: View, key: str) -> Mapping[str, int]:
        return COINS

    def known(self, game: PirateGame, view: View, key: str) -> Sequence[str]:
        return [*map(player_name, range(game.seats))] if key == "proposal" else list(VOTES)

    def bounds(self, game: PirateGame, view: View, key: str) -> tuple[int, int]:
        return game.gold, game.gold

    def hint(self, view: View, key: str) -> str:
        del view
        return self.prompts.fill("hint_plan" if key == "proposal" else "hint")


WORDS = PirateGameWords(Prompts.beside(__file__))
