"""Questions to a judge, as matches of one seat: so verdicts are stored, paid for and resumed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from agonist.core import Game
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players.unique_names import name_player
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry


def judge_player(name: str) -> str:
    """The judge's specification; `;` stands for the `&` between its options, which would end a suite's.

    >>> judge_player("openai/gpt-5-mini?temperature=0;top_p=1")
    'openai/gpt-5-mini?temperature=0&top_p=1'
    """
    return name.replace(";", "&")


def judgements(
    entry: Entry,
    judge: str,
    kit: str,
    questions: Iterable[Game[Any, Any]],
    asked: Iterable[Mapping[str, Any]],
    part: str,
) -> list[Fixture]:
    """A match of the judge for each of these games of one seat that it has not been asked yet.

    A judge whose answer is invalid forfeits, and its question stays without a verdict.

    Args:
        judge: The specification of a player, as `judge_player` reads it.
        kit: The name of the kit of the questions.
        asked: The options of what was asked before.
    """
    done = {_same(options) for options in asked}
    digest = GameRegistry(entry.prompts).kit(kit).words.prompts.digest
    specs = dict(entry.specs)
    name = name_player(judge_player(judge), specs)
    found = []
    for question in questions:
        options = option_texts(question)
        if (same := _same(options)) in done:
            continue
        done.add(same)
        found.append(
            Fixture(
                game=kit,
                version=question.version,
                options=options,
                seed=f"{entry.seed}/judge/{blake2b(same.encode(), digest_size=8).hexdigest()}",
                players=(name,),
                specs={} if specs.get(name, name) == name else {name: specs[name]},
                policy=parse_policy("default?then=forfeit"),
                prompts=digest,
                part=part,
                style={"history": "none"},
            )
        )
    return found


def _same(options: Mapping[str, Any]) -> str:
    return json.dumps(options, sort_keys=True)
