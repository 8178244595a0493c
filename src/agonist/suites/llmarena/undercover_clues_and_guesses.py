"""Descriptive clues and correct guesses: the paper's Table 3 on Undercover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agonist.core import Seat
from agonist.games.undercover.rules import others, word_of
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.players.options import BUILT_IN
from agonist.suites.llmarena.clue_judges import Judge, WordAndClue
from agonist.suites.llmarena.hidden_questions import PROBES, asked_seat, same
from agonist.suites.llmarena.percent_by_deal import share
from agonist.suites.llmarena.printed_tables import published


@dataclass(slots=True)
class Talk:
    """The clues and guesses of the tested player in one match."""

    player: str
    deal: str
    undercover: bool
    word: str
    guesses: bool
    """Whether the player is one that can guess: no built-in player but a person is."""
    clues: list[str | None] = field(default_factory=list)
    """`None` where the policy had to speak for the player."""
    hits: list[tuple[bool, ...]] = field(default_factory=list)
    """For each question, whether each guess was right; none of them for an answer that could not be read."""

    @property
    def asked(self) -> bool:
        return self.guesses and bool(self.hits)

    @property
    def guessed_any(self) -> bool:
        """Whether some guess before some vote was right."""
        return any(any(hits) for hits in self.hits)

    @property
    def guessed_all(self) -> bool:
        """Whether before some vote all guesses were right."""
        return any(hits and all(hits) for hits in self.hits)


def talk_of(match: Played) -> Talk:
    """The clues and guesses of the tested player, who is the one asked, or else the undercover."""
    fixture = match.match.fixture
    seat: Seat | None = asked_seat(fixture.probes)
    if seat is None:
        (seat,) = fixture.script["undercover"]
    assert seat is not None
    end = match.end
    player = match.players[seat]
    guesses = parse_player(fixture.spec(player)).name not in set(BUILT_IN) - {"human"}
    talk = Talk(player, match.deal, seat in end.undercovers, word_of(end, seat), guesses)
    for state, turn in match.turns():
        if state.phase == "clue" and seat in turn.moves:
            talk.clues.append(None if seat in turn.fallback else turn.moves[seat])
        for probe in turn.probes:
            if probe.name in PROBES and probe.seat == seat:
                held = [word_of(state, other) for other in others(state.alive, seat)]
                answer = probe.answer or ()
                talk.hits.append(tuple(map(same, answer, held)))
    return talk


def clues_in(matches: Sequence[Played]) -> Iterator[WordAndClue]:
    """Every clue of the tested players, with its word."""
    for match in matches:
        talk = talk_of(match)
        yield from ((talk.word, clue) for clue in talk.clues if clue is not None)


def section(matches: Sequence[Played], judge: Judge, judged_by: str) -> list[Section]:
    """The three rates, by player and by role."""
    talks = [talk_of(match) for match in matches if match.match.fixture.game == "undercover"]
    if not talks:
        return []
    rows: list[tuple[Cell, ...]] = []
    for player in dict.fromkeys(talk.player for talk in talks):
        theirs = [talk for talk in talks if talk.player == player]
        roles = {
            role: part
            for role, is_undercover in (("undercover", True), ("civilian", False))
            if (part := [talk for talk in theirs if talk.undercover == is_undercover])
        }
        if len(roles) > 1:
            rows.append((player, "all", len(theirs), *_rates(theirs, judge)))
        rows += [(player, role, len(part), *_rates(part, judge)) for role, part in roles.items()]
    rows += [
        (
            *(f"{model} (published)", "not told", "50", None, None),
            *(cells["Undercover:description"], None, None),
            *(cells["Undercover:guess"], None, None),
            *(cells["Undercover:guess_all"], None, None),
        )
        for model, cells in published("3").items()
    ]
    text = (
        "Description: the share of a player's clues that describe their own word; a clue that the policy "
        f"gave in their place does not. Judged by {judged_by}; unjudged clues are left out. Guess: the share "
        "of matches in which, asked before a vote for the others' words, they got any one right; guess all: "
        "all of them. Guesses count if they are the word itself, whatever their case, article or plural. "
        "Built-in players do not guess (n/a)."
    )
    header = (
        *("player", "role", "matches", "clues", "unjudged"),
        *("description, %", "low", "high", "guess, %", "low", "high", "guess all, %", "low", "high"),
    )
    note = (
        "The paper does not say which role its players had. A civilian who guesses their own word for "
        "all is right about all but one. Intervals take each deal as one piece of evidence."
    )
    table = ResultTable("Description and guesses, as Table 3", header, tuple(rows), note=note)
    return [Section("LLMArena: communication and opponent modelling", text, tables=(table,))]


def _rates(talks: Sequence[Talk], judge: Judge) -> list[Cell]:
    verdicts = [
        (talk.deal, False if clue is None else judge((talk.word, clue)))
        for talk in talks
        for clue in talk.clues
    ]
    judged = [(deal, verdict) for deal, verdict in verdicts if verdict is not None]
    probed = [talk for talk in talks if talk.asked]
    spans = [
        share(judged),
        share((talk.deal, talk.guessed_any) for talk in probed),
        share((talk.deal, talk.guessed_all) for talk in probed),
    ]
    return [len(verdicts), len(verdicts) - len(judged), *(cell for span in spans for cell in span)]
