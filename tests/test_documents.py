"""What README, CONTRIBUTING and docs tell the reader to type works when it is typed."""

import ast
import importlib
import importlib.util
import inspect
import posixpath
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from textwrap import indent

import gymnasium
import pyspiel
import pytest
import typer
from pettingzoo import AECEnv
from tests.page_blocks import BLOCK, blocks

import agonist
from agonist import api
from agonist.adapters.wis_agent import PORT as AGENT_PORT
from agonist.cli.app import leave
from agonist.cli.command_table import COMMANDS, function_of
from agonist.games import KITS
from agonist.match import play
from agonist.match.invalid_answer_policy import PRESETS, Policy
from agonist.models.mock_endpoint import PORT, Endpoint
from agonist.players import OPTIONS
from agonist.players.player import Player
from agonist.run_config import RunConfig
from agonist.suites import OURS
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Suite

ROOT = Path(__file__).parent.parent


def _loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FIRST = {"README", "start"}
"""Pages whose commands scripts/test runs; scripts/test-slow those of the others."""
WEBSITE = _loaded(ROOT / "website" / "pages.py")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """An empty folder to stand in, and a model behind the addresses that the pages name."""
    for example in (ROOT / "examples").glob("*.*"):
        (tmp_path / example.name).write_bytes(example.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    # It thinks as long as in a real match otherwise; no page depends on how strong it is.
    monkeypatch.setattr("agonist.games.connect_four.reference.POSITIONS", 500)
    known = set(sys.modules)
    with Endpoint("careful") as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
        yield endpoint
    for name in set(sys.modules) - known:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry]


@pytest.fixture(scope="module")
def wis_agent():
    """The example of an agent behind HTTP, running; its address."""
    server = _loaded(ROOT / "examples" / "wis_agent.py").server(0)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=() if page.stem in FIRST else pytest.mark.slow) for page in PAGES],
    ids=lambda page: page.name,
)
def test_the_commands_of_a_page_work_in_their_order(page, desk, wis_agent, capsys):
    for line in "".join(blocks(page, "bash")).splitlines():
        if line.startswith(("export ", "pip install ")) or line == "agonist endpoint &":  # the desk has it
            continue
        if line.startswith(("mkdir ", "echo ")):
            subprocess.run(["sh", "-c", line], check=True)
            continue
        assert line.startswith("agonist "), f"{page.name}: {line!r} is not a command that can be tested here"
        command = line.replace(f"http://127.0.0.1:{PORT}/v1", desk.url)
        command = command.replace(f"http://127.0.0.1:{AGENT_PORT}", wis_agent)
        assert leave(shlex.split(command)[1:]) == 0, f"{page.name}: {line}\n{capsys.readouterr().err}"


TRAINING = {"checkpoints", "inspect", "learners", "pettingzoo", "trainers", "trl", "verifiers"}
"""Pages about training, and programs that have games of ours or whose games we have."""


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.stem in TRAINING], ids=lambda page: page.name
)
def test_a_page_about_training_begins_with_three_commands_that_run_it(page):
    opening = page.read_text(encoding="utf-8").partition("\n## ")[0]
    commands = BLOCK.findall(opening)[0][1].splitlines()
    assert len(commands) == 3
    for command in commands:
        assert command.split()[0] in {"agonist", "inspect", "pip", "python", "vf-eval"}, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page, desk, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(Path.cwd()), *sys.path])  # as for a script that is in this folder
    for text in blocks(page, "python"):
        exec(compile(text.replace(f"http://127.0.0.1:{PORT}/v1", desk.url), page.name, "exec"), {})


def test_excerpts_of_a_game_are_in_its_source():
    folder = ROOT / "src" / "agonist" / "games" / "liars_dice"
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    excerpts = blocks(ROOT / "CONTRIBUTING.md", "py")
    assert len(excerpts) == 6
    for excerpt in excerpts:
        assert any(indent(excerpt, by) in source for by in ("", "    ", "        ")), (
            f"not in the source:\n{excerpt}"
        )


def test_every_page_links_to_what_is_there():
    made = {ROOT / "docs" / place for place in WEBSITE.pages()}
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            there = (page.parent / target).resolve()
            assert there.exists() or there in made, f"{page.name} links to {target}"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "design").glob("*.md")), ids=lambda page: page.name)
def test_the_design_decisions_name_files_and_folders_that_exist(page):
    path = re.compile(r"`([a-z_]+(?:/[a-z_\d]+)+(?:/|\.\w+)?)`")
    for place in path.findall(page.read_text(encoding="utf-8")):
        assert (ROOT / "src/agonist" / place).exists() or (ROOT / place).exists(), place


def test_the_navigation_lists_every_page():
    listed = set(re.findall(r"[\w/-]+\.md\b", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert written <= listed
    made = {"games/index.md", "contributing.md", "run-options.md", "player-options.md"}
    assert listed - written == made


def test_every_page_of_the_site_links_to_what_is_on_it():
    docs = ROOT / "docs"
    added = {*WEBSITE.pages(), *WEBSITE.AS_THEY_ARE}
    for page in sorted(docs.rglob("*.md")):
        here = page.parent.relative_to(docs).as_posix()
        for target in WEBSITE.LINK.findall(WEBSITE.for_site(page, page.read_text(encoding="utf-8"))):
            there = posixpath.normpath(posixpath.join(here, target[0]))
            assert there in added or (docs / there).exists(), f"{page.name}: {there}"


def test_pages_that_are_made_link_to_pages_of_the_site():
    for place, page in WEBSITE.pages().items():
        text = re.sub(r"^ *(`{3,}).*?^ *\1$", "", page, flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
            there = posixpath.normpath(posixpath.join(posixpath.dirname(place), target))
            assert there in WEBSITE.pages() or (ROOT / "docs" / there).exists(), f"{place} links to {target}"


def test_the_page_of_a_game_has_its_rules_options_prompts_and_authority():
    page = WEBSITE.pages()["games/texas_holdem.md"]
    assert "| `hands` | a whole number; 1 or more | `1` | Hands in a match; the dealer alternates. |" in page
    assert KITS["texas_holdem"].words.rules(KITS["texas_holdem"].game()) in page
    assert "betting pots and payoffs as pokerkit says" in page
    assert "| `hole` | 52 | int8 | 0 to 1 |" in page
    assert page.count("??? note") > len(list(KITS["texas_holdem"].words.prompts.folders[-1].glob("*.md")))


PUBLIC = [
    *("agonist", "agonist.contract", "agonist.core", "agonist.drawing", "agonist.games", "agonist.kit"),
    *("agonist.kit.picture", "agonist.players", "agonist.suites", "agonist.text"),
    *("agonist.adapters.atari", "agonist.adapters.gymnasium", "agonist.adapters.pettingzoo"),
    "agonist.adapters.textarena",
]
FOR_TRAINERS = [f"agonist.adapters.{name}" for name in ("openenv", "openrlhf", "skyrl", "trl", "verl")]
"""Public too, but only the environments of scripts/test-trainers have what these import."""


def public_names(package):
    if package not in FOR_TRAINERS:
        return importlib.import_module(package).__all__
    at = ROOT / "src" / Path(*package.split("."))
    text = (at / "__init__.py" if at.is_dir() else at.with_suffix(".py")).read_text(encoding="utf-8")
    (names,) = re.findall(r"^__all__ = (\[.*?\])", text, re.MULTILINE | re.DOTALL)
    return ast.literal_eval(names)


def test_the_api_reference_lists_exactly_what_is_public():
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    public = [f"{package}.{name}" for package in PUBLIC + FOR_TRAINERS for name in public_names(package)]
    assert sorted(listed) == sorted(set(public) - set(PUBLIC))


@pytest.mark.parametrize("package", PUBLIC)
def test_dir_shows_what_is_public_and_all_of_it_is_there(package):
    module = importlib.import_module(package)
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is not None for name in module.__all__)


def test_pages_and_examples_import_only_what_is_public():
    texts = [text for page in PAGES for text in blocks(page, "python")]
    texts += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.py"))]
    for text in texts:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("agonist"):
                assert node.module in PUBLIC + FOR_TRAINERS
                assert {alias.name for alias in node.names} <= set(public_names(node.module)), node.module


def test_the_page_of_options_has_every_option_of_every_player():
    rows = [
        line.split(" | ")
        for line in WEBSITE.pages()["player-options.md"].splitlines()
        if line.startswith("| `")
    ]
    assert [(row[0].strip("| `"), row[1], row[2]) for row in rows] == [
        (option.name, ", ".join(option.owners), option.allowed) for option in OPTIONS
    ]


def test_open_spiel_and_pettingzoo_have_what_our_terms_are_mapped_to():
    text = (ROOT / "docs" / "terms.md").read_text(encoding="utf-8")
    theirs = {
        pyspiel.State: "current_player is_terminal legal_actions is_simultaneous_node child apply_action "
        "is_chance_node information_state_string observation_string returns resample_from_infostate",
        pyspiel.Game: "new_initial_state",
        pyspiel: "load_game GameType PlayerId Bot make_uniform_random_bot random_sim_test",
        gymnasium.Env: "reset step np_random",
        AECEnv: "observe action_space",
    }
    for owner, names in theirs.items():
        for name in names.split():
            assert name in text
            assert hasattr(owner, name), f"{owner} has no {name}"


def test_the_version_to_cite_is_the_version():
    assert f"version: {version('agonist')}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


VARIABLE = re.compile(
    r"""["']((?:AGONIST|[A-Z0-9]+(?:_[A-Z0-9]+)*)_(?:KEY|URL|ENDPOINT|VERSION|PRICES|SECONDS|DEBUG))["']"""
)


def test_every_environment_variable_is_in_the_page_of_models_and_in_help(capsys):
    ours = [path for path in (ROOT / "src" / "agonist").rglob("*.py") if path.parent.name != "examples"]
    code = "".join(path.read_text("utf-8") for path in ours)
    asked = re.findall(r"""environ(?:\.get\(|\[)["'](\w+)""", code)
    names = {name for name in VARIABLE.findall(code) if name != "AZURE_VERSION"} | set(asked)
    assert {"AGONIST_PRICES", "AGONIST_DEBUG", "COLUMNS", "OPENAI_API_VERSION", "XAI_API_KEY"} <= names
    page = (ROOT / "docs" / "models.md").read_text("utf-8").partition("## Environment variables")[2]
    assert {name for name in names if f"`{name}`" not in page} == set()
    leave(["--help"])
    leave(["players"])
    told = capsys.readouterr().out
    keys = {name for name in names if name.endswith("_KEY")}
    own = {name for name in names if name.startswith("AGONIST_")}
    assert {name for name in keys | own if name not in told} == set()


def test_policies_are_documented_where_they_are_named(capsys):
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    names = [*PRESETS, *(option.name for option in fields(Policy))]
    assert [name for name in names if f"`{name}`" not in page] == []
    for command in ("run", "play"):
        leave([command, "--help"])
        told = re.sub(r"\W*\n\W*", " ", capsys.readouterr().out)
        assert [name for name in names if name not in told] == []


SPECIAL = re.compile(r"[?*&;|<>()\[\]{}~#!$]")
"""What zsh or fish would take for something of theirs, were it not in quotes."""


def unquoted(command):
    """The words of a command that a shell would not pass on as they are."""
    lexer = shlex.shlex(command, posix=False, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    words = [re.sub(r"'[^']*'|\"[^\"$`!]*\"", "", word) for word in lexer]
    return [word for word in words if SPECIAL.search(word) and word not in ("&", "&&", "\\")]


def test_a_command_that_zsh_or_fish_would_change_is_found():
    assert unquoted("agonist play connect_four?rows=5 random") == ["connect_four?rows=5"]
    assert unquoted("agonist play 'connect_four?rows=5&columns=6' random") == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_a_page_survive_zsh_and_fish(page):
    text = page.read_text("utf-8")
    shown = [line for block in (*blocks(page, "bash"), *blocks(page, "text")) for line in block.splitlines()]
    shown += re.findall(r"`(agonist [^`]+)`", text)
    for line in shown:
        if re.match(r"(agonist|uv|pip|export|curl) ", line) and "[" not in line.split()[0]:
            assert unquoted(line.partition(" # ")[0]) == [], f"{page.name}: {line}"


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_in_help_survive_zsh_and_fish(name):
    command = typer.main.get_command(app_of(function_of(name)))
    for text in (COMMANDS[name], *(getattr(parameter, "help", "") or "" for parameter in command.params)):
        outside = re.sub(r"'[^']*'", "", text)
        assert not re.findall(r"\S+[?&]\S*=\S*", outside), text


def app_of(function):
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return app


FUNCTIONS = [
    *(getattr(agonist, name) for name in agonist.__all__ if inspect.isfunction(getattr(agonist, name))),
    *(api.run_entry, play, RunConfig, Entry),
    *(method for owner in (Player, Suite) for method in vars(owner).values() if inspect.isfunction(method)),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__qualname__)
def test_every_parameter_of_what_users_call_or_write_is_documented(function):
    arguments = (inspect.getdoc(function) or "").partition("\nArgs:\n")[2].partition("\n\n")[0]
    documented = re.findall(r"^    \*{0,2}(\w+): ", arguments, re.MULTILINE)
    given = list(inspect.signature(inspect.unwrap(function)).parameters)
    if function is agonist.arun:  # it has those of run, and names it
        given = ["targets", "players", "options"]
    assert documented == [name for name in given if name != "self"]


def test_the_table_of_suites_names_every_suite_and_options_that_there_are():
    table = (ROOT / "docs" / "suites" / "index.md").read_text("utf-8")
    suite = ""
    for line in (line for line in table.splitlines() if line.startswith("| ")):
        named = re.match(r"\| \[(\w+)\]", line)
        suite = named[1] if named else suite
        for profile in re.findall(r"`--profile ([\w-]+)`", line):
            assert profile in OURS[suite].profiles
        for name, option in re.findall(r"`(\w+)\?(\w+)=", line):
            assert option in OURS[name].options
    assert set(re.findall(r"\| \[(\w+)\]", table)) == set(OURS)


def test_claims_of_the_questions_page_hold(desk, capsys):
    page = (ROOT / "docs" / "faq.md").read_text("utf-8")
    for said in re.findall(r"`(agonist [^`]+)`", page):
        name, *typed = shlex.split(said)[1:]
        called = function_of(name)
        known = {option for each in typer.main.get_command(app_of(called)).params for option in each.opts}
        assert {word for word in typed if word.startswith("--")} <= known, said
    model = f"endpoint/careful?base_url={desk.url}"
    assert leave(["run", "tictactoe", f"low={model}", "reference", "--matches", "2"]) == 0
    assert leave(["replay", "1", "--verify"]) == 0
    assert leave(["replay", "1", "--seat", "0"]) == 0
    assert "Player 2" in capsys.readouterr().out
    assert leave(["leaderboard"]) == 0


def test_what_a_newcomer_types_installs_no_development_tools():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "uv run agonist demo" in (ROOT / "README.md").read_text("utf-8")
    assert project["tool"]["uv"]["default-groups"] == []
    needed = {re.match(r"[\w.-]+", each)[0] for each in project["project"]["dependencies"]}
    tools = {re.match(r"[\w.-]+", each)[0] for each in project["dependency-groups"]["dev"]}
    assert needed & tools == set()
