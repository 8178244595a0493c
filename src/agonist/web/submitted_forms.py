"""Submitted forms, and what their pages answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

from fastapi import Depends, HTTPException, Request
from fastapi.responses import RedirectResponse

from agonist.web.site_state import Site
from agonist.web.visitor_identity_on_public_site import PublicDoor

Sent: TypeAlias = Mapping[str, Sequence[str]]
"""The values of a submitted form, by field name."""


FORM: Final = "application/x-www-form-urlencoded"


def sends(**fields: str) -> dict[str, Any]:
    """What a route's form takes, as OpenAPI describes it: what each field means, by its name."""
    properties = {name: {"type": "string", "description": text} for name, text in fields.items()}
    return {"requestBody": {"content": {FORM: {"schema": {"type": "object", "properties": properties}}}}}


def _sent(request: Request) -> Sent:
    form: Sent = request.scope["form"]
    return form


TheForm: TypeAlias = Annotated[Sent, Depends(_sent)]
"""The submitted form as an argument of a route; the guard has read it."""


def one(sent: Sent, name: str, usual: str = "") -> str:
    """The value of a field; the last one if it was sent several times."""
    return (sent.get(name) or [usual])[-1]


def strange() -> HTTPException:
    """The answer to a form that no page of this site has."""
    return HTTPException(400, "This form is not one of this page: go back and load it again.")


def door_of(site: Site) -> PublicDoor:
    """The door of a site with accounts; answers 404 on others."""
    if not isinstance(site.door, PublicDoor):
        raise HTTPException(404, "There are no accounts here: “agonist serve --public” has them.")
    return site.door


def see(path: str) -> RedirectResponse:
    """A redirect to a page after an accepted form."""
    return RedirectResponse(path, status_code=303)


def inner(path: str) -> str:
    """The path if it belongs to this site, otherwise that of the home page.

    >>> inner("/play/5"), inner("//evil.example"), inner("https://evil.example"), inner("/\\\\evil.example")
    ('/play/5', '/', '/', '/')
    """
    usable = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable() and path.isascii()
    return path if usable else "/"


def sentence(error: object) -> str:
    """A message as a sentence.

    >>> sentence("this ladder is closed")
    'This ladder is closed.'
    """
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
