"""Each clause of the contract names the line of the author's file that breaks it."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agonist.contract import CLAUSES, MATCH_SET_CLAUSES, check_game, sample_matches
from agonist.core import GameError
from agonist.games import find_kit

PIPS = (
    "import itertools, random\nCOUNT = itertools.count()\nfrom agonist.core import Pick, Speech\n"
    + Path(__file__).with_name("pips.py").read_text()
)

NEW, TURN, ACT = "def new(self):", "def turn(self, state):", "def act(self, state, moves):"
OBSERVE, OUTCOME = "def observe(self, state, seat):", "def outcome(self, state):"
RULES, SCENE = "def rules(self, game):", "def scene(self, game, view):"
LABEL, HINT = "def label(self, view, key, choice):", "def hint(self, view, key):"
VALUES = "def values(self, game, view, seat):"
DRAWN = "def picture(view, ask):"
TRAITS = "traits = Traits(hidden=True, constant_sum=True)"

CALLED = "        calls = (*state.calls, moves[state.mover])"
FIRST = "        first = sum("
GUESS = '    return "high" if view.die * 2 > game.faces else "low"'
CALL = 'Choice(("high", "low"), about="call")'
OPTION = '    """The faces of a die."""'
GAME = "@dataclass(frozen=True)\nclass Pips"
OUTCOME_OF_ALL = "(float(first), 2.0 - first), "

BREAKS = [
    # An error came from a line, however deep.
    ("plays_to_an_end", "Pips.act", "state.mover = 1", CALLED, f"        state.mover = 1\n{CALLED}"),
    (
        "plays_to_an_end",
        "Pips.act.<locals>.last",
        "return calls[-1]",
        CALLED,
        f"        def last(calls):\n            return calls[-1]\n\n        last(())\n{CALLED}",
    ),
    ("plays_to_an_end", "Pips.act", 'random.choice("")', CALLED, f'        random.choice("")\n{CALLED}'),
    ("reference_plays_by_the_rules", "guess", "return 1 / 0", GUESS, "    return 1 / 0"),
    (
        "prompts_can_be_written",
        "PipsWords.scene",
        'return self.prompts.fill("die")',
        'return f"Your die shows {view.die}; {calls}." if view.seat is not None else f"Two dice; {calls}."',
        'return self.prompts.fill("die")',
    ),
    (
        "every_view_has_its_picture",
        "picture",
        "shown = view.pips",
        "shown = str(view.die)",
        "shown = view.pips",
    ),
    # A function gave what it must not.
    ("plays_to_an_end", "Pips.turn", TURN, 'about="call")', "about=3)"),
    ("plays_to_an_end", "Pips.turn", TURN, "        return {}\n", f"        return {{1: {CALL}}}\n"),
    ("plays_to_an_end", "Pips.outcome", OUTCOME, "(float(first), 2.0 - first)", "(first,)"),
    ("plays_to_an_end", "Pips.outcome", OUTCOME, 'if state.phase != "over":', "if True:"),
    ("plays_to_an_end", "Pips", "sizes = (3,)", "sizes = (2,)", "sizes = (3,)"),
    (
        "replays_through_json",
        "Pips.act",
        ACT,
        "mover=1, calls=calls, log=log",
        'mover=1, calls=calls, log=add_event(log, "luck", next(COUNT))',
    ),
    (
        "acting_changes_nothing",
        "Pips.act",
        ACT,
        "            log = add_event(state.log",
        '            object.__setattr__(state, "mover", 1 - state.mover)\n'
        "            log = add_event(state.log",
    ),
    ("states_hash", "Pips.act", ACT, "calls=calls, log=log)", "calls=list(calls), log=log)"),
    ("states_hash", "Pips.new", NEW, 'return State("roll")', 'return State("roll", calls=[])'),
    (
        "over_when_nobody_is_asked",
        "Pips.outcome",
        OUTCOME,
        'if state.phase != "over":',
        "if not state.calls:",
    ),
    ("every_seat_has_a_score", "Pips.outcome", OUTCOME, '"both have called"', '" "'),
    (
        "every_seat_has_a_score",
        "Pips.outcome",
        OUTCOME,
        'if state.phase != "over":',
        'object.__setattr__(self, "paid", lambda _state: (9.0, 9.0))\n        if state.phase != "over":',
    ),
    (
        "the_winners_are_told",
        "Pips.outcome",
        OUTCOME,
        f'{OUTCOME_OF_ALL}"both have called"',
        '(2.0, 0.0), "both have called", ((0, 1),)',
    ),
    ("only_seats_are_asked", "Pips.turn", TURN, 'about="call")', 'about="a call")'),
    (
        "samples_are_legal",
        "Pips.turn",
        TURN,
        f"{CALL}}}",
        'type("Odd", (Choice,), dict(sample=lambda *_: 3))("ab", about="call")}',
    ),
    (
        "illegal_actions_are_refused",
        "Pips.turn",
        TURN,
        f"{CALL}}}",
        'type("Odd", (Choice,), dict(check=lambda *_: None))("ab", about="call")}',
    ),
    (
        "states_hold_plain_values",
        "Pips.act",
        ACT,
        "calls=calls, log=log)",
        "calls=frozenset(calls), log=log)",
    ),
    (
        "states_hold_plain_values",
        "Pips.observe",
        OBSERVE,
        "state.mover, state.calls,",
        "state.mover, list(state.calls),",
    ),
    (
        "asks_and_outcomes_hold_plain_values",
        "Pips.outcome",
        OUTCOME,
        "(float(first), 2.0 - first)",
        "[float(first), 2.0 - first]",
    ),
    (
        "options_survive_json",
        "Pips.__post_init__",
        "def __post_init__(self):",
        OPTION,
        f"{OPTION}\n\n    def __post_init__(self):\n"
        '        object.__setattr__(self, "faces", self.faces + 1)',
    ),
    (
        "looking_twice_shows_the_same",
        "Pips.observe",
        OBSERVE,
        "state.mover, state.calls,",
        "random.random(), state.calls,",
    ),
    (
        "logs_only_grow",
        "Pips.observe",
        OBSERVE,
        "events_for(state.log, seat))",
        "events_for(state.log, seat)[-1:])",
    ),
    (
        "private_events_are_told_to_nobody_else",
        "Pips.observe",
        OBSERVE,
        "events_for(state.log, seat))",
        "tuple(event for _, event in state.log))",
    ),
    ("without_secrets_the_view_is_the_state", "Pips.observe", OBSERVE, "hidden=True, ", ""),
    (
        "views_do_not_depend_on_what_they_hide",
        "sample_state",
        "def sample_state(game, view, rng):",
        "view.die if seat == view.seat else",
        "",
    ),
    ("views_do_not_depend_on_what_they_hide", "Pips", TRAITS, "    sample_state=sample_state,\n", ""),
    (
        "asking_tells_nothing",
        "Pips.turn",
        TURN,
        "            return {state.mover",
        f"            if state.dice[state.mover] > 3:\n                return dict.fromkeys((0, 1), {CALL})\n"
        "            return {state.mover",
    ),
    ("secrets_stay_secret", "PipsWords.scene", SCENE, "game.faces + 1}", "state.dice[seat]}"),
    ("no_message_is_empty", "PipsWords.hint", HINT, 'return "high or low"', 'return ""'),
    ("what_players_say_is_quoted", "PipsWords.scene", SCENE, CALL, 'Speech(about="call")'),
    ("no_message_is_empty", "PipsWords.label", LABEL, "return str(choice)", 'return ""'),
    ("messages_hold_no_control_characters", "PipsWords.scene", SCENE, "Your die", "\\aYour die"),
    ("prompts_can_be_written", "PipsWords.rules", RULES, "{game.faces} faces each", "{{faces}} faces each"),
    (
        "prompts_can_be_written",
        "PipsWords.request",
        "def request(self, game, view, ask):",
        '"High or low?"',
        'f"High or low? {random.random()}"',
    ),
    ("options_differ_in_words", "PipsWords.label", LABEL, "return str(choice)", 'return "call"'),
    (
        "answers_survive_every_format",
        "PipsWords.label",
        LABEL,
        "return str(choice)",
        'return {"high": "a", "low": "a."}[choice]',
    ),
    ("answers_survive_every_format", "Pips.turn", TURN, f"{CALL}}}", 'Pick((1, 2), 0, 2, about="call")}'),
    (
        "reference_plays_by_the_rules",
        "guess",
        "def guess(game, view, ask, rng):",
        GUESS,
        '    return "middle"',
    ),
    (
        "baseline_plays_by_the_rules",
        "at_random",
        "def at_random(game, view, ask, rng):",
        'rng.choice(("high", "low"))',
        '"middle"',
    ),
    ("passing_is_legal", "call_low", "def call_low(view, ask):", 'return "low"', 'return "middle"'),
    ("every_view_has_its_picture", "picture", DRAWN, "shown = str(view.die)", "shown = str(random.random())"),
    ("pictures_say_what_they_show", "picture", DRAWN, '"a die", shown,', '"", shown,'),
    ("pictures_offer_what_is_asked", "picture", DRAWN, "(0,) if ask", "(2,) if ask"),
    ("pictures_lie_within_their_frame", "picture", DRAWN, "Cell(0.0, 0.0,", "Cell(0.0, 2.0,"),
    ("arrays_lie_in_their_bounds", "PipsArrays.values", VALUES, "[view.die or 0]", "[view.die or -1]"),
    ("arrays_show_only_the_view", "PipsArrays.values", VALUES, "[view.die or 0]", "[next(COUNT) % 7]"),
    ("pictures_keep_secrets", "picture", DRAWN, '"a die", shown,', '"a die", f"shows {7}",'),
    ("measurements_are_finite_numbers", "measure", "def measure(course):", 'highs=call == "high"', "highs=2"),
    (
        "key_moments_are_short_texts",
        "key_moments",
        "def key_moments(game, before, after, moves):",
        'else ""',
        'else "\\n"',
    ),
    (
        "traits_are_true",
        "Pips",
        "traits = Traits(hidden=True, constant_sum=True, talk=True)",
        "constant_sum=True)",
        "constant_sum=True, talk=True)",
    ),
    (
        "sizes_can_be_played",
        "Pips",
        "sizes = (3,)",
        "    sizes = (2,)",
        "    def __post_init__(self):\n        pass\n\n    sizes = (3,)",
    ),
    (
        "ranges_are_true",
        "Pips",
        "faces: int = option(6, low=2, high=12)",
        OPTION,
        f"{OPTION}\n\n    def __post_init__(self):\n        pass",
    ),
    (
        "ranges_are_true",
        "Pips.turn",
        "assert self.faces < 12",
        "            die = Draw(",
        "            assert self.faces < 12\n            die = Draw(",
    ),
    ("every_replay_is_the_same", "Pips.outcome", OUTCOME, '"both have called"', 'f"{next(COUNT)} calls"'),
]


@pytest.fixture
def pips(tmp_path, monkeypatch):
    """Writes the game with one snippet replaced, and gives its kit and its lines."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sample_matches, "MOST_MOVES", 50)

    def write(old, new):
        text = PIPS.replace(old, new, 1)
        assert not old or text != PIPS
        (tmp_path / "broken_pips.py").write_text(text)
        importlib.invalidate_caches()
        sys.modules.pop("broken_pips", None)
        return find_kit("broken_pips:KIT"), text.splitlines()

    yield write
    sys.modules.pop("broken_pips", None)


def test_a_game_with_everything_keeps_the_contract(pips):
    assert check_game(pips("", "")[0], replays=10) == []


@pytest.mark.parametrize(
    ("clause", "function", "line", "old", "new"), BREAKS, ids=[f"{row[0]} {row[2]}" for row in BREAKS]
)
def test_a_broken_clause_names_the_line_of_the_game(pips, clause, function, line, old, new):
    kit, lines = pips(old, new)
    found = [breach for breach in check_game(kit, range(2), replays=4) if breach.clause == clause]
    assert [str(breach).partition(": ")[0] for breach in found] == [f"broken_pips.py:{found[0].place.line}"]
    assert (lines[found[0].place.line - 1].strip(), found[0].place.function) == (line, function)


@pytest.mark.parametrize("new", ["    seats: int = missing", "    seats: int = ("])
def test_a_game_that_cannot_be_imported_names_its_line(pips, new):
    with pytest.raises(GameError, match=r"\(broken_pips.py, line \d+") as failed:
        pips("    seats: int = 2", new)
    line = 1 + Path("broken_pips.py").read_text().splitlines().index(new)
    assert f"line {line}" in str(failed.value)


def test_a_game_without_one_of_its_functions_is_told_which(pips):
    kit, _ = pips("    def act(self, state, moves):", "    def acts(self, state, moves):")
    [breach] = check_game(kit, range(1))
    assert (breach.place.function, breach.why) == (
        "Pips",
        "the game pips has no function act(state, moves), which every game needs",
    )


def test_a_state_with_another_view_is_told_by_the_field_that_differs(pips):
    kit, _ = pips("view.die if seat == view.seat else", "")
    assert any(": its die is " in breach.why for breach in check_game(kit, range(1), replays=4))


def test_a_clause_that_cannot_be_checked_is_left_out_by_name(pips):
    clause, _, _, old, new = BREAKS[-1]
    kit, _ = pips(old, new)
    assert clause in {breach.clause for breach in check_game(kit, range(2), replays=4)}
    without = replace(kit, unchecked={clause: "it counts"})
    assert clause not in {breach.clause for breach in check_game(without, range(2), replays=4)}
    with pytest.raises(GameError, match=clause):
        check_game(replace(kit, unchecked={clause + "_again": "it counts"}), range(2))


def test_the_table_has_all_clauses():
    # What would make a picture's SVG harmful is refused where the picture is made.
    own = {"pictures_are_harmless_svg"}
    assert {row[0] for row in BREAKS} | own == {"plays_to_an_end", *CLAUSES, *MATCH_SET_CLAUSES}
