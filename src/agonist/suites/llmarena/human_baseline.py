"""Results of people against models: the paper's human baseline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, players_of
from agonist.players import parse_player
from agonist.suites.llmarena.percent_by_deal import share


def people_in(matches: Sequence[Played]) -> set[str]:
    """The names of the people at these tables."""
    fixtures = [match.match.fixture for match in matches]
    specs = {(player, fixture.spec(player)) for fixture in fixtures for player in fixture.players}
    return {player for player, spec in specs if parse_player(spec).name == "human"}


def section(matches: Sequence[Played]) -> list[Section]:
    """Every person's matches of two, by game and opponent."""
    people = people_in(matches)
    with_people = [
        match for match in matches if len(match.players) == 2 and people.intersection(match.players)
    ]
    rows: list[tuple[Cell, ...]] = []
    for game in dict.fromkeys(match.match.fixture.game for match in with_people):
        played = [match for match in with_people if match.match.fixture.game == game]
        for person in filter(people.__contains__, players_of(played)):
            rows.append((game, person, "all", *_record(played, person, "")))
            rows += [
                (game, person, other, *_record(played, person, other))
                for other in players_of(played)
                if other != person
            ]
    if not rows:
        return []
    header = ("game", "player", "against", "games", "wins", "draws", "losses", "won, %", "low", "high")
    note = "In the paper a person won all 35 games of Connect Four, five against each of seven models."
    table = ResultTable("People against models", header, tuple(rows), note=note)
    return [Section("LLMArena: human baseline", tables=(table,))]


def _record(matches: Sequence[Played], person: str, other: str) -> list[Cell]:
    """Games, wins, draws, losses, and the share of wins with its interval."""
    counts, won = Counter[str](), list[tuple[str, bool]]()
    for match in matches:
        if person in match.players and (other in match.players or not other):
            (seat,) = match.seats_of(person)
            mine, theirs = match.match.ranks[seat], match.match.ranks[1 - seat]
            won.append((match.deal, mine < theirs))
            counts["wins" if mine < theirs else "draws" if mine == theirs else "losses"] += 1
    return [
        counts.total(),
        *(counts[how] for how in ("wins", "draws", "losses")),
        *share(won),
    ]
