"""The pages of the documentation that are made from the code: games, suites, examples, options.

`pages()` maps a page's place on the site to its Markdown. Nothing here needs MkDocs.
"""

from __future__ import annotations

import ast
import inspect
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args, get_origin

from agonist.core.options import Range
from agonist.games import KITS, dressed_names, find_kit
from agonist.kit import Kit, make_game
from agonist.kit.option_help import option_help
from agonist.players import OPTIONS
from agonist.run_config import RunConfig
from agonist.suites import OURS
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.run_options import RunOption, run_options
from agonist.tournament.suite import Suite

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = "docs/"
EXAMPLES: Final = {".py": "python", ".yml": "yaml", ".sh": "bash"}
"""Examples have a page each; their languages by the ends of their names."""
AS_THEY_ARE: Final = ("CITATION.cff",)
"""Files of the repository that are on the site unchanged: what reference managers read."""
LINK: Final = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
AUTHORITY: Final = re.compile(
    r"paper|published|rulebook|ruling|_says|_has_it|pokerkit|open_spiel|perft|by_hand|counts"
)
"""In the name of a test: somebody else says the right answer."""

MAY: Final = {False: "yes", True: "no"}


@cache
def pages() -> dict[str, str]:
    """Every page that is made from the code, by its place on the site."""
    made = {"games/index.md": game_list(), "run-options.md": run_options_page()}
    made["player-options.md"] = player_options_page()
    made |= {f"games/{name}.md": game_page(kit) for name, kit in listed().items()}
    made |= {f"suites/{name}.md": suite_page(suite) for name, suite in OURS.items()}
    found = [*ROOT.glob("examples/*"), *ROOT.glob("examples/agents/*")]
    sources = sorted(path for path in found if path.suffix in EXAMPLES)
    made |= {path.relative_to(ROOT).with_suffix(".md").as_posix(): example_page(path) for path in sources}
    made["contributing.md"] = for_site(
        ROOT / "CONTRIBUTING.md", (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    )
    return made


def listed() -> dict[str, Kit]:
    """Our games, and those of libraries that have a bare name here."""
    return {**KITS, **{name: find_kit(name) for name in dressed_names()}}


def for_site(page: Path, markdown: str) -> str:
    """A page of the repository, with links to files outside docs/ replaced by their places on the site.

    >>> for_site(ROOT / "docs" / "a.md", "[nim](../examples/nim.py), [how](../CONTRIBUTING.md#a)")
    '[nim](examples/nim.md), [how](contributing.md#a)'
    >>> for_site(ROOT / "CONTRIBUTING.md", "[agents](docs/agents.md)")
    '[agents](agents.md)'
    """
    folder = page.parent.relative_to(ROOT).as_posix()
    here = folder.removeprefix("docs").strip("/") if folder.startswith("docs") else ""

    def moved(link: re.Match[str]) -> str:
        place = _place(posixpath.normpath(posixpath.join(folder, link[1])))
        return f"]({posixpath.relpath(place, here or '.')}{link[2] or ''})"

    return LINK.sub(moved, markdown)


def _place(path: str) -> str:
    """The place of a file of the repository on the site."""
    if path.startswith(DOCS):
        return path.removeprefix(DOCS)
    if path.startswith("examples/") and posixpath.splitext(path)[1] in EXAMPLES:
        return posixpath.splitext(path)[0] + ".md"
    return "contributing.md" if path == "CONTRIBUTING.md" else path


def player_options_page() -> str:
    """The options of all players, and whether members of a public site may set them."""
    text = (
        "Options follow a player's name, as in `openai/gpt-5-mini?temperature=0&max_tokens=2000`; those of a "
        "method need the method: `sc:openai/gpt-5-mini?samples=3`. `agonist players` prints them. Members of "
        "a public site may set those that name no variable or file of the server."
    )
    header = ("option", "of", "values", "default", "meaning", "members")
    rows = [
        (
            f"`{each.name}`",
            ", ".join(each.owners),
            each.allowed,
            each.usual,
            each.meaning,
            MAY[each.of_server],
        )
        for each in OPTIONS
    ]
    return f"# Options of players\n\n{text}\n\n{_table(header, rows)}"


def game_list() -> str:
    """The table of all games."""
    rows = [
        (f"[{name}]({name}.md)", _seats(kit), _kind(kit), ", ".join(kit.traits.abilities))
        for name, kit in listed().items()
    ]
    text = (
        "Each page has the rules as players get them, the options, every prompt, the reference player, "
        "and the authority against which the rules are tested. `agonist games` prints this list. Games whose "
        "rules are [OpenSpiel's](../openspiel.md) need its package."
    )
    return f"# Games\n\n{text}\n\n{_table(('game', 'players', 'kind', 'abilities'), rows)}"


def game_page(kit: Kit) -> str:
    """The page of a game, from its code."""
    game = make_game(kit.game, {})
    traits = kit.traits
    readings = inspect.getdoc(inspect.getmodule(kit.game)) or ""
    parts = [
        f"# {kit.name}",
        _table(
            ("", kit.name),
            [
                ("players", _seats(kit)),
                ("kind", _kind(kit)),
                ("abilities", ", ".join(traits.abilities)),
                ("sources", "; ".join(traits.sources)),
                ("reference player", kit.reference_is),
                ("version", str(kit.game.version)),
            ],
        ),
        "## Rules, as players get them",
        _fenced(kit.words.rules(game)),
        "## Options",
        _options(kit),
        inspect.getdoc(kit.game) or "",
        f"Options follow the name: `agonist play '{kit.name}?{_example(kit)}' random random …`.",
        *_arrays(kit),
        "## Authority",
        "" if ":" in kit.name else readings,
        *_authority(kit),
        "## An example match, with all prompts",
        "The reference player has the even seats (Player 1, 3, …), a random player the others.",
        _folded("The whole match", _playthrough(kit)),
        "## Prompts",
        "Prompts are files with blanks. A file of the same name in `FOLDER/"
        f"{kit.name}/` replaces one of these with `--prompts FOLDER`.",
        *(_folded(path.stem, path.read_text("utf-8")) for path in _prompts(kit)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _arrays(kit: Kit) -> list[str]:
    """What a PettingZoo agent observes with the usual options."""
    if kit.arrays is None:
        return []
    rows = [
        (f"`{name}`", " × ".join(map(str, each.shape)), each.dtype, f"{each.low} to {each.high}")
        for name, each in kit.arrays.shapes(make_game(kit.game, {})).items()
    ]
    return [
        "## Arrays",
        "What an agent observes by [PettingZoo](../pettingzoo.md), with the options above.",
        _table(("array", "shape", "type", "numbers"), rows),
        inspect.getdoc(kit.arrays.shapes) or "",
    ]


def suite_page(suite: Suite) -> str:
    """The page of a suite, with a link to its tutorial."""
    modules = sorted(Path(inspect.getfile(type(suite))).parent.rglob("*.py"))
    notes = [(path, ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "") for path in modules]
    parts = [
        f"# {suite.title}",
        f"`agonist run {suite.name}` plays this suite. [The tutorial](../{suite.name}.md) shows it step by "
        "step; [reproduced, different, why](index.md) compares the suites with their papers.",
        inspect.getdoc(type(suite)) or "",
    ]
    if suite.options:
        rows = [(f"`{key}`", takes) for key, takes in suite.options.items()]
        parts += ["## Options", f"Written `{suite.name}?OPTION=VALUE`.", _table(("option", "values"), rows)]
    for title, names, text in (
        ("Sweeps", suite.sweeps, "`--sweep NAME` plays the matches for one comparison."),
        ("Profiles", suite.profiles, "`--profile NAME` plays and scores under these conditions."),
        ("Wordings", tuple(suite.wordings), "Alternative wordings of the same rules."),
    ):
        if names:
            parts += [f"## {title}", text, ", ".join(f"`{name}`" for name in names)]
    parts += [
        "## How each part is computed",
        "What each module computes, and how it reads the paper.",
    ]
    parts += [
        f"### `{_module(path)}`\n\n{note}" for path, note in notes if note and path.name != "__init__.py"
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def example_page(path: Path) -> str:
    """An example with its source."""
    source = path.read_text("utf-8")
    return f"# {path.name}\n\nThe tests run it.\n\n````{EXAMPLES[path.suffix]}\n{source.rstrip()}\n````\n"


def run_options_page() -> str:
    """The options of a run, as `Entry` and `RunConfig` describe them."""
    parts = [
        "# Options of a run",
        "An option has one meaning on the command line (`--budget-usd 1`), in the TOML file of `--config` "
        "(`budget-usd = 1`) and in Python. Those marked *site* are in the site's form, too; its visitors can "
        "set no others. `agonist run --help` lists further options of the command.",
    ]
    for owner, text in (
        (Entry, "What is played: in Python, keywords of [`agonist.run`](api.md)."),
        (RunConfig, "How it is played: in Python, fields of [`RunConfig`](api.md)."),
    ):
        rows = [
            (
                f"`--{option.flag}`",
                f"`{name}`",
                _values(option),
                "" if option.default in (None, "") or option.default is False else f"`{option.default}`",
                f"{option.help}{' *site*' if option.form else ''}",
            )
            for name, option in run_options(owner).items()
        ]
        parts += [text, _table(("option", "in Python", "values", "default", "meaning"), rows)]
    return "\n\n".join(parts) + "\n"


def _values(option: RunOption) -> str:
    """What an option may be, in words."""
    if get_origin(option.kind) is Literal:
        return ", ".join(f"`{each}`" for each in get_args(option.kind))
    kind, *_ = get_args(option.kind) or (option.kind,)
    words = {bool: "given or not", int: "a whole number", float: "a number", Path: "a path"}
    range_ = "" if option.range == Range() else f", {option.range}"
    return words.get(kind, "a text") + range_


def _options(kit: Kit) -> str:
    rows = [
        (f"`{option.name}`", option.values, f"`{option.default}`", option.meaning)
        for option in option_help(kit.game)
    ]
    return _table(("option", "values", "default", "meaning"), rows)


def _example(kit: Kit) -> str:
    options = dict(kit.options())
    key = next((key for key in options if key != "seats"), "seats")
    return f"{key}={options[key]}"


def _authority(kit: Kit) -> Iterator[str]:
    """The authority of a game: what its tests say they are checked against."""
    path = folder_of_tests(kit) / f"test_{named(kit)}.py"
    if ":" in kit.name:
        yield "The rules are played by the library; random matches are compared with its own, step by step."
        if not path.exists():
            return
    module = ast.parse(path.read_text("utf-8"))
    names = [
        node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    tests = [name.removeprefix("test_") for name in names if name.startswith("test_")]
    theirs = [name for name in tests if AUTHORITY.search(name)]
    yield f"**Checked by** `{path.relative_to(ROOT).as_posix()}`: {ast.get_docstring(module)}"
    if theirs:
        yield "\n".join(f"- {name.replace('_', ' ')}" for name in theirs)
    yield f"and {len(tests) - len(theirs)} more tests, besides the contract of every game."


def _playthrough(kit: Kit) -> str:
    return (folder_of_tests(kit) / "playthroughs" / f"{named(kit)}.txt").read_text("utf-8")


def folder_of_tests(kit: Kit) -> Path:
    """The folder of the tests of a game."""
    library, colon, _ = kit.name.partition(":")
    return ROOT / "tests" / (f"adapters/{library}/games" if colon else "games")


def named(kit: Kit) -> str:
    """The bare name of a game.

    >>> named(find_kit("tictactoe"))
    'tictactoe'
    """
    return kit.name.rpartition(":")[2]


def _prompts(kit: Kit) -> list[Path]:
    """The prompts of a game, those of a library that the game replaces left out."""
    found = {path.stem: path for folder in kit.words.prompts.folders[::-1] for path in folder.glob("*.md")}
    return sorted(found.values(), key=lambda path: path.stem)


def _module(path: Path) -> str:
    return path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".")


def _seats(kit: Kit) -> str:
    low, high = min(kit.game.sizes), max(kit.game.sizes)
    return str(low) if low == high else f"{low}–{high}"


def _kind(kit: Kit) -> str:
    traits = kit.traits
    kinds: Mapping[str, bool] = {
        "simultaneous moves": traits.simultaneous,
        "hidden information": traits.hidden,
        "free talk": traits.talk,
        "constant sum": traits.constant_sum,
    }
    return ", ".join(kind for kind, is_so in kinds.items() if is_so) or "open, one after the other"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _fenced(text: str) -> str:
    return f"````text\n{text.rstrip()}\n````"


def _folded(title: str, text: str) -> str:
    inside = "\n".join(f"    {line}".rstrip() for line in _fenced(text).splitlines())
    return f'??? note "{title}"\n\n{inside}'
