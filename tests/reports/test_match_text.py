import asyncio
from dataclasses import replace

import pytest

from agonist.contract import sample_match
from agonist.core import Choice, EmptyAnswer, UnreadableAnswer
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import PRESETS, Probe, play
from agonist.match.record import forfeited
from agonist.players.simple import RandomPlayer, ScriptedPlayer
from agonist.reports.match_text import as_seen, in_words, record_of, verify

EVIL = "evil/</script><script>alert(1)</script>"


def of(store, run, game, player):
    """A match of the run with this player, its kit and steps."""
    matches = store.matches(run)
    match = next(m for m in matches if m.fixture.game == game and player in m.fixture.players)
    return KITS[game], match, store.steps(match.id)


def scripted(kit, game, *actions, policy=PRESETS["default"], **kwargs):
    factories = [lambda _context, own=own: ScriptedPlayer(own) for own in actions]
    return asyncio.run(play(kit, game, factories, seed="1", policy=policy, **kwargs))


TICTACTOE = KITS["tictactoe"]


def test_a_match_in_words():
    first, second = [(1, 1), (1, 2), (1, 3)], [(2, 2), (3, 3)]
    match = scripted(TICTACTOE, TICTACTOE.game(), first, second)
    text = in_words(TICTACTOE, match, ["ann", "bob"])
    assert text.startswith("Tic-Tac-Toe\nPlayer 1: ann\nPlayer 2: bob\n")
    assert "Move 2\n  Player 2: (2, 2)\n  | X | _ | _ |\n  | _ | O | _ |\n" in text
    assert text.endswith("The end: three in a line.\n  1. Player 1 (ann): 1\n  2. Player 2 (bob): -1\n")


def test_invalid_answers_and_what_was_played_instead_are_told():
    first = [UnreadableAnswer("no\x1b[1m move")] * 3
    match = scripted(TICTACTOE, TICTACTOE.game(), first, [EmptyAnswer("")] * 30)
    text = in_words(TICTACTOE, match, ["ann", "bob"])
    assert "Player 1 gave an invalid answer (unreadable): no␛[1m move" in text
    assert text.count("(fallback move)") == len([seat for step in match.steps for seat in step.fallback])


def test_a_forfeit_is_told_with_its_invalid_answer():
    what = UnreadableAnswer("what?")
    match = scripted(TICTACTOE, TICTACTOE.game(), [(1, 1)], [what], policy=PRESETS["strict"])
    text = in_words(TICTACTOE, match, ["ann", "bob"])
    assert "Player 2 gave an invalid answer (unreadable): what?" in text
    assert "Player 2 forfeits" in text


def test_chance_and_what_it_gave_are_told(store, run):
    kit = KITS["texas_holdem"]
    factories = [lambda _context: RandomPlayer()] * 2
    match = asyncio.run(play(kit, make_game(kit.game, kit.quick_options), factories, seed="3"))
    text = in_words(kit, match, ["a", "b"])
    assert "Chance deals " in text
    assert "to Player 1: Your cards: " in text


def test_no_player_can_fake_a_line_or_steer_the_terminal(store, run):
    kit, match, steps = of(store, run, "tictactoe", EVIL)
    record = record_of(match, steps, KITS.__getitem__)
    for text in (
        in_words(kit, record, match.fixture.players, steps),
        as_seen(kit, record.game, steps, match.fixture.players.index(EVIL)),
    ):
        assert not set(text) & {"\x1b", "\r", "\u202e"}
        assert "alert('boo')" in text
        assert not any(line.startswith(("Player 1: (9", "  Player 1: (9")) for line in text.splitlines())


def test_a_seat_sees_exactly_what_it_was_sent_and_wrote(store, run):
    kit, match, steps = of(store, run, "tictactoe", EVIL)
    game = record_of(match, steps, KITS.__getitem__).game
    seat = match.fixture.players.index(EVIL)
    text = as_seen(kit, game, steps, seat)
    for call in (e for step in steps for e in step.calls if e.seat == seat):
        for message in call.sent:
            # Complaints quote what the player wrote, so only the plain lines are looked for.
            assert all(f"    {line}" in text for line in message.content.splitlines() if line)
    assert "--- invalid answer (unreadable)" in text
    assert "--- after 1 messages" not in text


def test_a_seat_without_words_is_shown_those_it_would_be_told():
    match = scripted(TICTACTOE, TICTACTOE.game(), [(1, 1), (1, 2), (1, 3)], [(2, 2), (3, 3)])
    text = as_seen(TICTACTOE, TICTACTOE.game(), match.steps, 1)
    assert "You are playing Tic-Tac-Toe" in text
    assert "You play O. It is your turn." in text
    assert "--- played: (2, 2)" in text
    assert text.count("=== Move") == 2
    assert "=== The end" in text


def test_hidden_questions_are_shown_to_their_seat():
    probe = Probe("mood", lambda old, _new: Choice(("good", "bad"), about="mood") if old is None else None)
    match = asyncio.run(
        play(
            TICTACTOE,
            TICTACTOE.game(),
            [
                lambda _context: Moody([(1, 1), (1, 2), (1, 3)]),
                lambda _context: ScriptedPlayer([(2, 2), (3, 3)]),
            ],
            seed="1",
            probes=[probe],
        )
    )
    assert "hidden question 'mood'" in as_seen(TICTACTOE, TICTACTOE.game(), match.steps, 0)
    assert "hidden question" not in as_seen(TICTACTOE, TICTACTOE.game(), match.steps, 1)


class Moody(ScriptedPlayer):
    async def probe(self, question):
        raise EmptyAnswer("it says nothing")


@pytest.mark.parametrize("game", ["tictactoe", "guess_average"])
def test_what_is_stored_is_verified(store, run, game):
    for match in store.matches(run):
        if match.fixture.game == game:
            assert verify(KITS[game], match, store.steps(match.id)) == []


def test_every_tampering_is_found(store, run):
    kit, match, steps = of(store, run, "tictactoe", "reference")
    assert verify(kit, match, steps) == []
    (wrong,) = verify(kit, replace(match, scores=(5, 5)), steps)
    assert wrong.startswith("scores: ")
    (wrong,) = verify(kit, replace(match, ranks=(7, 8)), steps)
    assert wrong.startswith("ranks: (7, 8) is stored")
    (wrong,) = verify(kit, replace(match, reason="it rained"), steps)
    assert "it rained" in wrong
    (wrong,) = verify(kit, match, steps[:-1])
    assert "the match goes on" in wrong
    (wrong,) = verify(kit, match, [*steps, steps[-1]])
    assert "the rules ask nobody" in wrong
    (wrong,) = verify(kit, match, [steps[0], replace(steps[1], moves=steps[0].moves), *steps[2:]])
    assert wrong.startswith("move 2: the rules ask Player 2")
    (wrong,) = verify(kit, match, [steps[0], replace(steps[1], moves={1: steps[0].moves[0]}), *steps[2:]])
    assert "Player 2 cannot play" in wrong
    (wrong,) = verify(kit, replace(match, fallback=(0, 1)), [replace(s, fallback=()) for s in steps])
    assert wrong.startswith("fallback seats")
    lost = forfeited(TICTACTOE.game(), TICTACTOE.game().new(), (0,))
    forfeit = replace(match, forfeits=(0,), scores=lost.scores, ranks=lost.ranks, reason=lost.reason)
    (wrong,) = verify(kit, forfeit, steps)
    assert "no step says so" in wrong
    (wrong,) = verify(kit, replace(match, status="suspended"), steps)
    assert "suspended" in wrong
    (wrong,) = verify(kit, replace(match, fixture=replace(match.fixture, version=9)), steps)
    assert "cannot be played again" in wrong


def test_chance_that_did_not_fall_as_the_seed_says_is_found(store, run):
    kit = KITS["texas_holdem"]
    game = make_game(kit.game, kit.quick_options)
    match = asyncio.run(play(kit, game, [lambda _context: RandomPlayer()] * 2, seed="3"))
    _, stored, _ = of(store, run, "tictactoe", "reference")
    fixture = replace(
        stored.fixture, game="texas_holdem", version=game.version, options=kit.quick_options, seed="3"
    )
    kept = replace(
        stored,
        fixture=fixture,
        scores=match.outcome.scores,
        ranks=match.outcome.ranks,
        reason=match.outcome.reason,
        fallback=(),
    )
    assert verify(kit, kept, match.steps) == []
    (wrong, *_) = verify(kit, replace(kept, fixture=replace(fixture, seed="4")), match.steps)
    assert "chance gives" in wrong


@pytest.mark.parametrize("name", KITS)
def test_every_game_can_be_told(name):
    kit = KITS[name]
    record = sample_match(kit, 1).record
    told = in_words(kit, record, ["random"] * record.game.seats)
    assert record.outcome.reason in told
