"""A round: cards are drawn, each player gathers, and the rest of the hands fight for a contested card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from agonist.core import Ask, Choice, Pick, Seat, menu
from agonist.games.arctic_scavengers.card_teams import payments, teams, worth
from agonist.games.arctic_scavengers.cards import (
    ACTIONS,
    CATALOG,
    SUPPLY,
    Action,
    Cards,
    Name,
    in_order,
    people,
    without,
)
from agonist.games.arctic_scavengers.state import (
    Area,
    Buried,
    Declared,
    Pending,
    PublicState,
    State,
    first_to_do,
    with_area,
    with_event,
    with_table,
)

HAND: Final = 5
NOBODY: Final = ("nobody",)
NOTHING: Final = ("nothing",)


# What is asked


def gathering(table: PublicState, area: Area) -> Ask:
    """The question while gathering: each action once a round, until the player stops."""
    verbs: dict[str, dict[str, Ask]] = {
        action: {action: Choice(teams(area.hand, action))} for action in ACTIONS if action not in table.used
    }
    if "hire" not in table.used:
        hires = tuple(
            (name, cards)
            for name, count in table.supply
            if count
            for cards in payments(name, table.food, area.hand)
        )
        verbs["hire"] = {"hire": Choice(hires)}
    if "trash" not in table.used and area.hand:
        verbs["trash"] = {"cards": Pick(area.hand, 1, len(area.hand))}
    return menu("gather", **verbs, stop={})


def interruptions(declared: Declared, hand: Cards) -> tuple[Any, ...]:
    """The ways in which a hand can interrupt a declared action: `(interrupter, target)`."""
    targets = dict.fromkeys(declared.cards)
    found = [("Sniper Team", name) for name in targets if "Sniper Team" in hand and is_person(name)]
    found += [("Saboteur", name) for name in targets if "Saboteur" in hand and is_tool(name)]
    return (NOBODY, *found)


def may_be_interrupted(state: State, declared: Declared) -> bool:
    """Whether the other player may own a card that interrupts this and is not played yet, as far as both
    players know.

    If only a player with such a card in hand were asked, being asked would tell the other.
    """
    wanted = ["Sniper Team"] if any(map(is_person, declared.cards)) else []
    wanted += ["Saboteur"] if any(map(is_tool, declared.cards)) else []
    return any(_may_hold(state, 1 - declared.seat, name) for name in wanted)


def _may_hold(state: State, seat: Seat, name: Name) -> bool:
    """Whether nothing that both know rules out that a seat has this mercenary in hand.

    A mercenary that was put into the junkyard can be found there in secret.
    """
    area = state.areas[seat]
    if not area.hand:
        return False
    hired = dict(SUPPLY)[name] - dict(state.table.supply)[name]
    out_of_sight = hired - sum(each.public.count(name) for each in state.areas)
    return area.public.count(name) > area.played.count(name) or (bool(area.secret) and out_of_sight > 0)


def targets_of(step: Pending, hand: Cards) -> Cards:
    """The cards of the other side that a Sniper Team or a Saboteur can remove from a skirmish."""
    wanted = is_person if step.kind == "snipe" else is_tool
    return tuple(dict.fromkeys(filter(wanted, hand)))


def is_person(name: str) -> bool:
    return CATALOG[name].kind in ("person", "leader", "sniper")


def is_tool(name: str) -> bool:
    return CATALOG[name].kind == "tool"


# What follows


def settle(state: State, quiet: int, stays: int, *, weaker: bool) -> State:
    """Resolve steps that need no answer, until someone is asked or the game is over."""
    while state.table.todo:
        step, *rest = state.table.todo
        area = state.areas[step.seat]
        match step.kind:
            case "draw" if not area.deck and area.discard and step.number:
                area = replace(area, deck=area.discard, discard=())
                state = with_event(with_area(state, step.seat, area), "reshuffled", step.seat)
                continue
            case "draw" if not step.number or not area.deck:
                if step.number:
                    state = with_event(state, "no cards", step.seat, step.number)
                state = with_table(state, todo=tuple(rest))
            case "round":
                state = next_round(with_table(state, todo=tuple(rest)), quiet, stays)
            case "carry_out":
                state = carry_out(with_table(state, todo=tuple(rest)))
            case "skirmish":
                state = reveal(with_table(state, todo=tuple(rest)))
            case "snipe" | "disarm" if not ready(state, step):
                state = with_table(state, todo=tuple(rest))
            case "fight":
                state = fight(with_table(state, todo=tuple(rest)), weaker=weaker)
            case _:
                return state
    return state


def next_round(state: State, quiet: int, stays: int) -> State:
    """Discard all cards in hand and played, and let both players draw again; or end the game."""
    table = state.table
    if table.round and table.round >= quiet and not state.contested:
        return with_event(with_table(state, phase="over"), "over", *(tuple(map(people_in, state.areas))))
    number = table.round + 1
    initiator = table.initiator if number <= max(1, stays) else 1 - table.initiator
    for seat in (0, 1):
        area = state.areas[seat]
        discard = in_order(area.discard + area.hand + area.played)
        state = with_area(state, seat, replace(area, hand=(), played=(), discard=discard))
    state = with_table(
        state, round=number, initiator=initiator, food=0, used=(), declared=None, revealed=False
    )
    state = with_event(state, "round", number, initiator, number > quiet)
    order = (initiator, 1 - initiator)
    steps = [Pending("draw", seat, HAND) for seat in order]
    if number > quiet:
        state = with_event(state, "peek", state.contested[0], to=[initiator])
    steps += [Pending("gather", seat) for seat in order]
    if number > quiet:
        steps.append(Pending("skirmish"))
    return first_to_do(state, *steps, Pending("round"))


def people_in(area: Area) -> int:
    return people(area.owned)


def drawn(state: State, step: Pending, cards: Cards) -> State:
    """Move these cards from the deck to the hand; a step follows for the cards that are still to be drawn."""
    area = state.areas[step.seat]
    area = replace(area, deck=without(area.deck, cards), hand=in_order(area.hand + tuple(cards)))
    state = with_event(with_area(state, step.seat, area), "drew", step.seat, len(cards))
    state = with_event(state, "cards", in_order(cards), to=[step.seat])
    return first_to_do(state, replace(step, number=step.number - len(cards)))


def gathered(state: State, seat: Seat, answer: Any) -> State:
    """The state after a player's action; unless they stop, it is their turn again."""
    area, again = state.areas[seat], Pending("gather", seat)
    match answer:
        case ("stop",):
            state = with_event(state, "stopped", seat, len(area.hand))
            return with_table(state, food=0, used=())
        case (("draw" | "dig" | "hunt") as action, cards):
            return declare(first_to_do(state, again), seat, action, cards)
        case ("hire", (name, cards)):
            area = area.shown(cards).play(cards).gain(name)
            supply = tuple((n, count - (n == name)) for n, count in state.table.supply)
            state = with_table(with_area(state, seat, area), supply=supply, used=(*state.table.used, "hire"))
            cost = CATALOG[name].food
            if CATALOG[name].mixed:
                cost = min(state.table.food, CATALOG[name].mixed)
            state = with_table(state, food=state.table.food - cost)
            return first_to_do(with_event(state, "hired", seat, name, cards), again)
        case ("trash", cards):
            area = area.shown(cards)
            area = replace(area, hand=without(area.hand, cards), public=without(area.public, cards))
            state = with_table(with_area(state, seat, area), used=(*state.table.used, "trash"))
            state = with_event(state, "trashed", seat, cards)
            return first_to_do(buried(state, cards), Pending("shuffle"), again)
    raise AssertionError(answer)


def buried(state: State, cards: Cards) -> State:
    """Put cards into the junkyard, which is shuffled next."""
    added = tuple(Buried(card, (True, True)) for card in cards)
    return with_table(state, junkyard=(*state.table.junkyard, *added))


def declare(state: State, seat: Seat, action: Action, cards: Cards) -> State:
    """Show the cards of an action; the other player is asked if they may have a Sniper Team or a Saboteur
    for one of them."""
    declared = Declared(seat, action, cards)
    state = with_area(state, seat, state.areas[seat].shown(cards))
    state = with_event(with_table(state, declared=declared), "declared", seat, action, cards)
    steps = [Pending("carry_out", seat)]
    if may_be_interrupted(state, declared):
        steps.insert(0, Pending("interrupt", 1 - seat))
    return first_to_do(state, *steps)


def interrupted(state: State, seat: Seat, answer: Any) -> State:
    """Cancel an interrupted action: target and interrupter are out, the other cards stay in hand."""
    declared = state.table.declared
    assert declared is not None
    if answer == NOBODY:
        return state
    interrupter, target = answer
    mine, theirs = state.areas[seat].shown((interrupter,)), state.areas[declared.seat]
    state = with_area(state, seat, mine.play((interrupter,)))
    state = with_area(state, declared.seat, theirs.play((target,)))
    state = with_event(state, "interrupted", seat, interrupter, target)
    return with_table(state, declared=None, todo=state.table.todo[1:])


def carry_out(state: State) -> State:
    """Carry out the declared action."""
    declared = state.table.declared
    assert declared is not None
    seat, total = declared.seat, worth(declared.cards, declared.action)
    state = with_area(state, seat, state.areas[seat].play(declared.cards))
    state = with_table(state, declared=None, used=(*state.table.used, declared.action))
    match declared.action:
        case "draw":
            return first_to_do(state, Pending("draw", seat, total))
        case "hunt":
            return with_event(with_table(state, food=state.table.food + total), "food", seat, total)
        case _:
            return look(state, seat, min(total, len(state.table.junkyard)))


def look(state: State, seat: Seat, number: int) -> State:
    """Let a player look at the top cards of the junkyard."""
    if not number:
        return with_event(state, "looked", seat, 0)
    junkyard = tuple(
        replace(b, seen=(b.seen[0] or seat == 0, b.seen[1] or seat == 1)) if place < number else b
        for place, b in enumerate(state.table.junkyard)
    )
    state = with_event(with_table(state, junkyard=junkyard), "looked", seat, number)
    state = with_event(state, "found", tuple(b.card for b in junkyard[:number]), to=[seat])
    return first_to_do(state, Pending("keep", seat, number))


def keep_card(state: State, step: Pending, answer: Any) -> State:
    """Keep at most one card; the others go under the junkyard in the same order."""
    seat, junkyard = step.seat, list(state.table.junkyard)
    seen, rest = junkyard[: step.number], junkyard[step.number :]
    if answer != NOTHING:
        seen.pop(next(place for place, b in enumerate(seen) if b.card == answer))
        area = state.areas[seat]
        discard, secret = in_order((*area.discard, answer)), in_order((*area.secret, answer))
        state = with_area(state, seat, replace(area, discard=discard, secret=secret))
    # The other player does not know which card is missing, so they no longer know the cards of these places.
    mine = (seat == 0, seat == 1)
    under = tuple(replace(b, seen=mine) for b in seen)
    state = with_table(state, junkyard=(*rest, *under))
    state = with_event(state, "kept", seat, answer != NOTHING)
    return with_event(state, "kept_card", answer, to=[seat]) if answer != NOTHING else state


# The skirmish


def reveal(state: State) -> State:
    """Show both hands. Starting with the initiator, each Sniper Team and Saboteur is used once."""
    order = (state.table.initiator, 1 - state.table.initiator)
    steps = []
    for seat in order:
        area = state.areas[seat]
        state = with_area(state, seat, area.shown(area.hand))
        steps += [Pending("snipe", seat)] * area.hand.count("Sniper Team")
        steps += [Pending("disarm", seat)] * area.hand.count("Saboteur")
    state = with_event(with_table(state, revealed=True), "revealed", *(area.hand for area in state.areas))
    return first_to_do(state, *steps, Pending("fight"))


def ready(state: State, step: Pending) -> bool:
    """Whether the card that is to shoot or disarm is still there, and has a target."""
    user = "Sniper Team" if step.kind == "snipe" else "Saboteur"
    left = sum(other.kind == step.kind and other.seat == step.seat for other in state.table.todo)
    if state.areas[step.seat].hand.count(user) < left:
        return False
    return bool(targets_of(step, state.areas[1 - step.seat].hand))


def removed(state: State, step: Pending, target: str) -> State:
    """Remove a card from the skirmish; its owner discards it with all others."""
    other = 1 - step.seat
    state = with_area(state, other, state.areas[other].play((target,)))
    return with_event(state, "removed", step.seat, step.kind, target)


def fight(state: State, *, weaker: bool) -> State:
    """Decide a skirmish: the higher total wins the card, or the lower one, on a tie more people; on another
    tie it goes to the junkyard."""
    card, *rest = state.contested
    totals = tuple(worth(area.hand, "fight") for area in state.areas)
    crowds = tuple(people(area.hand) for area in state.areas)
    state = replace(state, contested=tuple(rest))
    sign = -1 if weaker else 1
    mine, theirs = (sign * totals[0], crowds[0]), (sign * totals[1], crowds[1])
    if mine == theirs:
        state = with_event(state, "fought", totals, crowds, None, card)
        return first_to_do(buried(state, (card,)), Pending("shuffle"))
    winner = 0 if mine > theirs else 1
    state = with_area(state, winner, state.areas[winner].gain(card))
    return with_event(state, "fought", totals, crowds, winner, card)
