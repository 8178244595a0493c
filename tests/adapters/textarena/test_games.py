"""TextArena's environments as games: as TextArena itself plays them, and the same whatever else draws."""

import csv
import random
from pathlib import Path

import numpy as np
import pytest
import textarena

from agonist import api
from agonist.adapters.textarena import environment_positions, find_kit, game_names, refused_games
from agonist.adapters.textarena.environment_positions import History, bare
from agonist.adapters.textarena.environments import FACTS, OBSTACLES
from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.games.names_of_textarena_games import TEXTARENA_NAMES
from agonist.kit import make_game
from agonist.match import Policy
from agonist.players.simple import ScriptedPlayer

QUICK = (
    "2048-v0",
    "Countdown-v0",
    "IndianPoker-v0",
    "IteratedPrisonersDilemma-v0",
    "KuhnPoker-v0-short",
    "PigDice-v0-50",
    "SecretMafia-v0",
    "SimpleNegotiation-v0",
    "Snake-v0",
    "Taboo-v0",
)
SEED = 7


@pytest.fixture(autouse=True)
def generators():
    """The states of the global generators, which no test leaves as others would not have it."""
    before = random.getstate()
    yield
    random.setstate(before)


def played(name, most):
    """The game and a history of this many answers or fewer, by the baseline player."""
    game, rng = make_game(find_kit(name).game, {}), random.Random(name)
    history = game.act(game.new(), {CHANCE: SEED})
    while (asks := game.turn(history)) and len(history.answers) < most:
        ((seat, ask),) = asks.items()
        history = game.act(history, {seat: ask.sample(rng)})
    return game, history


def by_textarena(name, seats, answers):
    """What TextArena's own loop gives: for each turn, whose it is and what they saw; then the rewards."""
    random.seed(SEED)
    np.random.seed(SEED)
    env = textarena.make(name)
    env.reset(num_players=seats, seed=SEED)
    bare(env).state.error_allowance = 0
    turns = []
    for answer in answers:
        seat, seen = env.get_observation()
        turns.append((seat, seen))
        env.step(answer)
    return turns, bare(env).state


def shown_by(name, game, history, seat):
    """The observation of a seat as TextArena's wrapper writes it."""
    roles = bare(game.positions.at(history).env).state.role_mapping
    lines = []
    for event in game.observe(history, seat).log:
        if name.startswith("SimpleNegotiation"):
            lines.append(event[-1])
        elif event[0] == "said":
            lines.append(f"[{roles.get(event[1], f'Player {event[1]}')}] {event[2]}")
        else:
            lines.append(f"[GAME] {event[1]}")
    return "\n".join(lines)


def without_space(text):
    return "".join(text.split())


def expect_the_same(name, most):
    game, history = played(name, most)
    assert history.answers
    turns, state = by_textarena(name, game.seats, history.answers)
    for nth, (seat, seen) in enumerate(turns):
        before = History(SEED, history.answers[:nth])
        assert set(game.turn(before)) == {seat}
        if name.startswith(("Countdown", "Cryptarithm", "Slitherlink", "SettlersOfCatan", "TwoDollar")):
            continue  # these add to what they told, show less of it, or mistake who said it
        assert without_space(shown_by(name, game, before, seat)) == without_space(seen)
    outcome = game.outcome(history)
    if state.done:
        rewards = state.rewards or {}
        assert all(
            score == rewards.get(seat, 0) or not isinstance(rewards[seat], int | float)
            for seat, score in enumerate(outcome.scores)
        )
    else:
        assert outcome is None or game.positions.at(history).idle


@pytest.mark.parametrize("name", QUICK)
def test_textarena_itself_tells_and_scores_the_same(name):
    expect_the_same(name, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in game_names() if name not in QUICK])
def test_textarena_itself_tells_and_scores_the_same_in_every_other_environment(name):
    expect_the_same(name, 40)


class Drawing(ScriptedPlayer):
    """Plays a script, and draws from the global generators before each answer."""

    def __init__(self, actions):
        super().__init__(actions)
        self.between = []

    async def answer(self, question):
        random.seed(len(self.seen))
        np.random.seed(len(self.seen))
        self.between.append(random.random())
        return await super().answer(question)


@pytest.mark.parametrize(
    "name", ["PigDice-v0-short", "IndianPoker-v0-short", "IteratedStagHunt-v0-randomized"]
)
def test_the_same_seed_and_answers_give_the_same_record_whatever_else_draws(name):
    if name.rpartition("-v0")[0] in {each.rpartition("-v0")[0] for each in refused_games()}:
        pytest.skip(refused_games()["IteratedStagHunt-v0"])
    target = f"textarena:{name}"
    first = api.play(target, ["baseline", "baseline"], seed="5")
    scripts = [[step.moves[seat] for step in first.steps if seat in step.moves] for seat in range(2)]
    players = [Drawing(script) for script in scripts]
    again = api.play(target, [lambda _context, player=player: player for player in players], seed="5")
    assert again.record.dumps() == first.record.dumps()
    assert [player.between for player in players] != [[], []]


def test_a_match_leaves_the_global_generators_as_they_were():
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    api.play("textarena:PigDice-v0-short", ["baseline", "baseline"], seed="5")
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


def test_positions_that_were_forgotten_are_reached_again(monkeypatch):
    game, history = played("PigDice-v0-100", 30)
    told = game.observe(history, 0)
    monkeypatch.setattr(environment_positions, "POSITIONS", 2)
    other, again = played("PigDice-v0-100", 30)
    other.positions._kept.clear()
    assert again == history
    assert other.observe(again, 0) == told
    assert len(other.positions._kept) == 2


def test_what_the_environment_refuses_is_an_invalid_answer():
    game = make_game(find_kit("KuhnPoker-v0-short").game, {})
    history = game.act(game.new(), {CHANCE: SEED})
    ((_, ask),) = game.turn(history).items()
    with pytest.raises(IllegalAction, match=r"^Action must be .*[^.]$"):
        ask.check("I raise!")
    ask.check("[bet]")
    ask.check("")


def test_after_the_last_invalid_answer_the_environment_has_its_own_penalty():
    target = "textarena:KuhnPoker-v0-short"
    players = [lambda _context: ScriptedPlayer(["I raise!", "I raise more!"]), "baseline"]
    match = api.play(target, players, seed="5", policy=Policy(retries=1))
    (step,) = [step for step in match.steps if 0 in step.moves]
    assert step.moves[0] == ""
    assert step.fallback == (0,)
    assert match.outcome.scores == (-1, 1)


def test_a_seat_that_an_environment_would_ask_forever_loses():
    match = api.play("textarena:SantoriniBaseFixed-v0", ["fixed?answers=no", "baseline"], seed="1")
    assert match.outcome.scores == (-1, 1)


def test_a_bystander_sees_what_everybody_was_told():
    game, history = played("KuhnPoker-v0", 4)
    texts = [event[-1] for event in game.observe(history, None).log]
    assert any("submitted move" in text for text in texts)
    assert not any("Your card is" in text for text in texts)


def test_what_an_environment_adds_to_a_turn_is_shown_for_that_turn():
    game = make_game(find_kit("TwoDollar-v0").game, {})
    history = game.act(game.act(game.new(), {CHANCE: SEED}), {0: "[Propose] $1.20"})
    assert "ROUND 2 of 20" in game.observe(history, 1).shown
    assert game.observe(history, 0).shown == ""
    assert "ROUND 1" not in find_kit("TwoDollar-v0").words.scene(game, game.observe(history, 1))


def test_options_are_the_arguments_of_an_environment():
    kit = find_kit("Poker-v0")
    assert kit.options() == {
        "seats": 2,
        "num_rounds": 10,
        "starting_chips": 1000,
        "small_blind": 10,
        "big_blind": 20,
    }
    assert find_kit("Nim-v0").options() == {"seats": 2, "piles": [3, 4, 5]}
    game = make_game(find_kit("Nim-v0").game, {"piles": "1,2"})
    assert "pile 1: 2" in repr(game.observe(History(0), 0))
    assert make_game(kit.game, {"seats": "5"}).seats == 5


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("textarena:KuhnPocker-v0", "did you mean 'KuhnPoker-v0'"),
        ("textarena:KuhnPoker-v0-raw", "there is no game of TextArena"),
        ("textarena:Debate-v0-long", "needs a key"),
        ("textarena:Wordle-v0", "NLTK"),
        ("textarena:CharacterConclave-v0", "its code fails"),
        ("textarena:KuhnPoker-v0?rounds=3", "max_rounds"),
        ("textarena:KuhnPoker-v0?max_rounds=many", "whole number"),
        ("textarena:KuhnPoker-v0?max_rounds=0", "over before it begins"),
        ("textarena:KuhnPoker-v0?seats=3", "for 2 players"),
        ("textarena:ConnectFour-v0?num_rows=-3", "0 or more"),
        ("textarena:ThreeCardMonte-v0?num_cups=0", "can't be played with these options"),
    ],
)
def test_wrong_names_and_options_are_refused(target, why):
    with pytest.raises(UsageError, match=why):
        api.make(target)


@pytest.mark.parametrize("player", ["random", "reference", "mcts?playouts=5", "minimax"])
def test_players_that_need_legal_answers_are_refused_by_name(player):
    with pytest.raises(UsageError, match=player.partition("?")[0]):
        api.play("textarena:TicTacToe-v0", [player, "baseline"])


def test_every_environment_is_offered_or_refused_with_a_reason():
    offered, refused = game_names(), refused_games()
    kinds = {spec.entry_point for spec in textarena.envs.registration.ENV_REGISTRY.values()}
    assert not set(offered) & set(refused)
    assert len(offered) + len(refused) == len(kinds)
    assert all(refused.values())
    assert tuple(offered) == TEXTARENA_NAMES


def rows_of_all_environments():
    """The rows of the page's table: the usual id, the numbers of players, whether it can be played."""
    with FACTS.open(encoding="utf-8", newline="") as file:
        facts = {row["environment"]: row for row in csv.DictReader(file)}
    for name in sorted({*game_names(), *refused_games()}, key=str.casefold):
        entry = str(textarena.envs.registration.ENV_REGISTRY[name].entry_point)
        row = facts[entry.rpartition(":")[2].removesuffix("Env")]
        low, _, high = row["players"].partition("/")[0].partition("-")
        players = f"{low} to {high}" if high else low or "not known"
        if row["players"].endswith("/2"):
            players += ", even"
        new = row["obstacle"] == "python 3.12"
        state = "with Python 3.12" if new else OBSTACLES[row["obstacle"]] if row["obstacle"] else "yes"
        yield f"| `{name}` | {players} | {state} |"


def test_the_page_has_every_environment_of_the_installed_library():
    page = (Path(__file__).parents[3] / "docs" / "textarena.md").read_text("utf-8")
    table = page.partition("| environment | players | can be played |\n|---|---|---|\n")[2]
    assert table.partition("\n\n")[0].splitlines() == list(rows_of_all_environments())


@pytest.mark.long
@pytest.mark.parametrize("name", ["TicTacToe-v0", "Mastermind-v0", "Poker-v0"])
def test_the_contract_holds_as_far_as_it_can_be_checked(command, name):
    said = command("check-game", f"textarena:{name}", "--matches", 2, "--replays", 2)
    assert said.code == 0, said.err + said.out
    assert "views_do_not_depend_on_what_they_hide" in said.err


def test_games_of_two_libraries_are_run_replayed_and_reported(command):
    said = command(
        *("run", "textarena:Snake-v0?max_turns=6", "tictactoe", "textarena:Mastermind-v0"),
        *("baseline", "other=baseline", "--matches", 2),
    )
    assert said.code == 0, said.err
    for match in (1, 3, 5):
        assert command("replay", match, "--verify").code == 0
    report = command("report", "latest").out
    assert "Snake (TextArena)" in report
    assert "Mastermind (TextArena)" in report


def test_a_person_is_told_why_the_environment_refuses_a_text_in_brackets(command):
    typed = "[fold]\n[call]\nquit\n"
    said = command("play", "textarena:KuhnPoker-v0-short", "human", "baseline", "--seed", 2, stdin=typed)
    assert "Action must be [check], [bet]." in said.out
