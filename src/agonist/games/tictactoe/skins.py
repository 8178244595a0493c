"""Tic-Tac-Toe under other names, and with another aim."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

MARKS: Final = "B D F G H K M P R S T W Z"

SKINS: Final = Skins(
    words={
        "Tic-Tac-Toe": "{title}",
        "grid": "{board}",
        "board": "{board}",
        "cell": "{place}",
        "cells": "{place}s",
        "mark": "{sign}",
        "marks": "{sign}s",
        "marked": "{sign}ed",
        "X": "{first}",
        "O": "{second}",
    },
    stories=(
        Story(
            "Two gardeners share a bed of small plots and label them in turn.",
            {
                "title": "Bean_Rows Seedlings Furrows",
                "board": "bed patch",
                "place": "plot",
                "sign": "label",
                "first second": MARKS,
            },
        ),
        Story(
            "Two clerks sort parcels into a rack, and stamp one of its slots at a time.",
            {
                "title": "Post_Room Parcel_Rack Night_Mail",
                "board": "rack frame",
                "place": "slot",
                "sign": "stamp",
                "first second": MARKS,
            },
        ),
        Story(
            "Two surveyors divide a map into sectors, and claim one of them at a time.",
            {
                "title": "Survey Claims Field_Map",
                "board": "map chart",
                "place": "sector",
                "sign": "claim",
                "first second": MARKS,
            },
        ),
    ),
    plain_only=frozenset({"x", "o"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "three in a line lose: to complete a line, the aim of the usual game, is what to avoid",
        lambda _rng, _game: {"misere": True},
    ),
)
