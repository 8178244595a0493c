"""Plays at a server of OpenEnv's, always the first legal answer: `python openenv_client.py URL`."""

import sys
import time
from contextlib import suppress
from urllib.error import URLError
from urllib.request import urlopen

from openenv.core.generic_client import GenericEnvClient

address = sys.argv[1]
for _ in range(60):  # the server takes some seconds to start
    with suppress(URLError):
        urlopen(f"{address}/health").close()
        break
    time.sleep(0.5)

with GenericEnvClient(base_url=address).sync() as seat_of_a_match:
    for seed in (1, 2):
        for seat in (0, 1):
            result = seat_of_a_match.reset(seed=seed, seat=seat)
            while not result.done:  # a policy would read result.observation["text"]
                result = seat_of_a_match.step({"answer": result.observation["legal"][0]})
            print(f"seed {seed}, seat {seat}: reward {result.reward}")
