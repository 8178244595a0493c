"""Flags for admins: who may cheat, by which matches, and what was decided."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response

from agonist.arena.fair_play.flags import LEVEL, Flag
from agonist.arena.fair_play.search import Search
from agonist.core import UsageError
from agonist.store.platform.accounts import user
from agonist.store.platform.flag_decisions import (
    DismissedFlag,
    dismiss_flag,
    dismissed_flags,
    exclude_matches,
    excluded_matches,
    include_match,
    restore_flag,
)
from agonist.web.current_visitor import TheVisitor
from agonist.web.own_account import when
from agonist.web.page_addresses import RowNumber
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, one, see, sentence

router = APIRouter()

MOST_SHOWN: Final = 200
"""The newest matches of a flag, which can be excluded at once."""

NOTE_CHARACTERS: Final = 500

AGAIN: Final = 1.5
"""A dismissed flag comes back when it names so many times as many matches as then."""


@router.get("/admin/flags", tags=["manage accounts"])
def flags(site: TheSite) -> Response:
    """What should be looked at, what was decided, and what the flags mean."""
    return _page(site)


@router.post("/admin/flags", tags=["manage accounts"])
def decide(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Exclude matches of a flag from all ratings, or dismiss the flag; either with a note."""
    door_of(site)
    key, what, note = one(form, "flag"), one(form, "decision"), one(form, "note").strip()
    assert who.user is not None, "only an admin gets here"
    try:
        flag = next((each for each in _search(site).flags if each.key == key), None)
        if flag is None:
            raise UsageError("this flag is no longer raised: what follows is the present state")
        if not note or len(note) > NOTE_CHARACTERS:
            raise UsageError(f"write a note of 1 to {NOTE_CHARACTERS} characters, for other admins")
        if what == "dismiss":
            dismiss_flag(site.store, key, len(flag.matches), who.user, note, time.time())
        elif what == "exclude":
            named = {str(match): match for match in flag.matches}
            chosen = [named[number] for number in form.get("match", ()) if number in named]
            if not chosen:
                raise UsageError("choose at least one match to exclude")
            exclude_matches(site.store, chosen, who.user, note, time.time())
        else:
            raise UsageError("this form is not one of this page: go back and load it again")
    except UsageError as error:
        return _page(site, status=400, problem=sentence(error), typed={key: note})
    return see("/admin/flags")


@router.post("/admin/flags/count/{number}", tags=["manage accounts"])
def count_again(site: TheSite, number: RowNumber) -> Response:
    """Have ratings count an excluded match again."""
    door_of(site)
    include_match(site.store, number)
    return see("/admin/flags#excluded")


@router.post("/admin/flags/restore", tags=["manage accounts"])
def restore(site: TheSite, form: TheForm) -> Response:
    """Show a dismissed flag again."""
    door_of(site)
    restore_flag(site.store, one(form, "flag"))
    return see("/admin/flags")


def open_flags(site: Site) -> tuple[list[Flag], dict[str, DismissedFlag]]:
    """The flags on which an admin has yet to decide, and the decisions on others."""
    dismissed = dismissed_flags(site.store)
    return [flag for flag in _search(site).flags if not _is_settled(flag, dismissed)], dismissed


def _is_settled(flag: Flag, dismissed: Mapping[str, DismissedFlag]) -> bool:
    known = dismissed.get(flag.key)
    return known is not None and len(flag.matches) < AGAIN * known.matches


def _search(site: Site) -> Search:
    return site.flags.latest() or Search((), 0, 0.0)


def _page(
    site: Site, *, status: int = 200, problem: str = "", typed: Mapping[str, str] | None = None
) -> Response:
    found, dismissed = open_flags(site)
    names = {number: _name(site, number) for number in _accounts(found, dismissed)}
    return page(
        site,
        "flags.html",
        status=status,
        problem=problem,
        typed=typed or {},
        flags=[
            (flag, [names[each] for each in flag.accounts], _told(flag, names), flag.matches[:MOST_SHOWN])
            for flag in found
        ],
        search=_search(site),
        dismissed=[
            (each, each.flag.partition(" ")[0].replace("-", " "), [names[number] for number in _in_key(each)])
            for each in dismissed.values()
        ],
        excluded=excluded_matches(site.store),
        level=LEVEL,
        when=when,
    )


def _accounts(flags: list[Flag], dismissed: Mapping[str, DismissedFlag]) -> set[int]:
    return {account for flag in flags for account in flag.accounts} | {
        account for each in dismissed.values() for account in _in_key(each)
    }


def _in_key(dismissed: DismissedFlag) -> list[int]:
    """The accounts in the key of a flag."""
    return [int(number) for number in dismissed.flag.split(" ")[1:]]


def _name(site: Site, number: int) -> str:
    found = user(site.store, number)
    return f"account {number}" if found is None else found.name


def _told(flag: Flag, names: Mapping[int, str]) -> str:
    return flag.evidence.format(*[names[account] for account in flag.accounts])
