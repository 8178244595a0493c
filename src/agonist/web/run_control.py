"""Starting an evaluation from a page after an estimate; stopping and resuming it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from sys import float_info
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, Response

from agonist import api
from agonist.api.evaluation import plan_run
from agonist.arena.run_processes import RunProcesses
from agonist.arena.run_restrictions import check_untrusted
from agonist.core import AgonistError, UsageError
from agonist.games import game_names
from agonist.models.token_estimate import Estimate
from agonist.players import parse_player
from agonist.players.python_agents import specs_of
from agonist.run_config import RunConfig
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.run_options import FormField, RunOption, options_of, run_options
from agonist.web.current_visitor import the_visit
from agonist.web.page_addresses import linked
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import Sent, TheForm, one, see, sends

router = APIRouter()

MAX_LINES: Final = 40
"""The most lines of a field."""

MAX_LINE_CHARACTERS: Final = 300
"""The most characters of a line."""

SUGGESTED: Final = ("random", "reference", "mcts?playouts=200", "minimax?depth=3")
"""Suggested players, which need no key."""


NAMES: Final = {"matches": "number"}
"""The names of fields that differ from those of their options: `matches` would hide a method of forms in
browsers."""

OPTIONS: Final = {
    NAMES.get(name, name): (option, option.form)
    for owner in (Entry, RunConfig)
    for name, option in run_options(owner).items()
    if option.form is not None
}
"""The options of a run that visitors may set, by the names of their fields in the form."""

DEFAULTS: Final = {
    name: str(option.default) if type(option.default) is int else "" for name, (option, _) in OPTIONS.items()
}


@dataclass(frozen=True)
class RunForm:
    """The fields of the form, as typed; those of `OPTIONS` are in `options`."""

    targets: str = ""
    players: str = ""
    opponents: str = ""
    options: Mapping[str, str] = field(default_factory=lambda: DEFAULTS)

    @classmethod
    def of(cls, sent: Sent) -> RunForm:
        """The fields of a form that was sent."""

        def typed(name: str) -> str:
            return one(sent, name).replace("\r\n", "\n").strip()

        options = {name: typed(name) for name in OPTIONS}
        return cls(typed("targets"), typed("players"), typed("opponents"), options)

    def entry(self) -> tuple[list[str], Entry, RunConfig]:
        """The fields as options of `agonist run`. Raises `UsageError` for invalid values."""
        targets, players = _lines("game or suite", self.targets), _lines("player", self.players)
        opponents = _lines("opponent", self.opponents) if self.opponents else []
        if any(parse_player(spec).name == "human" for spec in (*players, *opponents)):
            raise UsageError("people play at tables (Play), not in evaluations")
        values = {
            option.name: _value(option, form, self.options[name]) for name, (option, form) in OPTIONS.items()
        }
        entry = Entry(specs_of(players, {}), specs_of(opponents, {}), **options_of(Entry, values))
        return targets, entry, RunConfig(**options_of(RunConfig, values))


def _lines(what: str, text: str) -> list[str]:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not lines:
        raise UsageError(f"name at least one {what}")
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE_CHARACTERS for line in lines):
        raise UsageError(f"at most {MAX_LINES} lines of {MAX_LINE_CHARACTERS} characters for each {what}")
    return lines


def _value(option: RunOption, form: FormField, text: str) -> Any:
    """The value of a field. Raises `UsageError` for one that is none, or out of the range for visitors."""
    if option.kind is bool or not text:
        return bool(text) if option.kind is bool else option.default
    whole = option.kind in (int, int | None)
    try:
        number = nan if whole and not re.fullmatch("[0-9]{1,11}", text) else float(text)
    except ValueError:
        number = nan
    if form.low <= number <= (form.high or float_info.max):
        return int(number) if whole else number
    most = f" from {form.low:,} to {form.high:,}" if form.high else ""
    raise UsageError(f"{form.wanted}{most}, not {text[:40]!r}")


@router.get("/runs/new", tags=["start run"])
def new(site: TheSite, target: str = "", player: str = "", opponent: str = "") -> HTMLResponse:
    """The form for a new evaluation."""
    players = "\n".join(filter(None, (player[:MAX_LINE_CHARACTERS], opponent[:MAX_LINE_CHARACTERS])))
    return _form(site, RunForm(targets=target[:MAX_LINE_CHARACTERS], players=players))


@router.post(
    "/runs/new",
    tags=["start run"],
    openapi_extra=sends(
        targets="games and suites, one a line",
        players="players, one a line",
        opponents="fixed opponents, one a line",
        confirmed="yes: play it; without it, the estimate is shown",
        **{name: option.help for name, (option, _) in OPTIONS.items()},
    ),
)
def start(site: TheSite, form: TheForm) -> Response:
    """Show the estimate; if it is confirmed already, store a run and have it played."""
    run_form, runs = RunForm.of(form), runs_of(site)
    try:
        targets, entry, config = run_form.entry()
        if the_visit().public:
            check_untrusted(targets, (*entry.players, *entry.opponents))
        if form.get("confirmed") == ["yes"]:
            run = plan_run(site.store, targets, entry, config=config)
            runs.play(run)
            return see(f"/runs/{run}")
        words = api.plan_in_words(targets, entry)
        matches = len(api.plan_of(targets, entry)[0])
        everyone = (*entry.players, *entry.opponents)
        models = any(parse_player(spec).is_model for spec in everyone)
        taken = api.estimate(targets, entry) if models else {}
        notes = api.notes(targets, entry)
    except AgonistError as error:
        return _form(site, run_form, problem=str(error))
    return page(
        site,
        "run_estimate.html",
        action="/runs/new",
        back=linked(
            "/runs/new", target=run_form.targets.split("\n")[0], player=run_form.players.split("\n")[0]
        ),
        hidden={
            "targets": run_form.targets,
            "players": run_form.players,
            "opponents": run_form.opponents,
            **run_form.options,
        },
        words=words,
        notes=notes,
        matches=matches,
        players=[entry.players, entry.opponents] if entry.opponents else [entry.players],
        **estimate_lines(taken),
        budget=config.usd,
    )


def _form(site: Site, run_form: RunForm, problem: str = "") -> HTMLResponse:
    return page(
        site,
        "run_new.html",
        status=400 if problem else 200,
        asked=run_form,
        fields={name: form for name, (_, form) in OPTIONS.items()},
        problem=problem,
        games=game_names(),
        suites=[*api.suites(), "all"],
        suggested=SUGGESTED,
        plays=site.evaluations is not None,
    )


def estimate_lines(taken: Mapping[str, Estimate]) -> dict[str, Any]:
    """An estimate as the page shows it, by player."""
    return {
        "lines": [_line(player, each) for player, each in taken.items()],
        "total": _total(list(taken.values())),
    }


def _line(player: str, taken: Estimate) -> dict[str, str]:
    return {
        "player": player,
        "requests": f"{taken.requests:,}",
        "sent": f"{taken.usage.prompt:,}",
        "written": f"{taken.usage.completion:,}",
        "cost": "unknown" if taken.cost is None else f"${taken.cost:,.2f}",
        "range": ""
        if taken.low_cost is None or not taken.high_cost or taken.low_cost == taken.high_cost
        else f"${taken.low_cost:,.2f} to ${taken.high_cost:,.2f}",
    }


def _total(taken: Sequence[Estimate]) -> str:
    costs: list[Any] = [each.cost for each in taken]
    if not costs:
        return "nothing, since no player needs a paid model"
    if None in costs:
        return "unknown, since not all prices are known: set a budget"
    return f"about ${sum(costs):,.2f}"


@router.post("/runs/{name}/stop", tags=["start run"])
def stop(site: TheSite, name: str) -> Response:
    """Stop a run that this server plays, as Ctrl-C does."""
    if not runs_of(site).stop(name):
        raise HTTPException(409, "This server does not play this run: stop it where it was started.")
    return see(f"/runs/{name}")


@router.post("/runs/{name}/resume", tags=["start run"])
def go_on(site: TheSite, name: str) -> Response:
    """Resume a run."""
    runs = runs_of(site)
    try:
        run = site.store.run(name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None
    if site.store.is_playing(run.id):
        raise HTTPException(409, "This run is being played already.")
    runs.play(run.id)
    return see(f"/runs/{run.id}")


def runs_of(site: Site) -> RunProcesses:
    """Who plays the runs of this server; answers 409 if nobody does."""
    if site.evaluations is None:
        raise HTTPException(409, "This server plays no runs: start it in a terminal, with agonist run.")
    return site.evaluations
