"""How well searching players (`rap:`) predict what they will know after their move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from agonist.games import find_kit
from agonist.kit.skinned_kit import skinned
from agonist.metrics.report_section import Cell, ResultTable, Section
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.players.rap.rap_player import in_words
from agonist.players.rap.world_model import between
from agonist.ratings import clustered_mean


@dataclass(frozen=True, slots=True)
class Prediction:
    """The view of a seat when it moved, its prediction of its next view, and that view."""

    player: str
    game: str
    match: str
    before: str
    predicted: str
    after: str


def predictions(matches: Sequence[Played]) -> Iterator[Prediction]:
    """The prediction for each move that was played, where the search imagined it."""
    for played in matches:
        fixture = played.match.fixture
        searching = {
            seat
            for seat, player in enumerate(fixture.players)
            if "rap" in parse_player(fixture.spec(player)).methods
        }
        if not searching:
            continue
        game = played.record.game
        words = skinned(find_kit(fixture.game), fixture.wording.split("+")).words
        states = list(played.record.states())
        steps = [step for step in played.store.steps(played.match) if step.moves]
        for nth, step in enumerate(steps):
            for seat in searching & set(step.moves):
                view, ask = game.observe(states[nth], seat), game.turn(states[nth])[seat]
                action = in_words(ask, step.moves[seat], partial(words.label, view))
                prediction = next(
                    (
                        call.text
                        for call in step.calls
                        if call.seat == seat
                        and call.purpose == "state"
                        and any(m.role == "assistant" and m.content == action for m in call.sent)
                    ),
                    None,
                )
                if prediction is None:
                    continue
                after = next((s for s in states[nth + 1 :] if seat in game.turn(s)), states[-1])
                yield Prediction(
                    fixture.players[seat],
                    fixture.game,
                    str(played.match.id),
                    words.scene(game, view),
                    between("state", prediction),
                    words.scene(game, game.observe(after, seat)),
                )


def likeness(one: str, other: str) -> float:
    """The similarity of two texts, from 0 to 1: the F1 score of their words, counted with repetitions.

    >>> likeness("It is your turn.", "your turn: it is!"), likeness("a b c", "c d")
    (1.0, 0.4)
    """
    first, second = (Counter(re.findall(r"\w+", text.casefold())) for text in (one, other))
    words = first.total() + second.total()
    return 2 * (first & second).total() / words if words else 1.0


def section(matches: Sequence[Played]) -> Section | None:
    """The section on how well predictions matched observations, for runs with searching players."""
    found = list(predictions(matches))
    if not found:
        return None
    rows: list[tuple[Cell, ...]] = []
    for player in sorted({each.player for each in found}):
        of_player = [each for each in found if each.player == player]
        for game in ("", *sorted({each.game for each in of_player})):
            some = [each for each in of_player if game in ("", each.game)]
            right = [(each.match, likeness(each.predicted, each.after)) for each in some]
            same = [(each.match, likeness(each.before, each.after)) for each in some]
            rows.append(
                (
                    player,
                    game or "all games",
                    *clustered_mean(right, seen=(0.0, 1.0)),
                    clustered_mean(same, seen=(0.0, 1.0))[0],
                    len(some),
                )
            )
    note = (
        "The F1 score of words between the position that the player predicted after its move, and the one "
        "that it saw at its next move; 95% intervals over matches. `no change` is the score of predicting "
        "that nothing changes."
    )
    header = ("player", "game", "likeness", "low", "high", "no change", "moves")
    return Section("Predicted states", "", (ResultTable("Predicted states", header, tuple(rows), 2, note),))
