"""One game, one match: `make` and `play`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from agonist.core import AgonistError, Game, GameError, UsageError
from agonist.kit import option_texts
from agonist.match import Fixture, Match, Policy, Step
from agonist.match import play as play_match
from agonist.players.names import name_player
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.run_config import RunConfig, blocking
from agonist.store import Store, StoreError
from agonist.suites.registry import games_of
from agonist.text.prompts import forget_words
from agonist.tournament import parse_target
from agonist.tournament.entry import Entry
from agonist.tournament.fixed_answers import expect_legal
from agonist.tournament.stored import play_stored
from agonist.tournament.target import expect_words


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


def play(
    target: str,
    players: Sequence[str | PlayerFactory | Any],
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
        target: A game with options, as in `make`.
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
    ((-1, 1), 6)
    """
    forget_words()
    chosen = parse_target(target, prompts)
    expect_words(prompts, [chosen.kit.name])
    player_registry = (config or RunConfig()).player_registry()
    specs: dict[str, str] = {}
    # Raises if two players have one name.
    names = [name_player(player, specs) if isinstance(player, str) else "" for player in players]
    factories = [player_registry.factory_of(player) for player in players]
    for player in players:
        if isinstance(player, str):
            expect_legal(player, chosen.kit, chosen.game)
    if db is None:
        return blocking(
            play_match(
                chosen.kit,
                chosen.game,
                factories,
                seed=str(seed),
                name=chosen.name,
                players=names,
                policy=policy or Policy(),
                on_step=on_step,
            )
        )
    if "" in names:
        raise UsageError(
            "to store a match, give its players as text, such as 'random'; for Python objects, use "
            "agonist.run or leave out db"
        )
    fixture = Fixture(
        chosen.name,
        chosen.game.version,
        option_texts(chosen.game),
        str(seed),
        tuple(names),
        policy or Policy(),
        chosen.kit.words.prompts.digest,
        part=target,
        specs=specs,
    )
    folder = None if prompts is None else prompts.absolute()
    if len(names) != chosen.game.seats:
        raise UsageError(f"{chosen.name} has {chosen.game.seats} seats, but you named {len(names)} players")
    typed = list(map(str, players))
    entry = Entry(tuple(dict.fromkeys(typed)), seats=dict(enumerate(typed)), matches=1, prompts=folder)
    plan = {**entry.as_dict(), "targets": [target], "suites": {}, "seed": seed}
    with Store.open(db) as store:
        return _kept(store, store.start_run(plan, [fixture]), player_registry, on_start, on_step)


def _kept(
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
