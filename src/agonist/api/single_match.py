"""One game, one match: `make`, `fixture`, `play` and `answer`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from agonist.api.given_fixtures import plan_of_fixtures
from agonist.core import AgonistError, Game, GameError, Seat, UsageError
from agonist.kit import option_texts
from agonist.match import Fixture, Match, Policy, Step
from agonist.match import answer as answer_in_state
from agonist.match import play as play_match
from agonist.models.event_loop import blocking
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.players.unique_names import name_player
from agonist.run_config import RunConfig
from agonist.store import Store, StoreError
from agonist.suites.registry import game_registry, games_of
from agonist.text.prompt_files import forget_words
from agonist.tournament import check, parse_target
from agonist.tournament.game_spec import expect_words
from agonist.tournament.illegal_fixed_answers import expect_legal
from agonist.tournament.stored_match_play import play_stored, terms_of


def make(target: str) -> Game[Any, Any]:
    """The game for a name with options.

    Args:
        target: A game of ours, of an installed package, or your own as `module:KIT`, with options behind `?`,
            such as `connect_four?rows=6&columns=8`. `agonist games NAME` lists the options with their ranges.

    Raises:
        UsageError: For an unknown game or option, and for a value out of range.

    >>> make("connect_four?rows=5").rows
    5
    """
    return parse_target(target).game


def fixture(
    target: str,
    players: Sequence[str],
    *,
    seed: int | str = 0,
    policy: Policy | None = None,
    prompts: Path | None = None,
) -> Fixture:
    """A match to be played: everything that decides its course, except the answers.

    `play` plays one, `run_fixtures` any number of them as a run. `dataclasses.replace` changes a part of it,
    such as `script`, the first answers by question: `{"coin": ["tails"], "clue@1": ["It is green."]}`.

    Args:
        target: A game with options, as in `make`.
        players: The specification of a player for each seat.
        seed: As in `play`.
        policy: As in `play`.
        prompts: As in `play`.

    Raises:
        UsageError: As in `play`.

    >>> fixture("tictactoe", ["random", "reference"], seed=7).players
    ('random', 'reference')
    """
    chosen = parse_target(target, prompts)
    expect_words(prompts, [chosen.kit.name])
    specs: dict[str, str] = {}
    # Raises if two players have one name.
    names = tuple(name_player(player, specs) for player in players)
    if len(names) != chosen.game.seats:
        raise UsageError(f"{chosen.name} has {chosen.game.seats} seats, but you named {len(names)} players")
    return Fixture(
        chosen.name,
        chosen.game.version,
        option_texts(chosen.game),
        str(seed),
        names,
        policy or Policy(),
        chosen.kit.words.prompts.digest,
        part=target,
        wording=chosen.wording,
        specs=specs,
    )


def play(
    target: str | Fixture,
    players: Sequence[str | PlayerFactory | Any] = (),
    *,
    seed: int | str = 0,
    policy: Policy | None = None,
    prompts: Path | None = None,
    config: RunConfig | None = None,
    db: str | Path | None = None,
    on_start: Callable[[str], None] = lambda _run: None,
    on_step: Callable[[int, Step], None] = lambda _nth, _step: None,
) -> Match:
    """One match, from beginning to end; the same seed and answers give the same match.

    Args:
        target: A game with options, as in `make`; or a `fixture` or a `LoadedMatch.fork`, which have their
            players, seed and policy.
        players: A player for each seat, in the order of the seats: a specification such as `random` or
            `openai/gpt-5-mini?temperature=0`, an agent (a class, a function or an object), or a function that
            makes a `Player` for a `SeatContext`.
        seed: Decides shuffles, rolls, and what players draw.
        policy: What happens after an invalid answer; by default two retries, then a random legal move.
        prompts: A folder with your own prompts, as `GAME/*.md`; `None` for ours.
        config: Budget, cache of answers, connections and terminal; `None` for no limits.
        db: A database in which the match is stored as a run, which `resume` continues if it is interrupted:
            a file of SQLite or an address of PostgreSQL. The players are then specifications. `None` stores
            nothing.
        on_start: Called with the id of that run, once.
        on_step: Called with the number of each step, from 0, and the step, as soon as it is played.

    Returns:
        The finished match: its record, its steps with all requests and answers, and its outcome.

    Raises:
        UsageError: For wrong names or options, and for a number of players that the game is not for.
        ProviderError: For a model that cannot be reached.
        BudgetSpent: When a limit of `config` is reached.
        AgentError: If the code of an agent fails.
        GameError: If the code of a game does.
        StoreError: For a database that cannot be used.
        Paused: If a person leaves.

    >>> match = play("tictactoe", ["random", "reference"], seed=1)
    >>> match.outcome.scores, len(match.steps)
    ((-1, 1), 8)
    """
    forget_words()
    config = config or RunConfig()
    if isinstance(target, Fixture):
        if players or seed or policy is not None:
            raise UsageError("a fixture has its players, seed and policy: give none besides")
        return _planned(target, prompts, config, db, on_start, on_step)
    texts = [player for player in players if isinstance(player, str)]
    if len(texts) == len(players):
        planned = fixture(target, texts, seed=seed, policy=policy, prompts=prompts)
        return _planned(planned, prompts, config, db, on_start, on_step)
    if db is not None:
        raise UsageError(
            "to store a match, give its players as text, such as 'random'; for Python objects, use "
            "agonist.run or leave out db"
        )
    chosen = parse_target(target, prompts)
    expect_words(prompts, [chosen.kit.name])
    player_registry = config.player_registry()
    specs: dict[str, str] = {}
    # Raises if two players have one name.
    names = [name_player(player, specs) if isinstance(player, str) else "" for player in players]
    for player in texts:
        expect_legal(player, chosen.kit, chosen.game)
    return blocking(
        play_match(
            chosen.kit,
            chosen.game,
            [player_registry.factory_of(player) for player in players],
            seed=str(seed),
            name=chosen.name,
            players=names,
            policy=policy or Policy(),
            on_step=on_step,
        )
    )


def _planned(
    planned: Fixture,
    prompts: Path | None,
    config: RunConfig,
    db: str | Path | None,
    on_start: Callable[[str], None],
    on_step: Callable[[int, Step], None],
) -> Match:
    """Play one match, and store it where there is a database."""
    player_registry, games = config.player_registry(), game_registry(prompts)
    check([planned], player_registry, games)
    if db is not None:
        with Store.open(db) as store:
            run = store.start_run(plan_of_fixtures(store, [planned], prompts), [planned])
            return _play_stored(store, run, player_registry, on_start, on_step)
    kit, game, probes = terms_of(planned, games)
    return blocking(
        play_match(
            kit,
            game,
            [player_registry.factory(planned.styled(planned.spec(player))) for player in planned.players],
            seed=planned.seed,
            name=planned.game,
            players=planned.players,
            policy=planned.policy,
            script=planned.script,
            probes=probes,
            on_step=on_step,
        )
    )


def answer(
    target: str,
    state: Any,
    player: str | PlayerFactory | Any,
    *,
    seat: Seat | None = None,
    seed: int | str = 0,
    policy: Policy | None = None,
    prompts: Path | None = None,
    config: RunConfig | None = None,
) -> Step:
    """What a player does in one state of a game; nothing is played or stored.

    Args:
        target: A game with options, as in `make`.
        state: A state of it, such as one of `LoadedMatch.states`.
        player: A player, as in `play`. It knows what the view of its seat holds.
        seat: Whose place it takes, from 0; `None` for the only one that is asked.
        seed: Decides what the player draws.
        policy: What happens after an invalid answer, as in `play`.
        prompts: As in `play`.
        config: As in `play`.

    Returns:
        A step with its move (`moves[seat]`), the requests and answers (`calls`), and whether the move is a
        fallback.

    Raises:
        UsageError: If that seat is not asked in this state; otherwise as in `play`.

    >>> game = make("tictactoe")
    >>> answer("tictactoe", game.act(game.new(), {0: (1, 1)}), "reference").moves
    {1: (2, 2)}
    """
    forget_words()
    chosen = parse_target(target, prompts)
    factory = (config or RunConfig()).player_registry().factory_of(player)
    return blocking(
        answer_in_state(
            chosen.kit, chosen.game, state, factory, seat, seed=str(seed), policy=policy or Policy()
        )
    )


def _play_stored(
    store: Store,
    run: str,
    player_registry: PlayerRegistry,
    on_start: Callable[[str], None],
    on_step: Callable[[int, Step], None],
) -> Match:
    """Play the only match of a run."""
    (stored,) = store.matches(run)
    with store.claim(run):
        on_start(run)
        status, note = "interrupted", ""
        try:
            played = blocking(
                play_stored(
                    store,
                    stored,
                    games_of(store, run),
                    lambda _seat, spec: player_registry.factory(spec),
                    on_step=on_step,
                )
            )
            status = "finished"
        except StoreError:
            raise
        except AgonistError as error:
            broken = isinstance(error, GameError)
            note = str(error)
            store.suspend(stored.id, "broken" if broken else "suspended", note)
            status = "interrupted" if isinstance(error, Paused) else "broken" if broken else "suspended"
            raise
        finally:
            store.flush()
            store.set_status(run, status, note)
    return played
