"""The reader against spelling at random: every question of every game, in every format."""

import json
import re
from random import Random

import pytest
from tests.text.situations import Situation

from agonist.core import CHANCE, Amount, Choice, Form, InvalidAnswer, Menu, Pick, Speech, Split, uniform
from agonist.core.ask import atoms
from agonist.games import KITS
from agonist.match import Chance
from agonist.text import read, written
from agonist.text.answer_formats import label_of
from agonist.text.reading.text_comparison import tokens

PROSE = (
    "Let me see what the others may do.",
    "After some thought, here is what I settled on:",
    "Considering {everything} so far, this seems sound.",
    "I'm fairly sure. It's 50/50 otherwise.",
)


def questions(kit, seed, most=12):
    """Questions of a random match, with the words of the seat that is asked."""
    game, rng = kit.game(**dict(kit.quick_options)), Random(f"{kit.name}:{seed}")
    state, chance, found = game.new(), Chance(str(seed)), []
    while (asks := game.turn(state)) and len(found) < most:
        moves = {}
        for seat, ask in asks.items():
            if seat == CHANCE:
                moves[seat] = chance.pick(ask)
                continue
            view = game.observe(state, seat)
            say = lambda key, option, view=view: kit.words.label(view, key, option)  # noqa: E731  bound to its view
            found.append(Situation(ask, say, kit.words.vocabulary(game, view)))
            moves[seat] = uniform(ask, rng)
        state = game.act(state, moves)
    return found[:most]


def one(options, rng):
    return options[int(rng.random() * len(options))]


def key_varied(key, rng):
    ways = (
        key,
        key.upper(),
        key.title(),
        key.replace("_", r"\_"),
        key.replace("_", " "),
        key.replace("_", "-"),
    )
    return one(ways, rng)


def value_varied(value, rng):
    """A value in JSON, spelled otherwise: what it says stays the same."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int):
        return one((str(value), f"{value}.0", f'"{value}"', f'" {value} "', f"[{value}]"), rng)
    if isinstance(value, dict):
        items = [f'"{key}": {value_varied(part, rng)}' for key, part in value.items()]
        return "{" + ", ".join(items) + one(("", ","), rng) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(value_varied(part, rng) for part in value) + one(("", ","), rng) + "]"
    return json.dumps(value, ensure_ascii=False)


def json_varied(given, rng):
    items = [
        f'"{key_varied(key, rng)}"{one((":", ": ", " : "), rng)}{value_varied(v, rng)}'
        for key, v in given.items()
    ]
    if rng.random() < 0.3:
        items.insert(0, '"reasoning": "First\nthis, \\(x_1\\) then {that}, they\'d say"')
    comment = one(("", "", " // my answer", " /* so be it */"), rng)
    text = "{" + one((" ", "\n  "), rng) + f", {comment}\n".join(items) + one(("", ",", ", \n"), rng) + "}"
    if "'" not in text and rng.random() < 0.2:
        text = text.replace('"', "'")
    elif rng.random() < 0.2:
        text = f'{{"answer": {text}}}'
    return one((text, f"```json\n{text}\n```", f"{one(PROSE, rng)}\n\n{text}", f"{text}\n\n{PROSE[0]}"), rng)


def line_varied(given, rng):
    lines = []
    for key, value in given.items():
        label = one((label_of(key), label_of(key).upper(), key, label_of(key).title()), rng)
        flat = ", ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value
        flat = ", ".join(map(str, flat)) if isinstance(flat, list) else flat
        lines.append(
            one((f"{label}: {flat}", f"**{label}:** {flat}", f"- {label}: {flat}", f"{label} : {flat}"), rng)
        )
    return one(("", f"{one(PROSE, rng)}\n\n"), rng) + "\n".join(lines)


def thought_varied(text, draft, rng):
    """The answer after a thought that holds another."""
    ways = (
        "{text}",
        "<think>{draft}?</think>{text}",
        "Hm. {draft}\nNo.</think>\n{text}",
        "[THINK]{draft}[/THINK]\n{text}",
        "<|channel|>analysis<|message|>{draft}<|end|><|start|>assistant<|channel|>final<|message|>{text}",
    )
    return one(ways, rng).replace("{text}", text).replace("{draft}", draft)


@pytest.mark.parametrize("form", ["json", "line", "schema"])
@pytest.mark.parametrize("name", sorted(KITS))
@pytest.mark.every(3)
def test_a_legal_action_is_read_as_itself_however_it_is_spelled(name, form):
    rng = Random(f"{name}:{form}")
    for nth, at in enumerate(questions(KITS[name], 1)):
        for _ in range(8):
            action, draft = at.ask.sample(rng), written(at.ask, at.ask.sample(rng), "json", at.say)
            given = json.loads(written(at.ask, action, "json", at.say))
            text = line_varied(given, rng) if form == "line" else json_varied(given, rng)
            text = thought_varied(text, draft, rng)
            assert at.play(text, form) == action, f"question {nth}: {text}"


def contained(at, action, text):
    """Whether every part of an action is spelled in a text; verbs, defaults and zeros may go unsaid."""
    words = set(tokens(text))

    def said(key, atom, value):
        match atom:
            case Choice():
                if key == "action":
                    return True
                ways = [at.say(key, value), *at.vocabulary.aliases(key, value)]
                numbers = [word for word in tokens(ways[0]) if word.isdecimal()]
                return any(set(tokens(way)) <= words for way in ways) or (
                    len(numbers) == 1 and numbers[0] in words
                )
            case Amount():
                worth = {1, *at.vocabulary.units(key).values()}
                return any(str(abs(value) // unit) in words for unit in worth)
            case Split():
                return all(not part or str(part) in words for part in value)
            case Speech():
                return not value or value.strip() in text or set(tokens(value)) <= words
            case Pick():
                return all(set(tokens(at.say(key, thing))) <= words for thing in value)

    parts = list(atoms(at.ask))
    if len(parts) == 1:
        return said(*parts[0], action)
    if isinstance(action[0], str) and hasattr(at.ask, "verbs"):
        form = dict(at.ask.verbs)[action[0]]
        return all(said(k, a, v) for (k, a), v in zip(form.parts, action[1:], strict=True))
    return all(said(k, a, v) for (k, a), v in zip(parts, action, strict=True))


@pytest.mark.parametrize("name", sorted(KITS))
def test_an_object_that_is_broken_off_is_read_only_if_its_brackets_alone_are_missing(name):
    rng = Random(f"broken:{name}")
    for at in questions(KITS[name], 3, most=4):
        action = at.ask.sample(rng)
        text = written(at.ask, action, "json", at.say)
        bare = text.rstrip("}")
        assert at.play(f"{bare}\n", "json", complete=True) == action
        assert at.play(bare, "json") in ("unreadable", "ambiguous")
        if any(isinstance(atom, Amount | Split) for _, atom in atoms(at.ask)):
            continue  # 12 of 120 is a number, too
        for _ in range(10):
            got = at.play(bare[: 1 + int(rng.random() * (len(bare) - 1))], "json", complete=True)
            assert isinstance(got, str) or contained(at, got, bare)
            assert (
                got == action or got in ("unreadable", "ambiguous", "illegal") or len(list(atoms(at.ask))) > 1
            )


@pytest.mark.parametrize("texts", [40, pytest.param(150, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sorted(KITS))
def test_noise_never_yields_an_action_that_it_does_not_hold(name, texts):
    rng, read_at_all = Random(f"noise:{name}"), 0
    for at in questions(KITS[name], 2, most=5):
        keys = [key for key, _ in atoms(at.ask)]
        labels = [*re.findall(r'"([^"]*)"', written(at.ask, at.ask.sample(rng), "json", at.say)), "yes", "me"]
        quoted = [f'"{word}"' for word in (*keys, *labels)]
        marks = list("{}{}:::,[]()\"'\n\n73$-=\\…")
        words = [
            "33.0",
            "5%",
            "or",
            "not",
            "final answer",
            "</think>",
            "<think>",
            "```",
            "null",
            "true",
            "//",
            "action",
            "answer",
            "1/2",
        ]
        scraps = [*keys, *labels, *quoted, *marks, *words]
        for _ in range(texts):
            text = "".join(one(scraps, rng) + one(("", " "), rng) for _ in range(2 + int(rng.random() * 12)))
            for form in ("json", "line"):
                try:
                    action = read(at.ask, text, form, at.say, vocabulary=at.vocabulary)
                except InvalidAnswer:
                    continue
                read_at_all += 1
                assert contained(at, action, text), f"{text!r} is read as {action!r}"
    # Few texts may hold no answer at all, and of verbs with several parts noise seldom holds all.
    assert read_at_all or texts < 150 or isinstance(at.ask, Form | Menu)
