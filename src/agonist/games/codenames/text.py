"""Codenames in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.codenames.cards import TEAMS, Colour, Team, rival
from agonist.games.codenames.rules import (
    STOP,
    Codenames,
    View,
    left,
    operative,
    spymaster,
    team_of,
    visible,
)
from agonist.kit import Words
from agonist.kit.text_interface import you_or_player
from agonist.text import Prompts

OWNED: Final = {"neutral": "Neutral words", "assassin": "The assassin"}


class CodenamesWords(Words[Codenames, View]):
    def rules(self, game: Codenames) -> str:
        fill, deadly = self.prompts.fill, "one" if game.assassins == 1 else "many"
        scores = {}
        if game.score != "win":
            scores = {"hit": f" {fill(f'hit_scores_{deadly}')}" if game.assassins else ""}
        return fill(
            "rules",
            cards=game.cards,
            first=counted(game.first, "word"),
            second=game.second,
            neutral=counted(game.neutral, "word is neutral", "words are neutral"),
            assassin={0: "There is no assassin.", 1: "One word is the assassin."}.get(
                game.assassins, f"{game.assassins} words are assassins."
            ),
            starter="Chance decides which team starts."
            if game.starts == "chance"
            else f"{game.starts.capitalize()} starts.",
            hit=f"\n   - {fill(f'hit_{deadly}')}" if game.assassins else "",
            score=fill(f"score_{game.score}", **scores),
        )

    def scene(self, game: Codenames, view: View) -> str:
        fill = self.prompts.fill
        if view.phase in ("words", "starter", "key"):
            return fill("not_ready")
        parts = [self._who(view), self._table(view), self._history(game, view), self.status(game, view)]
        return "\n\n".join(filter(None, parts))

    def news(self, game: Codenames, old: View, new: View) -> str:
        """The new events, and the table for the team whose turn it is."""
        news = super().news(game, old, new)
        mine = new.seat is not None and team_of(new.seat) == new.team
        shown = mine and old.key and new.phase in ("clue", "guess")
        return f"{news}\n{self._table(new)}" if shown else news

    def _who(self, view: View) -> str:
        if view.seat is None:
            return ""
        team = team_of(view.seat)
        role = "spymaster" if view.seat == spymaster(team) else "operative"
        mate = operative(team) if role == "spymaster" else spymaster(team)
        other = rival(team)
        return self.prompts.fill(
            "who",
            me=player_name(view.seat),
            role=role,
            team=team.capitalize(),
            mate=player_name(mate),
            other_role="operative" if role == "spymaster" else "spymaster",
            rival=other.capitalize(),
            rival_spymaster=player_name(spymaster(other)),
            rival_operative=player_name(operative(other)),
        )

    def _table(self, view: View) -> str:
        shut = [f"{w} ({c})" for w, c in zip(view.words, view.key, strict=True) if w in view.covered]
        covered = f"Covered words: {', '.join(shut)}." if shut else "No word is covered yet."
        if all(view.key):
            colours: tuple[Colour, ...] = (*TEAMS, "neutral", "assassin")
            groups = [owned(colour, words) for colour in colours if (words := left(view, colour))]
            head = (
                "The colours of all words are now shown to everyone."
                if view.phase == "over"
                else self.prompts.fill("key")
            )
            return "\n".join([head, *(f"- {group}" for group in groups), covered])
        return f"Visible words: {', '.join(visible(view))}.\n{covered}"

    def _history(self, game: Codenames, view: View) -> str:
        lines = [f"- {line}" for event in view.log if (line := self._event(game, view, event))]
        return "\n".join(["What happened so far:", *lines]) if lines else "Nothing happened yet."

    def sentence(self, game: Codenames, view: View, event: Event) -> str:
        match event:
            case ("words", words):
                return f"The words on the table: {', '.join(words)}."
            case ("key", _):
                return f"{self._who(view)}\n{self._table(view)}"
        return self._event(game, view, event)

    def _event(self, game: Codenames, view: View, event: Event) -> str:
        match event:
            case ("words", _) | ("key", _):
                return ""
            case ("starts", team):
                return f"{team.capitalize()} starts, and has {game.first} words to find."
            case ("clue", seat, clue, number):
                return f"{self._acts(view, seat, 'give', 'gives')} the clue: {self.quoted(clue)}, {number}."
            case ("no clue", seat, why):
                reason = "" if why == "no clue" else f" ({why})"
                return f"{self._acts(view, seat, 'give', 'gives')} no legal clue{reason}. The turn is lost."
            case ("guess", seat, word, colour):
                return f"{self._acts(view, seat, 'guess', 'guesses')} {word}: {_is(colour)}."
            case ("covered", seat, word):
                acts = self._acts(view, seat, "cover", "covers")
                return f"{acts} {word}, a word of {team_of(seat).capitalize()}."
            case ("stop", seat):
                return f"{self._acts(view, seat, 'stop', 'stops')} guessing."
            case ("over", winner, ending, _):
                why = "hit the assassin" if ending == "assassin" else ""
                lost = f"{rival(winner).capitalize()} {why}. " if why else ""
                return f"{lost}{winner.capitalize()} wins."
        raise AssertionError(event)

    def _acts(self, view: View, seat: Seat, one: str, other: str) -> str:
        if seat == view.seat:
            return f"You {one}"
        return f"{player_name(seat)} ({team_of(seat).capitalize()}) {other}"

    def status(self, game: Codenames, view: View) -> str:
        if view.phase in ("words", "starter", "key"):
            return self.prompts.fill("not_ready")
        need = {view.starter: game.first, rival(view.starter): game.second}
        shown = dict(zip(view.words, view.key, strict=True))
        found = {team: sum(shown[word] == team for word in view.covered) for team in TEAMS}
        counts = (f"{team.capitalize()} {need[team] - found[team]} of {need[team]}" for team in TEAMS)
        return f"Words left to find: {', '.join(counts)}. {self._now(view)}"

    def _now(self, view: View) -> str:
        match view.phase:
            case "clue":
                who = you_or_player(spymaster(view.team), view.seat)
                verb = "give" if who == "you" else "gives"
                return f"{view.team.capitalize()}'s turn: {who} {verb} the next clue."
            case "guess":
                who = you_or_player(operative(view.team), view.seat)
                verb = "guess" if who == "you" else "guesses"
                return f"{view.team.capitalize()}'s turn: {who} {verb}."
            case "cover":
                other: Team = rival(view.team)
                who = you_or_player(spymaster(other), view.seat)
                return f"{who[:1].upper()}{who[1:]} must cover a word of {other.capitalize()}."
        return "The game is over."

    def request(self, game: Codenames, view: View, ask: Ask) -> str:
        if ask.about != "guess":
            return self.prompts.fill(ask.about, team=view.team.capitalize())
        clue = next(event for event in reversed(view.log) if event[0] == "clue")
        return self.prompts.fill(
            "guess",
            clue=self.quoted(clue[2]),
            number=view.number,
            made=view.guessed,
            limit=_limit(view),
            stop=self.prompts.fill("may_stop" if view.guessed else "must_guess"),
        )

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        if option == STOP:
            return ("stop guessing", "pass", "end turn", "end_turn", "end my turn")
        return ("infinity", "∞", "infinite") if option == "unlimited" else ()

    def known(self, game: Codenames, view: View, key: str) -> Sequence[str] | None:
        if key == "number":
            return (*map(str, range(10)), "unlimited")
        return (*view.words, STOP) if key in ("guess", "cover") else None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}")


def owned(colour: Colour, words: Iterable[str]) -> str:
    """The words of a colour, as prompts of spymasters list them.

    >>> owned("red", ["sea", "moon"]), owned("assassin", ["lion"])
    ("Red's words: sea, moon", 'The assassin: lion')
    """
    name = OWNED.get(colour) or f"{colour.capitalize()}'s words"
    return f"{name}: {', '.join(words)}"


def _is(colour: Colour) -> str:
    match colour:
        case "neutral":
            return "it is neutral"
        case "assassin":
            return "it is the assassin"
    return f"it is a word of {colour.capitalize()}"


def _limit(view: View) -> str:
    if view.number in (0, "unlimited"):
        return "as many guesses as you like"
    return f"up to {counted(int(view.number) + 1, 'guess', 'guesses')}"


WORDS = CodenamesWords(Prompts.beside(__file__))
