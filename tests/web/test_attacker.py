"""An attacker who knows the source and reads all that is public, and all that an HTTP agent is sent, computes
no deal."""

import hashlib
import json
import re
from itertools import takewhile

import pytest
from tests.arena.conftest import SECRET
from tests.arena.ladders.test_worker import finished, until, worker
from tests.players.http_agent.test_http_agent import FakeAgent, reply
from tests.web.everything import everything
from tests.web.public import browser, door_of, site_of

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.trial_matches import start_test
from agonist.arena.ladders.ladder import LadderGame, LadderTerms, join, open_ladder
from agonist.arena.ladders.planner import Planner
from agonist.arena.tables.ladder_tables import open_on_ladder
from agonist.arena.tables.table import open_table
from agonist.core import CHANCE, Amount
from agonist.match.chance_seat import Chance, opening
from agonist.models.model_assembly import aclose_all
from agonist.store import Store
from agonist.store.platform.agents import add_agent, agent
from agonist.store.platform.waiting_matches import Room
from agonist.tournament import parse_target
from agonist.tournament.schedule import Dealing, table_id

GAME = "texas_holdem?hands=1"
NUMBERS = range(3)
"""A seed made of a number in a run would be found in the first matches of each."""
SMALL = 2_000
"""A seed below this would be found by trying all."""


MORE = Amount(0, 2**64, about="more")
"""A further question to chance: among so many guesses, some four cards of hold'em are right by luck."""


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "platform.db") as opened:
        yield opened


class Attacker:
    """What somebody can make of texts: every id and number in them, through every way in which this project
    has ever derived a seed."""

    def __init__(self, texts, tables):
        self.ids = {word for text in texts for word in re.findall(r"\b[0-9a-f]{8,32}\b", text)}
        self.tables = {table_id([tuple(table)]) for table in tables}
        self.game = parse_target(GAME).game
        self.decks = {self.deck(seed) for seed in self.seeds()}

    def deck(self, seed):
        return f"{opening(self.game, Chance.of_match(seed))} {Chance.of_match(seed).pick(MORE)}"

    def seeds(self):
        bases = [str(number) for number in range(SMALL)]
        for own in self.ids:
            bases.append(own)
            for text in (own, *(f"{own}{mark}{number}" for mark in "/-" for number in NUMBERS)):
                digest = hashlib.sha256(text.encode()).hexdigest()
                bases += [text, digest, digest[:32], str(int(digest[:8], 16))]
        yield from bases
        for base in bases[SMALL:]:
            for table in self.tables:
                yield f"{base}/{table}/0"

    def predicts(self, deals):
        return sum(deal in self.decks for deal in deals)


def deal_of(attacker, store, match):
    """What chance answers in a match, which is what it answered where the match has begun."""
    steps = takewhile(lambda moves: set(moves) == {CHANCE}, (step.moves for step in store.steps(match.id)))
    deal = attacker.deck(match.fixture.seed)
    dealt = tuple(steps)
    assert not dealt or deal.startswith(str(dealt)[:-1].rstrip(","))
    return deal


def as_it_was(own, names):
    """A set of a ladder's matches as they were planned once: on seeds made of two public numbers."""
    seed = int(hashlib.sha256(f"{own.run}/0".encode()).hexdigest()[:8], 16)
    dealing = Dealing(parse_target(GAME), seed, LadderTerms().policy, {}, {}, "own", 10)
    return dealing.fixtures([tuple(names), tuple(reversed(names))], 0, 2)


@pytest.mark.slow
async def test_who_reads_everything_and_knows_the_source_predicts_no_deal(store):
    said = lambda path, fields, _: reply(fields["options"][0]) if path == "interact" else None  # noqa: E731
    with FakeAgent(said) as far:
        own = open_ladder(store, GAME, terms=LadderTerms(at_once=2, a_day=6))
        for name, player in (("Far", f"http:{far.url}"), ("Near", "random"), ("Calm", "reference")):
            join(store, own.id, add_agent(store, name, player).id)
        await until(lambda: len(finished(store, own)) >= 4 and len(far.seen) > 10, worker(store))
        Planner(store).plan(Room(6))
        start_test(store, agent(store, "Near"), "texas_holdem")
        open_on_ladder(store, own, ["random"])
        open_table(store, GAME, ["random", "reference"])
        site = site_of(store, door_of(store))
        async with browser(site) as reader:
            read = await everything(reader, site, store)
        sent = [json.dumps([path, fields, headers]) for path, fields, headers in far.seen]
    await aclose_all()
    texts = [*read.values(), *sent]
    pairs = [("Far", "Near"), ("Far", "Calm"), ("Near", "Calm"), ("random", "reference"), ("Near", "random")]
    attacker = Attacker(texts, pairs)
    assert own.run in attacker.ids, "the attacker has the run's id"
    matches = [match for run in store.runs() for match in store.matches(run.id)]
    assert len(matches) >= 8
    assert attacker.predicts(deal_of(attacker, store, match) for match in matches) == 0
    # The same attacker against the seeds that matches had before.
    before = as_it_was(own, ["Far", "Near"])
    assert attacker.predicts(attacker.deck(fixture.seed) for fixture in before) == 2


def test_no_two_matches_share_a_seed_and_none_is_short_enough_to_be_tried(store):
    own = open_ladder(store, GAME, terms=LadderTerms(deals=3, at_once=20))
    seatings = [("a", "b"), ("b", "a")]
    planned = [*LadderGame.of(own).fixtures(seatings, {}), *LadderGame.of(own).fixtures(seatings, {})]
    assert [fixture.players for fixture in planned] == seatings * 6
    assert len({fixture.seed for fixture in planned}) == len(planned)
    assert not any(fixture.block for fixture in planned)
    assert max(int(fixture.seed).bit_length() for fixture in planned) > 120


async def test_what_an_agent_is_sent_names_no_match_of_a_page_and_stays_the_same(store):
    own = open_ladder(store, GAME)
    join(store, own.id, add_agent(store, "Near", "random").id)
    Planner(store).plan(Room(4))
    matches = store.matches(own.run)
    ids = {store.public_id(match.id) for match in matches}
    assert len(ids) == len(matches)
    assert not any(own.run in each or str(match.id) == each for each in ids for match in matches)
    with Store.open(store.name) as other:
        assert {other.public_id(match.id) for match in matches} == ids
