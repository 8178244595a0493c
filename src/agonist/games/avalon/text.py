"""Avalon in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.avalon.roles import EVIL_PLAYERS, is_evil
from agonist.games.avalon.rules import MOST_REJECTED, Avalon, View, quest_of
from agonist.kit import Words
from agonist.kit.text_interface import subject, you_or_player
from agonist.text import Prompts


class AvalonWords(Words[Avalon, View]):
    def rules(self, game: Avalon) -> str:
        fill = self.prompts.fill
        words = counted(game.max_words, "word")
        sizes = [str(game.team_size(quest)) for quest in range(1, 6)]
        return fill(
            "rules",
            seats=game.seats,
            good=game.seats - EVIL_PLAYERS[game.seats],
            evil=EVIL_PLAYERS[game.seats],
            rejected=MOST_REJECTED,
            roles="\n".join(self._roles(game)),
            sizes=", ".join(sizes),
            talk=fill("rules_talk", words=words) if game.talk else fill("rules_silent"),
            fails=fill("fails_two" if game.fails_needed(4) == 2 else "fails_one"),
            lady=f"\n\n{fill('rules_lady')}" if game.lady else "",
            counsel=f"{fill('rules_counsel')} " if game.talk else "",
        )

    def _roles(self, game: Avalon) -> Iterator[str]:
        fill, deck = self.prompts.fill, game.deck
        yield fill("role_merlin", but=", but not Mordred" if game.mordred else "")
        if game.percival:
            yield fill("role_percival", whom=fill("percival_two" if game.morgana else "percival_merlin"))
        if servants := deck.count("Servant"):
            yield fill("role_servant", servants=counted(servants, "Servant"))
        yield fill("role_assassin")
        yield from (fill(f"role_{name.lower()}") for name in ("Morgana", "Mordred", "Oberon") if name in deck)
        if minions := deck.count("Minion"):
            yield fill("role_minion", minions=counted(minions, "Minion"))
        yield fill("evil_know", but=" except Oberon" if game.oberon else "")

    def scene(self, game: Avalon, view: View) -> str:
        lines = [self._event(view, event) for event in view.log if event[0] != "role"]
        return "\n".join(filter(None, [self._you(view), *lines, self.status(game, view)]))

    def _you(self, view: View) -> str:
        if view.seat is None:
            return self.prompts.fill("bystander")
        me = player_name(view.seat)
        if view.role is None:
            return self.prompts.fill("waiting", player=me)
        shown = next((event[2] for event in view.log if event[0] == "role"), ())
        side = "evil" if is_evil(view.role) else "good"
        return self.prompts.fill("you", player=me, role=view.role, side=side, shown=_shown(view, shown))

    def sentence(self, game: Avalon, view: View, event: Event) -> str:
        # What the player said is in the conversation already.
        return "" if event[:2] == ("said", view.seat) else self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("role", *_):
                return self._you(view)
            case ("leader", seat):
                return f"{_is(seat, me)} the first leader."
            case ("lady", seat):
                return f"{subject(seat, me, 'have', 'has')} the Lady of the Lake."
            case ("team", quest, attempt, leader, team):
                chose = subject(leader, me, "chose", "chose")
                return f"Quest {quest}, team {attempt}: {chose} {names(team, me)}."
            case ("said", seat, text):
                return f"{subject(seat, me)}: {self.quoted(text)}"
            case ("votes", approving, rejecting):
                came = "Approved" if len(approving) > len(rejecting) else "Rejected"
                return f"{came}. For: {names(approving, me)}. Against: {names(rejecting, me)}."
            case ("quest", quest, team, fails, success):
                ended = "succeeded" if success else "failed"
                return f"Quest {quest} of {names(team, me)} {ended}, with {counted(fails, 'fail')}."
            case ("examined", holder, seat):
                who = (
                    f"{subject(holder, me, 'use', 'uses')} the Lady of the Lake on {you_or_player(seat, me)}"
                )
                return f"{who}, who {'have' if seat == me else 'has'} it now."
            case ("loyalty", _, seat, evil):
                return f"You alone learn: {player_name(seat)} is {'evil' if evil else 'good'}."
            case ("unmasked", evil, assassin):
                return f"Evil: {names(evil, me)}. The Assassin: {you_or_player(assassin, me)}."
            case ("named", seat):
                return f"The Assassin takes {you_or_player(seat, me)} for Merlin."
            case ("over", roles):
                each = ", ".join(f"{player_name(seat)}: {role}" for seat, role in enumerate(roles))
                return f"Roles: {each}."
        raise AssertionError(event)

    def status(self, game: Avalon, view: View) -> str:
        if view.phase in ("roles", "leader"):
            return ""
        succeeded, failed = view.quests.count(True), view.quests.count(False)
        if view.phase == "over":
            return self.prompts.fill("over", succeeded=succeeded, failed=failed)
        if view.phase in ("counsel", "assassin"):
            return ""
        return self.prompts.fill(
            "status",
            quest=quest_of(view.quests),
            succeeded=succeeded,
            failed=failed,
            rejected=view.rejected,
            most=MOST_REJECTED,
        )

    def request(self, game: Avalon, view: View, ask: Ask) -> str:
        fill, quest = self.prompts.fill, quest_of(view.quests)
        team = names(view.team, view.seat)
        match ask.about:
            case "team":
                return fill(
                    "team_say" if game.talk else "team",
                    size=game.team_size(quest),
                    quest=quest,
                    attempt=view.rejected + 1,
                    most=MOST_REJECTED,
                )
            case "talk":
                return fill("talk", leader=player_name(view.leader), team=team, quest=quest)
            case "vote":
                last = f" {fill('last')}" if view.rejected == MOST_REJECTED - 1 else ""
                return fill("vote", team=team, quest=quest) + last
            case "quest" if view.role is not None and is_evil(view.role):
                needed = f" {fill('needed')}" if game.fails_needed(quest) == 2 else ""
                return fill("quest_evil", quest=quest) + needed
            case "quest":
                return fill("quest_good", quest=quest)
            case "counsel":
                assassin = next(event[2] for event in view.log if event[0] == "unmasked")
                return fill("counsel", assassin=player_name(assassin))
        return fill(ask.about)

    def label(self, view: View, key: str, option: Any) -> str:
        return player_name(option) if isinstance(option, int) else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        match key, option:
            case "vote", "approve":
                return ("yes", "accept", "approved", "in favour", "in favor")
            case "vote", "reject":
                return ("no", "refuse", "rejected", "against")
            case "quest", "success":
                return ("succeed", "pass", "support")
            case "quest", "fail":
                return ("sabotage", "failure")
        return ()

    def roles(self, key: str) -> Sequence[str]:
        return ("merlin",) if key == "assassin" else ()

    def known(self, game: Avalon, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "vote":
                return ["approve", "reject"]
            case "quest":
                return ["success", "fail"]
            case "team" | "lady" | "assassin":
                return [player_name(seat) for seat in range(game.seats)]
        return None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}" if key in ("team", "vote", "quest") else "hint_player")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if ask.about == "leader":
            return f"Chance makes {player_name(action)} the first leader"
        return super().chance(view, ask, action)


def _shown(view: View, shown: Sequence[Seat]) -> str:
    """What a role was shown, as a sentence after it."""
    if not shown:
        return ""
    match view.role:
        case "Percival" if len(shown) == 1:
            return f" Merlin is {names(shown)}."
        case "Percival":
            first, second = map(player_name, shown)
            return f" Merlin and Morgana are {first} and {second}: which is which, you aren't told."
        case "Merlin":
            return f" You are shown as evil: {names(shown)}."
    return f" Evil with you: {names(shown)}."


def names(seats: Sequence[Seat], me: Seat | None = None) -> str:
    """Seats in words.

    >>> names((0, 2), me=2), names(())
    ('Player 1, you', 'nobody')
    """
    return ", ".join(you_or_player(seat, me) for seat in seats) or "nobody"


def _is(seat: Seat, me: Seat | None) -> str:
    return "You are" if seat == me else f"{player_name(seat)} is"


WORDS = AvalonWords(Prompts.beside(__file__))
