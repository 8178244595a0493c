"""Plays at a server of OpenEnv's, always the first legal answer: `python openenv_client.py URL`."""

import sys

from openenv.core.generic_client import GenericEnvClient

with GenericEnvClient(base_url=sys.argv[1]).sync() as seat_of_a_match:
    for seed in (1, 2):
        for seat in (0, 1):
            result = seat_of_a_match.reset(seed=seed, seat=seat)
            while not result.done:  # a policy would read result.observation["text"]
                result = seat_of_a_match.step({"answer": result.observation["legal"][0]})
            print(f"seed {seed}, seat {seat}: reward {result.reward}")
