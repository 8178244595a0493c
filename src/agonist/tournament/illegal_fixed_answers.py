"""Answers of fixed players that a game can never accept, found before a match is played."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Amount, Ask, Choice, Game, InvalidAnswer, Pick, UnreadableAnswer, UsageError
from agonist.core.ask import atoms
from agonist.kit import Kit, guarded
from agonist.match import Fixture, checked_game
from agonist.players.player import Question, SeatContext
from agonist.players.registry import fixed_answers
from agonist.players.simple import typed_at
from agonist.players.spec import parse_player
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.stored_match_play import terms_of

TRIAL_MATCHES: Final = 4
MAX_TRIAL_STEPS: Final = 600
"""Random matches on which answers are tried, and the most steps of each."""

MAX_QUESTIONS_TRIED: Final = 10
"""Questions of one kind in a match that answers are tried on, for each seat."""


def expect_fixed_answers(fixtures: Iterable[Fixture], games: GameRegistry) -> None:
    """Raise `UsageError` if a fixed player of these matches has an answer that is never legal there."""
    tried = set[str]()
    for fixture in fixtures:
        for spec in {fixture.spec(player) for player in fixture.players}:
            if parse_player(spec).name != "fixed":
                continue
            same = repr((spec, fixture.game, fixture.wording, fixture.options))
            if same not in tried:
                tried.add(same)
                kit, game, _ = terms_of(fixture, games)
                expect_legal(spec, kit, game)


def expect_legal(spec: str, kit: Kit, game: Game[Any, Any]) -> None:
    """Raise `UsageError` if a fixed player has an answer that no question of this game accepts.

    The answers are tried on the questions of random matches. An answer may be legal in play if it is legal
    at one of them, if the reader knows it as an option or number of another state (`IllegalAction`), or if it
    looks like an option of a question whose options differ from match to match, such as words that are dealt.
    """
    parsed = parse_player(spec)
    if parsed.name != "fixed":
        return
    answers = fixed_answers(parsed)
    trial = _Trial(guarded(kit), game, dict.fromkeys(answers))
    for seed in range(TRIAL_MATCHES):
        trial.play(seed)
    for text in trial.left:
        if not any(not trial.shapes[key].isdisjoint(_shapes(text)) for key in trial.varying):
            whys = "; ".join(trial.whys[text].values())
            hint = (
                " (answers that contain commas end with semicolons)"
                if "," in spec and ";" not in spec
                else ""
            )
            raise UsageError(
                f"{spec!r} cannot play {kit.name}: no question there accepts {text!r}{hint}: {whys}"
            )


@dataclass
class _Trial:
    """Answers, tried on the questions of random matches; `left` are those that none has accepted."""

    kit: Kit
    game: Game[Any, Any]
    left: dict[str, None]
    whys: dict[str, dict[str, str]] = field(default_factory=dict)
    """By answer, why each kind of question does not accept it."""
    seen: set[tuple[str, str]] = field(default_factory=set)
    """The options by key, in words."""
    shapes: dict[str, set[str]] = field(default_factory=dict)
    """What the options of a key look like."""
    varying: set[str] = field(default_factory=set)
    """The keys with an option that is first seen in the last half of the matches."""

    def play(self, seed: int) -> None:
        """Play a random match, and try the answers."""
        rng, state = Random(f"fixed answers {seed}"), checked_game.new(self.game)
        questions = Counter[tuple[int, str]]()
        for _ in range(MAX_TRIAL_STEPS):
            asks = checked_game.turn(self.game, state)
            if not asks or not self.left:
                break
            for seat, ask in asks.items():
                if seat == CHANCE or questions[seat, ask.about] == MAX_QUESTIONS_TRIED:
                    continue
                questions[seat, ask.about] += 1
                view = checked_game.observe(self.game, state, seat)
                self._note(ask, view, late=seed >= TRIAL_MATCHES // 2)
                self._try(seat, Question(view, ask, rng))
            state = checked_game.act(self.game, state, {seat: ask.sample(rng) for seat, ask in asks.items()})

    def _try(self, seat: int, question: Question) -> None:
        context = SeatContext(self.kit, self.game, seat, "", lambda _call: None)
        about = question.ask.about
        for text in list(self.left):
            try:
                question.ask.check(typed_at(context, question, text))
            except UnreadableAnswer as why:
                whys = self.whys.setdefault(text, {})
                # The longest message names the most options.
                whys[about] = max(whys.get(about, ""), str(why), key=len)
                continue
            except InvalidAnswer:
                pass
            del self.left[text]

    def _note(self, ask: Ask, view: Any, *, late: bool) -> None:
        """Note the options of a question, and of any state as far as the game knows them here."""
        words = self.kit.words
        vocabulary = words.vocabulary(self.game, view)
        for key, atom in atoms(ask):
            known, bounds, options = vocabulary.known(key), vocabulary.bounds(key), list[str]()
            match atom:
                case Choice() | Pick():
                    listed = atom.choices if isinstance(atom, Choice) else atom.things
                    options = [
                        each if isinstance(each, str) else words.label(view, key, each) for each in listed
                    ]
                    options = options if known is None else list(known)
                case Amount():
                    options = list(map(str, bounds or (atom.low, atom.high)))
            for option in options:
                if (key, option) not in self.seen:
                    self.seen.add((key, option))
                    self.shapes.setdefault(key, set()).add(_shape(option))
                    if late:
                        self.varying.add(key)


def _shapes(text: str) -> Iterator[str]:
    """The shapes of an answer, and of the parts of one in JSON or behind a label."""
    yield _shape(text)
    yield _shape(text.rpartition(":")[2])
    with suppress(ValueError):
        read = json.loads(text)
        for value in read.values() if isinstance(read, dict) else ():
            yield _shape(str(value))


def _shape(text: str) -> str:
    """A text with every word or number as one letter or digit.

    >>> _shape("flip Air 12 (Support)"), _shape("91")
    ('a a 9 (a)', '9')
    """
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text)).strip()
