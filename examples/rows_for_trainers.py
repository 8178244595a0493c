"""Rows of data for verl, OpenRLHF and SkyRL: `python rows_for_trainers.py GAME [OPPONENT…] > rows.jsonl`.

Each row is a deal and a seat; without opponents, the policy that is trained has all seats.
"""

import json
import sys

import agonist


def rows(game, opponents, many=1_000):
    seats = agonist.make(game).seats
    for number in range(many):
        seed, seat = divmod(number, seats)
        match = {"game": game, "seed": seed, "seat": seat, "opponents": opponents}
        yield {
            "prompt": [{"role": "user", "content": game}],  # the trainers want one; the match asks its own
            "data_source": game,
            "agent_name": "agonist",
            "agonist": json.dumps(match),
        }


if __name__ == "__main__":
    for row in rows(sys.argv[1], sys.argv[2:]):
        print(json.dumps(row))
