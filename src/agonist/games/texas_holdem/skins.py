"""Texas hold'em under other names, and with another showdown."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

HONOURS: Final = "jack queen king ace"
SUITS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}

SKINS: Final = Skins(
    words={
        "Texas hold'em": "{title}",
        "heads-up (two-player) no-limit Texas hold'em": "{title}, a card game for two",
        **{honour: f"{{{honour}}}" for honour in HONOURS.split()},
        # In pictures, where a hair space follows the letter.
        **{f"{honour[0].upper()}\u200a": f"{{{honour}:.1}}\u200a" for honour in HONOURS.split()},
        **{suit: f"{{{suit}}}" for suit in SUITS},
        **{sign: f"{{{suit}:.1}}" for suit, sign in SUITS.items()},
        "chip": "{thing}",
        "chips": "{thing}s",
        "pot": "{pool}",
        "dealer": "{host}",
        "small blind": "small {due}",
        "big blind": "big {due}",
        "fold": "yield",
        "folds": "yields",
        "folding": "yielding",
        "check": "wait",
        "checks": "waits",
        "call": "join",
        "calls": "joins",
        "called": "joined",
        "calling": "joining",
        "raise": "boost",
        "raises": "boosts",
        "all in": "flat out",
        "allin": "flat out",
        "bet": "boost",
        "betting": "boosting",
        "pre-flop": "before all cards",
        "flop": "{first}",
        "the turn": "the {second}",
        "turn:": "{second}:",
        "turn. the pot": "{second}. The {pool}",
        "river": "{third}",
        "showdown": "reveal",
        "straight": "{run}",
        "flush": "{same}",
        "straight flush": "{run} {same}",
        "full house": "packed cart",
        "hole cards": "hand cards",
        "community cards": "table cards",
    },
    stories=(
        Story(
            "In a mountain inn guests play for corks, with pictures of animals in four woods.",
            {
                "title": "Inn_Cards Long_Winter",
                "jack queen king ace": "Badger Falcon Heron Lynx Marten Otter Raven",
                "clubs diamonds hearts spades": "Birch Elm Maple Pine Willow",
                "thing": "cork",
                "pool": "bowl",
                "host": "innkeeper",
                "due": "fee",
                "first second third": "dusk night dawn",
                "run": "trail",
                "same": "grove",
            },
        ),
        Story(
            "On a slow ferry passengers play for shells, with pictures of trades in four weathers.",
            {
                "title": "Ferry_Cards Slow_Crossing",
                "jack queen king ace": "Baker Cooper Farrier Mason Potter Tanner Weaver",
                "clubs diamonds hearts spades": "Clouds Fog Hail Rain Snow Thunder",
                "thing": "shell",
                "pool": "hat",
                "host": "steward",
                "due": "fare",
                "first second third": "pier buoy harbour",
                "run": "route",
                "same": "sky",
            },
        ),
    ),
    plain_only=frozenset({"shove"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the worse hand wins a showdown, so that the cards to bet on are those to give up in the usual game",
        lambda _rng, _game: {"pot_goes_to": "worst"},
    ),
)
