"""How long ten model seats take for γ-Bench's simultaneous games, and how much of their prompts repeats.

    uv run benchmarks/gamabench.py

A local endpoint answers each request after 200 ms. Since all ten seats are asked at once, a game of 20
rounds should take little more than 20 times that: at most 15% more, connections made and answers read. In a
chat each prompt begins with the one before it, which providers' caches reward: of what is sent after the
first round, at least 90% should be an earlier prompt of the same seat, whole. Leaves with 1 if not so.
"""

from __future__ import annotations

import asyncio
import sys
import time

from agonist.games import find_kit
from agonist.match import Match, play
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.players.registry import PlayerRegistry

GAMES = (
    "guess_average",
    "el_farol",
    "divide_dollar",
    "public_goods",
    "diners_dilemma",
    "sealed_bid_auction",
)
SEATS, ROUNDS, LATENCY = 10, 20, 0.2
SLOWER, REPEATED = 1.15, 0.90


async def one_match(name: str, url: str) -> tuple[Match, float]:
    """A match of ten seats of one model, and how many seconds it took."""
    kit = find_kit(name)
    player_registry = PlayerRegistry(lambda spec: build(connect(spec.name, base_url=url, max_concurrency=64)))
    game = kit.game(seats=SEATS, rounds=ROUNDS)  # type: ignore[call-arg]  # all six have rounds
    factories = [player_registry.factory("endpoint/careful")] * SEATS
    began = time.perf_counter()
    match = await play(kit, game, factories, seed="0")
    return match, time.perf_counter() - began


def prompts_of(match: Match) -> list[list[str]]:
    """For each seat, every prompt as it was sent, in order."""
    talks: list[list[str]] = [[] for _ in range(SEATS)]
    prompts: list[list[str]] = [[] for _ in range(SEATS)]
    for step in match.steps:
        for call in step.calls:
            talk = talks[call.seat][: call.kept]
            talk += [f"{message.role}\n{message.content}\n" for message in call.sent]
            prompts[call.seat].append("".join(talk))
            talks[call.seat] = [*talk, f"assistant\n{call.text}\n"]
    return prompts


def repeated(match: Match) -> float:
    """The share of characters in each seat's later prompts that are its beginning and an earlier prompt."""
    sent = known = 0
    for prompts in prompts_of(match):
        for nth, prompt in enumerate(prompts[1:], 1):
            sent += len(prompt)
            known += max((len(old) for old in prompts[:nth] if prompt.startswith(old)), default=0)
    return known / sent


def cached(match: Match) -> float:
    """The share of tokens after the first round that the endpoint had in its cache, as it counts."""
    usages = [call.usage for step in match.steps[1:] for call in step.calls]
    return sum(usage.cached for usage in usages) / sum(usage.prompt for usage in usages)


async def main() -> int:
    least = ROUNDS * LATENCY
    failed = False
    print(f"{'game':20} {'seconds':>8} {'× least':>8} {'repeated':>9} {'cached':>7}")
    async with Endpoint("careful", latency=LATENCY) as endpoint:
        for name in GAMES:
            match, seconds = await one_match(name, endpoint.url)
            share = repeated(match)
            failed |= seconds > SLOWER * least or share < REPEATED
            print(f"{name:20} {seconds:8.2f} {seconds / least:8.3f} {share:9.1%} {cached(match):7.1%}")
        await aclose_all()
    print(f"least: {least:g} s; to be kept: at most {SLOWER} times that, at least {REPEATED:.0%} repeated")
    print("not kept" if failed else "kept")
    return int(failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
