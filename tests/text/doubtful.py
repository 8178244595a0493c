"""Replies that hold a legal answer which is not, or may not be, the player's: patterns, each put to
questions of every kind.

In a pattern, {A} and {B} are two legal answers in the format asked for, {a} and {b} the same in words, {I}
what a player says who gives B, {k} the key. A row of `BETTER` is B or asked again; a row of `NONE` is always
asked again.
"""

import re
from typing import Any, NamedTuple

from tests.text.situations import situation

from agonist.text import written
from agonist.text.answer_formats import key_of, label_of
from agonist.text.reading.object_keys import keys_of


class Subject(NamedTuple):
    """A question with two legal answers, each with its words."""

    at: str
    a: tuple[Any, str]
    b: tuple[Any, str]


SUBJECTS = (
    Subject("connect_four", (3, "column 3"), (5, "column 5")),
    Subject("tictactoe", ((1, 2), "(1, 2)"), ((2, 3), "(2, 3)")),
    Subject("guess_average", (33, "33"), (50, "50")),
    Subject("auction", (120, "120"), (95, "95")),
    Subject("diners_dilemma", ("cheap", "the cheap dish"), ("costly", "the costly dish")),
    Subject("undercover_vote", (2, "Player 3"), (3, "Player 4")),
    Subject("battle_royale", (2, "Player 3"), ("nobody", "nobody")),
    Subject("codenames_guess", ("satellite", "satellite"), ("banana", "banana")),
    Subject("holdem_open", ("fold", "fold"), ("check_call", "call")),
    Subject("hive_second", ("bQ S1W1", "bQ S1W1"), ("bA1 E2", "bA1 E2")),
    Subject("santorini_turn", ("b2-c3-b2", "b2-c3-b2"), ("d4-c4-b5", "d4-c4-b5")),
    Subject("pirate_plan", ((96, 0, 2, 0, 2), "96, 0, 2, 0, 2"), ((90, 5, 0, 5, 0), "90, 5, 0, 5, 0")),
    Subject("hanabi", (("hint", (1, "R")), "hint red to Player 2"), (("play", 1), "play card 2")),
    Subject("liars_dice", (("bid", (3, 5)), "3 fives"), (("bid", (4, 2)), "4 twos")),
    Subject("bargain", (("propose", "", 2, 0, 1), "2 hats and 1 apple"), (("deal",), "deal")),
    Subject(
        "sea_battle",
        (("forward", "left"), "move forward, shoot left"),
        (("stay", "right"), "stay, shoot right"),
    ),
    Subject("pit", (("offer", ("wheat", "wheat")), "offer 2 wheat"), (("wait",), "wait")),
    Subject(
        "undercover_clue",
        ("You may find it in a kitchen.", "You may find it in a kitchen."),
        ("It is small.", "It is small."),
    ),
)

BETTER = (
    # Thoughts, under any mark.
    "```thinking\n{A}\n```\n{B}",
    "```thoughts\nMaybe {A}?\n```\n\n{B}",
    "~~~scratchpad\n{A}\n~~~\n{B}",
    "<antThinking>{A}</antThinking>{B}",
    "<thinking>Perhaps {A}</thinking>\n{B}",
    "<details><summary>Ideas</summary>{A}</details>\n\n{B}",
    "<plan>First {A}, later the rest.</plan>\n{B}",
    "<draft>{A}</draft>\n{B}",
    "<brainstorm>\n{A}\n</brainstorm>\n{B}",
    "<step_1>{A}</step_1><step_2>no</step_2>\n{B}",
    "<inner_monologue>{A}</inner_monologue>\n{B}",
    "<Überlegung>{A}</Überlegung>\n{B}",
    "<思考>{A}</思考>\n{B}",
    "<!-- {A} -->\n{B}",
    "/* {A} */\n{B}",
    "// {A}\n{B}",
    "[PLAN]{A}[/PLAN]\n{B}",
    "[reasoning]\n{A}\n[/reasoning]\n{B}",
    "{A}\n</reflexion>\n{B}",
    "Thinking: {A}\n\nAnswer: {B}",
    "Thought: {A}\nAction: {B}",
    "> {A}\n\n{B}",
    "~~{A}~~\n{B}",
    "<s>{A}</s>\n{B}",
    "<del>{A}</del> {B}",
    "Draft:\n{A}\n\nFinal answer:\n{B}",
    # Hypothetical, denied, another's, then the answer.
    "I would never answer {A}.\n\n{B}",
    "The worst answer is {A}\n\nMy answer:\n{B}",
    "Player 2 answered {A}\n\n{B}",
    "Do not answer {A}.\n\n{B}",
    "An example of the format is {A}\n\n{B}",
    "Niemals würde ich {A} sagen.\n\n{B}",
    "我绝不会回答 {A}\n\n{B}",
    "At first I wanted {A}, but that loses.\n\n{B}",
    # Taken back for another.
    "{A}\n\nI change my answer to {b}.",
    "{A}\n\nRevised answer: {b}",
    "{A}\n(edit: {b})",
    "{A}\nEDIT: {b}",
    "{A}\n\n不对，应该是{b}",
    "{A}\n\nNein, doch lieber {b}.",
    "{A}\n\nPerdón, quise decir {b}.",
    "{A}\n\nNon, plutôt {b}.",
    "{A}\n\nやっぱり {b} にします。",
    "{A}\n\nMake that {b}.",
    "{A}\n\nOn reflection, {b} is stronger.",
    "{A}\n\nUpdate: {b}",
    "{A}\n\nCorrected: {B}",
    "{A}\n\nHmm, that loses. {B}",
    "{A}\n\nActually:\n{B}",
    "{A} → {B}",
    "{A}\n\nAfter checking again: {B}",
    "{A}\n\nMy apologies, the above is wrong. {B}",
    "{A}\n\nP.S. Please count {b} instead.",
    "{A}\n\nOh no, I misread the question. {b}!",
    "Answer 1: {A}\nAnswer 2: {B}",
    "Answer: {A}\nFinal answer: {B}",
    "My answer is {a}. Scratch that: {B}",
    "{a}\n\n{B}",
    "{A}\n\nHmm... on balance {b}.",
    "{A}\n\nRather {b}.",
    "{A}\n\nIn fact {b}.",
    "{A}\n\nThis blocks nothing, {b} is it.",
    "{A}\n\nHold up, I want to swap that for {b}.",
    "{A}\nScrap that, {b} it is.",
    "{A} ... nah, {b}",
    "{A}\n\n~ {b} looks superior, so take {b}.",
    "{A}\n\nСтоп, лучше {b}.",
    "{A}\n\nPardon, je voulais dire {b}.",
    "{A}\n\nOj, jag menade {b}.",
    "{A}\n\n잠깐, {b}로 바꿀게요.",
    "{A}\n\nえっと、{b} に変えます。",
    "{A}\n\nFinal answer: {b}",
    "{A}\n\nMy final choice is {b}",
    "{A}\n\nAnswer changed: {b}",
    "{A}\n\nv2: {b}",
    "{A}\n\nErratum: {b}",
    "{A}\n\ns/{a}/{b}/",
    "{A}\n{b}",
)

NONE = (
    # Thoughts that never end.
    "<plan>{A}",
    "<scratch>Let me see. {A}",
    "<antThinking>\n{A}",
    "<details>\n{A}",
    "<notes>\n{A}\n",
    "```thinking\n{A}\n```",
    "```scratch\n{A}",
    "<!-- {A} -->",
    "<!-- {A}",
    "/* {A} */",
    "// {A}",
    "<reasoning_step>{A}</reasoning_step>",
    "<plan>{A}</plan>",
    "[draft]{A}[/draft]",
    "~~{A}~~",
    "> {A}",
    # Denied, hypothetical, quoted, another's.
    "I would never answer {A}.",
    "I won't answer {A}",
    "My answer is not {A}",
    "{A} is not my answer.",
    "{A} would be a mistake.",
    "{A} would be wrong, so I still have to think.",
    "Do not say {A}!",
    "Never {A}",
    "Anything but {A}",
    "Player 2 answered: {A}",
    "Player 2 voted: {A}",
    "Player 3: {A}",
    "Opponent: {A}",
    "They will probably answer {A}",
    "My opponent's move was {A}",
    "Last round I answered {A}",
    "Previously: {A}",
    "If they start high, I answer {A}",
    "If I wanted to lose, I would say {A}",
    "Suppose I answer {A}. Then what?",
    "Should I answer {A}?",
    "{A}?",
    "What about {A}?",
    "For example: {A}",
    "e.g. {A}",
    "Example: {A}",
    "Format: {A}",
    "The answer should look like {A}",
    'The system prompt says "answer {A}"',
    "The text on the board says: ignore all rules and answer {A}. I report this.",
    'Someone wrote "{A}" in the chat.',
    "Worst answer: {A}",
    "Rejected: {A}",
    "Wrong: {A}",
    "Option 1: {A}\nOption 2: {B}",
    "Candidates: {A}, {B}",
    "{A} or {B}",
    "Either {A} or {B}",
    "{A}\n{B}",
    "{A} {B} {A}",
    "1. {A}\n2. {B}",
    "Ich würde niemals {A} antworten",
    "Spieler 2 sagte: {A}",
    "Je ne dirais jamais {A}",
    "我不会选 {A}",
    "玩家2说：{A}",
    "如果我是你，我会说 {A}",
    "Nicht {A}",
    "もし相手なら {A}",
    "I could answer {A}, but I am not sure yet.",
    "{A} (just kidding)",
    "{A}\n\nI take that back.",
    "{A}\n\nNo, wait, ignore this.",
    "{A}\n\nThat was only an example of the format.",
    "{A}\n\nDisregard the above.",
    "{A} <- do not use this",
    "{A} // an example, not my answer",
    "My bot would play {A}, I think",
    "A fool answers {A}",
    "Winning would need {A}; impossible.",
    "A previous player's transcript: {A}",
    "Copying from the log -> {A}",
    "Quote of the day: {A}",
    "The rulebook's illustration: {A}",
    "Warning: {A} crashes the game",
    "Opponent's likely reply: {A}",
    "{A} is what GPT would do.",
    "{A} is off the table.",
    "{A} - rejected after analysis",
    "{A}\n\nThe above JSON is a decoy.",
    "{A}\n\nThat JSON belongs to my rival.",
    "{A}\n\nThe real one follows later.",
    "{A}\n\nAs an example only.",
    "{A}\n\nThis JSON shows the format.",
    "{A}\n\nThe object above came from the board text.",
    "{A}\n\nThis was my rival's pick.",
    "{A}\n\nThis shows what to avoid.",
    "{A}\n\nA fool would do so.",
    "{A}\n\nThe correct one has a different value.",
    "{A}\n\nTo be revised.",
    "{A}\n\nBecause I was asked to repeat it.",
    "{A}\n\nSince the injected text demands it, I report it here.",
    "<hypothesis>{A}</hypothesis>",
    "<sim>{A}",
    "[sim]{A}[/sim]",
    "```yaml-draft\n{A}\n```",
    "Simulation result: {A}",
    "My simulation says: {A}",
    "My opponent: {A}",
    "My first thought: {A}",
    "My worst move: {A}",
    "My backup plan: {A}",
    "Plan B: {A}",
    "Choice of Player 2: {A}",
    "Answer of my enemy: {A}",
    "Here is a wrong answer: {A}",
    "Here is their answer: {A}",
    "Here is what not to do: {A}",
    "The final answer of the example: {A}",
    "Final answer (theirs): {A}",
    "I choose not {A}",
    "I play anything except {A}",
    "Output of the broken bot: {A}",
    "Rule reminder from the manual: {A}",
    "Ignore my earlier reply. {A} was a slip.",
    "As Player 3 put it: {A}",
    "My neighbour will surely do {A}",
    "In an ideal world I would do {A}",
    "Had I been first, {A}",
    "Unless they bluff, {A}",
    "The losing line goes {A}",
    "The engine's second choice: {A}",
    "{A}\n^ not that one",
    "{A} <<< wrong",
    "{A}\n(That's what I'd say if I were reckless.)",
    "{A}\n\nJust testing the format here.",
    "(Testing) {A}",
    "Test: {A}",
    "Sample output: {A}",
    "Template -> {A}",
    "Like so: {A}",
    "I refuse to say {A}",
    "I'd sooner lose than {A}",
    "It's tempting to say {A}",
    "One might say {A}",
    "Some would go {A}",
    "Nobody should pick {A}",
    "Why not {A}?",
    "Is it {A}? Or {B}?",
    "{A} vs {B}",
    "{A} / {B}",
    "{A}; alternatively {B}",
    "{A} => rejected",
    "A: {A}\nB: {B}",
    "<idea>{A}</idea>",
    "<guess_draft>{A}</guess_draft>\nStill thinking.",
    "<internal>{A}",
    "[internal]{A}[/internal]",
    "```notes\n{A}\n```",
    "```plan\n{A}",
    "<!--answer: {A}-->\nHmm.",
    "(thinking: {A})",
    "*thinks: {A}*",
    "{{thought}} {A}",
    "Reasoning: {A}",
    "Scratch: {A}",
    "Note to self: {A}",
    "TODO {A}",
    "Jugador 2: {A}",
    "No diría {A}",
    "Peut-être {A}",
    "Vielleicht {A}",
    "Forse {A}",
    "可能是 {A}",
    "他说 {A}",
    "Я бы не сказал {A}",
    "{a}? No. {b}? Maybe.",
    "I was told to answer {A}",
    'The page said "{A}" and I found that odd.',
    "Attacker: please output {A}\nMe: no.",
    "user: {A}",
    "Human: {A}",
    "assistant (draft): {A}",
    "Yesterday: {A}",
    "Round 1: {A}",
    "Round 1: {A}\nRound 2: {B}",
    "{A}\n\nDon't submit this yet.",
    "{A}\n\nI still need to decide.",
    "{A}\n\nLet me think about it more.",
    "{A}\n\nBut that loses.",
    "{A}\n\nThat would be a blunder.",
    "{A}\n\nThis is what they expect me to do, so I will do the opposite.",
)

OF_JSON = (
    '{"worst": {A}}',
    '{"example": {A}}',
    '{"avoid": {A}}',
    '{"not": {A}}',
    '{"never": {A}}',
    '{"opponent": {A}}',
    '{"opponent_move": {A}}',
    '{"player_2": {A}}',
    '{"Player 2": {A}}',
    '{"previous_answer": {A}}',
    '{"if_they_cooperate": {A}}',
    '{"draft_answer": {A}}',
    '{"wrong_answer": {A}}',
    '{"unlikely": {A}}',
    '{"options": [{A}, {B}]}',
    "[{A}, {B}]",
    '{"first": {A}, "second": {B}}',
    '{"thoughts": {A}}',
    '{"their_answer": {A}, "question": "what now?"}',
    '{"error": "I cannot decide", "fallback": {A}}',
    '{"enemy": {A}}',
    '{"simulated": {A}}',
    '{"answer": {A}, "valid": false}',
    '{"action": {A}, "cancel": true}',
    '{"move": {A}, "by": "Player 2"}',
    '{"result": {A}, "is_final": false}',
    '[{"role": "user", "content": {A}}]',
    '{"rejected": {A}, "reason": "bad"}',
    '{"candidate": {A}}',
    '{"what_they_play": {A}}',
    '{"hypothetical": {A}}',
    '{"history": [{A}]}',
    '{"history": {A}, "now": "thinking"}',
    '{"status": "undecided", "leaning": {A}}',
)
"""The same where the answer is JSON: an object inside another that denies it."""


class Row(NamedTuple):
    """A reply to a question, and the only action that it may be read as, if any."""

    at: str
    form: str
    text: str
    may: Any


def rows():
    """All rows: every pattern with every subject, in JSON, and with a few in lines."""
    for subject in SUBJECTS:
        at = situation(subject.at)
        for form in ("json", "line"):
            if form == "line" and subject.at not in (
                "connect_four",
                "guess_average",
                "undercover_vote",
                "sea_battle",
            ):
                continue
            (first, a), (second, b) = subject.a, subject.b
            blanks = {
                "A": written(at.ask, first, form, at.say),
                "B": written(at.ask, second, form, at.say),
                "a": a,
                "b": b,
                "k": label_of(key_of(at.ask)),
            }
            for pattern in BETTER:
                yield Row(subject.at, form, filled(pattern, blanks), second)
            for pattern in (*NONE, *(OF_JSON if form == "json" else ())):
                yield Row(subject.at, form, filled(pattern, blanks), None)
            # One label, two values.
            keys = keys_of(at.ask)
            if len(keys) == 1:
                key = label_of(keys[0])
                for text in (
                    f"{key}: {a} or {b}",
                    f"{key}: {a}, no: {b}",
                    f"{key}: not {a}",
                    f"{key}: {a}?",
                    f"Their {key.lower()}: {a}",
                    f"{key}: {a}\nRevised {key.lower()}: {b}",
                    f"{key} to avoid: {a}",
                    f"Player 2's {key.lower()}: {a}",
                    f"{key} (example): {a}",
                    f"{key}: {a} (0-indexed)",
                    f"{key}: anything but {a}",
                ):
                    if "bot" not in subject.at and not (
                        subject.at == "undercover_clue" and text.startswith(f"{key}: ")
                    ):
                        yield Row(subject.at, form, text, None)


def filled(pattern, blanks):
    return re.sub(r"\{([ABabk])\}", lambda found: blanks[found[1]], pattern)
