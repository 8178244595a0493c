"""What a seat heard is told from what was read before, and is the same as going through the whole log."""

from random import Random

from agonist.core.event_log import add_event, events_for


def by_hand(log, seat):
    return tuple(event for ears, event in log if ears is None or seat in ears)


def test_logs_read_in_any_order_and_by_turns_are_heard_as_by_hand():
    rng = Random("logs")
    matches = []
    for match in range(2):
        logs = [()]
        for nth in range(40):
            to = rng.choice([None, [0], [1], [0, 1], []])
            logs.append(add_event(logs[-1], "said", match, nth, to=to))
        matches.append(logs)
    for _ in range(400):
        log = rng.choice(rng.choice(matches))
        seat = rng.choice([None, 0, 1, 2])
        assert events_for(log, seat) == by_hand(log, seat)
        assert events_for(add_event(log, "more"), seat) == (*by_hand(log, seat), ("more",))
